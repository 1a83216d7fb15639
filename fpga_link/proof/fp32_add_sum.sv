// SPDX-License-Identifier: Apache-2.0
// The sum of ordinary numbers, first lemma: after the second stage, the unit has the exact sum of the
// specification, except that a one in the last place stands for whatever is below it. Digits are
// below it only where the sum is so large that this place is not kept.
logic [7:0] apart;
assign apart = b_i[30:0] > a_i[30:0] ? b_i[30:23] - a_i[30:23] : a_i[30:23] - b_i[30:23];
always_comb assume (`CASE);

logic [51:0] exact_q [1:2];
logic [31:0] larger_q [1:2];
logic [1:0] age_q = 2'd0;
always_ff @(posedge clk_i) begin
    exact_q[1] <= fp32_spec::sum(a_i & fp32_pkg::KEPT, b_i & fp32_pkg::KEPT);
    larger_q[1] <= fp32_spec::larger(a_i & fp32_pkg::KEPT, b_i & fp32_pkg::KEPT);
    exact_q[2] <= exact_q[1];
    larger_q[2] <= larger_q[1];
    if (age_q != 2'd2) age_q <= age_q + 2'd1;
end
always_comb if (age_q == 2'd2) begin
    assert (sum_q == {exact_q[2][51:48-FRACTION], |exact_q[2][47-FRACTION:0]});
    assert (exact_q[2][46-FRACTION:0] == 0 || exact_q[2][51:49] != 0);
    assert (exact_q[2] != 0 || subtracted_q);
    assert (sign_q == larger_q[2][31] && exponent_q == larger_q[2][30:23] && !nan_qq && !special_qq);
end
