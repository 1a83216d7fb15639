// SPDX-License-Identifier: Apache-2.0
// AXI4 slave, read only, whose bursts take samples from the FIFO: each beat the oldest one, 0 if
// there is none, whatever the address and kind of the burst. Beats of other sizes than 32 bits get
// SLVERR and take nothing. Accepts a request when all beats of the last one are on their way; then
// a beat a clock.
module axi4_samples (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        s_samples_arvalid,
    output logic        s_samples_arready,
    input  logic [11:0] s_samples_arid,
    input  logic [7:0]  s_samples_arlen,
    input  logic [2:0]  s_samples_arsize,
    output logic        s_samples_rvalid,
    input  logic        s_samples_rready,
    output logic [11:0] s_samples_rid,
    output logic [31:0] s_samples_rdata,
    output logic [1:0]  s_samples_rresp,
    output logic        s_samples_rlast,

    input  logic        taken_i,  // the register FIFO_POP takes a sample in this clock
    input  logic        valid_i,
    input  logic [31:0] sample_i,
    output logic        pop_o
);
    localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam logic [2:0] WORD = 3'b010;

    logic [8:0] left_q;  // beats that are not yet on their way
    logic refused_q, loads;

    assign s_samples_arready = left_q == 9'd0;
    assign loads = left_q != 9'd0 & (~s_samples_rvalid | s_samples_rready) & ~taken_i;
    assign pop_o = loads & valid_i & ~refused_q;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            left_q <= 9'd0;
            s_samples_rvalid <= 1'b0;
        end else begin
            if (s_samples_rready) s_samples_rvalid <= 1'b0;
            if (loads) begin
                left_q <= left_q - 9'd1;
                s_samples_rvalid <= 1'b1;
            end
            if (s_samples_arvalid & s_samples_arready) left_q <= {1'b0, s_samples_arlen} + 9'd1;
        end
    end

    logic [11:0] id_q;
    always_ff @(posedge clk_i) begin
        if (s_samples_arvalid & s_samples_arready) begin
            id_q <= s_samples_arid;
            refused_q <= s_samples_arsize != WORD;
        end
        if (loads) begin
            s_samples_rid <= id_q;
            s_samples_rdata <= pop_o ? sample_i : 32'd0;
            s_samples_rresp <= refused_q ? SLVERR : OKAY;
            s_samples_rlast <= left_q == 9'd1;
        end
    end
endmodule
