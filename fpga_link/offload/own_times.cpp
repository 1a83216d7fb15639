// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/own_times.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

void add(BoardTimes& times, const BoardTimes::Part& part) {
    const auto known = std::ranges::find(times.parts, part.name, &BoardTimes::Part::name);
    if (known == times.parts.end()) {
        times.parts.push_back(part);
        return;
    }
    known->calls += part.calls;
    known->clocks += part.clocks;
    known->ns += part.ns;
}

/// The first row of a kind, before that of a simulation; null if there is none.
const wire::TimingRow* find(const wire::Timings& timings, wire::TimingKind kind) {
    const auto row = std::ranges::find(timings, kind, &wire::TimingRow::kind);
    return row == timings.end() ? nullptr : &*row;
}

double operationsOf(const wire::PhaseClocks& phase) {
    return static_cast<double>(std::uint64_t{phase.sums} + phase.products + phase.reciprocals +
                               phase.roundings);
}

std::int64_t timeOf(const wire::TimingRow& row) { return static_cast<std::int64_t>(row.time_ns); }

void addAccesses(BoardTimes& times, const wire::Timings& timings, wire::TimingKind kind,
                 const char* name) {
    const wire::TimingRow* row = find(timings, kind);
    if (row != nullptr && row->count > 0)
        add(times, {name, static_cast<std::int64_t>(row->count), 0, timeOf(*row)});
}

}  // namespace

BoardTimes noTimes(const wire::HelloAck& board, int needed) {
    constexpr std::uint8_t simulatedHardware = 2;
    BoardTimes times;
    times.device = board.device + " of " + board.machine + ", " +
                   numberText(board.clock_Hz * 1e-6, 4) + " MHz";
    const int fraction = fractionOf(board.capabilities);
    if (fraction < fp32Fraction || needed > 0)
        times.device += ", " + std::to_string(fraction) + " bits of the fraction";
    if (needed > 0) times.device += " (needs " + std::to_string(needed) + ")";
    times.source = board.timing == wire::TimingSource::MeasuredBoard ? BoardSource::Measured
                   : board.fabric == simulatedHardware               ? BoardSource::Counted
                                                                     : BoardSource::Modelled;
    return times;
}

void addBatch(BoardTimes& times, const wire::ModelAck& program, const wire::RunDone& done,
              const Exchange& exchange) {
    static constexpr std::array names{"kinematics",  "initialise",  "assembly", "base",
                                      "disassembly", "derivatives", "integrate"};
    static_assert(names.size() == wire::phasesOfStep);
    double operations = 0.0, before = 0.0;
    for (const wire::PhaseClocks& phase : program.phases) operations += operationsOf(phase);
    const wire::TimingRow* compute = find(done.timings, wire::TimingKind::Compute);
    for (std::size_t k = 0; k < names.size() && compute != nullptr && operations > 0.0; ++k) {
        // Rounded so that the shares add up.
        const auto until = [&](std::uint64_t total) {
            return std::llround(before / operations * static_cast<double>(total));
        };
        const std::int64_t clocks = until(compute->count), ns = until(compute->time_ns);
        before += operationsOf(program.phases[k]);
        add(times, {names[k], done.stepsDone, until(compute->count) - clocks,
                    until(compute->time_ns) - ns});
    }
    if (const auto* stalled = find(done.timings, wire::TimingKind::Stalled);
        stalled != nullptr && stalled->count > 0)
        add(times, {"stalled", done.stepsDone, static_cast<std::int64_t>(stalled->count),
                    timeOf(*stalled)});
    addAccesses(times, done.timings, wire::TimingKind::RegisterRead, "register reads");

    const wire::TimingRow* wall = find(done.timings, wire::TimingKind::Wall);
    if (wall == nullptr) return;  // an agent of version 1.2 or older, with hardware
    const std::int64_t outside =
        (exchange.send + exchange.wait + exchange.receive).count() - timeOf(*wall);
    times.network_ns = times.network_ns.value_or(0) + std::max<std::int64_t>(0, outside);
}

void addCall(BoardTimes& times, const char* function, const wire::Timings& timings) {
    if (const auto* compute = find(timings, wire::TimingKind::Compute))
        add(times, {function, 1, static_cast<std::int64_t>(compute->count), timeOf(*compute)});
    addAccesses(times, timings, wire::TimingKind::RegisterWrite, "register writes");
    addAccesses(times, timings, wire::TimingKind::RegisterRead, "register reads");
}

}  // namespace momentree::fpga
