// SPDX-License-Identifier: Apache-2.0
// The sum of ordinary numbers, second lemma: the third stage rounds every value of its registers that
// the first lemma (fp32_add_sum.sv) allows as the specification rounds the exact sum.
(* anyseq *) logic [51:0] exact;
always_comb begin
    assume (sum_q == {exact[51:48-FRACTION], |exact[47-FRACTION:0]});
    assume (exact[46-FRACTION:0] == 0 || exact[51:49] != 0);
    assume (exact != 0 || subtracted_q);
    assume (|exponent_q && !(&exponent_q) && !nan_qq && !special_qq);
    assume (`CASE);
end

logic [31:0] expected_q;
logic past_q = 1'b0;
always_ff @(posedge clk_i) begin
    expected_q <= fp32_spec::rounded_sum(sign_q, exponent_q, exact);
    past_q <= 1'b1;
end
always_comb if (past_q) assert (y_o == expected_q);
