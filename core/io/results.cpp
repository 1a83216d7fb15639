// SPDX-License-Identifier: Apache-2.0
#include "core/io/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/column_facts.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/io/json_text.hpp"
#include "core/io/provenance.hpp"
#include "core/session/phase_device.hpp"

namespace momentree {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The largest value of a column over all rows, ignoring NaN; NaN if there is no other value.
double largest(const Recording& recording, int column) {
    double value = unknown;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        const double here = recording.at(row, column);
        if (!std::isnan(here) && !(here <= value)) value = here;
    }
    return value;
}

JsonItem energyItem(const Recording& recording, const RowLayout& layout) {
    double initial = unknown, last = unknown, error = unknown;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        last = recording.at(row, layout.total());
        if (row == 0) initial = last;
        const double here = std::abs(last - initial);
        if (!std::isnan(here) && !(here <= error)) error = here;
    }
    return JsonItem::object()
        .add("initial_J", JsonItem::number(initial))
        .add("final_J", JsonItem::number(last))
        .add("max_error_J", JsonItem::number(error));
}

JsonItem driftItem(const Recording& recording, const RowLayout& layout) {
    return JsonItem::object()
        .add("position_max_m", JsonItem::number(largest(recording, layout.driftPosition())))
        .add("velocity_max", JsonItem::number(largest(recording, layout.driftVelocity())))
        .add("acceleration_max", JsonItem::number(largest(recording, layout.driftAcceleration())));
}

JsonItem newtonItem(const ReportFacts& facts) {
    const bool none = facts.newtonIterations == 0;
    const double mean =
        none ? 0.0 : static_cast<double>(facts.newtonIterations) / static_cast<double>(facts.steps);
    const JsonItem most = none ? JsonItem::integer(0)
                          : facts.newtonIterationsMax
                              ? JsonItem::integer(*facts.newtonIterationsMax)
                              : JsonItem::null();
    return JsonItem::object()
        .add("iterations_mean", JsonItem::number(mean))
        .add("iterations_max", most);
}

bool isVirtual(const std::string& board) { return board.starts_with("virtual"); }

/// A virtual board is a program on this machine, and its network is the loopback.
std::string deviceOf(const ReportFacts& facts, Phase phase) {
    const std::string board = boardOf(facts.spec, phase);
    if (board.empty() && phase == Phase::Network && isVirtual(facts.spec.backend))
        return "loopback of " + facts.device;
    if (board.empty()) return facts.device;
    return isVirtual(board) ? board + " on " + facts.device : board;
}

/// A simulated board takes the time of a simulation, which says nothing of hardware.
const char* sourceOf(const ReportFacts& facts, Phase phase) {
    const std::string board = boardOf(facts.spec, phase);
    const bool simulated =
        !board.empty() &&
        (facts.board ? facts.board->source != BoardSource::Measured : isVirtual(board));
    return simulated ? "simulated" : "measured";
}

const char* sourceOf(const BoardTimes& board) {
    switch (board.source) {
        case BoardSource::Measured:
            return "measured";
        case BoardSource::Counted:
            return "counted";
        default:
            return "modelled";
    }
}

JsonItem phaseItem(std::string_view name, const PhaseClock::Total& total, const char* source,
                   const std::string& device) {
    return JsonItem::object()
        .add("name", JsonItem::text(name))
        .add("calls", JsonItem::integer(total.calls))
        .add("total_ns", JsonItem::integer(total.ns))
        .add("source", JsonItem::text(source))
        .add("device", JsonItem::text(device));
}

/// The phases of this machine add up to the wall time. The board's own times follow; its work
/// overlaps with some of these phases.
JsonItem phasesItem(const ReportFacts& facts) {
    JsonItem phases = JsonItem::list();
    for (std::size_t k = 0; k < phaseCount; ++k) {
        const auto phase = static_cast<Phase>(k);
        PhaseClock::Total total = facts.phases[k];
        if (total.calls == 0) continue;
        // Waiting for a batch is waiting for the board, except for the time of the network.
        const bool divided = phase == Phase::Network && facts.board && facts.board->network_ns;
        if (divided) {
            const PhaseClock::Total network{std::min(total.ns, *facts.board->network_ns),
                                            total.calls};
            total.ns -= network.ns;
            phases.add(phaseItem(phaseName(phase), network, "measured", facts.device));
        }
        phases.add(phaseItem(divided ? "board" : phaseName(phase), total, sourceOf(facts, phase),
                             deviceOf(facts, phase)));
    }
    if (!facts.board) return phases;
    for (const BoardTimes::Part& part : facts.board->parts) {
        JsonItem item = phaseItem(part.name, {part.ns, part.calls}, sourceOf(*facts.board),
                                  facts.board->device);
        if (part.clocks > 0) item.add("clocks", JsonItem::integer(part.clocks));
        phases.add(std::move(item));
    }
    return phases;
}

/// The largest difference between the energy and the work done since the start.
JsonItem balanceItem(const ReportFacts& facts, const Recording& recording,
                     const RowLayout& layout) {
    double error = unknown;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        const double here = std::abs(recording.at(row, layout.balance()));
        if (!std::isnan(here) && !(here <= error)) error = here;
    }
    return JsonItem::object()
        .add("max_error_J", JsonItem::number(error))
        .add("uncertainty_J", JsonItem::number(facts.balanceUncertainty));
}

JsonItem errorItem(const ErrorFigures& errors) {
    const auto add = [](JsonItem& to, const ErrorEstimate& error) {
        to.add("positions", JsonItem::number(error.positions))
            .add("angles", JsonItem::number(error.angles))
            .add("velocities", JsonItem::number(error.velocities))
            .add("angular_velocities", JsonItem::number(error.rates))
            .add("energy", JsonItem::number(error.energy));
    };
    JsonItem item = JsonItem::object(), last = JsonItem::object();
    add(item, errors.largest);
    add(last, errors.last);
    item.add("last", std::move(last)).add("method", JsonItem::text(errors.method));
    if (errors.comparedUntil) item.add("compared_until_s", JsonItem::number(*errors.comparedUntil));
    if (errors.validUntil) item.add("valid_until_s", JsonItem::number(*errors.validUntil));
    return item;
}

}  // namespace

std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout) {
    return reportText(facts, recording, layout, recording.origin().get());
}

std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout, const RunOrigin* origin) {
    JsonItem problems = JsonItem::list(), warnings = JsonItem::list(), notes = JsonItem::list();
    if (facts.problem) problems.add(diagnosticItem(*facts.problem));
    for (const Diagnostic& warning : facts.warnings)
        warnings.add(diagnosticItem(warning).add("time_s", JsonItem::number(0.0)));
    for (const RunNote& note : facts.notes) {
        if (note.warns)
            warnings.add(diagnosticItem(warning(Place::run(), note.text))
                             .add("time_s", JsonItem::number(note.time)));
        else
            notes.add(JsonItem::object()
                          .add("time_s", JsonItem::number(note.time))
                          .add("id", JsonItem::text(note.text.id))
                          .add("text", JsonItem::text(note.text.str())));
    }
    const double factor = facts.wall > 0.0 ? facts.simulated / facts.wall : unknown;
    JsonItem report = JsonItem::object();
    report.add("momentree", JsonItem::text(MOMENTREE_VERSION))
        .add("model", JsonItem::text(facts.modelName))
        .add("formulation", JsonItem::text(facts.spec.formulation))
        .add("backend", JsonItem::text(facts.spec.backend))
        .add("integrator", JsonItem::text(facts.spec.integrator))
        .add("step_s", JsonItem::number(facts.spec.step))
        .add("duration_s", JsonItem::number(facts.simulated))
        .add("steps", JsonItem::integer(facts.steps))
        .add("wall_s", JsonItem::number(facts.wall))
        .add("realtime_factor", JsonItem::number(factor))
        .add("status", JsonItem::text(facts.status))
        .add("energy", energyItem(recording, layout))
        .add("balance", balanceItem(facts, recording, layout))
        .add("drift", driftItem(recording, layout))
        .add("newton", newtonItem(facts))
        .add("phases", phasesItem(facts));
    if (facts.errors) report.add("error_estimate", errorItem(*facts.errors));
    report.add("problems", std::move(problems))
        .add("warnings", std::move(warnings))
        .add("notes", std::move(notes));
    if (origin != nullptr) {
        addProvenance(report, *origin);
        report.add("columns", columnsItem(*origin->model, layout));
        addMarks(report, marksOf(recording, layout, recording.size()));
    }
    return report.print();
}

}  // namespace momentree
