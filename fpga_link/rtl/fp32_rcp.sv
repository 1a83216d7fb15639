// SPDX-License-Identifier: Apache-2.0
// Reciprocal of a binary32 number, correctly rounded to FRACTION bits, by long division with four places per clock.
// Latency RCP_LATENCY = 8 after `start_i`; the result stays until the next one is ready. Starts are
// at least RCP_INTERVAL = 7 clocks apart.
module fp32_rcp (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    // The lower places of a shorter fraction are not used.
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic [31:0] a_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [31:0] y_o
);
    localparam int unsigned FRACTION = fp32_pkg::FRACTION;
    localparam int unsigned LOWEST = 23 - FRACTION;  // the lowest place of a fraction

    // The fraction of 1/1.f is computed below its leading one, whose place is fixed: six times four
    // places, of which the one below the fraction decides the rounding (a tie is impossible).
    localparam int unsigned STEPS = 6;

    logic [23:0] divisor_q;
    logic [25:0] thrice_q;     // three times the divisor
    logic [23:0] rest_q;       // always less than the divisor
    // Places below the one that decides are not used.
    /* verilator lint_off UNUSEDSIGNAL */
    logic [23:0] quotient_q;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [31:0] a_q;
    logic [STEPS:0] step_q;    // one-hot; highest bit: the quotient is complete

    // Two places: 4 * rest = digit * divisor + new rest; {digit, new rest}.
    function automatic logic [25:0] divide(input logic [23:0] rest, input logic [23:0] divisor,
                                           input logic [25:0] thrice);
        // The highest bit is the sign; the two below are then not needed, and otherwise zero.
        /* verilator lint_off UNUSEDSIGNAL */
        logic [26:0] less1, less2, less3;
        /* verilator lint_on UNUSEDSIGNAL */
        less1 = {1'b0, rest, 2'b0} - {3'b0, divisor};
        less2 = {1'b0, rest, 2'b0} - {2'b0, divisor, 1'b0};
        less3 = {1'b0, rest, 2'b0} - {1'b0, thrice};
        divide = ~less3[26] ? {2'd3, 24'(less3)}
               : ~less2[26] ? {2'd2, 24'(less2)}
               : ~less1[26] ? {2'd1, 24'(less1)}
                            : {2'd0, rest[21:0], 2'b0};
    endfunction

    logic [31:0] kept;
    assign kept = a_i & fp32_pkg::KEPT;

    logic [25:0] first, second;
    assign first = divide(rest_q, divisor_q, thrice_q);
    assign second = divide(first[23:0], divisor_q, thrice_q);

    always_ff @(posedge clk_i) begin
        if (~rst_ni) step_q <= '0;
        else step_q <= {step_q[STEPS-1:0], start_i};
    end

    always_ff @(posedge clk_i) begin
        quotient_q <= {quotient_q[19:0], first[25:24], second[25:24]};
        rest_q <= second[23:0];
        if (start_i) begin
            a_q <= kept;
            divisor_q <= {1'b1, kept[22:0]};
            thrice_q <= {2'b0, 1'b1, kept[22:0]} + {1'b0, 1'b1, kept[22:0], 1'b0};
            // 2 - 1.f, the remainder after the leading one; powers of two are handled separately.
            rest_q <= -{1'b1, kept[22:0]};
        end
    end

    logic power, nan, infinite, zero, underflow;
    logic [7:0] exponent;
    logic [FRACTION-1:0] fraction;
    logic [31:0] y_d;

    assign power = ~|a_q[22:0];
    assign nan = &a_q[30:23] & ~power;
    assign infinite = &a_q[30:23] & power;
    assign zero = ~|a_q[30:23];
    assign exponent = (power ? 8'd254 : 8'd253) - a_q[30:23];
    assign underflow = a_q[30:23] == 8'd254 | (a_q[30:23] == 8'd253 & ~power);
    assign fraction = power ? '0 : quotient_q[23:LOWEST+1] + FRACTION'(quotient_q[LOWEST]);

    always_comb begin
        if (nan) y_d = fp32_pkg::NAN;
        else if (zero) y_d = {a_q[31], fp32_pkg::INFINITY};
        else if (infinite | underflow) y_d = {a_q[31], 31'd0};
        else y_d = {a_q[31], exponent, 23'(fraction) << LOWEST};
    end

    always_ff @(posedge clk_i) if (step_q[STEPS]) y_o <= y_d;
endmodule
