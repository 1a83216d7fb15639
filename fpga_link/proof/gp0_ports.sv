// SPDX-License-Identifier: Apache-2.0
// Properties of open_tools/gp0_ports.sv. The ports answer as proof/axi4_lite_slave.sv and
// axi4_samples.sv say: only what they were asked, and what waits stays.
logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

// Counted at the ports alone: beats owed to GP0 and by the ports.
wire asks = gp0_arvalid & gp0_arready;
wire beat = gp0_rvalid & gp0_rready;
logic [4:0] owed_q, samples_owed_q;
logic register_owed_q, write_owed_q, w_ended_q, address_given_q, data_given_q, refused_q;
logic [11:0] rid_q, bid_q;
logic [15:0] araddr_q, awaddr_q;
logic [31:0] wdata_q;
always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
        {owed_q, samples_owed_q, register_owed_q, write_owed_q, w_ended_q} <= '0;
        {address_given_q, data_given_q} <= '0;
    end else begin
        owed_q <= asks ? 5'(gp0_arlen) + 5'd1 : owed_q - 5'(beat);
        if (m_axi_arvalid && m_axi_arready) register_owed_q <= 1'b1;
        else if (m_axi_rvalid && m_axi_rready) register_owed_q <= 1'b0;
        if (m_samples_arvalid && m_samples_arready) samples_owed_q <= 5'(m_samples_arlen) + 5'd1;
        else samples_owed_q <= samples_owed_q - 5'(m_samples_rvalid && m_samples_rready);
        if (gp0_awvalid && gp0_awready) write_owed_q <= 1'b1;
        else if (gp0_bvalid && gp0_bready) write_owed_q <= 1'b0;
        if (gp0_wvalid && gp0_wready && gp0_wlast) w_ended_q <= 1'b1;
        else if (gp0_bvalid && gp0_bready) w_ended_q <= 1'b0;
        if (m_axi_awvalid && m_axi_awready) address_given_q <= 1'b1;
        else if (m_axi_bvalid && m_axi_bready) address_given_q <= 1'b0;
        if (m_axi_wvalid && m_axi_wready) data_given_q <= 1'b1;
        else if (m_axi_bvalid && m_axi_bready) data_given_q <= 1'b0;
    end
    if (asks) {rid_q, araddr_q} <= {gp0_arid, gp0_araddr[15:0]};
    if (gp0_awvalid && gp0_awready) begin
        {bid_q, awaddr_q} <= {gp0_awid, gp0_awaddr[15:0]};
        refused_q <= gp0_awaddr[16] || gp0_awlen != 0 || gp0_awsize != 2'b10;
    end
    if (gp0_wvalid && gp0_wready) wdata_q <= gp0_wdata;
end
always_comb begin
    assume (!m_axi_rvalid || register_owed_q);
    assume (!m_samples_rvalid || samples_owed_q != 0);
    assume (!m_axi_bvalid || (address_given_q && data_given_q));
    // A write of one beat has one.
    if (gp0_wvalid && writing_q == REGISTER) assume (gp0_wlast);
end

always_comb if (past_q && rst_ni) begin
    // Reads: every beat, the last one marked, with the number of the request; one at a time.
    assert ((owed_q != 0) == (reading_q != NONE));
    assert (owed_q <= 5'd16 && gp0_arready == (owed_q == 0));
    if (owed_q != 0) assert (beats_q == 4'(owed_q - 5'd1) && gp0_rid == rid_q);
    if (gp0_rvalid) assert (gp0_rlast == (owed_q == 1) && owed_q != 0);
    if (reading_q == REGISTER) assert (owed_q == 1 && read_address_q == araddr_q);
    assert (register_owed_q == (reading_q == REGISTER && !asking_q));
    assert (samples_owed_q == (reading_q == SAMPLES && !asking_q ? owed_q : 5'd0));
    if (m_axi_arvalid) assert (m_axi_araddr == araddr_q);
    // Writes: one answer, after all data, with the number of the request.
    assert (write_owed_q == (writing_q != NONE) && gp0_awready == !write_owed_q);
    assert (w_ended_q == answering_q && (!answering_q || write_owed_q));
    if (gp0_bvalid) assert (answering_q && gp0_bid == bid_q);
    if (write_owed_q) assert (gp0_bid == bid_q && (writing_q == REFUSED) == refused_q);
    if (m_axi_awvalid) assert (m_axi_awaddr == awaddr_q && !refused_q && writing_q == REGISTER);
    if (m_axi_wvalid) assert (m_axi_wdata == wdata_q && !refused_q && writing_q == REGISTER);
    assert (address_given_q == (writing_q == REGISTER && !address_q));
    assert (data_given_q == (writing_q == REGISTER && answering_q && !data_q));
    if (data_q) assert (answering_q);
    assert (writing_q != SAMPLES);
    if (gp0_bvalid && refused_q) assert (gp0_bresp == SLVERR);
end
// What waits stays as it is.
always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    if ($past(m_axi_arvalid && !m_axi_arready)) assert (m_axi_arvalid && $stable(m_axi_araddr));
    if ($past(m_axi_awvalid && !m_axi_awready)) assert (m_axi_awvalid && $stable(m_axi_awaddr));
    if ($past(m_axi_wvalid && !m_axi_wready)) assert (m_axi_wvalid && $stable(m_axi_wdata));
    if ($past(m_samples_arvalid && !m_samples_arready))
        assert (m_samples_arvalid && $stable(m_samples_arlen) && $stable(m_samples_arid));
end
