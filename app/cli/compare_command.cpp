// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"
#include "app/cli/play.hpp"
#include "core/number_text.hpp"

namespace momentree::cli {
namespace {

using Table = std::vector<std::vector<std::string>>;

/// Whether an id, "parallel:2" for example, is among the choices.
bool isOneOf(const std::vector<Choice>& choices, const std::string& id) {
    return std::ranges::any_of(
        choices, [&](const Choice& choice) { return choice.id == id.substr(0, id.find(':')); });
}

/// The settings that "naudet+float32" stands for.
Result<RunSpec> specOf(const Catalogue& catalogue, const Model& model, const std::string& with,
                       const CompareOptions& options) {
    std::string formulation, backend, integrator;
    for (std::size_t from = 0; from <= with.size();) {
        const std::size_t to = std::min(with.find('+', from), with.size());
        const std::string id = with.substr(from, to - from);
        from = to + 1;
        std::string* which = isOneOf(catalogue.formulations(), id)  ? &formulation
                             : isOneOf(catalogue.backends(), id)    ? &backend
                             : isOneOf(catalogue.integrators(), id) ? &integrator
                                                                    : nullptr;
        if (which == nullptr)
            return fail(error("--with '" + with + "'",
                              "'" + id +
                                  "' is no formulation, backend or integrator; see "
                                  "momentree list"));
        if (!which->empty())
            return fail(error("--with '" + with + "'",
                              "names '" + *which + "' and '" + id + "', of which a run has one"));
        *which = id;
    }
    RunSpec spec = catalogue.defaults(model, formulation, backend);
    if (!integrator.empty()) spec.integrator = integrator;
    spec.step = options.step.value_or(spec.step);
    spec.duration = options.duration.value_or(spec.duration);
    if (model.description.run.sample == 0.0) spec.sample = defaultSample(spec);
    spec.sample = options.sample.value_or(spec.sample);
    return spec;
}

/// The largest distance of a body's centre of mass from where the first run has it [m].
double difference(const Session& session, const Session& first) {
    const Recording &here = *session.recording(), &there = *first.recording();
    double most = 0.0;
    for (std::size_t row = 0; row < std::min(here.size(), there.size()); ++row)
        for (std::size_t body = 0; body < first.model().bodies.size(); ++body) {
            const int column = first.layout().body(static_cast<int>(body));
            const Eigen::Map<const Vector3d> a(here.row(row).data() + column);
            const Eigen::Map<const Vector3d> b(there.row(row).data() + column);
            most = std::max(most, (a - b).norm());
        }
    return most;
}

double largest(const Recording& recording, int column, double from) {
    double most = 0.0;
    for (std::size_t row = 0; row < recording.size(); ++row)
        most = std::max(most, std::abs(recording.at(row, column) - from));
    return most;
}

std::vector<std::string> tableRow(const std::string& name, const Session& session,
                                  const Session& first) {
    const RunFigures figures = session.figures();
    const Recording& recording = *session.recording();
    const RowLayout& layout = session.layout();
    const auto number = [](double value) { return numberText(value, 3); };
    const auto perStep = static_cast<double>(session.newtonIterations()) /
                         static_cast<double>(std::max<std::int64_t>(figures.steps, 1));
    return {name,
            std::to_string(figures.steps),
            number(figures.wall),
            number(figures.time / std::max(figures.wall, 1e-9)),
            number(largest(recording, layout.total(), recording.at(0, layout.total()))),
            number(largest(recording, layout.driftPosition(), 0.0)),
            number(largest(recording, layout.driftVelocity(), 0.0)),
            number(largest(recording, layout.driftAcceleration(), 0.0)),
            session.newtonIterations() > 0 ? number(perStep) : "-",
            &session == &first ? "-" : number(difference(session, first)),
            statusText(figures)};
}

void printTable(const Table& table, std::ostream& out) {
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table)
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
    for (const auto& row : table) {
        std::string text;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::string room(widths[k] - row[k].size(), ' ');
            const bool words = k == 0 || k + 1 == row.size();
            text += words ? row[k] + room : room + row[k];
            text += k + 1 < row.size() ? "  " : "";
        }
        out << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
    }
}

/// All runs ready to start, or every problem.
Result<std::vector<std::unique_ptr<Session>>> makeSessions(
    const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
    const CompareOptions& options) {
    std::vector<std::unique_ptr<Session>> sessions;
    Diagnostics problems, warnings;
    for (const std::string& with : options.with) {
        const auto spec = specOf(catalogue, *model, with, options);
        auto session = spec ? Session::create(catalogue, model, *spec, &warnings)
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
    if (options.csv) {
        RunOptions output;
        output.file = options.file;
        output.csv = options.csv;
        if (const auto checked = checkOutputs(output); !checked) {
            print(checked.error());
            return exitBadUse;
        }
    }
    const auto model = loadModel(options.file, options.parameters);
    if (!model) return exitBadUse;
    const auto sessions = makeSessions(catalogue, model, options);
    if (!sessions) {
        print(sessions.error(), shownName(options.file));
        return exitBadUse;
    }

    Table table{{"run", "steps", "wall [s]", "x real time", "energy error [J]", "drift [m]",
                 "velocity", "acceleration", "newton/step", "differs [m]", "status"}};
    std::vector<CsvRun> runs;
    bool good = true;
    for (std::size_t k = 0; k < sessions->size(); ++k) {
        Session& session = *(*sessions)[k];
        const RunFigures figures = playToEnd(session, options.quiet);
        good &= figures.message.empty();
        table.push_back(tableRow(options.with[k], session, *sessions->front()));
        runs.push_back({options.with[k], session.recording().get()});
        if (statusText(figures) == "stopped") break;
    }
    printTable(table, options.csv == "-" ? std::cerr : std::cout);
    if (options.csv) {
        const auto written =
            writeCsv(runs, sessions->front()->layout(), options.columns, *options.csv);
        if (!written) print(written.error());
        good &= written.has_value();
    }
    return good ? exitDone : exitFailed;
}

}  // namespace momentree::cli
