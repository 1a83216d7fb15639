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

/// The registers of the batch engine, 0x0800 to 0x085C, computed by a soft engine for each lane. It
/// runs only during `advance`, in whole steps, and stops when the sample FIFOs are full.
class SoftBatch {
public:
    static constexpr std::uint32_t sampleCapacity = 1024;  ///< words in the FIFO of a lane

    /// @param lanes 1, 2 or 4
    /// @param fraction bits of the fraction of every number, 12 to 23
    explicit SoftBatch(std::uint32_t lanes = 1, int fraction = fp32Fraction);
    int fraction() const { return fraction_; }
    std::uint32_t lanes() const { return static_cast<std::uint32_t>(engines_.size()); }

    /// Empty if the register does not exist or cannot be read.
    std::optional<std::uint32_t> read(std::uint32_t offset);
    enum class Written { Done, Ignored, Unknown };
    Written write(std::uint32_t offset, std::uint32_t value);

    void start();
    void abort();
    /// Ends a batch, discards samples and clears counters; the memories and the registers that can
    /// be written keep their contents.
    void clear();
    /// Runs at least one step, until `clocks` clocks have passed.
    /// @return false if nothing could be done: no batch is running, or its samples must be read
    /// first
    bool advance(std::int64_t clocks);

    bool busy() const { return busy_; }
    bool stalled() const { return busy_ && room() == 0 && stepsToSample() == 1; }
    /// Words in the FIFOs of all lanes.
    std::uint32_t level() const { return static_cast<std::uint32_t>(samples_.size()); }
    bool halfFull() const { return level() >= lanes() * sampleCapacity / 2; }
    std::int64_t cycles() const { return engines_[0]->cycles; }
    std::uint32_t phaseCycles(std::uint32_t phase) const;
    bool takeDone();            ///< whether a batch has ended since the last call
    std::uint32_t takeFlags();  ///< bits of registers::flags raised since the last call

private:
    std::int64_t room() const;  // number of samples that fit into the FIFO
    std::int64_t stepsToSample() const;
    void finish();
    void takeSamples(std::int64_t from);
    void renewEngine();
    std::int64_t flagStep() const;
    EngineFlags flagsOfAll() const;
    Register place() const;
    SoftEngine& lane() const { return *engines_[dataAddress_ / laneWords]; }
    static constexpr std::uint32_t laneWords = 8 * Machine::bankWords;
    std::uint32_t dataMask() const { return lanes() * laneWords - 1; }

    int fraction_;
    std::vector<ProgramBits> store_;
    Program program_;  // of the last start
    bool changed_ = false;
    std::vector<std::unique_ptr<SoftEngine>> engines_;  // [lanes]
    std::deque<std::uint32_t> samples_;                 // each word of all lanes in turn

    std::uint32_t part_ = 0;  // 32-bit part of the program store
    std::uint32_t crc_ = 0;
    std::uint32_t length_ = 0, steps_ = 0, decimation_ = 1, sampleWords_ = 0, passes_ = 1;
    std::uint32_t pivotLimit_ = 0, dataAddress_ = 0;
    std::uint32_t stepsDone_ = 0, flags_ = 0;
    std::optional<std::int64_t> lostStep_;  ///< steps done when the first sample was lost
    bool busy_ = false, done_ = false;
};

}  // namespace momentree::fpga
