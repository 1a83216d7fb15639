// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fpga_link/compiler/graph.hpp"
#include "fpga_link/compiler/machine.hpp"

namespace momentree::fpga {

/// Bank `select` at `address`, or from `Machine::units` on the output of unit select - units.
struct Source {
    int select = 0;
    int address = 0;
    bool negative = false;  ///< only for sums
    bool operator==(const Source&) const = default;
};

/// The operation that one unit starts in one cycle.
struct Slot {
    bool valid = false;
    bool write = false;   ///< write the result to the unit's bank at `destination`
    bool sample = false;  ///< write the result to the sample FIFO if the pass is sampled
    bool round = false;   ///< last unit: round instead of reciprocal
    Source a, b;
    int destination = 0;
};
struct ProgramWord : std::array<Slot, Machine::units> {
    bool nextPhase = false;  ///< this word and those after it belong to the next phase
};

/// A word of the register file.
struct Register {
    int bank = 0;
    int address = 0;
};
struct InitialWord {
    Register place;
    std::uint32_t bits = 0;
};

/// Operations of a phase and the cycles [first, end) of the pass in which they are issued. Phases
/// of a phased program do not overlap and make up the pass; the engine counts each by its index.
struct PhaseRow {
    FabricPhase phase = FabricPhase::Kinematics;
    OperationCounts counts;
    int first = 0;
    int end = 0;
};

/// A program for the engine: a step is `passes` runs through `words`, one word per cycle.
struct Program {
    std::vector<ProgramWord> words;
    std::vector<InitialWord> image;  ///< constants and initial states
    std::vector<Register> states;    ///< [Graph::states]
    std::vector<int> sampleOrder;    ///< states in the order in which a sampled pass emits them
    std::vector<PhaseRow> phases;
    int passes = 1;
    bool phased = false;
    /// A pivot with this biased exponent or a lower one is too small: 2^-20 of the square of the
    /// maximum of the inverse inertias at its joint, for the joint where this is smallest.
    int pivotLimit = 0;

    /// Cycles between the first words of two steps, exact.
    int cyclesPerStep() const { return passes * static_cast<int>(words.size()); }
};

/// A program word for the program store, lowest bits first (format: engine.sv).
using ProgramBits = std::array<std::uint32_t, 8>;
ProgramBits encode(const ProgramWord& word);

/// The words of a program store. A slot is valid if its result is used, since the bits contain
/// nothing else.
std::vector<ProgramWord> decode(std::span<const ProgramBits> words);

/// One line per cycle for people: the operations started, with their sources and destinations.
std::string listing(const Program& program);
std::string phaseTable(const Program& program);

}  // namespace momentree::fpga
