// SPDX-License-Identifier: Apache-2.0
// Constants of the accelerator's arithmetic. fpga_link/arithmetic/fp32_latency.hpp repeats the
// latencies; the test of the units fails if they differ.
package fp32_pkg;
    // Not every unit uses every constant.
    /* verilator lint_off UNUSEDPARAM */
    // Clock edges from operands at a unit's inputs to the result at its output.
    localparam int unsigned ADD_LATENCY = 3;
    localparam int unsigned MUL_LATENCY = 2;
    localparam int unsigned RCP_LATENCY = 8;
    localparam int unsigned RINT_LATENCY = 1;
    // Clock edges between two starts of the reciprocal; the other units accept operands at every
    // edge.
    localparam int unsigned RCP_INTERVAL = 7;

    // Bits of the fraction of every number, 12 to 23. Words always have 32 bits; the lower ones of a fraction are
    // zero, and operands are taken without them.
`ifdef FP32_FRACTION
    localparam int unsigned FRACTION = `FP32_FRACTION;
`else
    localparam int unsigned FRACTION = 23;
`endif
    localparam logic [31:0] KEPT = 32'hFFFF_FFFF << (23 - FRACTION);

    localparam logic [31:0] NAN = 32'h7FC0_0000;
    localparam logic [30:0] INFINITY = 31'h7F80_0000;
    /* verilator lint_on UNUSEDPARAM */
endpackage
