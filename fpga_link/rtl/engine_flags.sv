// SPDX-License-Identifier: Apache-2.0
// Remembers that a result written to the banks was no number or infinite, and how many steps were
// done when the first one was.
module engine_flags (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic                            clear_i,
    input  logic [engine_pkg::UNITS-1:0]    write_i,
    input  logic [engine_pkg::UNITS*32-1:0] result_i,
    input  logic [31:0]                     steps_done_i,
    output logic                            nan_o,
    output logic                            infinite_o,
    output logic [31:0]                     flag_step_o
);
    localparam int unsigned UNITS = engine_pkg::UNITS;

    logic [UNITS-1:0] special_q, fraction_q;
    logic nan, infinite;
    assign nan = |(special_q & fraction_q);
    assign infinite = |(special_q & ~fraction_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            special_q <= '0;
            fraction_q <= '0;
            nan_o <= 1'b0;
            infinite_o <= 1'b0;
            flag_step_o <= '0;
        end else begin
            for (int unit = 0; unit < UNITS; unit++) begin
                special_q[unit] <= write_i[unit] & (&result_i[unit*32+23 +: 8]);
                fraction_q[unit] <= |result_i[unit*32 +: 23];
            end
            nan_o <= nan | (nan_o & ~clear_i);
            infinite_o <= infinite | (infinite_o & ~clear_i);
            if ((nan | infinite) & ~nan_o & ~infinite_o) flag_step_o <= steps_done_i;
        end
    end
endmodule
