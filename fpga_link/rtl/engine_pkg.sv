// SPDX-License-Identifier: Apache-2.0
// Size of the engine and layout of its program words, repeated in fpga_link/compiler/machine.hpp
// and program.cpp.
package engine_pkg;
    // Register files with their units, which run one program side by side on their own numbers.
`ifdef ENGINE_LANES
    localparam int unsigned LANES = `ENGINE_LANES;
`else
    localparam int unsigned LANES = 1;
`endif
    localparam int unsigned LANE_BITS = 2;       // at most 4 lanes
    localparam int unsigned ADDERS = 3;
    localparam int unsigned MULTIPLIERS = 3;
    localparam int unsigned UNITS = ADDERS + MULTIPLIERS + 1;  // the last: reciprocal, rounding
    localparam int unsigned SPECIAL = UNITS - 1;
    localparam int unsigned PORTS = 2 * (ADDERS + MULTIPLIERS) + 1;  // operands read per clock

    localparam int unsigned ADDRESS_BITS = 9;    // words of a bank
    localparam int unsigned SELECT_BITS = 4;     // 0..UNITS-1: a bank; above: a unit's output
    localparam int unsigned BANK_BITS = 3;
    localparam int unsigned PROGRAM_BITS = 12;   // words of the program store
    localparam int unsigned SAMPLE_BITS = 10;    // words of the sample FIFO
    localparam int unsigned PHASE_BITS = 3;      // number of counted phases

    // A source is {address, select}, lowest bits first: select. Slots, lowest bits first:
    //   adder       a, negate a, b, negate b, destination, write, emit
    //   multiplier  a, b, destination, write
    //   special     a, destination, write, valid, round
    // The highest bit of a word marks the first word of a phase, except for the first phase.
    localparam int unsigned SOURCE_BITS = SELECT_BITS + ADDRESS_BITS;
    localparam int unsigned ADD_BITS = 2 * SOURCE_BITS + 2 + ADDRESS_BITS + 2;
    localparam int unsigned MUL_BITS = 2 * SOURCE_BITS + ADDRESS_BITS + 1;
    localparam int unsigned SPECIAL_BITS = SOURCE_BITS + ADDRESS_BITS + 3;
    localparam int unsigned MUL_BASE = ADDERS * ADD_BITS;
    localparam int unsigned SPECIAL_BASE = MUL_BASE + MULTIPLIERS * MUL_BITS;
    localparam int unsigned PHASE_BASE = SPECIAL_BASE + SPECIAL_BITS;
    localparam int unsigned WORD_BITS = PHASE_BASE + 1;
    localparam int unsigned WORD_PARTS = 8;      // a program word is written in parts of 32 bits
endpackage
