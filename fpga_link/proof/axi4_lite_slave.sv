// SPDX-License-Identifier: Apache-2.0
// Properties of axi4_lite_slave. The bus answers within BUS_WAIT clocks, as all of its parts do.
localparam int unsigned BUS_WAIT = 4;
// Longest wait of a request whose response channel is free: its own turn and one of the other kind.
localparam int unsigned LONGEST_WAIT = 2 * (BUS_WAIT + 1) + 1;

logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

// Requests that were accepted and not yet answered, counted at the ports alone.
logic [1:0] addresses_q, words_q, reads_q;
logic [15:0] awaddr_q, araddr_q;
logic [31:0] wdata_q, answer_q;
logic [3:0] wstrb_q;
logic [2:0] bus_wait_q;
logic [4:0] write_wait_q, read_wait_q;
logic answered_error_q;

always_ff @(posedge clk_i) begin
    if (~rst_ni) begin
        {addresses_q, words_q, reads_q} <= '0;
        bus_wait_q <= '0;
        {write_wait_q, read_wait_q} <= '0;
    end else begin
        addresses_q <= addresses_q + 2'(s_axi_awvalid & s_axi_awready) - 2'(s_axi_bvalid & s_axi_bready);
        words_q <= words_q + 2'(s_axi_wvalid & s_axi_wready) - 2'(s_axi_bvalid & s_axi_bready);
        reads_q <= reads_q + 2'(s_axi_arvalid & s_axi_arready) - 2'(s_axi_rvalid & s_axi_rready);
        bus_wait_q <= bus_valid_o & ~bus_ready_i ? bus_wait_q + 3'd1 : 3'd0;
        write_wait_q <= |addresses_q & |words_q & ~s_axi_bvalid ? write_wait_q + 5'd1 : 5'd0;
        read_wait_q <= |reads_q & ~s_axi_rvalid ? read_wait_q + 5'd1 : 5'd0;
    end
    if (s_axi_awvalid & s_axi_awready) awaddr_q <= s_axi_awaddr;
    if (s_axi_wvalid & s_axi_wready) {wdata_q, wstrb_q} <= {s_axi_wdata, s_axi_wstrb};
    if (s_axi_arvalid & s_axi_arready) araddr_q <= s_axi_araddr;
    if (bus_valid_o & bus_ready_i) {answer_q, answered_error_q} <= {bus_data_i, bus_error_i};
end
always_comb if (bus_valid_o && bus_wait_q == BUS_WAIT - 1) assume (bus_ready_i);

// One response for every request, and none without one.
always_comb if (past_q && rst_ni) begin
    assert (addresses_q == 2'(has_address_q) + 2'(s_axi_bvalid));
    assert (words_q == 2'(has_data_q) + 2'(s_axi_bvalid));
    assert (reads_q == 2'(has_read_q) + 2'(s_axi_rvalid));
    assert (!s_axi_bvalid || (|addresses_q && |words_q));
    assert (!s_axi_rvalid || |reads_q);
    assert (!active_q || (writes_q ? has_address_q && has_data_q && !s_axi_bvalid
                                   : has_read_q && !s_axi_rvalid));
end

// The bus sees what the master sent, and nothing that is unaligned or partial.
always_comb if (past_q && rst_ni) begin
    if (has_address_q) assert (write_address_q == awaddr_q);
    if (has_data_q) assert (write_data_q == wdata_q && strobes_q == wstrb_q);
    if (has_read_q) assert (read_address_q == araddr_q);
    if (bus_valid_o && bus_write_o)
        assert (bus_address_o == awaddr_q[15:2] && bus_data_o == wdata_q && awaddr_q[1:0] == 0 && &wstrb_q);
    if (bus_valid_o && !bus_write_o)
        assert (bus_address_o == araddr_q[15:2] && araddr_q[1:0] == 0);
    if (refused_o)
        assert (!bus_valid_o && (bus_write_o ? awaddr_q[1:0] != 0 || !(&wstrb_q) : araddr_q[1:0] != 0));
    if (active_q) assert (bus_valid_o ^ refused_o);
    else assert (!bus_valid_o && !refused_o);
end

// Handshakes: what waits stays as it is; readiness does not wait for validity.
always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    if ($past(s_axi_bvalid && !s_axi_bready)) assert (s_axi_bvalid && $stable(s_axi_bresp));
    if ($past(s_axi_rvalid && !s_axi_rready))
        assert (s_axi_rvalid && $stable(s_axi_rresp) && $stable(s_axi_rdata));
    if ($past(s_axi_awready && !s_axi_awvalid)) assert (s_axi_awready);
    if ($past(s_axi_wready && !s_axi_wvalid)) assert (s_axi_wready);
    if ($past(s_axi_arready && !s_axi_arvalid)) assert (s_axi_arready);
    if ($past(bus_valid_o && !bus_ready_i))
        assert (bus_valid_o && $stable(bus_write_o) && $stable(bus_address_o)
                && (!bus_write_o || $stable(bus_data_o)));
    // A request is on the bus once.
    if ($past(bus_valid_o && bus_ready_i)) assert (!bus_valid_o);
end

// The answer of the bus is the response.
always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    if ($past(bus_valid_o && bus_ready_i && bus_write_o))
        assert (s_axi_bvalid && s_axi_bresp == (answered_error_q ? 2'b10 : 2'b00));
    if ($past(bus_valid_o && bus_ready_i && !bus_write_o))
        assert (s_axi_rvalid && s_axi_rresp == (answered_error_q ? 2'b10 : 2'b00)
                && s_axi_rdata == (answered_error_q ? 32'd0 : answer_q));
    if ($past(refused_o && bus_write_o)) assert (s_axi_bvalid && s_axi_bresp == 2'b10);
    if ($past(refused_o && !bus_write_o))
        assert (s_axi_rvalid && s_axi_rresp == 2'b10 && s_axi_rdata == 32'd0);
    if ($past(s_axi_bvalid && s_axi_bready)) assert (!s_axi_bvalid);
    if ($past(s_axi_rvalid && s_axi_rready)) assert (!s_axi_rvalid);
end

// Bounded wait: what has nothing to answer is ready for a request.
always_comb if (past_q && rst_ni) begin
    assert (|addresses_q || s_axi_awready);
    assert (|words_q || s_axi_wready);
    assert (|reads_q || s_axi_arready);
    assert (write_wait_q <= LONGEST_WAIT);
    assert (read_wait_q <= LONGEST_WAIT);
end
