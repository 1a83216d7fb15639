// SPDX-License-Identifier: Apache-2.0
// The nearest integer is that of the specification.
logic [31:0] expected_q;
logic age_q = 1'b0;
always_ff @(posedge clk_i) begin
    expected_q <= fp32_spec::round(a_i & fp32_pkg::KEPT);
    age_q <= 1'b1;
end
always_comb if (age_q) assert (y_o == expected_q);
