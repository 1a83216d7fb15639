// SPDX-License-Identifier: Apache-2.0
// The accelerator: functions and batch engine behind one AXI4-Lite window of 64 KiB, an AXI4 port
// whose bursts read samples, and one interrupt (level, active high). Register map:
// fpga_link/README.md.
module hdca_top #(
    parameter logic [31:0] CLOCK_HZ = 32'd100_000_000
) (
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
    input  logic        s_samples_arvalid,
    output logic        s_samples_arready,
    input  logic [11:0] s_samples_arid,
    input  logic [7:0]  s_samples_arlen,
    input  logic [2:0]  s_samples_arsize,
    output logic        s_samples_rvalid,
    input  logic        s_samples_rready,
    output logic [11:0] s_samples_rid,
    output logic [31:0] s_samples_rdata,
    output logic [1:0]  s_samples_rresp,
    output logic        s_samples_rlast,
    output logic        irq_o
);
    // Bit 0: functions, 1: batch engine, 2: bursts of samples, 3: functions in space; 4 to 7: bits that the fraction lacks of 23; adders, multipliers, log2 of the
    // sizes of bank, program store and sample FIFO, and of the number of lanes in four bits each.
    localparam logic [31:0] CAPABILITIES = {4'($clog2(engine_pkg::LANES)), 4'(engine_pkg::SAMPLE_BITS),
        4'(engine_pkg::PROGRAM_BITS), 4'(engine_pkg::ADDRESS_BITS), 4'(engine_pkg::MULTIPLIERS),
        4'(engine_pkg::ADDERS), 4'(23 - fp32_pkg::FRACTION), 4'd15};

    logic valid, write, ready, error, ignored, start, abort, clear;
    logic busy, stalled, done, samples, samples_half;
    logic [10:2] address;
    logic [31:0] data, answer, sample;
    logic pop, taken;
    logic [5:0] flags;
    logic [4:0] phase;
    logic [31:0] phase_cycles;

    hdca_control #(.CLOCK_HZ(CLOCK_HZ), .CAPABILITIES(CAPABILITIES)) control (
        .clk_i, .rst_ni,
        .s_axi_awvalid, .s_axi_awready, .s_axi_awaddr, .s_axi_wvalid, .s_axi_wready, .s_axi_wdata,
        .s_axi_wstrb, .s_axi_bvalid, .s_axi_bready, .s_axi_bresp, .s_axi_arvalid, .s_axi_arready,
        .s_axi_araddr, .s_axi_rvalid, .s_axi_rready, .s_axi_rdata, .s_axi_rresp, .irq_o,
        .engine_valid_o(valid), .engine_write_o(write), .engine_address_o(address),
        .engine_data_o(data), .engine_ready_i(ready), .engine_error_i(error),
        .engine_ignored_i(ignored), .engine_data_i(answer), .engine_start_o(start),
        .engine_abort_o(abort), .engine_clear_o(clear), .engine_busy_i(busy),
        .engine_stalled_i(stalled), .engine_done_i(done), .engine_samples_i(samples),
        .engine_samples_half_i(samples_half), .engine_flags_i(flags), .engine_phase_o(phase),
        .engine_phase_cycles_i(phase_cycles));

    engine_registers engine (
        .clk_i, .rst_ni, .bus_valid_i(valid), .bus_write_i(write), .bus_address_i(address),
        .bus_data_i(data), .bus_ready_o(ready), .bus_error_o(error), .bus_ignored_o(ignored),
        .bus_data_o(answer), .sample_pop_i(pop), .sample_taken_o(taken), .sample_o(sample), .start_i(start), .abort_i(abort), .clear_i(clear), .busy_o(busy),
        .stalled_o(stalled), .done_o(done), .samples_o(samples), .samples_half_o(samples_half),
        .flags_o(flags), .phase_i(phase), .phase_cycles_o(phase_cycles));

    axi4_samples bursts (
        .clk_i, .rst_ni, .s_samples_arvalid, .s_samples_arready, .s_samples_arid, .s_samples_arlen,
        .s_samples_arsize, .s_samples_rvalid, .s_samples_rready, .s_samples_rid, .s_samples_rdata,
        .s_samples_rresp, .s_samples_rlast, .taken_i(taken), .valid_i(samples), .sample_i(sample),
        .pop_o(pop));
endmodule
