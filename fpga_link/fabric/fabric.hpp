// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace momentree::fpga {

enum class FabricKind : std::uint8_t { Soft = 1, Rtl = 2, Uio = 3, DevMem = 4 };

struct FabricInfo {
    FabricKind kind = FabricKind::Soft;
    std::string device;  ///< for people, at most 64 bytes: "software model", "/dev/uio0"
    /// False: only its clocks count, and times are modelled from them.
    bool measurable = false;
};

/// The accelerator's register window of functions/register_map.hpp, wherever it is. One thread uses
/// it at a time. Access is one word at an offset that the register map lists for that direction;
/// anything else is a mistake of the caller (and a bus error on a board).
class Fabric {
public:
    virtual ~Fabric() = default;

    virtual FabricInfo info() const = 0;

    virtual std::uint32_t read32(std::uint32_t offset) = 0;
    virtual void write32(std::uint32_t offset, std::uint32_t value) = 0;

    /// Waits until an interrupt that `registers::interruptEnable` asks for is pending; the caller
    /// clears it. A simulated accelerator runs meanwhile, and may run only then and during access.
    /// @return false if the time was up first (zero: looks once); a simulation may return early, so
    /// that its user can take samples
    virtual bool waitInterrupt(std::chrono::milliseconds timeout) = 0;

    /// Why the accelerator cannot be reached any more (device gone, bus hung), empty while it can.
    /// Words read after that are 0.
    virtual std::string failure() const { return {}; }

protected:
    Fabric() = default;
    Fabric(const Fabric&) = default;
    Fabric& operator=(const Fabric&) = default;
};

}  // namespace momentree::fpga
