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
    bool negative = false;  ///< of sums only
    bool operator==(const Source&) const = default;
};

/// What one unit starts in one cycle.
struct Slot {
    bool valid = false;
    bool write = false;   ///< result to the unit's bank at `destination`
    bool sample = false;  ///< result to the sample FIFO where the pass is sampled
    bool round = false;   ///< last unit: rounding instead of reciprocal
    Source a, b;
    int destination = 0;
};
struct ProgramWord : std::array<Slot, Machine::units> {
    bool nextPhase = false;  ///< the engine counts this word and those after it for the next phase
};

/// A word of the register file.
struct Place {
    int bank = 0;
    int address = 0;
};
struct InitialWord {
    Place place;
    std::uint32_t bits = 0;
};

/// Operations of a phase and the cycles [first, end) of the pass in which they are issued; phases
/// of a phased program do not overlap and make up the pass; the engine counts each by its index.
struct PhaseRow {
    FabricPhase phase = FabricPhase::Kinematics;
    OperationCounts counts;
    int first = 0;
    int end = 0;
};

/// What the engine runs: a step is `passes` runs through `words`, one word a cycle.
struct Program {
    std::vector<ProgramWord> words;
    std::vector<InitialWord> image;  ///< constants and starting states
    std::vector<Place> states;       ///< [Graph::states]
    std::vector<int> sampleOrder;    ///< states in the order in which a sampled pass emits them
    std::vector<PhaseRow> phases;
    int passes = 1;
    bool phased = false;
    /// A pivot with this biased exponent or a lower one is too small: 2^-20 of the square of what
    /// the inverse inertias at its joint can be at most, of the joint where that is least.
    int pivotLimit = 0;

    /// Cycles between the first words of two steps, exactly.
    int cyclesPerStep() const { return passes * static_cast<int>(words.size()); }
};

/// A program word as the program store takes it, lowest bits first (engine.sv says how).
using ProgramBits = std::array<std::uint32_t, 8>;
ProgramBits encode(const ProgramWord& word);

/// The words of a program store. A slot is valid where something is done with its result, which is
/// everything the bits contain.
std::vector<ProgramWord> decode(std::span<const ProgramBits> words);

/// One line a cycle for people: what each unit starts, from where and to where.
std::string listing(const Program& program);
std::string phaseTable(const Program& program);

}  // namespace momentree::fpga
