// SPDX-License-Identifier: Apache-2.0
// Control and status registers, cycle counters, sticky flags and the interrupt (0x0000 to 0x00FF).
// Every register responds in the clock of its request.
module hdca_csr #(
    parameter logic [31:0] CLOCK_HZ = 32'd100_000_000,
    parameter logic [31:0] CAPABILITIES = 32'd0
) (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        bus_valid_i,
    input  logic        bus_write_i,
    input  logic [7:2]  bus_address_i,
    input  logic [31:0] bus_data_i,
    output logic        bus_error_o,
    output logic [31:0] bus_data_o,

    // Commands, for one clock each.
    output logic        run_assembly_o,
    output logic        run_inverse_o,
    output logic        run_update_o,
    output logic        run_spatial_update_o,
    output logic        run_spatial_assembly_o,
    output logic        reset_functions_o,
    output logic        start_batch_o,
    output logic        abort_batch_o,
    output logic        clear_o,           // soft reset

    // Events, and the state of all parts.
    input  logic        functions_idle_i,
    input  logic        functions_read_i,
    input  logic        functions_done_i,
    input  logic        batch_busy_i,
    input  logic        batch_stalled_i,
    input  logic        batch_done_i,
    input  logic        samples_i,
    input  logic        samples_half_i,
    input  logic [6:0]  events_i,          // sets FLAGS
    output logic [4:0]  phase_o,
    input  logic [31:0] phase_cycles_i,
    output logic        irq_o
);
    localparam logic [31:0] ID = 32'h4844_4341;
    localparam logic [31:0] VERSION = 32'h0000_0400;  // 0.4.0

    logic write;
    logic [7:0] offset;
    logic [31:0] scratch_q, cycles_last_q, cycles_stalled_q, cycles_free_q, high_q;
    logic [63:0] cycles_total_q;
    logic [6:0] flags_q;
    logic [3:0] irq_enable_q, irq_status_q, irq_events;
    logic functions_busy, busy, busy_q, half_q, stalled_q, clear_q, clears;

    assign offset = {bus_address_i, 2'b00};
    assign write = bus_valid_i & bus_write_i & ~bus_error_o;

    assign run_assembly_o = write & offset == 8'h10 & bus_data_i[0];
    assign run_inverse_o = write & offset == 8'h10 & bus_data_i[1];
    assign run_update_o = write & offset == 8'h10 & bus_data_i[2];
    assign start_batch_o = write & offset == 8'h10 & bus_data_i[3];
    assign abort_batch_o = write & offset == 8'h10 & bus_data_i[4];
    assign reset_functions_o = write & offset == 8'h10 & bus_data_i[5];
    assign run_spatial_update_o = write & offset == 8'h10 & bus_data_i[6];
    assign run_spatial_assembly_o = write & offset == 8'h10 & bus_data_i[7];
    assign clear_o = write & offset == 8'h10 & bus_data_i[31];

    assign functions_busy = ~(functions_idle_i | functions_read_i);
    assign busy = functions_busy | batch_busy_i;
    assign irq_events = {functions_done_i, |(events_i & ~flags_q), samples_half_i & ~half_q,
                         batch_done_i};
    assign irq_o = |(irq_status_q & irq_enable_q);

    always_comb begin
        bus_error_o = 1'b0;
        case (offset)
            8'h00: bus_data_o = ID;
            8'h04: bus_data_o = VERSION;
            8'h08: bus_data_o = CAPABILITIES;
            8'h0C: bus_data_o = CLOCK_HZ;
            8'h10: bus_data_o = 32'd0;
            8'h14: bus_data_o = {26'd0, |flags_q, samples_i, stalled_q, batch_busy_i,
                                 functions_read_i, functions_idle_i};
            8'h18: bus_data_o = {25'd0, flags_q};
            8'h1C: bus_data_o = {28'd0, irq_enable_q};
            8'h20: bus_data_o = {28'd0, irq_status_q};
            8'h24: bus_data_o = scratch_q;
            8'h30: bus_data_o = cycles_total_q[31:0];
            8'h34: bus_data_o = high_q;
            8'h38: bus_data_o = cycles_last_q;
            8'h3C: bus_data_o = cycles_stalled_q;
            8'h40: bus_data_o = {27'd0, phase_o};
            8'h44: bus_data_o = phase_cycles_i;
            8'h48: bus_data_o = cycles_free_q;
            default: begin
                bus_data_o = 32'd0;
                bus_error_o = 1'b1;
            end
        endcase
        // Read-only registers.
        if (bus_write_i & (offset <= 8'h0C | offset == 8'h14 | (offset >= 8'h30 & offset != 8'h40)))
            bus_error_o = 1'b1;
    end

    // With the engine, which is reset a clock later: until then, what it tells belongs to what is
    // cleared.
    always_ff @(posedge clk_i) clear_q <= clear_o;
    assign clears = ~rst_ni | clear_q;

    // The engine detects late in a clock that it must wait.
    always_ff @(posedge clk_i) begin
        if (~rst_ni) stalled_q <= 1'b0;
        else stalled_q <= batch_stalled_i;
    end

    always_ff @(posedge clk_i) begin
        if (clears) begin
            scratch_q <= 32'd0;
            irq_enable_q <= 4'd0;
            irq_status_q <= 4'd0;
            flags_q <= 7'd0;
            phase_o <= 5'd0;
            half_q <= 1'b0;
        end else begin
            half_q <= samples_half_i;
            // Events in the clock of a clear are kept.
            flags_q <= (flags_q & ~(write & offset == 8'h18 ? bus_data_i[6:0] : 7'd0)) | events_i;
            irq_status_q <= (irq_status_q & ~(write & offset == 8'h20 ? bus_data_i[3:0] : 4'd0))
                          | irq_events;
            if (write & offset == 8'h1C) irq_enable_q <= bus_data_i[3:0];
            if (write & offset == 8'h24) scratch_q <= bus_data_i;
            if (write & offset == 8'h40) phase_o <= bus_data_i[4:0];
        end
    end

    always_ff @(posedge clk_i) begin
        if (~rst_ni) cycles_free_q <= 32'd0;
        else cycles_free_q <= cycles_free_q + 32'd1;
    end

    always_ff @(posedge clk_i) begin
        if (clears) begin
            cycles_total_q <= 64'd0;
            cycles_last_q <= 32'd0;
            cycles_stalled_q <= 32'd0;
            high_q <= 32'd0;
            busy_q <= 1'b0;
        end else begin
            busy_q <= busy;
            if (busy) begin
                cycles_total_q <= cycles_total_q + 64'd1;
                cycles_last_q <= busy_q ? cycles_last_q + 32'd1 : 32'd1;
                cycles_stalled_q <= (busy_q ? cycles_stalled_q : 32'd0)
                                  + {31'd0, stalled_q};
            end
            if (bus_valid_i & ~bus_write_i & offset == 8'h30) high_q <= cycles_total_q[63:32];
        end
    end
endmodule
