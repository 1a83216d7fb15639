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

    localparam logic [31:0] NAN = 32'h7FC0_0000;
    localparam logic [30:0] INFINITY = 31'h7F80_0000;
    /* verilator lint_on UNUSEDPARAM */
endpackage
