// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "app/cli/text_table.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/io/text_file.hpp"
#include "core/study/planned_run.hpp"
#include "core/study/run_store.hpp"
#include "core/study/run_study.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

struct LoadedStudy {
    ModelDescription model;
    std::vector<PlannedRun> plan;
};

std::optional<LoadedStudy> load(const CompareOptions& options) {
    const auto study = readStudyFile(options.file);
    if (!study) {
        print(study.error(), options.file);
        return std::nullopt;
    }
    if (const auto there = checkModelFile(*study); !there) {
        print(there.error(), options.file);
        return std::nullopt;
    }
    ModelOptions of = options;
    of.file = modelPathOf(*study);
    auto model = loadDescription(of, printing(of));
    if (!model) return std::nullopt;
    if (const auto checked = checkParameters(*study, *model); !checked) {
        print(checked.error(), options.file);
        return std::nullopt;
    }
    auto plan = expand(*study);
    if (!plan) {
        print(plan.error(), options.file);
        return std::nullopt;
    }
    for (PlannedRun& run : *plan) {
        run.run.step = options.step.value_or(run.run.step);
        run.run.duration = options.duration.value_or(run.run.duration);
        run.run.sample = options.sample.value_or(run.run.sample);
    }
    return LoadedStudy{std::move(*model), std::move(*plan)};
}

/// "K/N" with 1 <= K <= N.
bool readTask(const std::string& text, StudyOptions& options) {
    const char* const end = text.data() + text.size();
    const auto [slash, first] = std::from_chars(text.data(), end, options.task);
    if (first != std::errc() || slash == end || *slash != '/') return false;
    const auto [last, second] = std::from_chars(slash + 1, end, options.tasks);
    return second == std::errc() && last == end && options.task >= 1 &&
           options.task <= options.tasks;
}

bool checkUse(const CompareOptions& options) {
    Diagnostics problems;
    if (!options.with.empty())
        problems.push_back(error(
            Place::option("--with"),
            MOMENTREE_TEXT("option-with-study", "needs a model; a study lists its own runs")));
    const auto check = [&](const char* option, const std::optional<std::string>& path) {
        if (!path) return;
        if (const auto writable = checkWritable(*path); !writable)
            for (const Diagnostic& d : writable.error())
                problems.push_back(error(Place::option(option), d.message));
        std::error_code none;
        if (*path != "-" && fs::equivalent(*path, options.file, none))
            problems.push_back(error(Place::option(option),
                                     MOMENTREE_TEXT("option-overwrites-study",
                                                    "would overwrite the study '%1'")(*path)));
    };
    check("--csv", options.csv);
    check("--table", options.study.table);
    if (options.csv && options.csv == options.study.table)
        problems.push_back(
            error(Place::option("--table"),
                  MOMENTREE_TEXT("option-overwrites-csv", "would overwrite the output of --csv")));
    print(problems);
    return problems.empty();
}

/// The results in the folder, in the order of the plan.
struct Merged {
    std::vector<RunSummary> runs;
    std::vector<TableFile> tables;
    std::size_t missing = 0;
};

Merged collect(const LoadedStudy& study, const StudyOutcome& outcome, const std::string& folder) {
    Merged merged;
    const auto keys = runKeys(study.model, study.plan);
    for (std::size_t k = 0; k < keys.size(); ++k) {
        auto run = outcome.runs[k] ? outcome.runs[k] : readStored(folder, keys[k]);
        if (!run) {
            ++merged.missing;
            continue;
        }
        run->name = study.plan[k].name;
        const std::string table = tablePath(folder, keys[k]);
        std::error_code none;
        if (fs::exists(table, none)) merged.tables.push_back({run->name, table, run->spec.sample});
        merged.runs.push_back(std::move(*run));
    }
    return merged;
}

bool report(const Result<void>& written) {
    if (!written) print(written.error());
    return written.has_value();
}

bool writeTables(const LoadedStudy& study, const CompareOptions& options, const Merged& merged,
                 const std::string& folder) {
    const std::string csv = summaryCsv(merged.runs);
    bool good = report(writeTextAtomically(csv, folder + "/table.csv"));
    if (options.study.table) good &= report(writeTextAtomically(csv, *options.study.table));
    if (!options.csv) return good;
    auto model = buildModel(study.model);
    if (!model) {
        print(model.error(), study.model.file);
        return false;
    }
    const RowLayout layout(**model);
    const std::vector<std::string> units =
        options.units ? columnUnits(**model, layout) : std::vector<std::string>();
    return report(mergeTables(merged.tables, layout, options.columns, *options.csv, units)) && good;
}

void show(const CompareOptions& options, const Merged& merged) {
    const bool dataOnOutput = options.csv == "-" || options.study.table == "-";
    std::ostream& out = dataOnOutput ? std::cerr : std::cout;
    printTable(tableOf(merged.runs), out);
    const auto shared = std::ranges::count_if(
        merged.runs, [](const RunSummary& run) { return run.sideBySide > 0; });
    if (shared > 0)
        out << shared << " of the runs were computed side by side; their times are shares\n";
    if (!options.study.workPrecision) return;
    const auto curves = workPrecision(merged.runs);
    out << '\n';
    if (curves.empty()) {
        out << "No finished run has a reference, so there are no errors to show.\n";
    } else {
        printTable(tableOf(curves), out);
    }
}

std::string counted(std::size_t number, const char* thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

int conclude(const LoadedStudy& study, const CompareOptions& options, const StudyOptions& how,
             const StudyOutcome& outcome) {
    print(outcome.problems);
    const Merged merged = collect(study, outcome, how.folder);
    const auto failed = static_cast<std::size_t>(std::ranges::count_if(
        merged.runs, [](const RunSummary& run) { return run.status != "done"; }));
    if (merged.missing > 0) {
        const bool early = outcome.interrupted || !outcome.problems.empty();
        const std::string state = std::to_string(merged.runs.size()) + " of " +
                                  counted(study.plan.size(), "run") + " finished, saved in " +
                                  how.folder;
        if (early) {
            print("stopped with " + state + "; the same command continues from there");
        } else if (!options.quiet) {
            print("task " + *options.study.task + " is done, " + state +
                  "; the task that finishes the last run writes the tables");
        }
        return early || failed > 0 ? exitFailed : exitDone;
    }
    show(options, merged);
    const bool written = writeTables(study, options, merged, how.folder);
    if (failed > 0)
        print(counted(failed, "run") + " of " + std::to_string(merged.runs.size()) +
              " failed; see the column status");
    return written && failed == 0 && outcome.problems.empty() ? exitDone : exitFailed;
}

}  // namespace

int studyCommand(const Catalogue& catalogue, const CompareOptions& options) {
    StudyOptions how;
    if (options.study.task && !readTask(*options.study.task, how)) {
        print("--task " + *options.study.task + ": must be K/N with 1 <= K <= N, for example 2/16");
        return exitBadUse;
    }
    if (!checkUse(options)) return exitBadUse;
    const auto study = load(options);
    if (!study) return exitBadUse;
    how.folder = options.study.out.value_or(resultsFolderOf(options.file));
    how.jobs = options.study.jobs;
    how.tables = options.csv.has_value();
    std::error_code code;
    fs::create_directories(how.folder, code);
    if (code) {
        print("--out: cannot create the folder '" + how.folder + "': " + code.message());
        return exitBadUse;
    }
    StudyOutcome outcome;
    {
        ProgressLine progress(options.quiet);
        how.onProgress = [&](const StudyProgress& now) { progress.show(now); };
        StopOnInterrupt interrupt;
        outcome = runStudy(catalogue, study->model, study->plan, how, interrupt.stop.get_token());
    }
    return conclude(*study, options, how, outcome);
}

}  // namespace momentree::cli
