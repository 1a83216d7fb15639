// SPDX-License-Identifier: GPL-3.0-or-later
// `momentree compare FILE --recording TABLE`: the differences from a motion of another program.
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "app/cli/text_table.hpp"
#include "app/runs/reference_table.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"

namespace momentree::cli {
namespace {

/// How far a column of the run is from that of the recording.
struct Distance {
    double largest = 0.0, at = 0.0, squares = 0.0;
    std::size_t count = 0;

    void add(double difference, double time) {
        if (!std::isfinite(difference)) return;
        squares += difference * difference;
        ++count;
        if (std::abs(difference) <= std::abs(largest)) return;
        largest = difference;
        at = time;
    }
};

/// A run with room for one row at each time of the recording.
Result<std::unique_ptr<Run>> runOf(const Catalogue& catalogue,
                                   const std::shared_ptr<const Model>& model,
                                   const CompareOptions& options, const std::vector<double>& times,
                                   Diagnostics& warnings) {
    const double end = times.back();
    const TypedSettings typed{{},           {},  {},
                              options.step, end, end / static_cast<double>(times.size())};
    const RunSpec spec = specOf(catalogue, *model, typed);
    return Run::create(catalogue, model, spec, {.warnings = &warnings});
}

std::vector<std::vector<std::string>> distanceTable(const app::Reference& reference, const Run& run,
                                                    const std::vector<Distance>& distances) {
    const std::vector<std::string> units = columnUnits(run.model(), run.layout());
    std::vector<std::vector<std::string>> table{
        {"column", "largest difference", "at t [s]", "root mean square", "unit"}};
    for (std::size_t k = 0; k < distances.size(); ++k) {
        const Distance& d = distances[k];
        const int column = reference.columns[k];
        const double mean = d.count > 0 ? std::sqrt(d.squares / static_cast<double>(d.count)) : 0.0;
        table.push_back({run.layout().names()[toIndex(column)], numberText(d.largest, 3),
                         numberText(d.at, 6), numberText(mean, 3), units[toIndex(column)]});
    }
    return table;
}

}  // namespace

int recordingCommand(const Catalogue& catalogue, const CompareOptions& options) {
    const std::string& file = *options.recording;
    const auto table = app::readReferenceFile(file, options.mapping.value_or(""));
    if (!table) {
        print(table.error(), file);
        return exitBadUse;
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    const auto reference = app::referenceOf(*table, *model, RowLayout(*model));
    if (!reference) {
        print(reference.error(), file);
        return exitBadUse;
    }
    if (!options.quiet) print(reference->leftOut, file, options.warnings());
    Diagnostics warnings;
    const auto made = runOf(catalogue, model, options, table->times, warnings);
    if (!options.quiet) print(warnings, shownName(options.file));
    if (!made) {
        print(made.error(), shownName(options.file));
        return exitBadUse;
    }
    Run& run = **made;
    std::vector<Distance> distances(reference->columns.size());
    StopOnInterrupt interrupt;
    for (std::size_t row = 0; row < table->times.size(); ++row) {
        const double time = table->times[row];
        if (time < 0.0) continue;
        if (time > run.time()) {
            const Progress progress = run.advanceTo(time, interrupt.stop.get_token());
            if (progress.status != StepStatus::Reached) {
                print({error({}, run.failure(progress))}, shownName(options.file));
                return exitFailed;
            }
        }
        const std::size_t newest = run.recording()->size() - 1;
        for (std::size_t k = 0; k < distances.size(); ++k) {
            const int column = reference->columns[k];
            distances[k].add(
                run.recording()->at(newest, column) - reference->recording->at(row, column), time);
        }
    }
    printTable(distanceTable(*reference, run, distances), std::cout);
    return exitDone;
}

}  // namespace momentree::cli
