// SPDX-License-Identifier: Apache-2.0
// The reciprocal is that of the specification, by lemmas for the division of 2^47 by the significand
// d, whose quotient is 2^23 + q (1 < 2^24 / d <= 2 for d < 2^24):
//   1. it begins with rest = 2^24 - d: 2^24 = 1 * d + rest, and rest < d unless d is a power of two;
//   2. every clock, 16 * rest = digit * d + new rest with new rest < d (fp32_rcp_step.sv), and the
//      digit is appended to q. After STEPS = 6 clocks, 2^24 * 16^6 = (16^6 + q) * d + rest with
//      0 <= rest < d, which defines the quotient;
//   3. the result is that of the specification for every quotient q.
logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

// Starts are at least RCP_INTERVAL clocks apart, as the schedules guarantee.
logic [3:0] since_q;  // clocks since the last start
always_ff @(posedge clk_i)
    if (!rst_ni) since_q <= 4'd15;
    else if (start_i) since_q <= 4'd1;
    else if (since_q != 4'd15) since_q <= since_q + 4'd1;
always_comb if (since_q < fp32_pkg::RCP_INTERVAL) assume (!start_i);

logic [31:0] given_q, expected_q;
logic [23:0] digits_q, rests_q;
always_ff @(posedge clk_i) begin
    if (start_i) given_q <= a_i & fp32_pkg::KEPT;
    digits_q <= {digits_q[19:0], first[25:24], second[25:24]};
    rests_q <= second[23:0];
    expected_q <= fp32_spec::reciprocal(given_q, quotient_q);
end

wire works = past_q && rst_ni && since_q <= STEPS + 1;
always_comb if (works) begin
    assert (a_q == given_q && divisor_q == {1'b1, given_q[22:0]});
    assert ({1'b0, thrice_q} == {3'b0, divisor_q} + {2'b0, divisor_q, 1'b0});
    // Lemma 1.
    if (since_q == 4'd1) begin
        assert ({1'b0, rest_q} + {1'b0, divisor_q} == 25'h100_0000);
        assert (rest_q < divisor_q || given_q[22:0] == 0);
    end else assert (rest_q == rests_q);
    for (int i = 0; i < STEPS; i++)
        if (since_q > 4'd1 + 4'(i)) assert (quotient_q[4*i +: 4] == digits_q[4*i +: 4]);
end
// When the quotient is complete.
always_comb if (past_q && rst_ni)
    for (int i = 0; i <= STEPS; i++) assert (step_q[i] == (since_q == i + 1));
always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    // Lemma 3, RCP_LATENCY clocks after the start.
    if ($past(since_q) == fp32_pkg::RCP_LATENCY - 1) assert (y_o == expected_q);
    else assert ($stable(y_o));
end
