// SPDX-License-Identifier: Apache-2.0
// Batch engine: runs a statically scheduled program (fpga_link/compiler) that makes whole time
// steps, in every lane on its own register file. Numbers are binary32; one program word is issued per clock. There are no interlocks: the
// compiler is responsible for operands and timing.
//
// Port, all synchronous to clk_i; rst_ni, too, keeps the block RAMs' contents:
//   program_*  `program_restart_i` sets the word to which the following parts belong; every
//              `program_valid_i` writes 32 bits, lowest first. After WORD_PARTS of them, the
//              next word follows. Only while idle.
//   data_*     register file of a lane, {bank, address}: written immediately, read at data_o two
//              clocks after the address. Only while idle.
//   start_i    begins a batch of steps_i steps (0: nothing happens) of passes_i passes of length_i
//              words; every decimation_i-th step (1 or more) sends samples_i words (at most
//              2**SAMPLE_BITS) of every lane to its FIFO. All of these must stay unchanged until done_o.
//   abort_i    ends the batch after the running step.
//   flags_o    of any lane, sticky until flags_clear_i: a result written to the banks was NaN (bit 0) or
//              infinite (1); a pivot
//              had an exponent of pivot_limit_i or less (2); an angle went beyond 2^12 turns (3); a
//              sample was lost (4).
//   phase_*    clocks of phase phase_select_i in the batch, see engine_phases.
//   sample_*   samples in the order of the program, each of all lanes in turn; at most one pop per
//              clock. The level is that of all FIFOs.
module engine (
    input  logic                                clk_i,
    input  logic                                rst_ni,

    input  logic                                program_restart_i,
    input  logic [engine_pkg::PROGRAM_BITS-1:0] program_address_i,
    input  logic                                program_valid_i,
    input  logic [31:0]                         program_data_i,

    input  logic                                data_write_i,
    input  logic [engine_pkg::LANE_BITS-1:0]    data_lane_i,
    input  logic [engine_pkg::BANK_BITS-1:0]    data_bank_i,
    input  logic [engine_pkg::ADDRESS_BITS-1:0] data_address_i,
    input  logic [31:0]                         data_i,
    output logic [31:0]                         data_o,

    input  logic                                start_i,
    input  logic                                abort_i,
    input  logic [31:0]                         steps_i,
    input  logic [31:0]                         decimation_i,
    input  logic [engine_pkg::PROGRAM_BITS:0]   length_i,
    input  logic [2:0]                          passes_i,
    input  logic [engine_pkg::SAMPLE_BITS:0]    samples_i,
    output logic                                busy_o,
    output logic                                done_o,
    output logic                                stalled_o,
    output logic [31:0]                         steps_done_o,
    output logic [63:0]                         cycles_o,
    output logic [31:0]                         stall_cycles_o,

    input  logic                                flags_clear_i,
    input  logic [7:0]                          pivot_limit_i,
    output logic [4:0]                          flags_o,
    output logic [31:0]                         flag_step_o,

    input  logic [4:0]                          phase_select_i,
    output logic [31:0]                         phase_cycles_o,

    input  logic                                sample_pop_i,
    output logic                                sample_valid_o,
    output logic [31:0]                         sample_o,
    output logic [engine_pkg::SAMPLE_BITS+engine_pkg::LANE_BITS:0] sample_level_o
);
    localparam int unsigned ADDERS = engine_pkg::ADDERS;
    localparam int unsigned MULTIPLIERS = engine_pkg::MULTIPLIERS;
    localparam int unsigned UNITS = engine_pkg::UNITS;
    localparam int unsigned PORTS = engine_pkg::PORTS;
    localparam int unsigned ADDRESS_BITS = engine_pkg::ADDRESS_BITS;
    localparam int unsigned SELECT_BITS = engine_pkg::SELECT_BITS;
    localparam int unsigned LANES = engine_pkg::LANES;
    localparam int unsigned LANE_BITS = engine_pkg::LANE_BITS;
    localparam int unsigned SAMPLE_BITS = engine_pkg::SAMPLE_BITS;
    localparam int unsigned PROGRAM_BITS = engine_pkg::PROGRAM_BITS;
    localparam int unsigned SOURCE_BITS = engine_pkg::SOURCE_BITS;
    localparam int unsigned ADD_BITS = engine_pkg::ADD_BITS;
    localparam int unsigned MUL_BITS = engine_pkg::MUL_BITS;
    localparam int unsigned SPECIAL_BITS = engine_pkg::SPECIAL_BITS;
    localparam int unsigned MUL_BASE = engine_pkg::MUL_BASE;
    localparam int unsigned SPECIAL_BASE = engine_pkg::SPECIAL_BASE;
    localparam int unsigned WORD_BITS = engine_pkg::WORD_BITS;

    // Program store and the word being issued.
    logic last_pop;  // of a sample in all lanes
    logic issue, first, sampled, issue_q, first_q, sampled_q, issued_q, starting_q, emitting_q;
    logic [PROGRAM_BITS-1:0] address;
    logic [WORD_BITS-1:0] fetched, word_q;

    engine_sequencer sequencer (
        .clk_i, .rst_ni, .start_i, .abort_i, .steps_i, .decimation_i, .length_i, .passes_i,
        .samples_i, .sample_pop_i(last_pop), .issue_o(issue),
        .address_o(address), .first_o(first), .sampled_o(sampled), .busy_o, .done_o, .stalled_o,
        .steps_done_o, .cycles_o, .stall_cycles_o);

    engine_program store (
        .clk_i, .rst_ni, .restart_i(program_restart_i), .restart_address_i(program_address_i),
        .valid_i(program_valid_i & ~busy_o), .data_i(program_data_i), .address_i(address),
        .word_o(fetched));

    always_ff @(posedge clk_i) begin
        if (!rst_ni) {issue_q, first_q, sampled_q, issued_q, starting_q, emitting_q} <= '0;
        else begin
            {issue_q, first_q, sampled_q} <= {issue, first, sampled};
            {issued_q, starting_q, emitting_q} <= {issue_q, first_q, issue_q & sampled_q};
        end
    end
    always_ff @(posedge clk_i) word_q <= fetched;

    engine_phases phases (
        .clk_i, .rst_ni, .clear_i(start_i & ~busy_o), .count_i(issued_q), .first_i(starting_q),
        .next_i(word_q[engine_pkg::PHASE_BASE]), .select_i(phase_select_i),
        .cycles_o(phase_cycles_o));

    // The operation of every unit, the same in all lanes. While idle, the first operand reads for
    // data_o.
    logic [PORTS*SELECT_BITS-1:0] select;
    logic [PORTS*ADDRESS_BITS-1:0] source;
    logic [PORTS-1:0] negate;
    logic [UNITS-2:0] write;
    logic [(UNITS-1)*ADDRESS_BITS-1:0] destination;
    logic [ADDERS-1:0] emit;

    for (genvar i = 0; i < ADDERS; i++) begin : gen_adders
        logic [ADD_BITS-1:0] slot;
        assign slot = word_q[i*ADD_BITS +: ADD_BITS];
        assign select[2*i*SELECT_BITS +: SELECT_BITS] =
            i == 0 && !busy_o ? SELECT_BITS'(data_bank_i) : slot[0 +: SELECT_BITS];
        assign source[2*i*ADDRESS_BITS +: ADDRESS_BITS] =
            i == 0 && !busy_o ? data_address_i : slot[SELECT_BITS +: ADDRESS_BITS];
        assign negate[2*i] = slot[SOURCE_BITS] & busy_o;
        assign select[(2*i+1)*SELECT_BITS +: SELECT_BITS] = slot[SOURCE_BITS+1 +: SELECT_BITS];
        assign source[(2*i+1)*ADDRESS_BITS +: ADDRESS_BITS] =
            slot[SOURCE_BITS+1+SELECT_BITS +: ADDRESS_BITS];
        assign negate[2*i+1] = slot[2*SOURCE_BITS+1];
        engine_delay #(.WIDTH(ADDRESS_BITS + 2), .CLOCKS(fp32_pkg::ADD_LATENCY + 2)) control (
            .clk_i, .rst_ni,
            .d_i({slot[ADD_BITS-1] & emitting_q, slot[ADD_BITS-2] & issued_q,
                  slot[2*SOURCE_BITS+2 +: ADDRESS_BITS]}),
            .q_o({emit[i], write[i], destination[i*ADDRESS_BITS +: ADDRESS_BITS]}));
    end
    for (genvar i = 0; i < MULTIPLIERS; i++) begin : gen_multipliers
        localparam int unsigned UNIT = ADDERS + i;
        logic [MUL_BITS-1:0] slot;
        assign slot = word_q[MUL_BASE + i*MUL_BITS +: MUL_BITS];
        for (genvar j = 0; j < 2; j++) begin : gen_sources
            localparam int unsigned PORT = 2 * UNIT + j;
            assign select[PORT*SELECT_BITS +: SELECT_BITS] = slot[j*SOURCE_BITS +: SELECT_BITS];
            assign source[PORT*ADDRESS_BITS +: ADDRESS_BITS] =
                slot[j*SOURCE_BITS+SELECT_BITS +: ADDRESS_BITS];
            assign negate[PORT] = 1'b0;
        end
        engine_delay #(.WIDTH(ADDRESS_BITS + 1), .CLOCKS(fp32_pkg::MUL_LATENCY + 2)) control (
            .clk_i, .rst_ni,
            .d_i({slot[MUL_BITS-1] & issued_q, slot[2*SOURCE_BITS +: ADDRESS_BITS]}),
            .q_o({write[UNIT], destination[UNIT*ADDRESS_BITS +: ADDRESS_BITS]}));
    end

    logic [SPECIAL_BITS-1:0] special;
    logic special_round, special_valid, special_write;
    logic [ADDRESS_BITS-1:0] special_address;
    assign special = word_q[SPECIAL_BASE +: SPECIAL_BITS];
    assign select[(PORTS-1)*SELECT_BITS +: SELECT_BITS] = special[0 +: SELECT_BITS];
    assign source[(PORTS-1)*ADDRESS_BITS +: ADDRESS_BITS] = special[SELECT_BITS +: ADDRESS_BITS];
    assign negate[PORTS-1] = 1'b0;
    engine_delay #(.WIDTH(ADDRESS_BITS + 3), .CLOCKS(2)) special_control (
        .clk_i, .rst_ni,
        .d_i({special[SPECIAL_BITS-1], special[SPECIAL_BITS-2] & issued_q,
              special[SPECIAL_BITS-3], special[SOURCE_BITS +: ADDRESS_BITS]}),
        .q_o({special_round, special_valid, special_write, special_address}));

    // Lanes.
    logic [LANES*32-1:0] data, oldest, sample, flag_step;
    logic [LANES*5-1:0] flags;
    logic [LANES*(SAMPLE_BITS+1)-1:0] level;
    logic [LANES-1:0] waiting, sample_valid, pop;
    logic [LANE_BITS-1:0] popped_q;  // the lane of the next sample
    logic [SAMPLE_BITS+LANE_BITS:0] levels;

    for (genvar lane = 0; lane < LANES; lane++) begin : gen_lanes
        engine_lane numbers (
            .clk_i, .rst_ni, .busy_i(busy_o), .select_i(select), .address_i(source),
            .negate_i(negate), .write_i(write), .destination_i(destination), .emit_i(emit),
            .special_valid_i(special_valid), .special_round_i(special_round),
            .special_write_i(special_write), .special_address_i(special_address),
            .data_write_i(data_write_i & data_lane_i == LANE_BITS'(lane)), .data_bank_i,
            .data_address_i, .data_i, .data_o(data[lane*32 +: 32]),
            .flags_clear_i, .pivot_limit_i, .steps_done_i(steps_done_o),
            .flags_o(flags[lane*5 +: 5]), .flag_step_o(flag_step[lane*32 +: 32]),
            .sample_pop_i(pop[lane]),
            .sample_valid_o(waiting[lane]), .sample_o(oldest[lane*32 +: 32]),
            .sample_level_o(level[lane*(SAMPLE_BITS+1) +: SAMPLE_BITS+1]));
    end

    // The oldest samples of the lanes, with several lanes a clock later: a lane is popped in every
    // second clock at most, and the choice between them takes its time, too.
    for (genvar lane = 0; lane < LANES; lane++) begin : gen_pops
        assign pop[lane] = sample_pop_i & sample_valid[lane] & popped_q == LANE_BITS'(lane);
    end
    if (LANES == 1) begin : gen_oldest_of_one
        assign sample = oldest;
        assign sample_valid = waiting;
    end else begin : gen_oldest_of_several
        always_ff @(posedge clk_i) begin
            sample <= oldest;
            sample_valid <= rst_ni ? waiting & ~pop : '0;
        end
    end

    always_comb begin
        data_o = '0;
        sample_o = '0;
        sample_valid_o = 1'b0;
        levels = '0;
        flags_o = '0;
        for (int lane = 0; lane < LANES; lane++) begin
            data_o |= data[lane*32 +: 32] & {32{data_lane_i == LANE_BITS'(lane)}};
            sample_o |= sample[lane*32 +: 32] & {32{popped_q == LANE_BITS'(lane)}};
            sample_valid_o |= sample_valid[lane] & popped_q == LANE_BITS'(lane);
            levels += (SAMPLE_BITS+LANE_BITS+1)'(level[lane*(SAMPLE_BITS+1) +: SAMPLE_BITS+1]);
            flags_o |= flags[lane*5 +: 5];
        end
    end

    // The sum of the levels, with several lanes a clock later. The earliest step of the lanes that
    // have a flag; with several lanes, one is looked at in a clock.
    if (LANES == 1) begin : gen_one_lane
        assign sample_level_o = levels;
        assign flag_step_o = flag_step;
    end else begin : gen_several_lanes
        always_ff @(posedge clk_i) sample_level_o <= rst_ni ? levels : '0;
        logic [LANE_BITS-1:0] looked_q;
        logic [LANES-1:0] raised_q;  // the step of a flag follows it by a clock
        logic [31:0] step;
        logic raised, noted_q;
        always_comb begin
            step = '0;
            raised = 1'b0;
            for (int lane = 0; lane < LANES; lane++) begin
                step |= flag_step[lane*32 +: 32] & {32{looked_q == LANE_BITS'(lane)}};
                raised |= raised_q[lane] & looked_q == LANE_BITS'(lane);
            end
        end
        always_ff @(posedge clk_i) begin
            if (!rst_ni) begin
                looked_q <= '0;
                raised_q <= '0;
                noted_q <= 1'b0;
                flag_step_o <= '0;
            end else begin
                for (int lane = 0; lane < LANES; lane++)
                    raised_q[lane] <= |flags[lane*5 +: 5] & ~flags_clear_i;
                looked_q <= looked_q == LANE_BITS'(LANES - 1) ? '0 : looked_q + 1'b1;
                if (flags_clear_i) begin
                    noted_q <= 1'b0;
                    flag_step_o <= '0;
                end else if (raised & (~noted_q | step < flag_step_o)) begin
                    noted_q <= 1'b1;
                    flag_step_o <= step;
                end
            end
        end
    end

    assign last_pop = sample_pop_i & sample_valid_o & popped_q == LANE_BITS'(LANES - 1);
    always_ff @(posedge clk_i) begin
        if (!rst_ni) popped_q <= '0;
        else if (sample_pop_i & sample_valid_o) popped_q <= last_pop ? '0 : popped_q + 1'b1;
    end
endmodule
