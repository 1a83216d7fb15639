// SPDX-License-Identifier: Apache-2.0
// Program store. Collects parts of 32 bits; the last one writes the word. The word of `address_i`
// is available after one clock.
module engine_program (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                restart_i,
    input  logic [engine_pkg::PROGRAM_BITS-1:0] restart_address_i,
    input  logic                                valid_i,
    input  logic [31:0]                         data_i,
    input  logic [engine_pkg::PROGRAM_BITS-1:0] address_i,
    output logic [engine_pkg::WORD_BITS-1:0]    word_o
);
    localparam int unsigned PROGRAM_BITS = engine_pkg::PROGRAM_BITS;
    localparam int unsigned WORD_BITS = engine_pkg::WORD_BITS;
    localparam int unsigned WORD_PARTS = engine_pkg::WORD_PARTS;

    localparam int unsigned PART_BITS = $clog2(WORD_PARTS);
    logic [(WORD_PARTS-1)*32-1:0] parts_q;
    logic [PART_BITS-1:0] part_q;
    logic [PROGRAM_BITS-1:0] write_address_q;
    logic complete;
    assign complete = valid_i && part_q == PART_BITS'(WORD_PARTS - 1);

    always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
            part_q <= '0;
            write_address_q <= '0;
        end else if (restart_i) begin
            part_q <= '0;
            write_address_q <= restart_address_i;
        end else if (valid_i) begin
            part_q <= part_q + 1'b1;
            if (complete) write_address_q <= write_address_q + 1'b1;
        end
    end
    always_ff @(posedge clk_i)
        if (valid_i) parts_q <= {data_i, parts_q[(WORD_PARTS-1)*32-1:32]};

    // The highest bits of the last part are unused.
    logic unused;
    assign unused = &{1'b0, data_i[31:WORD_BITS-(WORD_PARTS-1)*32]};

    ram_1r1w #(.WIDTH(WORD_BITS), .ADDRESS_BITS(PROGRAM_BITS)) ram (
        .clk_i, .write_i(complete), .write_address_i(write_address_q),
        .write_data_i({data_i[WORD_BITS-(WORD_PARTS-1)*32-1:0], parts_q}),
        .read_address_i(address_i), .read_data_o(word_o));
endmodule
