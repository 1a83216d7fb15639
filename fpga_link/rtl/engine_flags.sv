// SPDX-License-Identifier: Apache-2.0
// Errors of numbers and samples: bits as in FLAGS, sticky until clear_i, and the first step with one
// of them, from 0: the number of steps done when its word was issued. Results come some clocks
// later, possibly after the next step has begun, and after an event of that step.
module engine_flags (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic                            clear_i,
    // Results written to the banks; that of the last unit is a rounded number.
    input  logic                            rounded_i,
    input  logic [engine_pkg::UNITS-1:0]    write_i,
    input  logic [engine_pkg::UNITS*32-1:0] result_i,
    // Input of the last unit: a pivot for its reciprocal, or turns to round.
    input  logic                            pivot_i,
    input  logic                            turns_i,
    input  logic [30:0]                     magnitude_i,
    input  logic [7:0]                      pivot_limit_i,  // exponent of pivots that are too small
    input  logic                            sample_lost_i,
    input  logic [31:0]                     steps_done_i,
    output logic [4:0]                      flags_o,
    output logic [31:0]                     flag_step_o
);
    localparam int unsigned UNITS = engine_pkg::UNITS;
    localparam int unsigned ADDERS = engine_pkg::ADDERS;
    localparam logic [30:0] MOST_TURNS = {8'(116 + fp32_pkg::FRACTION), 23'd0};  // eleven digits are left

    logic [UNITS-1:0] special_q, fraction_q;
    logic lost_q, range_q, pivot_q, rounded_q;
    logic [4:0] raised;
    assign raised = {lost_q, range_q, pivot_q, |(special_q & ~fraction_q), |(special_q & fraction_q)};

    // Clocks from the issue of a word until its events are in the registers above: two each to fetch
    // the word and its operands, the latency of the unit, one here.
    localparam int unsigned INPUT = 5, ROUND = INPUT + fp32_pkg::RINT_LATENCY,
        MULTIPLY = INPUT + fp32_pkg::MUL_LATENCY, ADD = INPUT + fp32_pkg::ADD_LATENCY,
        RECIPROCAL = INPUT + fp32_pkg::RCP_LATENCY;
    localparam int unsigned AGE_BITS = $clog2(RECIPROCAL + 1);
    logic [AGE_BITS-1:0] steps_q [1:RECIPROCAL];  // steps done, that many clocks ago
    logic [AGE_BITS-1:0] begun, age_q;            // age: steps done since the event's word
    logic [31:0] done_q, step;
    logic raised_q, noted_q;

    // The oldest of the events of a clock.
    always_comb begin
        if (special_q[UNITS-1] & ~rounded_q) begun = steps_q[RECIPROCAL];
        else if (lost_q | (|special_q[ADDERS-1:0])) begun = steps_q[ADD];
        else if (|special_q[UNITS-2:ADDERS]) begun = steps_q[MULTIPLY];
        else if (special_q[UNITS-1]) begun = steps_q[ROUND];
        else begun = steps_q[INPUT];
    end
    assign step = done_q - 32'(age_q);

    always_ff @(posedge clk_i) begin
        steps_q[1] <= steps_done_i[AGE_BITS-1:0];
        for (int i = 2; i <= RECIPROCAL; i++) steps_q[i] <= steps_q[i-1];
        rounded_q <= rounded_i;
        done_q <= steps_done_i;
        age_q <= steps_done_i[AGE_BITS-1:0] - begun;
    end

    always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
            special_q <= '0;
            fraction_q <= '0;
            {lost_q, range_q, pivot_q, raised_q, noted_q} <= '0;
            flags_o <= '0;
            flag_step_o <= '0;
        end else begin
            for (int unit = 0; unit < UNITS; unit++) begin
                special_q[unit] <= write_i[unit] & (&result_i[unit*32+23 +: 8]);
                fraction_q[unit] <= |result_i[unit*32 +: 23];
            end
            lost_q <= sample_lost_i;
            range_q <= turns_i & magnitude_i > MOST_TURNS;
            pivot_q <= pivot_i & magnitude_i[30:23] <= pivot_limit_i;
            flags_o <= raised | (flags_o & {5{~clear_i}});
            raised_q <= |raised;
            if (clear_i) begin
                noted_q <= 1'b0;
                flag_step_o <= '0;
            end else if (raised_q & (~noted_q | step < flag_step_o)) begin
                noted_q <= 1'b1;
                flag_step_o <= step;
            end
        end
    end
endmodule
