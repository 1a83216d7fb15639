// SPDX-License-Identifier: Apache-2.0
// All arithmetic units with the same operands.
module fp32_bench (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] sum_o,
    output logic [31:0] product_o,
    output logic [31:0] reciprocal_o,
    output logic [31:0] integer_o
);
    fp32_add add (.clk_i, .a_i, .b_i, .y_o(sum_o));
    fp32_mul mul (.clk_i, .a_i, .b_i, .y_o(product_o));
    fp32_rcp rcp (.clk_i, .rst_ni, .start_i, .a_i, .y_o(reciprocal_o));
    fp32_rint rint (.clk_i, .a_i, .y_o(integer_o));
endmodule
