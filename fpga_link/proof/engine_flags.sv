// SPDX-License-Identifier: Apache-2.0
// Properties of the flags of a batch: sticky until cleared, raised by their events and by nothing
// else, two clocks after them.
logic past_q = 1'b0, past_qq = 1'b0;
always_ff @(posedge clk_i) {past_qq, past_q} <= {past_q, 1'b1};
always_comb if (!past_q) assume (!rst_ni);

function automatic logic [1:0] specials(input logic [UNITS-1:0] writes, input logic [UNITS*32-1:0] words);
    specials = 2'b00;
    for (int unit = 0; unit < UNITS; unit++)
        if (writes[unit] && words[unit*32+23 +: 8] == 8'hFF)
            specials |= words[unit*32 +: 23] == 0 ? 2'b10 : 2'b01;
endfunction

logic [4:0] events_q;
always_ff @(posedge clk_i)
    events_q <= rst_ni ? {sample_lost_i, turns_i && magnitude_i > 31'h4580_0000,
                          pivot_i && magnitude_i[30:23] <= pivot_limit_i,
                          specials(write_i, result_i)} : 5'd0;

always_comb if (past_q && rst_ni) begin
    assert (raised == events_q);
    assert (noted_q || flag_step_o == 0);
end
always_ff @(posedge clk_i) if (past_qq && rst_ni && $past(rst_ni)) begin
    assert (flags_o == ($past(events_q) | ($past(clear_i) ? 5'd0 : $past(flags_o))));
    if ($past(clear_i)) assert (flag_step_o == 0);
    // The first step: it is noted with the first event, and later only an earlier one replaces it.
    else if ($past(noted_q)) assert (noted_q && flag_step_o <= $past(flag_step_o));
    if (!$past(clear_i) && $past(raised_q)) assert (noted_q && flag_step_o <= $past(step));
    if (!$past(clear_i) && !$past(raised_q)) assert ($stable(flag_step_o) && $stable(noted_q));
    assert (raised_q == |$past(raised));
end

// The step is that of the word which was issued first, by the latency of its unit.
int unsigned oldest;
always_comb begin
    oldest = lost_q ? ADD : INPUT;
    for (int unit = 0; unit < UNITS; unit++) begin
        int unsigned age;
        age = unit < ADDERS ? ADD : unit < UNITS - 1 ? MULTIPLY : rounded_q ? ROUND : RECIPROCAL;
        if (special_q[unit] && age > oldest) oldest = age;
    end
    for (int i = 1; i <= RECIPROCAL; i++)
        if (past_q && rst_ni && |raised && oldest == i) assert (begun == steps_q[i]);
end
