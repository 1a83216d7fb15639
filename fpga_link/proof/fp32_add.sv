// SPDX-License-Identifier: Apache-2.0
// The sum is that of the specification: for special operands, and where the smaller one is too far
// below. The others are proved by two lemmas, fp32_add_sum.sv and fp32_add_round.sv.
logic [7:0] apart;
assign apart = b_i[30:0] > a_i[30:0] ? b_i[30:23] - a_i[30:23] : a_i[30:23] - b_i[30:23];
always_comb assume (`CASE);

logic [31:0] expected_q [1:fp32_pkg::ADD_LATENCY];
logic [2:0] age_q = 3'd0;
always_ff @(posedge clk_i) begin
    expected_q[1] <= fp32_spec::add(a_i & fp32_pkg::KEPT, b_i & fp32_pkg::KEPT);
    for (int i = 2; i <= fp32_pkg::ADD_LATENCY; i++) expected_q[i] <= expected_q[i-1];
    if (age_q != 3'd7) age_q <= age_q + 3'd1;
end
always_comb if (age_q == fp32_pkg::ADD_LATENCY) assert (y_o == expected_q[fp32_pkg::ADD_LATENCY]);
