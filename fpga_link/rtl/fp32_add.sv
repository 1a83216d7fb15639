// SPDX-License-Identifier: Apache-2.0
// Sum of two binary32 numbers, rounded to FRACTION bits, to nearest even; subnormal numbers count as
// zero. Latency ADD_LATENCY = 3, one sum per clock.
module fp32_add (
    input  logic        clk_i,
    // The lower places of a shorter fraction are not used.
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [31:0] y_o
);
    localparam int unsigned FRACTION = fp32_pkg::FRACTION;
    localparam int unsigned LOWEST = 23 - FRACTION;  // the lowest place of a fraction
    localparam int unsigned TOP = FRACTION + 4;      // the highest bit of a sum with three more places

    // Stage 1: order by magnitude, compute the distance of the exponents.
    logic swap, subtract, a_special, b_special, nan_d, special_d;
    logic [7:0] distance, big_exponent_d;
    logic [FRACTION:0] big_d, small_d;
    logic big_sign_d;

    assign swap = b_i[30:LOWEST] > a_i[30:LOWEST];
    assign subtract = a_i[31] ^ b_i[31];
    assign a_special = &a_i[30:23];
    assign b_special = &b_i[30:23];
    assign special_d = a_special | b_special;
    assign nan_d = (a_special & |a_i[22:LOWEST]) | (b_special & |b_i[22:LOWEST])
                 | (a_special & b_special & subtract);
    assign distance = swap ? b_i[30:23] - a_i[30:23] : a_i[30:23] - b_i[30:23];
    assign big_exponent_d = swap ? b_i[30:23] : a_i[30:23];
    assign big_sign_d = swap ? b_i[31] : a_i[31];
    assign big_d = {|big_exponent_d, swap ? b_i[22:LOWEST] : a_i[22:LOWEST]};
    assign small_d = swap ? {|a_i[30:23], a_i[22:LOWEST]} : {|b_i[30:23], b_i[22:LOWEST]};

    logic subtract_q, nan_q, special_q, big_sign_q, small_is_zero_q, far_q;
    logic [4:0] distance_q;
    logic [7:0] big_exponent_q;
    logic [FRACTION:0] big_q, small_q;

    always_ff @(posedge clk_i) begin
        subtract_q <= subtract;
        nan_q <= nan_d;
        special_q <= special_d;
        big_sign_q <= big_sign_d;
        small_is_zero_q <= ~small_d[FRACTION];
        far_q <= |distance[7:5];
        distance_q <= distance[4:0];
        big_exponent_q <= big_exponent_d;
        big_q <= big_d;
        small_q <= small_d;
    end

    // Stage 2: align with guard, round and sticky places, add.
    logic [TOP-1:0] aligned, kept;
    logic [FRACTION:0] lost;
    logic sticky;
    logic [TOP:0] sum_d;

    assign kept = {small_q, 3'b0} >> distance_q;
    // The lowest `distance - 3` places of the smaller number are lost.
    assign lost = small_q & ~({(FRACTION+1){1'b1}} << (distance_q < 5'd3 ? 5'd0 : distance_q - 5'd3));
    assign sticky = far_q | |lost;
    assign aligned = small_is_zero_q ? '0 : far_q ? TOP'(1) : {kept[TOP-1:1], kept[0] | sticky};
    assign sum_d = subtract_q ? {1'b0, big_q, 3'b0} - {1'b0, aligned}
                              : {1'b0, big_q, 3'b0} + {1'b0, aligned};

    logic [TOP:0] sum_q;
    logic [7:0] exponent_q;
    logic sign_q, subtracted_q, nan_qq, special_qq;

    always_ff @(posedge clk_i) begin
        sum_q <= sum_d;
        exponent_q <= big_exponent_q;
        sign_q <= big_sign_q;
        subtracted_q <= subtract_q;
        nan_qq <= nan_q;
        special_qq <= special_q;
    end

    // Stage 3: normalise, round, pack.
    logic [4:0] zeros;
    logic [TOP-1:0] normal;  // below the leading one
    logic round_up, is_zero, underflow, overflow;
    logic [9:0] exponent;
    logic [FRACTION+9:0] rounded;
    logic [31:0] y_d;

    always_comb begin
        zeros = 5'(TOP + 1);
        for (int i = 0; i <= TOP; i++) if (sum_q[i]) zeros = 5'(TOP - i);
    end
    assign normal = sum_q[TOP-1:0] << zeros;
    // If the larger number is subnormal, both count as zero.
    assign is_zero = sum_q == '0 | exponent_q == 8'd0;
    assign exponent = {2'b0, exponent_q} + 10'd1 - {5'b0, zeros};
    assign round_up = normal[3] & (normal[4] | |normal[2:0]);
    // A carry out of the fraction raises the exponent.
    assign rounded = {exponent, normal[TOP-1:4]} + (FRACTION+10)'(round_up);
    assign underflow = is_zero | rounded[FRACTION+9] | ~|rounded[FRACTION +: 8];
    assign overflow = ~rounded[FRACTION+9] & (&rounded[FRACTION +: 8] | rounded[FRACTION+8]);

    always_comb begin
        if (nan_qq) y_d = fp32_pkg::NAN;
        else if (special_qq | overflow) y_d = {sign_q, fp32_pkg::INFINITY};
        else if (underflow) y_d = {sign_q & ~(is_zero & subtracted_q), 31'd0};
        else y_d = {sign_q, 31'(rounded[FRACTION+7:0]) << LOWEST};
    end

    always_ff @(posedge clk_i) y_o <= y_d;
endmodule
