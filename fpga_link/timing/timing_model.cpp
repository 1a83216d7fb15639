// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/timing/timing_model.hpp"

#include <algorithm>

namespace momentree::fpga {

namespace {

constexpr double nsPerSecond = 1e9;
constexpr std::int64_t wordBytes = 4;
constexpr std::int64_t frameBytes = 24;   // header of a message
constexpr std::int64_t requestBytes = 8;  // of a request to run
constexpr std::int64_t samplesInFrame = 16 * 1024 - 2;

double onTheWire(std::int64_t bytes, const TimingParameters& parameters) {
    return static_cast<double>(8 * bytes) / parameters.bandwidth * nsPerSecond;
}

}  // namespace

const char* sourceName(TimeSource source) {
    switch (source) {
        case TimeSource::MeasuredBoard:
            return "measured_board";
        case TimeSource::MeasuredHost:
            return "measured_host";
        case TimeSource::Simulated:
            return "simulated";
        default:
            return "modelled";
    }
}

TimeSource combined(TimeSource a, TimeSource b) { return a == b ? a : TimeSource::Modelled; }

TimingRow totalOf(const std::vector<TimingRow>& rows) {
    TimingRow total{"total", {}, TimeSource::Modelled, 0, 0.0};
    std::vector<std::string> devices;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        total.source = i == 0 ? rows[i].source : combined(total.source, rows[i].source);
        total.ns += rows[i].ns;
        if (std::ranges::find(devices, rows[i].device) != devices.end()) continue;
        total.device += (devices.empty() ? "" : " and ") + rows[i].device;
        devices.push_back(rows[i].device);
    }
    return total;
}

TimingRow repeatedRow(std::string part, std::string device, TimeSource source, std::int64_t count,
                      std::vector<double> times) {
    TimingRow row{std::move(part), std::move(device), source, count, 0.0};
    if (times.empty()) return row;
    std::ranges::sort(times);
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
    };
    row.ns = at(0.5);
    if (times.size() == 1) return row;
    row.low_ns = at(0.1);
    row.high_ns = at(0.9);
    return row;
}

TimingRow clocksRow(std::string part, std::int64_t clocks, const TimingParameters& parameters) {
    return {std::move(part), parameters.device, TimeSource::Modelled, clocks,
            static_cast<double>(clocks) / parameters.clockHz * nsPerSecond};
}

TimingRow writesRow(std::int64_t writes, const TimingParameters& parameters) {
    return {"register writes", parameters.device, TimeSource::Modelled, writes,
            static_cast<double>(writes) * parameters.write_ns};
}

TimingRow readsRow(std::int64_t reads, const TimingParameters& parameters) {
    return {"register reads", parameters.device, TimeSource::Modelled, reads,
            static_cast<double>(reads) * parameters.read_ns};
}

std::vector<TimingRow> programRows(const Program& program, std::int64_t steps,
                                   const TimingParameters& parameters) {
    if (!program.phased)
        return {clocksRow("all phases", steps * program.cyclesPerStep(), parameters)};
    std::vector<TimingRow> rows;
    for (const PhaseRow& row : program.phases)
        rows.push_back(clocksRow(phaseName(row.phase),
                                 steps * program.passes * (row.end - row.first), parameters));
    return rows;
}

BoardLoad boardLoad(const OffloadWork& work, const TimingParameters& parameters) {
    const std::int64_t rows = work.steps / work.decimation;
    return {static_cast<double>(work.steps * work.cyclesPerStep) / parameters.clockHz * nsPerSecond,
            static_cast<double>(2 * rows * work.bodies) * parameters.read_ns};
}

std::vector<TimingRow> offloadWaterfall(const OffloadWork& work,
                                        const TimingParameters& parameters) {
    const std::int64_t rows = work.steps / work.decimation;
    const std::int64_t rowWords = 1 + 2 * work.bodies;
    const std::int64_t perFrame = std::max<std::int64_t>(1, samplesInFrame / rowWords);
    const std::int64_t frames = rows / perFrame + 2;  // the last samples, and the end of the batch
    const std::int64_t received = rows * rowWords * wordBytes + frames * frameBytes;
    const BoardLoad load = boardLoad(work, parameters);
    const double computing = std::max(load.clocks_ns, load.accesses_ns);
    const double left = std::max(0.0, onTheWire(received, parameters) - computing) +
                        onTheWire(std::min(received, perFrame * rowWords * wordBytes), parameters);
    const auto row = [&](const char* part, TimeSource source, std::int64_t count, double ns) {
        const bool here = source == TimeSource::MeasuredHost;
        return TimingRow{part, here ? "this machine" : parameters.device, source, count, ns};
    };
    const auto unpacking = static_cast<double>(rows) * work.unpack_ns;
    return {row("pack", TimeSource::MeasuredHost, 1, work.pack_ns),
            row("send", TimeSource::Modelled, frameBytes + requestBytes,
                onTheWire(frameBytes + requestBytes, parameters)),
            row("wait", TimeSource::Modelled, 1, parameters.latency_ns),
            row("compute", TimeSource::Modelled, work.steps * work.cyclesPerStep, computing),
            row("receive", TimeSource::Modelled, received, parameters.latency_ns + left),
            row("unpack", TimeSource::MeasuredHost, rows, unpacking)};
}

std::vector<SizePoint> fabricSizes(const std::vector<SizeCount>& counts,
                                   const TimingParameters& parameters) {
    std::vector<SizePoint> points;
    for (const SizeCount& count : counts)
        points.push_back({count.bodies, count.software_ns,
                          clocksRow("step", count.cyclesPerStep, parameters).ns});
    return points;
}

std::vector<SizePoint> offloadSizes(const std::vector<SizeCount>& counts, OffloadWork work,
                                    const TimingParameters& parameters) {
    std::vector<SizePoint> points;
    for (const SizeCount& count : counts) {
        work.bodies = count.bodies;
        work.cyclesPerStep = count.cyclesPerStep;
        points.push_back(
            {count.bodies, count.software_ns,
             totalOf(offloadWaterfall(work, parameters)).ns / static_cast<double>(work.steps)});
    }
    return points;
}

std::optional<double> breakEvenBodies(const std::vector<SizePoint>& points) {
    // Backwards from the largest, while the fabric is faster.
    for (std::size_t i = points.size(); i-- > 0;) {
        const double loss = points[i].fabric_ns - points[i].software_ns;
        if (loss < 0.0) continue;
        if (i + 1 == points.size()) return std::nullopt;
        const double gain = points[i + 1].software_ns - points[i + 1].fabric_ns;
        const double share = loss / (loss + gain);
        return points[i].bodies + share * (points[i + 1].bodies - points[i].bodies);
    }
    if (points.empty()) return std::nullopt;
    return points.front().bodies;
}

}  // namespace momentree::fpga
