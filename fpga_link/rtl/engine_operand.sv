// SPDX-License-Identifier: Apache-2.0
// One operand of a unit: a copy of every bank, and the selection between their words and the units'
// outputs. The operand is valid two clocks after select and address; a unit's output is captured
// one clock after them.
module engine_operand (
    input  logic                                                  clk_i,
    input  logic [engine_pkg::SELECT_BITS-1:0]                    select_i,
    input  logic [engine_pkg::ADDRESS_BITS-1:0]                   address_i,
    input  logic                                                  negate_i,
    input  logic [engine_pkg::UNITS-1:0]                          write_i,
    input  logic [engine_pkg::UNITS*engine_pkg::ADDRESS_BITS-1:0] write_address_i,
    input  logic [engine_pkg::UNITS*32-1:0]                       write_data_i,
    input  logic [engine_pkg::UNITS*32-1:0]                       result_i,
    output logic [31:0]                                           operand_o
);
    localparam int unsigned UNITS = engine_pkg::UNITS;
    localparam int unsigned ADDRESS_BITS = engine_pkg::ADDRESS_BITS;
    localparam int unsigned SELECT_BITS = engine_pkg::SELECT_BITS;

    logic [UNITS*32-1:0] read;
    for (genvar bank = 0; bank < UNITS; bank++) begin : gen_banks
        ram_1r1w #(.WIDTH(32), .ADDRESS_BITS(ADDRESS_BITS)) copy (
            .clk_i, .write_i(write_i[bank]),
            .write_address_i(write_address_i[bank*ADDRESS_BITS +: ADDRESS_BITS]),
            .write_data_i(write_data_i[bank*32 +: 32]), .read_address_i(address_i),
            .read_data_o(read[bank*32 +: 32]));
    end

    logic [SELECT_BITS-1:0] select_q;
    logic negate_q;
    logic [2**SELECT_BITS*32-1:0] choices;

    // The two choices beyond the units' outputs are never selected.
    assign choices = {result_i[63:0], result_i, read};

    always_ff @(posedge clk_i) begin
        select_q <= select_i;
        negate_q <= negate_i;
        operand_o <= choices[{select_q, 5'd0} +: 32] ^ {negate_q, 31'd0};
    end
endmodule
