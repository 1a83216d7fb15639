// SPDX-License-Identifier: Apache-2.0
// Counts the clocks of each phase since `clear_i`. A pass begins with phase 0; a marked word begins
// the next one. The counters share one memory and one adder, so that `cycles_o`, the count of phase
// `select_i`, is zero in every clock after one that counted.
module engine_phases (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,
    input  logic        count_i,  // a word is issued,
    input  logic        first_i,  // it is the first of a pass,
    input  logic        next_i,   // it is marked
    input  logic [4:0]  select_i,
    output logic [31:0] cycles_o  // modulo 2^32
);
    localparam int unsigned PHASE_BITS = engine_pkg::PHASE_BITS;

    (* ram_style = "distributed" *) logic [31:0] counts [2**PHASE_BITS];
    logic [2**PHASE_BITS-1:0] counted_q;  // all others are still zero
    logic [PHASE_BITS-1:0] phase_q, address;
    logic [31:0] count;
    logic count_q;

    assign address = count_q ? phase_q : select_i[PHASE_BITS-1:0];
    assign count = counted_q[address] ? counts[address] : 32'd0;
    assign cycles_o = count_q | (|select_i[4:PHASE_BITS]) ? 32'd0 : count;

    always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
            counted_q <= '0;
            phase_q <= '0;
            count_q <= 1'b0;
        end else begin
            count_q <= count_i;
            if (count_i) phase_q <= first_i ? '0 : phase_q + {{PHASE_BITS-1{1'b0}}, next_i};
            if (clear_i) counted_q <= '0;
            else if (count_q) counted_q[phase_q] <= 1'b1;
        end
    end
    always_ff @(posedge clk_i) if (count_q) counts[phase_q] <= count + 32'd1;
endmodule
