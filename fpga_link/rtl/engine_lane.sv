// SPDX-License-Identifier: Apache-2.0
// A register file with its units: what one operation of the program does with the numbers of one
// trajectory, or of several in one program. Operations are the same in all lanes of an engine.
//
// Operands are valid two clocks after select and address; write_i, destination_i and emit_i belong
// to the result of their unit in the same clock, special_* to the operand of the last unit.
module engine_lane (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                busy_i,  // otherwise data_* reach the register file

    input  logic [engine_pkg::PORTS*engine_pkg::SELECT_BITS-1:0]      select_i,
    input  logic [engine_pkg::PORTS*engine_pkg::ADDRESS_BITS-1:0]     address_i,
    input  logic [engine_pkg::PORTS-1:0]                              negate_i,
    input  logic [engine_pkg::UNITS-2:0]                              write_i,
    input  logic [(engine_pkg::UNITS-1)*engine_pkg::ADDRESS_BITS-1:0] destination_i,
    input  logic [engine_pkg::ADDERS-1:0]                             emit_i,
    input  logic                                special_valid_i,
    input  logic                                special_round_i,
    input  logic                                special_write_i,
    input  logic [engine_pkg::ADDRESS_BITS-1:0] special_address_i,

    input  logic                                data_write_i,
    input  logic [engine_pkg::BANK_BITS-1:0]    data_bank_i,
    input  logic [engine_pkg::ADDRESS_BITS-1:0] data_address_i,
    input  logic [31:0]                         data_i,
    output logic [31:0]                         data_o,

    input  logic                                flags_clear_i,
    input  logic [7:0]                          pivot_limit_i,
    input  logic [31:0]                         steps_done_i,
    output logic [4:0]                          flags_o,
    output logic [31:0]                         flag_step_o,

    input  logic                                sample_pop_i,
    output logic                                sample_valid_o,
    output logic [31:0]                         sample_o,
    output logic [engine_pkg::SAMPLE_BITS:0]    sample_level_o
);
    localparam int unsigned ADDERS = engine_pkg::ADDERS;
    localparam int unsigned MULTIPLIERS = engine_pkg::MULTIPLIERS;
    localparam int unsigned UNITS = engine_pkg::UNITS;
    localparam int unsigned SPECIAL = engine_pkg::SPECIAL;
    localparam int unsigned PORTS = engine_pkg::PORTS;
    localparam int unsigned ADDRESS_BITS = engine_pkg::ADDRESS_BITS;
    localparam int unsigned SELECT_BITS = engine_pkg::SELECT_BITS;
    localparam int unsigned BANK_BITS = engine_pkg::BANK_BITS;

    // Register file: every operand has copies of all banks; every unit writes one bank.
    logic [PORTS*32-1:0] operand;
    logic [UNITS-1:0] write, bank_write;
    logic [UNITS*ADDRESS_BITS-1:0] destination, bank_address;
    logic [UNITS*32-1:0] result, bank_data;

    for (genvar port = 0; port < PORTS; port++) begin : gen_operands
        engine_operand operands (
            .clk_i, .select_i(select_i[port*SELECT_BITS +: SELECT_BITS]),
            .address_i(address_i[port*ADDRESS_BITS +: ADDRESS_BITS]), .negate_i(negate_i[port]),
            .write_i(bank_write), .write_address_i(bank_address), .write_data_i(bank_data),
            .result_i(result), .operand_o(operand[port*32 +: 32]));
    end
    for (genvar bank = 0; bank < UNITS; bank++) begin : gen_banks
        assign bank_write[bank] = busy_i ? write[bank]
                                         : data_write_i & data_bank_i == BANK_BITS'(bank);
        assign bank_address[bank*ADDRESS_BITS +: ADDRESS_BITS] =
            busy_i ? destination[bank*ADDRESS_BITS +: ADDRESS_BITS] : data_address_i;
        assign bank_data[bank*32 +: 32] = busy_i ? result[bank*32 +: 32] : data_i & fp32_pkg::KEPT;
    end
    assign data_o = operand[31:0];

    // Units.
    assign write[SPECIAL-1:0] = write_i;
    assign destination[SPECIAL*ADDRESS_BITS-1:0] = destination_i;
    for (genvar i = 0; i < ADDERS; i++) begin : gen_adders
        fp32_add adder (.clk_i, .a_i(operand[2*i*32 +: 32]), .b_i(operand[(2*i+1)*32 +: 32]),
                        .y_o(result[i*32 +: 32]));
    end
    for (genvar i = 0; i < MULTIPLIERS; i++) begin : gen_multipliers
        localparam int unsigned UNIT = ADDERS + i;
        fp32_mul multiplier (.clk_i, .a_i(operand[2*UNIT*32 +: 32]),
                             .b_i(operand[(2*UNIT+1)*32 +: 32]), .y_o(result[UNIT*32 +: 32]));
    end
    logic rounded;
    engine_special special_unit (
        .clk_i, .rst_ni, .valid_i(special_valid_i), .round_i(special_round_i),
        .write_i(special_write_i), .address_i(special_address_i),
        .a_i(operand[(PORTS-1)*32 +: 32]), .rounded_o(rounded), .write_o(write[SPECIAL]),
        .address_o(destination[SPECIAL*ADDRESS_BITS +: ADDRESS_BITS]),
        .y_o(result[SPECIAL*32 +: 32]));

    // The program emits at most one sample per clock.
    logic [31:0] sample;
    logic sample_lost;
    always_comb begin
        sample = '0;
        for (int i = 0; i < ADDERS; i++) sample |= result[i*32 +: 32] & {32{emit_i[i]}};
    end
    engine_samples samples (
        .clk_i, .rst_ni, .push_i(|emit_i), .data_i(sample), .pop_i(sample_pop_i),
        .lost_o(sample_lost), .valid_o(sample_valid_o), .data_o(sample_o),
        .level_o(sample_level_o));

    engine_flags flags (
        .clk_i, .rst_ni, .clear_i(flags_clear_i), .rounded_i(rounded), .write_i(write),
        .result_i(result), .pivot_i(special_valid_i & ~special_round_i),
        .turns_i(special_valid_i & special_round_i),
        .magnitude_i(operand[(PORTS-1)*32 +: 31]), .pivot_limit_i,
        .sample_lost_i(sample_lost | (|(emit_i & (emit_i - 1'b1)))), .steps_done_i,
        .flags_o, .flag_step_o);
endmodule
