// SPDX-License-Identifier: Apache-2.0
// FIFO of samples in block RAM. `data_o` is the oldest word while `valid_o`; `pop_i` removes it. A
// word pushed into a full FIFO is lost.
module engine_samples (
    input  logic                             clk_i,
    input  logic                             rst_ni,
    input  logic                             push_i,
    input  logic [31:0]                      data_i,
    input  logic                             pop_i,
    output logic                             lost_o,
    output logic                             valid_o,
    output logic [31:0]                      data_o,
    output logic [engine_pkg::SAMPLE_BITS:0] level_o
);
    localparam int unsigned SAMPLE_BITS = engine_pkg::SAMPLE_BITS;

    logic [SAMPLE_BITS:0] write_q, read_q, read_d;
    logic push;

    assign push = push_i & ~level_o[SAMPLE_BITS];
    assign lost_o = push_i & level_o[SAMPLE_BITS];
    assign level_o = write_q - read_q;
    assign read_d = read_q + {{SAMPLE_BITS{1'b0}}, pop_i & valid_o};

    ram_1r1w #(.WIDTH(32), .ADDRESS_BITS(SAMPLE_BITS)) ram (
        .clk_i, .write_i(push), .write_address_i(write_q[SAMPLE_BITS-1:0]),
        .write_data_i(data_i), .read_address_i(read_d[SAMPLE_BITS-1:0]), .read_data_o(data_o));

    always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
            write_q <= '0;
            read_q <= '0;
            valid_o <= 1'b0;
        end else begin
            write_q <= write_q + {{SAMPLE_BITS{1'b0}}, push};
            read_q <= read_d;
            // A word written in this clock can be read in the next one.
            valid_o <= read_d != write_q;
        end
    end
endmodule
