// SPDX-License-Identifier: Apache-2.0
// Computes times of the accelerator from counts: clocks, accesses, bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// The source of a time. Modelled times, and those that a simulation of the accelerator took, are
/// never shown as measured.
enum class TimeSource : std::uint8_t { MeasuredBoard, MeasuredHost, Modelled, Simulated };
inline bool isMeasured(TimeSource source) { return source <= TimeSource::MeasuredHost; }
const char* sourceName(TimeSource source);  ///< "measured_board", ...
/// Source of a sum: measured only if both are, by the same source.
TimeSource combined(TimeSource a, TimeSource b);

/// A part of the work and its total time.
struct TimingRow {
    std::string part;    ///< "register writes"
    std::string device;  ///< machine on which the time was spent
    TimeSource source = TimeSource::Modelled;
    std::int64_t count = 0;              ///< accesses, clocks, bytes or calls
    double ns = 0.0;                     ///< median of repeated measurements
    double low_ns = 0.0, high_ns = 0.0;  ///< 10th and 90th percentile; 0: measured once
    bool hasSpread() const { return high_ns > 0.0; }
};
/// The row with median and spread of repeated measurements [ns].
TimingRow repeatedRow(std::string part, std::string device, TimeSource source, std::int64_t count,
                      std::vector<double> times);
TimingRow totalOf(const std::vector<TimingRow>& rows);

/// Unknown without a board and a network; guesses until measured.
struct TimingParameters {
    std::string device = "programmable logic";
    double clockHz = 100e6;
    double write_ns = 150.0;  ///< of a register access, by the board's processor
    double read_ns = 250.0;
    double latency_ns = 0.0;  ///< of the network, one way
    double bandwidth = 1e9;   ///< of the network [bit/s]
};

TimingRow clocksRow(std::string part, std::int64_t clocks, const TimingParameters& parameters);
TimingRow writesRow(std::int64_t writes, const TimingParameters& parameters);
TimingRow readsRow(std::int64_t reads, const TimingParameters& parameters);

/// The clocks of `steps` steps: a row per phase for a phased program, one row for a fused one,
/// whose phases overlap.
std::vector<TimingRow> programRows(const Program& program, std::int64_t steps,
                                   const TimingParameters& parameters);

/// A batch of a board across a network.
struct OffloadWork {
    int bodies = 2;
    int cyclesPerStep = 0;
    std::int64_t steps = 1;
    std::int64_t decimation = 1;
    double pack_ns = 0.0;    ///< measured on this machine, per request
    double unpack_ns = 0.0;  ///< per row
};

/// The two parts that keep the board busy during a batch; the longer one is the computing time.
struct BoardLoad {
    double clocks_ns = 0.0;
    double accesses_ns = 0.0;  ///< of its processor, which reads the samples from registers
    bool waitsForAccesses() const { return accesses_ns > clocks_ns; }
};
BoardLoad boardLoad(const OffloadWork& work, const TimingParameters& parameters);

/// The consecutive parts pack, send, wait, compute, receive, unpack. `wait` is the request's time
/// in the network. Samples are streamed while the board computes, so `receive` is only the rest
/// after it has finished; `compute` includes the time in which the board's processor reads samples
/// from the FIFO if that is slower.
std::vector<TimingRow> offloadWaterfall(const OffloadWork& work,
                                        const TimingParameters& parameters);

/// Clocks and software time of a step, for chains of one length.
struct SizeCount {
    int bodies = 0;
    int cyclesPerStep = 0;
    double software_ns = 0.0;
};

/// Time of a step for chains of one length.
struct SizePoint {
    int bodies = 0;
    double software_ns = 0.0;
    double fabric_ns = 0.0;
};

/// The fabric alone.
std::vector<SizePoint> fabricSizes(const std::vector<SizeCount>& counts,
                                   const TimingParameters& parameters);
/// Batches of `work` for other lengths, with all parts of the waterfall.
std::vector<SizePoint> offloadSizes(const std::vector<SizeCount>& counts, OffloadWork work,
                                    const TimingParameters& parameters);

/// The number of bodies from which on the fabric is faster, by linear interpolation; the smallest
/// number if it is always faster, empty if it is not faster at the largest.
/// @param points by ascending number of bodies
std::optional<double> breakEvenBodies(const std::vector<SizePoint>& points);

}  // namespace momentree::fpga
