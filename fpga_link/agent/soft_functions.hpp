// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "fpga_link/arithmetic/fp32_soft.hpp"

namespace momentree::fpga {

struct FunctionWatch;

/// The register window of the functions, 0x0100 to 0x07FF and 0x1000 to 0x1FFF, computed by the
/// soft functions. A command completes immediately.
class SoftFunctions {
public:
    /// @param fraction bits of the fraction of every number, 12 to 23
    explicit SoftFunctions(int fraction = fp32Fraction);

    /// Empty if the register does not exist.
    std::optional<std::uint32_t> read(std::uint32_t offset) const {
        if (useOf(offset) == Use::None) return std::nullopt;
        return words_[offset / 4];
    }
    /// False if the register does not exist or cannot be written.
    bool write(std::uint32_t offset, std::uint32_t value) {
        if (useOf(offset) != Use::Input) return false;
        words_[offset / 4] = fp32Kept(value, fraction_);
        done_ = false;
        return true;
    }

    /// Runs the functions selected by the bits of registers::control: update, assembly, inverse,
    /// update and assembly in space.
    /// @return clocks, 0 if nothing was selected
    std::uint32_t run(std::uint32_t control);
    void reset() { done_ = false; }

    bool done() const { return done_; }  ///< the window contains results
    std::uint32_t takeFlags();           ///< bits of registers::flags raised since the last call

private:
    enum class Use : std::uint8_t { None, Output, Input };
    using Uses = std::array<Use, 2048>;  // by offset / 4
    static const Uses uses;
    static Uses usesOfWindows();
    static Use useOf(std::uint32_t offset) {
        return offset % 4 == 0 && offset / 4 < uses.size() ? uses[offset / 4] : Use::None;
    }

    void runUpdate();
    void runAssembly();
    void runInverse();
    void runSpatialUpdate();
    void runSpatialAssembly();
    void conclude(const FunctionWatch& watch, std::span<const int> rows);
    std::uint32_t* at(std::uint32_t offset) { return &words_[offset / 4]; }

    int fraction_;
    std::array<std::uint32_t, 2048> words_{};  // by offset / 4
    std::uint32_t flags_ = 0;
    bool done_ = false;
};

}  // namespace momentree::fpga
