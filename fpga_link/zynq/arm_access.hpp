// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace momentree::fpga {

/// A load or store of one word.
struct ArmAccess {
    bool load = false;
    unsigned target = 0;  ///< register loaded or stored
    std::uint32_t address = 0;
    std::uint32_t length = 0;      ///< of the instruction, in bytes
    std::optional<unsigned> base;  ///< register that the instruction changes,
    std::uint32_t newBase = 0;     ///< and its new value
};

/// The access that an ARM (A32) or Thumb (T32) instruction makes with these registers; none for
/// instructions that are no load or store of one word.
/// @param instruction the four bytes at the instruction, as a little-endian word
std::optional<ArmAccess> decodeArmAccess(std::uint32_t instruction, bool thumb,
                                         const std::array<std::uint32_t, 16>& registers);

/// The program status after a Thumb instruction: the next place in an if-then block.
std::uint32_t afterThumb(std::uint32_t cpsr);

}  // namespace momentree::fpga
