// SPDX-License-Identifier: Apache-2.0
// Product of two binary32 numbers, rounded to nearest even; subnormal numbers count as zero.
// Latency MUL_LATENCY = 2, one product per clock.
module fp32_mul (
    input  logic        clk_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] y_o
);
    // Stage 1: significands multiplied, exponents added.
    logic a_zero, b_zero, a_special, b_special, nan, infinite, zero;

    assign a_zero = ~|a_i[30:23];
    assign b_zero = ~|b_i[30:23];
    assign a_special = &a_i[30:23];
    assign b_special = &b_i[30:23];
    assign nan = (a_special & |a_i[22:0]) | (b_special & |b_i[22:0])
               | (a_special & b_zero) | (b_special & a_zero);
    assign infinite = a_special | b_special;
    assign zero = a_zero | b_zero;

    logic [47:0] product_q;
    logic [9:0] exponent_q;
    logic sign_q, nan_q, infinite_q, zero_q;

    always_ff @(posedge clk_i) begin
        product_q <= {1'b1, a_i[22:0]} * {1'b1, b_i[22:0]};
        exponent_q <= {2'b0, a_i[30:23]} + {2'b0, b_i[30:23]} - 10'd127;
        sign_q <= a_i[31] ^ b_i[31];
        nan_q <= nan;
        infinite_q <= infinite;
        zero_q <= zero;
    end

    // Stage 2: normalise by at most one place, round, pack.
    logic high, round_up, overflow, underflow;
    logic [22:0] fraction;
    logic [32:0] rounded;
    logic [31:0] y_d;

    assign high = product_q[47];
    assign fraction = high ? product_q[46:24] : product_q[45:23];
    assign round_up = high ? product_q[23] & (product_q[24] | |product_q[22:0])
                           : product_q[22] & (product_q[23] | |product_q[21:0]);
    // The place of the leading one increases the exponent, and so does a carry out of the fraction.
    assign rounded = {exponent_q, fraction} + {9'd0, high, 22'd0, round_up};
    assign underflow = zero_q | rounded[32] | ~|rounded[31:23];
    assign overflow = ~rounded[32] & (rounded[31] | &rounded[30:23]);

    always_comb begin
        if (nan_q) y_d = fp32_pkg::NAN;
        else if (infinite_q) y_d = {sign_q, fp32_pkg::INFINITY};
        else if (underflow) y_d = {sign_q, 31'd0};
        else if (overflow) y_d = {sign_q, fp32_pkg::INFINITY};
        else y_d = {sign_q, rounded[30:0]};
    end

    always_ff @(posedge clk_i) y_o <= y_d;
endmodule
