// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "fpga_link/compiler/soft_engine.hpp"

namespace momentree::fpga {

/// The registers of the batch engine, 0x0800 to 0x085C, with the soft engine behind them. It runs
/// only in `advance`, whole steps at a time, and stops where the sample FIFO has no more room.
class SoftBatch {
public:
    static constexpr std::uint32_t sampleCapacity = 1024;  ///< words of the FIFO

    SoftBatch();

    /// Nothing where there is no such register, or none that can be read.
    std::optional<std::uint32_t> read(std::uint32_t offset);
    enum class Written { Done, Ignored, Unknown };
    Written write(std::uint32_t offset, std::uint32_t value);

    void start();
    void abort();
    /// Ends a batch and forgets samples; the memories keep their contents.
    void clear();
    /// Runs steps worth `clocks` or a little more, at least one.
    /// @return false if nothing could be done: no batch runs, or its samples must be taken first
    bool advance(std::int64_t clocks);

    bool busy() const { return busy_; }
    bool stalled() const { return busy_ && room() == 0 && stepsToSample() == 1; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(samples_.size()); }
    std::int64_t cycles() const { return engine_->cycles; }
    std::uint32_t phaseCycles(std::uint32_t phase) const;
    bool takeDone();            ///< whether a batch ended since the last call
    std::uint32_t takeFlags();  ///< bits of registers::flags raised since the last call

private:
    std::int64_t room() const;  // samples for which the FIFO has room
    std::int64_t stepsToSample() const;
    void finish();
    Place place() const;

    std::vector<ProgramBits> store_;
    Program program_;  // of the last start
    bool changed_ = false;
    std::unique_ptr<SoftEngine> engine_;
    std::deque<std::uint32_t> samples_;

    std::uint32_t part_ = 0;  // of 32 bits, of the program store
    std::uint32_t crc_ = 0;
    std::uint32_t length_ = 0, steps_ = 0, decimation_ = 1, sampleWords_ = 0, passes_ = 1;
    std::uint32_t pivotLimit_ = 0, dataAddress_ = 0;
    std::uint32_t stepsDone_ = 0, flags_ = 0;
    bool busy_ = false, done_ = false;
};

}  // namespace momentree::fpga
