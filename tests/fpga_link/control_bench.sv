// SPDX-License-Identifier: Apache-2.0
// The window and the functions, with one slow word instead of the batch engine.
module control_bench (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        s_axi_awvalid,
    output logic        s_axi_awready,
    input  logic [15:0] s_axi_awaddr,
    input  logic        s_axi_wvalid,
    output logic        s_axi_wready,
    input  logic [31:0] s_axi_wdata,
    input  logic [3:0]  s_axi_wstrb,
    output logic        s_axi_bvalid,
    input  logic        s_axi_bready,
    output logic [1:0]  s_axi_bresp,
    input  logic        s_axi_arvalid,
    output logic        s_axi_arready,
    input  logic [15:0] s_axi_araddr,
    output logic        s_axi_rvalid,
    input  logic        s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0]  s_axi_rresp,
    output logic        irq_o
);
    logic valid, write, ready, start, clear;
    logic [31:0] data, word_q;
    logic [10:2] address;
    logic [1:0] wait_q;
    logic [4:0] phase;
    logic aborted;

    hdca_control #(.CAPABILITIES(32'd1)) control (
        .clk_i, .rst_ni,
        .s_axi_awvalid, .s_axi_awready, .s_axi_awaddr, .s_axi_wvalid, .s_axi_wready, .s_axi_wdata,
        .s_axi_wstrb, .s_axi_bvalid, .s_axi_bready, .s_axi_bresp, .s_axi_arvalid, .s_axi_arready,
        .s_axi_araddr, .s_axi_rvalid, .s_axi_rready, .s_axi_rdata, .s_axi_rresp, .irq_o,
        .engine_valid_o(valid), .engine_write_o(write), .engine_address_o(address),
        .engine_data_o(data), .engine_ready_i(ready), .engine_error_i(|address),
        .engine_ignored_i(1'b0), .engine_data_i(word_q), .engine_start_o(start),
        .engine_abort_o(aborted), .engine_clear_o(clear), .engine_busy_i(1'b0),
        .engine_stalled_i(1'b0), .engine_done_i(start), .engine_samples_i(1'b0),
        .engine_samples_half_i(1'b0), .engine_flags_i({aborted, 5'd0}), .engine_phase_o(phase),
        .engine_phase_cycles_i({27'd0, phase} + 32'd100));

    assign ready = valid & wait_q == 2'd3;
    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            wait_q <= 2'd0;
            word_q <= 32'd0;
        end else begin
            wait_q <= valid & ~ready ? wait_q + 2'd1 : 2'd0;
            if (clear) word_q <= 32'd0;
            else if (ready & write & ~|address) word_q <= data;
        end
    end
endmodule
