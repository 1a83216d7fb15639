// SPDX-License-Identifier: Apache-2.0
// Unit for reciprocals and rounding. Its result is available for one clock, RCP_LATENCY or
// RINT_LATENCY after `valid_i`; the program ensures that two results never coincide.
module engine_special (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                valid_i,
    input  logic                                round_i,
    input  logic                                write_i,
    input  logic [engine_pkg::ADDRESS_BITS-1:0] address_i,
    input  logic [31:0]                         a_i,
    output logic                                rounded_o,  // the result is a rounded number
    output logic                                write_o,
    output logic [engine_pkg::ADDRESS_BITS-1:0] address_o,
    output logic [31:0]                         y_o
);
    localparam int unsigned ADDRESS_BITS = engine_pkg::ADDRESS_BITS;

    logic [31:0] reciprocal, rounded;
    fp32_rcp rcp (.clk_i, .rst_ni, .start_i(valid_i & ~round_i), .a_i, .y_o(reciprocal));
    fp32_rint rint (.clk_i, .a_i, .y_o(rounded));


    logic slow_valid, quick_valid, slow_write, quick_write;
    logic [ADDRESS_BITS-1:0] slow_address, quick_address;

    engine_delay #(.WIDTH(ADDRESS_BITS + 2), .CLOCKS(fp32_pkg::RCP_LATENCY)) slow (
        .clk_i, .rst_ni, .d_i({valid_i & ~round_i, write_i, address_i}),
        .q_o({slow_valid, slow_write, slow_address}));
    engine_delay #(.WIDTH(ADDRESS_BITS + 2), .CLOCKS(fp32_pkg::RINT_LATENCY)) quick (
        .clk_i, .rst_ni, .d_i({valid_i & round_i, write_i, address_i}),
        .q_o({quick_valid, quick_write, quick_address}));

    assign rounded_o = quick_valid;
    assign y_o = quick_valid ? rounded : reciprocal;
    assign address_o = quick_valid ? quick_address : slow_address;
    assign write_o = quick_valid ? quick_write : slow_valid & slow_write;
endmodule
