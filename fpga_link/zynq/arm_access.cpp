// SPDX-License-Identifier: Apache-2.0
// Encodings: ARM Architecture Reference Manual, ARMv7-A, A8.8.62 to A8.8.66 (LDR), A8.8.203 to
// A8.8.205 (STR).
#include "fpga_link/zynq/arm_access.hpp"

namespace momentree::fpga {

namespace {

using Registers = std::array<std::uint32_t, 16>;

constexpr std::uint32_t bits(std::uint32_t word, unsigned high, unsigned low) {
    return (word >> low) & ((1u << (high - low + 1)) - 1);
}

/// base +- offset, before or after the access, with or without the new base kept.
ArmAccess indexed(ArmAccess access, const Registers& r, unsigned base, std::uint32_t offset,
                  bool before, bool add, bool keep) {
    const std::uint32_t moved = add ? r[base] + offset : r[base] - offset;
    access.address = before ? moved : r[base];
    if (keep || !before) {
        access.base = base;
        access.newBase = moved;
    }
    return access;
}

std::optional<ArmAccess> narrow(std::uint32_t word, const Registers& r) {
    ArmAccess access;
    access.length = 2;
    access.target = bits(word, 2, 0);
    const unsigned base = bits(word, 5, 3);
    if (bits(word, 15, 12) == 0b0110) {  // LDR, STR (immediate), T1
        access.load = bits(word, 11, 11) != 0;
        access.address = r[base] + 4 * bits(word, 10, 6);
        return access;
    }
    const std::uint32_t code = bits(word, 15, 9);
    if (code == 0b0101000 || code == 0b0101100) {  // STR, LDR (register), T1
        access.load = code == 0b0101100;
        access.address = r[base] + r[bits(word, 8, 6)];
        return access;
    }
    if (bits(word, 15, 12) == 0b1001) {  // LDR, STR relative to the stack, T2
        access.load = bits(word, 11, 11) != 0;
        access.target = bits(word, 10, 8);
        access.address = r[13] + 4 * bits(word, 7, 0);
        return access;
    }
    return {};
}

std::optional<ArmAccess> wide(std::uint32_t first, std::uint32_t second, const Registers& r) {
    const std::uint32_t code = bits(first, 15, 4);
    if ((code & ~0b1001u) != 0xF84) return {};
    ArmAccess access;
    access.length = 4;
    access.load = bits(first, 4, 4) != 0;
    access.target = bits(second, 15, 12);
    const unsigned base = bits(first, 3, 0);
    if (base == 15 || access.target == 15) return {};
    if (bits(first, 7, 7) != 0)  // T3: immediate of 12 bits
        return indexed(access, r, base, bits(second, 11, 0), true, true, false);
    if (bits(second, 11, 11) != 0)  // T4: immediate of 8 bits, indexed
        return indexed(access, r, base, bits(second, 7, 0), bits(second, 10, 10) != 0,
                       bits(second, 9, 9) != 0, bits(second, 8, 8) != 0);
    if (bits(second, 11, 6) == 0)  // T2: register, shifted
        return indexed(access, r, base, r[bits(second, 3, 0)] << bits(second, 5, 4), true, true,
                       false);
    return {};
}

std::optional<ArmAccess> a32(std::uint32_t word, const Registers& r) {
    const bool byRegister = bits(word, 25, 25) != 0;
    // A word, not a byte; no media instruction; register shifts only to the left.
    if (bits(word, 27, 26) != 0b01 || bits(word, 22, 22) != 0 || bits(word, 31, 28) == 0xF)
        return {};
    if (byRegister && bits(word, 6, 4) != 0) return {};
    ArmAccess access;
    access.length = 4;
    access.load = bits(word, 20, 20) != 0;
    access.target = bits(word, 15, 12);
    const unsigned base = bits(word, 19, 16);
    if (base == 15 || access.target == 15) return {};
    const std::uint32_t offset =
        byRegister ? r[bits(word, 3, 0)] << bits(word, 11, 7) : bits(word, 11, 0);
    return indexed(access, r, base, offset, bits(word, 24, 24) != 0, bits(word, 23, 23) != 0,
                   bits(word, 21, 21) != 0);
}

}  // namespace

std::optional<ArmAccess> decodeArmAccess(std::uint32_t instruction, bool thumb,
                                         const Registers& registers) {
    if (!thumb) return a32(instruction, registers);
    const std::uint32_t first = instruction & 0xFFFF;
    return bits(first, 15, 11) < 0b11101 ? narrow(first, registers)
                                         : wide(first, instruction >> 16, registers);
}

std::uint32_t afterThumb(std::uint32_t cpsr) {
    std::uint32_t state = bits(cpsr, 15, 10) << 2 | bits(cpsr, 26, 25);
    if ((state & 7) == 0)
        state = 0;
    else
        state = (state & 0xE0) | ((state << 1) & 0x1F);
    return (cpsr & ~0x0600'FC00u) | (state >> 2) << 10 | (state & 3) << 25;
}

}  // namespace momentree::fpga
