// SPDX-License-Identifier: Apache-2.0
// Block RAM with one write and one read port. A word is available one clock after its address;
// reading while the same word is written gives the old one.
module ram_1r1w #(
    parameter int unsigned WIDTH = 32,
    parameter int unsigned ADDRESS_BITS = 9
) (
    input  logic                    clk_i,
    input  logic                    write_i,
    input  logic [ADDRESS_BITS-1:0] write_address_i,
    input  logic [WIDTH-1:0]        write_data_i,
    input  logic [ADDRESS_BITS-1:0] read_address_i,
    output logic [WIDTH-1:0]        read_data_o
);
    (* ram_style = "block" *) logic [WIDTH-1:0] words [2**ADDRESS_BITS];

    always_ff @(posedge clk_i) begin
        if (write_i) words[write_address_i] <= write_data_i;
        read_data_o <= words[read_address_i];
    end
endmodule
