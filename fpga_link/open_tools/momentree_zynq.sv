// SPDX-License-Identifier: Apache-2.0
// The accelerator beside the processing system of a Zynq-7000, without the vendor's block design:
// GP0, FCLK0 and interrupt F2P 0 of the primitive PS7. The boot loader sets clocks and memory, so
// the pins of memory and peripherals need no connection here. NOT RUN ON A BOARD BY THIS PROJECT.
module momentree_zynq;
    logic [3:0] clocks, resets;
    logic clock, reset_n;
    logic [1:0] reset_q;

    BUFG buffer (.I(clocks[0]), .O(clock));
    // FCLK_RESET0 is not synchronous to FCLK0.
    always_ff @(posedge clock) reset_q <= {reset_q[0], resets[0]};
    assign reset_n = reset_q[1];

    logic awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready,
        rlast, irq;
    logic [11:0] awid, bid, arid, rid;
    logic [31:0] awaddr, araddr, wdata, rdata;
    logic [3:0] awlen, arlen, wstrb;
    logic [1:0] awsize, arsize, bresp, rresp;

    PS7 ps (
        .FCLKCLK(clocks), .FCLKRESETN(resets), .IRQF2P({19'd0, irq}),
        .MAXIGP0ACLK(clock),
        .MAXIGP0AWVALID(awvalid), .MAXIGP0AWREADY(awready), .MAXIGP0AWID(awid),
        .MAXIGP0AWADDR(awaddr), .MAXIGP0AWLEN(awlen), .MAXIGP0AWSIZE(awsize),
        .MAXIGP0WVALID(wvalid), .MAXIGP0WREADY(wready), .MAXIGP0WDATA(wdata),
        .MAXIGP0WSTRB(wstrb), .MAXIGP0WLAST(wlast),
        .MAXIGP0BVALID(bvalid), .MAXIGP0BREADY(bready), .MAXIGP0BID(bid), .MAXIGP0BRESP(bresp),
        .MAXIGP0ARVALID(arvalid), .MAXIGP0ARREADY(arready), .MAXIGP0ARID(arid),
        .MAXIGP0ARADDR(araddr), .MAXIGP0ARLEN(arlen), .MAXIGP0ARSIZE(arsize),
        .MAXIGP0RVALID(rvalid), .MAXIGP0RREADY(rready), .MAXIGP0RID(rid), .MAXIGP0RDATA(rdata),
        .MAXIGP0RRESP(rresp), .MAXIGP0RLAST(rlast));

    logic l_awvalid, l_awready, l_wvalid, l_wready, l_bvalid, l_bready, l_arvalid, l_arready,
        l_rvalid, l_rready, s_arvalid, s_arready, s_rvalid, s_rready;
    logic [15:0] l_awaddr, l_araddr;
    logic [31:0] l_wdata, l_rdata, s_rdata;
    logic [3:0] l_wstrb;
    logic [1:0] l_bresp, l_rresp, s_rresp;
    logic [11:0] s_arid;
    logic [7:0] s_arlen;
    logic [2:0] s_arsize;

    gp0_ports ports (
        .clk_i(clock), .rst_ni(reset_n),
        .gp0_awvalid(awvalid), .gp0_awready(awready), .gp0_awid(awid), .gp0_awaddr(awaddr[16:0]),
        .gp0_awlen(awlen), .gp0_awsize(awsize), .gp0_wvalid(wvalid), .gp0_wready(wready),
        .gp0_wdata(wdata), .gp0_wstrb(wstrb), .gp0_wlast(wlast), .gp0_bvalid(bvalid),
        .gp0_bready(bready), .gp0_bid(bid), .gp0_bresp(bresp), .gp0_arvalid(arvalid),
        .gp0_arready(arready), .gp0_arid(arid), .gp0_araddr(araddr[16:0]), .gp0_arlen(arlen),
        .gp0_arsize(arsize), .gp0_rvalid(rvalid), .gp0_rready(rready), .gp0_rid(rid),
        .gp0_rdata(rdata), .gp0_rresp(rresp), .gp0_rlast(rlast),
        .m_axi_awvalid(l_awvalid), .m_axi_awready(l_awready), .m_axi_awaddr(l_awaddr),
        .m_axi_wvalid(l_wvalid), .m_axi_wready(l_wready), .m_axi_wdata(l_wdata),
        .m_axi_wstrb(l_wstrb), .m_axi_bvalid(l_bvalid), .m_axi_bready(l_bready),
        .m_axi_bresp(l_bresp), .m_axi_arvalid(l_arvalid), .m_axi_arready(l_arready),
        .m_axi_araddr(l_araddr), .m_axi_rvalid(l_rvalid), .m_axi_rready(l_rready),
        .m_axi_rdata(l_rdata), .m_axi_rresp(l_rresp),
        .m_samples_arvalid(s_arvalid), .m_samples_arready(s_arready), .m_samples_arid(s_arid),
        .m_samples_arlen(s_arlen), .m_samples_arsize(s_arsize), .m_samples_rvalid(s_rvalid),
        .m_samples_rready(s_rready), .m_samples_rdata(s_rdata), .m_samples_rresp(s_rresp));

    hdca_top top (
        .clk_i(clock), .rst_ni(reset_n),
        .s_axi_awvalid(l_awvalid), .s_axi_awready(l_awready), .s_axi_awaddr(l_awaddr),
        .s_axi_wvalid(l_wvalid), .s_axi_wready(l_wready), .s_axi_wdata(l_wdata),
        .s_axi_wstrb(l_wstrb), .s_axi_bvalid(l_bvalid), .s_axi_bready(l_bready),
        .s_axi_bresp(l_bresp), .s_axi_arvalid(l_arvalid), .s_axi_arready(l_arready),
        .s_axi_araddr(l_araddr), .s_axi_rvalid(l_rvalid), .s_axi_rready(l_rready),
        .s_axi_rdata(l_rdata), .s_axi_rresp(l_rresp),
        .s_samples_arvalid(s_arvalid), .s_samples_arready(s_arready), .s_samples_arid(s_arid),
        .s_samples_arlen(s_arlen), .s_samples_arsize(s_arsize), .s_samples_rvalid(s_rvalid),
        .s_samples_rready(s_rready), .s_samples_rid(), .s_samples_rdata(s_rdata),
        .s_samples_rresp(s_rresp), .s_samples_rlast(), .irq_o(irq));
endmodule
