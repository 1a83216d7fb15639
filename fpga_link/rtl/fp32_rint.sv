// SPDX-License-Identifier: Apache-2.0
// Nearest integer of a binary32 number, ties to even; zeros keep their sign and infinity is
// unchanged. Latency RINT_LATENCY = 1, one result per clock.
module fp32_rint (
    input  logic        clk_i,
    input  logic [31:0] a_i,
    output logic [31:0] y_o
);
    // below[i]: place i of the fraction is below the units place, for |a| >= 1.
    logic [22:0] below;
    logic odd, is_small, is_integer;
    logic [30:0] rounded;
    logic [31:0] y_d;

    assign is_small = a_i[30:23] < 8'd127;
    assign is_integer = a_i[30:23] >= 8'd150;

    always_comb begin
        for (int i = 0; i < 23; i++) below[i] = a_i[30:23] < 8'(150 - i);
        // The units place is the lowest one that is not below; for [1, 2) it is the hidden one.
        odd = below[22];
        for (int i = 0; i < 23; i++)
            if (~below[i] & (i == 0 ? 1'b1 : below[i-1])) odd = a_i[i];
    end

    // Almost half a unit, and a little more for odd integers; a carry increases the exponent.
    assign rounded = a_i[30:0] + {9'd0, below[22:1]} + {30'd0, odd};

    always_comb begin
        if (&a_i[30:23] & |a_i[22:0]) y_d = fp32_pkg::NAN;
        else if (is_integer) y_d = a_i;
        else if (is_small) y_d = {a_i[31], 1'b0, {7{a_i[30:23] == 8'd126 & |a_i[22:0]}}, 23'd0};
        else y_d = {a_i[31], rounded[30:23], rounded[22:0] & ~below};
    end

    always_ff @(posedge clk_i) y_o <= y_d;
endmodule
