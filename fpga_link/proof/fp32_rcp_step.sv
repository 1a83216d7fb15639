// SPDX-License-Identifier: Apache-2.0
// Lemma 2 of fp32_rcp.sv: one clock of the division, for every rest and divisor.
always_comb begin
    assume (divisor_q[23] && rest_q < divisor_q);
    assume ({1'b0, thrice_q} == {3'b0, divisor_q} + {2'b0, divisor_q, 1'b0});
    // Two places each; the products are sums of shifted divisors.
    assert ({2'b0, rest_q, 2'b0} == (first[24] ? {4'd0, divisor_q} : 28'd0)
            + (first[25] ? {3'd0, divisor_q, 1'b0} : 28'd0) + {4'd0, first[23:0]});
    assert (first[23:0] < divisor_q);
    assert ({2'b0, first[23:0], 2'b0} == (second[24] ? {4'd0, divisor_q} : 28'd0)
            + (second[25] ? {3'd0, divisor_q, 1'b0} : 28'd0) + {4'd0, second[23:0]});
    assert (second[23:0] < divisor_q);
end
