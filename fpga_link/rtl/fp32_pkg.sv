// SPDX-License-Identifier: Apache-2.0
// Numbers of the accelerator's arithmetic. The C++ side repeats the latencies in
// fpga_link/arithmetic/fp32_latency.hpp; the test of the units fails where the two differ.
package fp32_pkg;
    // Not every unit uses every number.
    /* verilator lint_off UNUSEDPARAM */
    // Clock edges from operands at a unit's inputs to the result at its output.
    localparam int unsigned ADD_LATENCY = 3;
    localparam int unsigned MUL_LATENCY = 2;
    localparam int unsigned RCP_LATENCY = 8;
    localparam int unsigned RINT_LATENCY = 1;
    // Clock edges between two starts of the reciprocal; the other units take operands at every edge.
    localparam int unsigned RCP_INTERVAL = 7;

    localparam logic [31:0] NAN = 32'h7FC0_0000;
    localparam logic [30:0] INFINITY = 31'h7F80_0000;
    /* verilator lint_on UNUSEDPARAM */
endpackage
