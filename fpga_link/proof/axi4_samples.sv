// SPDX-License-Identifier: Apache-2.0
// Properties of axi4_samples.
logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

// Requests and beats, counted at the ports alone: `owed_q` beats of the last request are missing.
// The last beat of a request may still wait when the next one is accepted: `tail_q`.
wire asks = s_samples_arvalid & s_samples_arready;
wire beats = s_samples_rvalid & s_samples_rready;
logic [9:0] owed_q;
logic tail_q;
logic [11:0] asked_id_q, tail_id_q;
logic asked_word_q, tail_word_q;
always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
        owed_q <= '0;
        tail_q <= 1'b0;
    end else begin
        if (asks) begin
            owed_q <= 10'(s_samples_arlen) + 10'd1;
            tail_q <= owed_q != 0 && !beats;
        end else if (tail_q) tail_q <= !beats;
        else owed_q <= owed_q - 10'(beats);
    end
    if (asks) begin
        {asked_id_q, asked_word_q} <= {s_samples_arid, s_samples_arsize == 3'b010};
        {tail_id_q, tail_word_q} <= {asked_id_q, asked_word_q};
    end
end

always_comb if (past_q && rst_ni) begin
    // As many beats as were asked for, the last of them marked, none without a request.
    assert (owed_q == 10'(left_q) + 10'(s_samples_rvalid && !tail_q));
    assert (owed_q <= 10'd256);
    assert (!tail_q || s_samples_rvalid);
    assert (s_samples_arready == (left_q == 0));
    if (s_samples_rvalid) begin
        assert (s_samples_rlast == (tail_q || owed_q == 1));
        assert (s_samples_rid == (tail_q ? tail_id_q : asked_id_q));
        assert (s_samples_rresp == ((tail_q ? tail_word_q : asked_word_q) ? 2'b00 : 2'b10));
    end
    if (left_q != 0) assert (id_q == asked_id_q && refused_q == !asked_word_q);
    // Only a sample that is there is taken, for a whole word, and not while the register takes one.
    if (pop_o) assert (valid_i && !taken_i && asked_word_q);
end

always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    // What waits stays as it is.
    if ($past(s_samples_rvalid && !s_samples_rready))
        assert (s_samples_rvalid && $stable(s_samples_rdata) && $stable(s_samples_rresp)
                && $stable(s_samples_rid) && $stable(s_samples_rlast));
    if ($past(s_samples_arready && !s_samples_arvalid)) assert (s_samples_arready);
    // Each sample that is taken becomes a beat, unchanged; every other beat is 0.
    if ($past(pop_o)) assert (s_samples_rvalid && s_samples_rdata == $past(sample_i));
    if ($past(!pop_o) && !$past(s_samples_rvalid && !s_samples_rready) && s_samples_rvalid)
        assert (s_samples_rdata == 0);
    // A beat a clock, if the master takes them and the register takes none.
    if ($past(left_q != 0 && s_samples_rready && !taken_i)) assert (s_samples_rvalid);
    // Validity does not wait for readiness.
    if ($past(left_q != 0 && !s_samples_rvalid && !taken_i)) assert (s_samples_rvalid);
end
