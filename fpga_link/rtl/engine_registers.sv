// SPDX-License-Identifier: Apache-2.0
// Registers of the batch engine, 0x0800 to 0x0FFF of the window. Parts of program words and words
// of the register file are written one after the other to ports with automatic increment.
module engine_registers (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        bus_valid_i,
    input  logic        bus_write_i,
    input  logic [10:2] bus_address_i,
    input  logic [31:0] bus_data_i,
    output logic        bus_ready_o,
    output logic        bus_error_o,       // no such register, or wrong direction
    output logic        bus_ignored_o,     // written while a batch runs
    output logic [31:0] bus_data_o,

    // Samples for bursts; the register FIFO_POP goes first.
    input  logic        sample_pop_i,
    output logic        sample_taken_o,
    output logic [31:0] sample_o,

    input  logic        start_i,
    input  logic        abort_i,
    input  logic        clear_i,           // soft reset; memories keep their contents
    output logic        busy_o,
    output logic        stalled_o,
    output logic        done_o,
    output logic        samples_o,
    output logic        samples_half_o,
    output logic [5:0]  flags_o,           // for one clock: bits 5:0 of FLAGS
    input  logic [4:0]  phase_i,
    output logic [31:0] phase_cycles_o
);
    localparam int unsigned PROGRAM_BITS = engine_pkg::PROGRAM_BITS;
    localparam int unsigned SAMPLE_BITS = engine_pkg::SAMPLE_BITS;
    localparam int unsigned ADDRESS_BITS = engine_pkg::ADDRESS_BITS;
    localparam int unsigned BANK_BITS = engine_pkg::BANK_BITS;
    localparam int unsigned LANE_BITS = engine_pkg::LANE_BITS;
    localparam int unsigned LANE_BASE = BANK_BITS + ADDRESS_BITS;
    localparam int unsigned DATA_BITS = LANE_BASE + $clog2(engine_pkg::LANES);
    localparam logic [10:0] PROG_ADDR = 11'h000, PROG_DATA = 11'h004, PROG_LEN = 11'h010,
        N_STEPS = 11'h014, DECIM = 11'h018, N_SAMPLE = 11'h01C, DATA_ADDR = 11'h020,
        DATA = 11'h024, PASSES = 11'h030, PIVOT_LIMIT = 11'h034, STEPS_DONE = 11'h040,
        FIFO_LEVEL = 11'h044, FIFO_POP = 11'h048, PROG_CRC = 11'h04C, FLAG_STEP = 11'h050,
        STALL = 11'h054, CYCLES_LO = 11'h058, CYCLES_HI = 11'h05C;

    // A register of its own, since it drives all of the engine.
    logic engine_rst_nq;
    always_ff @(posedge clk_i) engine_rst_nq <= rst_ni & ~clear_i;

    logic [10:0] offset;
    logic write, read, known, waits, no_bank;
    logic [1:0] wait_q;
    logic [PROGRAM_BITS:0] length_q;
    logic [31:0] steps_q, decimation_q, crc_q, data, steps_done, stall_cycles, flag_step;
    logic [63:0] cycles;
    logic [SAMPLE_BITS:0] sample_words_q;
    logic [SAMPLE_BITS+LANE_BITS:0] level;
    logic [DATA_BITS-1:0] data_address_q;
    logic [2:0] passes_q;
    logic [7:0] pivot_limit_q;
    logic [4:0] flags, flags_q;
    logic valid_program, start;

    assign offset = {bus_address_i, 2'b00};
    assign no_bank = data_address_q[BANK_BITS+ADDRESS_BITS-1:ADDRESS_BITS]
                  >= BANK_BITS'(engine_pkg::UNITS);
    always_comb begin
        case (offset)
            PROG_LEN, N_STEPS, DECIM, N_SAMPLE, DATA_ADDR, DATA, PASSES, PIVOT_LIMIT: known = 1'b1;
            PROG_ADDR, PROG_DATA: known = bus_write_i;
            STEPS_DONE, FIFO_LEVEL, FIFO_POP, PROG_CRC, FLAG_STEP, STALL, CYCLES_LO, CYCLES_HI:
                known = ~bus_write_i;
            default: known = 1'b0;
        endcase
    end

    // A word of the register file is available two clocks after its address.
    assign waits = ~bus_write_i & offset == DATA & ~&wait_q;
    assign bus_ready_o = bus_valid_i & ~waits;
    assign bus_error_o = bus_ready_o & ~known;
    assign bus_ignored_o = bus_ready_o & bus_write_i & known & busy_o;
    assign write = bus_ready_o & bus_write_i & known & ~busy_o;
    assign read = bus_ready_o & ~bus_write_i;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) wait_q <= 2'd0;
        else wait_q <= bus_valid_i & waits ? wait_q + 2'd1 : 2'd0;
    end

    always_comb begin
        case (offset)
            PROG_LEN: bus_data_o = 32'(length_q);
            N_STEPS: bus_data_o = steps_q;
            DECIM: bus_data_o = decimation_q;
            N_SAMPLE: bus_data_o = 32'(sample_words_q);
            DATA_ADDR: bus_data_o = 32'(data_address_q);
            DATA: bus_data_o = no_bank ? 32'd0 : data;
            PASSES: bus_data_o = 32'(passes_q);
            PIVOT_LIMIT: bus_data_o = 32'(pivot_limit_q);
            STEPS_DONE: bus_data_o = steps_done;
            FIFO_LEVEL: bus_data_o = 32'(level);
            FIFO_POP: bus_data_o = samples_o ? sample_o : 32'd0;
            PROG_CRC: bus_data_o = ~crc_q;
            FLAG_STEP: bus_data_o = flag_step;
            STALL: bus_data_o = stall_cycles;
            CYCLES_LO: bus_data_o = cycles[31:0];
            CYCLES_HI: bus_data_o = cycles[63:32];
            default: bus_data_o = 32'd0;
        endcase
    end

    // CRC-32 of IEEE 802.3 over the parts of the program, lowest byte first.
    function automatic logic [31:0] crc(input logic [31:0] start_value, input logic [31:0] word);
        crc = start_value ^ word;
        for (int i = 0; i < 32; i++) crc = {1'b0, crc[31:1]} ^ (crc[0] ? 32'hEDB8_8320 : 32'd0);
    endfunction

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            length_q <= '0;
            steps_q <= 32'd0;
            decimation_q <= 32'd1;
            sample_words_q <= '0;
            data_address_q <= '0;
            passes_q <= 3'd1;
            crc_q <= '1;
            pivot_limit_q <= 8'd0;
            flags_q <= 5'd0;
        end else begin
            flags_q <= flags;
            if (write) begin
                case (offset)
                    PROG_ADDR: crc_q <= '1;
                    PROG_DATA: crc_q <= crc(crc_q, bus_data_i);
                    PROG_LEN: length_q <= bus_data_i[PROGRAM_BITS:0];
                    N_STEPS: steps_q <= bus_data_i;
                    DECIM: decimation_q <= bus_data_i;
                    N_SAMPLE: sample_words_q <= bus_data_i[SAMPLE_BITS:0];
                    DATA_ADDR: data_address_q <= bus_data_i[DATA_BITS-1:0];
                    PASSES: passes_q <= bus_data_i[2:0];
                    PIVOT_LIMIT: pivot_limit_q <= bus_data_i[7:0];
                    default: ;
                endcase
            end
            if ((write | read) & offset == DATA) data_address_q <= data_address_q + 1'b1;
        end
    end

    assign sample_taken_o = read & offset == FIFO_POP;
    assign valid_program = |length_q & length_q <= (PROGRAM_BITS+1)'(1 << PROGRAM_BITS)
                         & |passes_q & |decimation_q
                         & sample_words_q <= (SAMPLE_BITS+1)'(1 << SAMPLE_BITS);
    assign start = start_i & valid_program & ~busy_o;
    assign samples_half_o = level
        >= (SAMPLE_BITS+LANE_BITS+1)'(engine_pkg::LANES << (SAMPLE_BITS - 1));
    assign flags_o = {start_i & ~valid_program, flags & ~flags_q};

    engine batch (
        .clk_i, .rst_ni(engine_rst_nq),
        .program_restart_i(write & offset == PROG_ADDR),
        .program_address_i(bus_data_i[PROGRAM_BITS-1:0]),
        .program_valid_i(write & offset == PROG_DATA), .program_data_i(bus_data_i),
        .data_write_i(write & offset == DATA),
        .data_lane_i(LANE_BITS'(data_address_q >> LANE_BASE)),
        .data_bank_i(data_address_q[BANK_BITS+ADDRESS_BITS-1:ADDRESS_BITS]),
        .data_address_i(data_address_q[ADDRESS_BITS-1:0]), .data_i(bus_data_i), .data_o(data),
        .start_i(start), .abort_i, .steps_i(steps_q), .decimation_i(decimation_q),
        .length_i(length_q), .passes_i(passes_q), .samples_i(sample_words_q),
        .busy_o, .done_o, .stalled_o, .steps_done_o(steps_done), .cycles_o(cycles),
        .stall_cycles_o(stall_cycles), .flags_clear_i(start),
        .pivot_limit_i(pivot_limit_q), .flags_o(flags), .flag_step_o(flag_step),
        .phase_select_i(phase_i), .phase_cycles_o,
        .sample_pop_i(sample_taken_o | sample_pop_i), .sample_valid_o(samples_o), .sample_o,
        .sample_level_o(level));
endmodule
