// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// Flags that the engine keeps until they are cleared.
struct EngineFlags {
    Fp32Flags results;        ///< of all results written to the banks
    bool smallPivot = false;  ///< a pivot had the exponent Program::pivotLimit or a lower one
    /// An angle exceeded 2^12 turns (with fewer bits of the fraction, those that leave it eleven),
    /// where its sine is inaccurate.
    bool angleRange = false;
    bool any() const { return *this != EngineFlags{}; }
    bool operator==(const EngineFlags&) const = default;
};

/// The engine in software: bit-identical words in the same cycles as rtl/engine.sv.
class SoftEngine {
public:
    /// @param fraction bits of the fraction of every number, 12 to 23; the program's numbers are
    /// rounded to these
    explicit SoftEngine(const Program& program, int fraction = fp32Fraction);

    /// Runs `steps` steps; every `decimation`-th one appends its sampled states in
    /// Program::sampleOrder to `samples`. Steps are counted from the first one ever run.
    void run(std::int64_t steps, std::int64_t decimation = 1);

    std::uint32_t word(Register place) const;
    void setWord(Register place, std::uint32_t bits);
    float state(std::size_t index) const;  ///< index in Program::states

    std::vector<std::uint32_t> samples;
    EngineFlags flags;
    std::int64_t cycles = 0;         ///< in which a word was issued
    std::int64_t firstFlagged = -1;  ///< the first step with a flag, from 0; -1 none
    std::array<std::int64_t, Machine::countedPhases>
        phaseCycles{};  ///< [Program::phases], phased programs

private:
    struct Flight {
        bool valid = false;
        bool write = false;
        bool sample = false;
        int destination = 0;
        std::uint32_t bits = 0;
        std::int64_t step = 0;  ///< in which its word was issued
    };
    static constexpr std::size_t ringSize = 16;  // larger than the longest latency
    using Flights = std::array<Flight, Machine::units>;

    Flights& flights(std::int64_t cycle) {
        return ring_[static_cast<std::size_t>(cycle) % ringSize];
    }
    void land();
    void noteStep(std::int64_t step);
    void issue(const ProgramWord& word, bool sampled);
    std::uint32_t operand(const Source& source);
    std::uint32_t special(const Slot& slot);

    Program program_;
    int fraction_;
    std::array<std::array<std::uint32_t, Machine::bankWords>, Machine::units> banks_{};
    std::array<Flights, ringSize> ring_{};  // by the cycle in which a result is at the output
    std::int64_t now_ = 0;
    std::int64_t step_ = 0;
};

}  // namespace momentree::fpga
