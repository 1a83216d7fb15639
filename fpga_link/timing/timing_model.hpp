// SPDX-License-Identifier: Apache-2.0
// Times of the accelerator from what can be counted: clocks, accesses, bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// Where a time comes from. A modelled one is never shown as measured.
enum class TimeSource : std::uint8_t { MeasuredBoard, MeasuredHost, Modelled };
const char* sourceName(TimeSource source);  ///< "measured_board", ...
/// Of a sum: measured only if both are, and then by the same one.
TimeSource combined(TimeSource a, TimeSource b);

/// A part of what was done, and how long all of it took.
struct TimingRow {
    std::string part;    ///< "register writes"
    std::string device;  ///< the machine that the time belongs to
    TimeSource source = TimeSource::Modelled;
    std::int64_t count = 0;              ///< accesses, clocks, bytes or calls
    double ns = 0.0;                     ///< the median, where it was measured again and again
    double low_ns = 0.0, high_ns = 0.0;  ///< a tenth was below, a tenth above; 0: measured once
    bool hasSpread() const { return high_ns > 0.0; }
};
/// The row with median and spread of repeated times [ns]. Nothing of it is modelled.
TimingRow repeatedRow(std::string part, std::string device, TimeSource source, std::int64_t count,
                      std::vector<double> times);
TimingRow totalOf(const std::vector<TimingRow>& rows);

/// What is not known without a board and a network; guesses until they are measured.
struct TimingParameters {
    std::string device = "programmable logic";
    double clockHz = 100e6;
    double write_ns = 150.0;  ///< of a register, by the processor of the board
    double read_ns = 250.0;
    double latency_ns = 0.0;  ///< of the network, one way
    double bandwidth = 1e9;   ///< of the network [bit/s]
};

TimingRow clocksRow(std::string part, std::int64_t clocks, const TimingParameters& parameters);
TimingRow writesRow(std::int64_t writes, const TimingParameters& parameters);
TimingRow readsRow(std::int64_t reads, const TimingParameters& parameters);

/// The clocks of `steps` steps: phase by phase for a phased program, in one row for a fused one,
/// whose phases overlap.
std::vector<TimingRow> programRows(const Program& program, std::int64_t steps,
                                   const TimingParameters& parameters);

/// A batch of a board at the end of a network.
struct OffloadWork {
    int bodies = 2;
    int cyclesPerStep = 0;
    std::int64_t steps = 1;
    std::int64_t decimation = 1;
    double pack_ns = 0.0;    ///< measured on this machine: a request,
    double unpack_ns = 0.0;  ///< and a row
};

/// What keeps the board busy during a batch; the longer of both is what computing takes.
struct BoardLoad {
    double clocks_ns = 0.0;
    double accesses_ns = 0.0;  ///< of its processor, which takes the samples out of registers
    bool waitsForAccesses() const { return accesses_ns > clocks_ns; }
};
BoardLoad boardLoad(const OffloadWork& work, const TimingParameters& parameters);

/// pack, send, wait, compute, receive, unpack: what follows one after the other; `wait` is the
/// order's way through the network. Samples stream while the board computes, so that `receive` is
/// only what is left of them when it has finished; the board is as slow as its processor takes
/// samples out of the FIFO, if that is slower.
std::vector<TimingRow> offloadWaterfall(const OffloadWork& work,
                                        const TimingParameters& parameters);

/// What a step takes for chains of one length.
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

/// The fabric computing alone.
std::vector<SizePoint> fabricSizes(const std::vector<SizeCount>& counts,
                                   const TimingParameters& parameters);
/// Batches of `work` by other lengths, everything of the waterfall counted.
std::vector<SizePoint> offloadSizes(const std::vector<SizeCount>& counts, OffloadWork work,
                                    const TimingParameters& parameters);

/// From how many bodies on the fabric is faster, by straight lines between the points; the
/// smallest number of the points where it always is, nothing where it never is up to the largest.
/// @param points by ascending number of bodies
std::optional<double> breakEvenBodies(const std::vector<SizePoint>& points);

}  // namespace momentree::fpga
