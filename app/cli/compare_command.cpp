// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"
#include "app/cli/play.hpp"
#include "app/cli/text_table.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/study/summary.hpp"

namespace momentree::cli {
namespace {

/// Whether an id such as "parallel:2" is among the choices.
bool isOneOf(const std::vector<Choice>& choices, const std::string& id) {
    return std::ranges::any_of(
        choices, [&](const Choice& choice) { return choice.id == id.substr(0, id.find(':')); });
}

/// The settings for an argument such as "naudet+float32".
Result<RunSpec> specOf(const Catalogue& catalogue, const Model& model, const std::string& with,
                       const CompareOptions& options) {
    TypedSettings typed{{}, {}, {}, options.step, options.duration, options.sample};
    for (std::size_t from = 0; from <= with.size();) {
        const std::size_t to = std::min(with.find('+', from), with.size());
        const std::string id = with.substr(from, to - from);
        from = to + 1;
        std::string* which = isOneOf(catalogue.formulations(), id)  ? &typed.formulation
                             : isOneOf(catalogue.backends(), id)    ? &typed.backend
                             : isOneOf(catalogue.integrators(), id) ? &typed.integrator
                                                                    : nullptr;
        if (which == nullptr)
            return fail(error(
                Place::option("--with", with),
                MOMENTREE_TEXT(
                    "compare-unknown-id",
                    "'%1' is not a formulation, backend or integrator; see momentree list")(id)));
        if (!which->empty())
            return fail(
                error(Place::option("--with", with),
                      MOMENTREE_TEXT("compare-named-twice",
                                     "names both '%1' and '%2'; a run has only one of them")(*which,
                                                                                             id)));
        *which = id;
    }
    return specOf(catalogue, model, typed);
}

/// All runs ready to start, or all problems.
Result<std::vector<std::unique_ptr<Session>>> makeSessions(
    const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
    const CompareOptions& options, const StopOnInterrupt& interrupt) {
    std::vector<std::unique_ptr<Session>> sessions;
    Diagnostics problems, warnings;
    for (const std::string& with : options.with) {
        const auto spec = specOf(catalogue, *model, with, options);
        auto session = spec ? Session::create(catalogue, model, *spec,
                                              {.warnings = &warnings,
                                               .check = ErrorCheck::AtEnd,
                                               .watch = {interrupt.stop.get_token(), {}}})
                            : Result<std::unique_ptr<Session>>(tl::unexpected(spec.error()));
        if (session) {
            sessions.push_back(std::move(*session));
        } else {
            problems.insert(problems.end(), session.error().begin(), session.error().end());
        }
    }
    if (!options.quiet) print(warnings, shownName(options.file));
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return sessions;
}

}  // namespace

int compareCommand(const Catalogue& catalogue, const CompareOptions& options) {
    if (options.file.ends_with(".study.json")) return studyCommand(catalogue, options);
    if (options.recording) return recordingCommand(catalogue, options);
    if (options.with.empty()) {
        print(
            "choose what to compare, for example --with hdca,naudet+rk4, or give a study, "
            "NAME.study.json");
        return exitBadUse;
    }
    if (options.study.given()) {
        print(
            "--out, --jobs, --task, --table and --work-precision need a study, "
            "NAME.study.json");
        return exitBadUse;
    }
    if (options.csv) {
        RunOptions output;
        output.file = options.file;
        output.csv = options.csv;
        if (const auto checked = checkOutputs(output); !checked) {
            print(checked.error());
            return exitBadUse;
        }
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    const StopOnInterrupt interrupt;
    const auto sessions = makeSessions(catalogue, model, options, interrupt);
    if (!sessions) {
        print(sessions.error(), shownName(options.file));
        return exitBadUse;
    }

    std::vector<RunSummary> summaries;
    std::vector<CsvRun> runs;
    bool good = true;
    for (std::size_t k = 0; k < sessions->size(); ++k) {
        Session& session = *(*sessions)[k];
        const RunFigures figures = playToEnd(session, options.quiet, interrupt);
        good &= !figures.message;
        summaries.push_back(summaryOf(options.with[k], session, sessions->front().get()));
        runs.push_back({options.with[k], session.recording().get()});
        if (figures.state == RunState::Finished && figures.message) break;
    }
    printTable(tableOf(summaries), options.csv == "-" ? std::cerr : std::cout);
    if (options.csv) {
        const Session& first = *sessions->front();
        const auto written = writeCsv(runs, first.layout(), options.columns, *options.csv,
                                      options.units ? columnUnits(first.model(), first.layout())
                                                    : std::vector<std::string>());
        if (!written) print(written.error());
        good &= written.has_value();
    }
    return good ? exitDone : exitFailed;
}

}  // namespace momentree::cli
