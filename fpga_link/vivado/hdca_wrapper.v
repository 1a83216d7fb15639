// SPDX-License-Identifier: Apache-2.0
// Plain Verilog wrapper of the accelerator, required by block designs. NOT RUN BY THIS PROJECT.
module hdca_wrapper (
    (* X_INTERFACE_PARAMETER = "ASSOCIATED_BUSIF s_axi:s_samples, ASSOCIATED_RESET aresetn" *)
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [15:0] s_axi_awaddr,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    input  wire [31:0] s_axi_wdata,
    input  wire [3:0]  s_axi_wstrb,
    output wire        s_axi_bvalid,
    input  wire        s_axi_bready,
    output wire [1:0]  s_axi_bresp,
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    input  wire [15:0] s_axi_araddr,
    output wire        s_axi_rvalid,
    input  wire        s_axi_rready,
    output wire [31:0] s_axi_rdata,
    output wire [1:0]  s_axi_rresp,
    // Read only. Whatever the address and kind of a burst, its beats are samples.
    input  wire        s_samples_arvalid,
    output wire        s_samples_arready,
    input  wire [11:0] s_samples_arid,
    input  wire [11:0] s_samples_araddr,
    input  wire [7:0]  s_samples_arlen,
    input  wire [2:0]  s_samples_arsize,
    input  wire [1:0]  s_samples_arburst,
    output wire        s_samples_rvalid,
    input  wire        s_samples_rready,
    output wire [11:0] s_samples_rid,
    output wire [31:0] s_samples_rdata,
    output wire [1:0]  s_samples_rresp,
    output wire        s_samples_rlast,
    output wire        irq
);
    hdca_top top (
        .clk_i(aclk), .rst_ni(aresetn),
        .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready),
        .s_axi_araddr(s_axi_araddr), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_samples_arvalid(s_samples_arvalid), .s_samples_arready(s_samples_arready),
        .s_samples_arid(s_samples_arid), .s_samples_arlen(s_samples_arlen),
        .s_samples_arsize(s_samples_arsize), .s_samples_rvalid(s_samples_rvalid),
        .s_samples_rready(s_samples_rready), .s_samples_rid(s_samples_rid),
        .s_samples_rdata(s_samples_rdata), .s_samples_rresp(s_samples_rresp),
        .s_samples_rlast(s_samples_rlast), .irq_o(irq));
endmodule
