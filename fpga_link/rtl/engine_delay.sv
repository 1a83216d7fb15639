// SPDX-License-Identifier: Apache-2.0
// Shift register of CLOCKS stages.
module engine_delay #(
    parameter int unsigned WIDTH = 1,
    parameter int unsigned CLOCKS = 2
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [WIDTH-1:0] d_i,
    output logic [WIDTH-1:0] q_o
);
    logic [CLOCKS*WIDTH-1:0] stages_q;  // youngest stage lowest
    always_ff @(posedge clk_i) begin
        if (!rst_ni) stages_q <= '0;
        else stages_q <= (CLOCKS*WIDTH)'({stages_q, d_i});
    end
    assign q_o = stages_q[(CLOCKS-1)*WIDTH +: WIDTH];
endmodule
