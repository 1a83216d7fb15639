// SPDX-License-Identifier: Apache-2.0
// Product of two binary32 numbers, rounded to FRACTION bits, to nearest even; subnormal numbers count
// as zero. Up to 16 bits need one DSP instead of two. Latency MUL_LATENCY = 2, one product per clock.
module fp32_mul (
    input  logic        clk_i,
    // The lower places of a shorter fraction are not used.
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [31:0] y_o
);
    localparam int unsigned FRACTION = fp32_pkg::FRACTION;
    localparam int unsigned LOWEST = 23 - FRACTION;   // the lowest place of a fraction
    localparam int unsigned TOP = 2 * FRACTION + 1;  // the highest bit of a product

    // Stage 1: significands multiplied, exponents added.
    logic a_zero, b_zero, a_special, b_special, nan, infinite, zero;

    assign a_zero = ~|a_i[30:23];
    assign b_zero = ~|b_i[30:23];
    assign a_special = &a_i[30:23];
    assign b_special = &b_i[30:23];
    assign nan = (a_special & |a_i[22:LOWEST]) | (b_special & |b_i[22:LOWEST])
               | (a_special & b_zero) | (b_special & a_zero);
    assign infinite = a_special | b_special;
    assign zero = a_zero | b_zero;

    logic [TOP:0] product_q;
    logic [9:0] exponent_q;
    logic sign_q, nan_q, infinite_q, zero_q;

    always_ff @(posedge clk_i) begin
        product_q <= {1'b1, a_i[22:LOWEST]} * {1'b1, b_i[22:LOWEST]};
        exponent_q <= {2'b0, a_i[30:23]} + {2'b0, b_i[30:23]} - 10'd127;
        sign_q <= a_i[31] ^ b_i[31];
        nan_q <= nan;
        infinite_q <= infinite;
        zero_q <= zero;
    end

    // Stage 2: normalise by at most one place, round, pack.
    logic high, round_up, overflow, underflow;
    logic [FRACTION-1:0] fraction;
    logic [FRACTION+9:0] rounded;
    logic [31:0] y_d;

    assign high = product_q[TOP];
    assign fraction = high ? product_q[TOP-1 -: FRACTION] : product_q[TOP-2 -: FRACTION];
    assign round_up = high ? product_q[FRACTION] & (product_q[FRACTION+1] | |product_q[FRACTION-1:0])
                           : product_q[FRACTION-1] & (product_q[FRACTION] | |product_q[FRACTION-2:0]);
    // The place of the leading one increases the exponent, and so does a carry out of the fraction.
    assign rounded = {exponent_q, fraction} + {9'd0, high, {(FRACTION-1){1'b0}}, round_up};
    assign underflow = zero_q | rounded[FRACTION+9] | ~|rounded[FRACTION +: 9];
    assign overflow = ~rounded[FRACTION+9] & (rounded[FRACTION+8] | &rounded[FRACTION +: 8]);

    always_comb begin
        if (nan_q) y_d = fp32_pkg::NAN;
        else if (infinite_q) y_d = {sign_q, fp32_pkg::INFINITY};
        else if (underflow) y_d = {sign_q, 31'd0};
        else if (overflow) y_d = {sign_q, fp32_pkg::INFINITY};
        else y_d = {sign_q, 31'(rounded[FRACTION+7:0]) << LOWEST};
    end

    always_ff @(posedge clk_i) y_o <= y_d;
endmodule
