// SPDX-License-Identifier: Apache-2.0
// What the arithmetic units must compute, in exact integers: IEEE 754 binary32, round to nearest,
// ties to even; subnormal operands and results count as zero; every NaN is 7FC00000. Results are rounded
// to FRACTION bits; operands have no more.
package fp32_spec;
    // As in fp32_pkg, which yosys does not let another package read.
`ifdef FP32_FRACTION
    localparam int unsigned FRACTION = `FP32_FRACTION;
`else
    localparam int unsigned FRACTION = 23;
`endif
    localparam logic [31:0] NAN = 32'h7FC0_0000;

    function automatic logic is_nan(input logic [31:0] a);
        is_nan = a[30:23] == 8'hFF && a[22:0] != 0;
    endfunction
    function automatic logic is_infinite(input logic [31:0] a);
        is_infinite = a[30:0] == 31'h7F80_0000;
    endfunction
    function automatic logic is_zero(input logic [31:0] a);
        is_zero = a[30:23] == 0;
    endfunction

    // The number nearest to value * 2^(exponent - 127 - 51), value not zero and below 2^52.
    function automatic logic [31:0] nearest(input logic sign, input logic signed [10:0] exponent,
                                            input logic [51:0] value);
        logic [5:0] lead;
        logic [51:0] normal;
        logic signed [10:0] power;
        logic [FRACTION+1:0] significand;
        lead = 6'd0;
        for (int i = 0; i < 52; i++) if (value[i]) lead = 6'(i);
        normal = value << (6'd51 - lead);
        power = exponent - 11'(6'd51 - lead);
        significand = {1'b0, normal[51:51-FRACTION]};
        // More than half of the last place, or half of it and an odd number.
        if (normal[50-FRACTION] && (normal[51-FRACTION] || normal[49-FRACTION:0] != 0))
            significand = significand + 1'd1;
        if (significand[FRACTION+1]) power = power + 11'sd1;
        if (power >= 11'sd255) nearest = {sign, 31'h7F80_0000};
        else if (power <= 11'sd0) nearest = {sign, 31'd0};
        else nearest = {sign, power[7:0], 23'(significand[FRACTION-1:0]) << (23 - FRACTION)};
    endfunction

    // Of the two numbers, that with the larger magnitude.
    function automatic logic [31:0] larger(input logic [31:0] a, input logic [31:0] b);
        larger = a[30:0] < b[30:0] ? b : a;
    endfunction

    // The exact sum in units of 2^(exponent of the larger - 127 - 50), without its sign. Exact for
    // exponents that differ by at most 26.
    function automatic logic [51:0] sum(input logic [31:0] a, input logic [31:0] b);
        logic [31:0] big, small;
        logic [51:0] left, right;
        big = larger(a, b);
        small = a[30:0] < b[30:0] ? a : b;
        left = {1'b0, 1'b1, big[22:0], 27'd0};
        right = {1'b0, 1'b1, small[22:0], 27'd0} >> (big[30:23] - small[30:23]);
        sum = big[31] == small[31] ? left + right : left - right;
    endfunction

    function automatic logic [31:0] add(input logic [31:0] a, input logic [31:0] b);
        logic [31:0] big, small;
        big = larger(a, b);
        small = a[30:0] < b[30:0] ? a : b;
        if (is_nan(a) || is_nan(b)) add = NAN;
        else if (is_infinite(a) && is_infinite(b)) add = a[31] == b[31] ? a : NAN;
        else if (is_infinite(a)) add = a;
        else if (is_infinite(b)) add = b;
        else if (is_zero(a) && is_zero(b)) add = {a[31] & b[31], 31'd0};
        else if (is_zero(a)) add = b;
        else if (is_zero(b)) add = a;
        // A number further away is less than a quarter of a unit.
        else if (big[30:23] - small[30:23] > 8'd26) add = big;
        else add = rounded_sum(big[31], big[30:23], sum(a, b));
    endfunction

    // `value`: as of `sum`.
    function automatic logic [31:0] rounded_sum(input logic sign, input logic [7:0] exponent,
                                                input logic [51:0] value);
        rounded_sum = value == 0 ? 32'd0 : nearest(sign, {3'd0, exponent} + 11'd1, value);
    endfunction

    // `product`: that of the significands.
    function automatic logic [31:0] multiply(input logic [31:0] a, input logic [31:0] b,
                                             input logic [2*FRACTION+1:0] product);
        logic sign;
        sign = a[31] ^ b[31];
        if (is_nan(a) || is_nan(b)) multiply = NAN;
        else if (is_infinite(a) || is_infinite(b))
            multiply = is_zero(a) || is_zero(b) ? NAN : {sign, 31'h7F80_0000};
        else if (is_zero(a) || is_zero(b)) multiply = {sign, 31'd0};
        else multiply = nearest(sign, {3'd0, a[30:23]} + {3'd0, b[30:23]} - 11'sd126,
                                52'(product) << (50 - 2 * FRACTION));
    endfunction

    // `quotient`: 2^47 / significand, rounded down; the division is never exact, except for powers
    // of two.
    function automatic logic [31:0] reciprocal(input logic [31:0] a, input logic [23:0] quotient);
        logic signed [10:0] exponent;
        exponent = 11'sd254 - {3'd0, a[30:23]};
        if (is_nan(a)) reciprocal = NAN;
        else if (is_infinite(a)) reciprocal = {a[31], 31'd0};
        else if (is_zero(a)) reciprocal = {a[31], 31'h7F80_0000};
        else if (a[22:0] == 0) reciprocal = nearest(a[31], exponent, {1'b1, 51'd0});
        // The leading one of 2^47 / significand is implied; a one far below stands for the rest.
        else reciprocal = nearest(a[31], exponent - 11'sd1, {1'b1, quotient, 27'd1});
    endfunction

    function automatic logic [31:0] round(input logic [31:0] a);
        logic [55:0] eighths;  // the magnitude in units of 2^-32, for exponents below 127 + 24
        logic [23:0] integer_part;
        eighths = {32'd0, 1'b1, a[22:0]} << (a[30:23] - 8'd118);
        integer_part = eighths[55:32];
        if (eighths[31:0] > 32'h8000_0000 || (eighths[31:0] == 32'h8000_0000 && eighths[32]))
            integer_part = integer_part + 24'd1;
        if (is_nan(a)) round = NAN;
        else if (a[30:23] >= 8'd150) round = a;
        else if (a[30:23] < 8'd126) round = {a[31], 31'd0};
        else if (integer_part == 0) round = {a[31], 31'd0};
        else round = nearest(a[31], 11'd150, {integer_part, 28'd0});
    endfunction
endpackage
