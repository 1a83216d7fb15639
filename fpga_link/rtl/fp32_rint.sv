// SPDX-License-Identifier: Apache-2.0
// Nearest integer of a binary32 number with FRACTION bits, ties to even; zeros keep their sign and infinity is
// unchanged. Latency RINT_LATENCY = 1, one result per clock.
module fp32_rint (
    input  logic        clk_i,
    // The lower places of a shorter fraction are not used.
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic [31:0] a_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [31:0] y_o
);
    logic [31:0] kept;
    assign kept = a_i & fp32_pkg::KEPT;

    // below[i]: place i of the fraction is below the units place, for |a| >= 1.
    logic [22:0] below;
    logic odd, is_small, is_integer;
    logic [30:0] rounded;
    logic [31:0] y_d;

    assign is_small = kept[30:23] < 8'd127;
    assign is_integer = kept[30:23] >= 8'd150;

    always_comb begin
        for (int i = 0; i < 23; i++) below[i] = kept[30:23] < 8'(150 - i);
        // The units place is the lowest one that is not below; for [1, 2) it is the hidden one.
        odd = below[22];
        for (int i = 0; i < 23; i++)
            if (~below[i] & (i == 0 ? 1'b1 : below[i-1])) odd = kept[i];
    end

    // Almost half a unit, and a little more for odd integers; a carry increases the exponent.
    assign rounded = kept[30:0] + {9'd0, below[22:1]} + {30'd0, odd};

    always_comb begin
        if (&kept[30:23] & |kept[22:0]) y_d = fp32_pkg::NAN;
        else if (is_integer) y_d = kept;
        else if (is_small) y_d = {kept[31], 1'b0, {7{kept[30:23] == 8'd126 & |kept[22:0]}}, 23'd0};
        else y_d = {kept[31], rounded[30:23], rounded[22:0] & ~below};
    end

    always_ff @(posedge clk_i) y_o <= y_d;
endmodule
