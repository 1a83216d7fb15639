// SPDX-License-Identifier: Apache-2.0
// Errors of numbers and samples: bits as in FLAGS, sticky until clear_i, and the number of steps
// done at the first of them.
module engine_flags (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic                            clear_i,
    // Results written to the banks.
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
    localparam logic [30:0] MOST_TURNS = 31'h4580_0000;  // 2^12

    logic [UNITS-1:0] special_q, fraction_q;
    logic lost_q, range_q, pivot_q;
    logic [4:0] raised;
    assign raised = {lost_q, range_q, pivot_q, |(special_q & ~fraction_q), |(special_q & fraction_q)};

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            special_q <= '0;
            fraction_q <= '0;
            {lost_q, range_q, pivot_q} <= '0;
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
            if (clear_i | ~|flags_o) flag_step_o <= |raised ? steps_done_i : '0;
        end
    end
endmodule
