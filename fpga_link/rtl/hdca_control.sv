// SPDX-License-Identifier: Apache-2.0
// The accelerator without the batch engine: AXI4-Lite window, registers, functions. The engine has
// the registers from 0x0800 to 0x0FFF on the engine bus and executes the batch commands.
module hdca_control #(
    parameter logic [31:0] CLOCK_HZ = 32'd100_000_000,
    parameter logic [31:0] CAPABILITIES = 32'd1
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
    output logic        irq_o,

    // Engine bus: a request stays unchanged until ready, which may come in the same clock.
    output logic        engine_valid_o,
    output logic        engine_write_o,
    output logic [10:2] engine_address_o,  // byte offset from 0x0800
    output logic [31:0] engine_data_o,
    input  logic        engine_ready_i,
    input  logic        engine_error_i,    // no such register: SLVERR
    input  logic        engine_ignored_i,  // written while busy
    input  logic [31:0] engine_data_i,
    // Commands, for one clock.
    output logic        engine_start_o,
    output logic        engine_abort_o,
    output logic        engine_clear_o,
    // State; events for one clock.
    input  logic        engine_busy_i,
    input  logic        engine_stalled_i,
    input  logic        engine_done_i,
    input  logic        engine_samples_i,       // the sample FIFO is not empty
    input  logic        engine_samples_half_i,  // at least half full
    input  logic [5:0]  engine_flags_i,         // bits 5:0 of FLAGS
    output logic [4:0]  engine_phase_o,
    input  logic [31:0] engine_phase_cycles_i
);
    logic valid, write, ready, error, refused, ignored;
    logic [15:2] address;
    logic [31:0] data, answer;
    logic csr_selected, functions_selected, engine_selected;
    logic csr_error, functions_ready, functions_error, functions_ignored;
    logic [31:0] csr_data, functions_data;
    logic run_assembly, run_inverse, run_update, run_spatial_update, run_spatial_assembly;
    logic reset_functions;
    logic idle, read, done, nan, infinite, small_pivot;

    axi4_lite_slave slave (
        .clk_i, .rst_ni,
        .s_axi_awvalid, .s_axi_awready, .s_axi_awaddr, .s_axi_wvalid, .s_axi_wready, .s_axi_wdata,
        .s_axi_wstrb, .s_axi_bvalid, .s_axi_bready, .s_axi_bresp, .s_axi_arvalid, .s_axi_arready,
        .s_axi_araddr, .s_axi_rvalid, .s_axi_rready, .s_axi_rdata, .s_axi_rresp,
        .bus_valid_o(valid), .bus_write_o(write), .bus_address_o(address), .bus_data_o(data),
        .bus_ready_i(ready), .bus_error_i(error), .bus_data_i(answer), .refused_o(refused));

    assign csr_selected = address[15:8] == 8'h00;
    assign functions_selected = (address[15:11] == 5'd0 & ~csr_selected) | address[15:12] == 4'd1;
    assign engine_selected = address[15:11] == 5'd1;

    always_comb begin
        ready = 1'b1;
        error = 1'b1;
        ignored = 1'b0;
        answer = 32'd0;
        if (csr_selected) begin
            error = csr_error;
            answer = csr_data;
        end else if (functions_selected) begin
            ready = functions_ready;
            error = functions_error;
            ignored = functions_ignored;
            answer = functions_data;
        end else if (engine_selected) begin
            ready = engine_ready_i;
            error = engine_error_i;
            ignored = engine_ignored_i;
            answer = engine_data_i;
        end
    end

    hdca_csr #(.CLOCK_HZ(CLOCK_HZ), .CAPABILITIES(CAPABILITIES)) csr (
        .clk_i, .rst_ni,
        .bus_valid_i(valid & csr_selected), .bus_write_i(write), .bus_address_i(address[7:2]),
        .bus_data_i(data), .bus_error_o(csr_error), .bus_data_o(csr_data),
        .run_assembly_o(run_assembly), .run_inverse_o(run_inverse), .run_update_o(run_update),
        .run_spatial_update_o(run_spatial_update), .run_spatial_assembly_o(run_spatial_assembly),
        .reset_functions_o(reset_functions), .start_batch_o(engine_start_o),
        .abort_batch_o(engine_abort_o), .clear_o(engine_clear_o),
        .functions_idle_i(idle), .functions_read_i(read), .functions_done_i(done),
        .batch_busy_i(engine_busy_i), .batch_stalled_i(engine_stalled_i),
        .batch_done_i(engine_done_i), .samples_i(engine_samples_i),
        .samples_half_i(engine_samples_half_i),
        .events_i({refused | (valid & ready & (error | ignored)),
                   engine_flags_i | {3'd0, small_pivot, infinite, nan}}),
        .phase_o(engine_phase_o), .phase_cycles_i(engine_phase_cycles_i), .irq_o);

    hdca_functions functions (
        .clk_i, .rst_ni, .clear_i(engine_clear_o),
        .run_assembly_i(run_assembly), .run_inverse_i(run_inverse), .run_update_i(run_update),
        .run_spatial_update_i(run_spatial_update), .run_spatial_assembly_i(run_spatial_assembly),
        .reset_i(reset_functions), .idle_o(idle), .read_o(read), .done_o(done),
        .nan_o(nan), .infinite_o(infinite), .small_pivot_o(small_pivot),
        .bus_valid_i(valid & functions_selected), .bus_write_i(write), .bus_address_i(address[12:2]),
        .bus_data_i(data), .bus_ready_o(functions_ready), .bus_error_o(functions_error),
        .bus_ignored_o(functions_ignored), .bus_data_o(functions_data));

    assign engine_valid_o = valid & engine_selected;
    assign engine_write_o = write;
    assign engine_address_o = address[10:2];
    assign engine_data_o = data;
endmodule
