// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

enum class FabricKind : std::uint8_t { Soft = 1, Rtl = 2, Uio = 3, DevMem = 4 };

struct FabricInfo {
    FabricKind kind = FabricKind::Soft;
    std::string device;  ///< at most 64 bytes of text: "software model", "/dev/uio0"
    /// False: only clocks are meaningful, and times are modelled from them.
    bool measurable = false;
};

/// Access to the accelerator's registers of functions/register_map.hpp. Not thread-safe. Each
/// access is one word at an offset that the register map lists for that direction; any other is a
/// programming error (and a bus error on a board).
class Fabric {
public:
    virtual ~Fabric() = default;

    virtual FabricInfo info() const = 0;

    virtual std::uint32_t read32(std::uint32_t offset) = 0;
    virtual void write32(std::uint32_t offset, std::uint32_t value) = 0;

    /// Words of one burst of samples: what a load of several registers by a board's processor
    /// takes.
    static constexpr std::size_t burstWords = 8;
    /// Whether `takeSamples` reads in bursts, one transfer for `burstWords` words.
    virtual bool takesBursts() const { return false; }
    /// The oldest words of the sample FIFO, 0 where it has none.
    virtual void takeSamples(std::span<std::uint32_t> words) {
        for (std::uint32_t& word : words) word = read32(registers::samplePop);
    }

    /// Waits for an interrupt enabled in `registers::interruptEnable`; the caller clears it. A
    /// simulated accelerator runs during this call, and may run only here and during accesses.
    /// @return false on timeout (zero: checks once); a simulation may return early, so that its
    /// user can read samples
    virtual bool waitInterrupt(std::chrono::milliseconds timeout) = 0;

    /// Lets a simulated accelerator run for a moment, whether an interrupt waits or not.
    virtual void goOn() {}

    /// Interrupts that have arrived so far; none if `waitInterrupt` only reads registers.
    virtual std::optional<std::uint64_t> interrupts() const { return {}; }

    /// Why the accelerator can no longer be reached (device gone, bus hung), empty otherwise. Words
    /// read after that are 0.
    virtual std::string failure() const { return {}; }

protected:
    Fabric() = default;
    Fabric(const Fabric&) = default;
    Fabric& operator=(const Fabric&) = default;
};

}  // namespace momentree::fpga
