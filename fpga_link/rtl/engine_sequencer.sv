// SPDX-License-Identifier: Apache-2.0
// Steps through the program: words 0 .. length-1 are a pass, `passes` passes a step. The last pass
// of every `decimation`-th step is sampled; it starts only when the FIFO has room for all of its
// samples. After the last step, or the step in which an abort came, the pipeline drains.
module engine_sequencer (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic                                start_i,
    input  logic                                abort_i,
    input  logic [31:0]                         steps_i,
    input  logic [31:0]                         decimation_i,
    input  logic [engine_pkg::PROGRAM_BITS:0]   length_i,
    input  logic [2:0]                          passes_i,
    input  logic [engine_pkg::SAMPLE_BITS:0]    samples_i,
    input  logic                                sample_pop_i,
    output logic                                issue_o,  // `address_o` is issued in this clock
    output logic [engine_pkg::PROGRAM_BITS-1:0] address_o,
    output logic                                first_o,  // it is the first one of a pass
    output logic                                sampled_o,
    output logic                                busy_o,
    output logic                                done_o,  // for one clock
    output logic                                stalled_o,
    output logic [31:0]                         steps_done_o,
    output logic [63:0]                         cycles_o,  // clocks with a word issued
    output logic [31:0]                         stall_cycles_o
);
    localparam int unsigned SAMPLE_BITS = engine_pkg::SAMPLE_BITS;

    // Upper bound of the clocks from the issue of a word until its results are in the banks.
    localparam int unsigned DRAIN = 16;

    typedef enum logic [1:0] {IDLE, RUN, FINISH} state_t;
    state_t state_q;
    logic abort_q;
    logic [4:0] drain_q;
    logic [2:0] pass_q;
    logic [31:0] until_sample_q;        // steps before the next sampled one
    logic [SAMPLE_BITS:0] promised_q;   // samples in the FIFO or on their way

    logic last_pass, sample_due, sampling_q, room, last_word, last_step;
    assign last_pass = pass_q + 3'd1 == passes_i;
    assign sample_due = last_pass && until_sample_q == 0;
    assign first_o = address_o == '0;
    assign room = {1'b0, promised_q} + {1'b0, samples_i} <= (SAMPLE_BITS + 2)'(2**SAMPLE_BITS);
    // An abort does not wait for room: the pass then runs without samples.
    assign stalled_o = state_q == RUN && first_o && sample_due && !room && !abort_q;
    assign issue_o = state_q == RUN && !stalled_o;
    assign sampled_o = first_o ? sample_due && room : sampling_q;
    assign last_word = {1'b0, address_o} + 1'b1 == length_i;
    assign last_step = steps_done_o + 1 == steps_i || abort_q || abort_i;
    assign busy_o = state_q != IDLE;

    logic promise;
    assign promise = issue_o && first_o && sampled_o;

    always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
            state_q <= IDLE;
            abort_q <= 1'b0;
            sampling_q <= 1'b0;
            done_o <= 1'b0;
            drain_q <= '0;
            pass_q <= '0;
            address_o <= '0;
            until_sample_q <= '0;
            promised_q <= '0;
            steps_done_o <= '0;
            cycles_o <= '0;
            stall_cycles_o <= '0;
        end else begin
            done_o <= 1'b0;
            promised_q <= promised_q + (promise ? samples_i : '0)
                        - {{SAMPLE_BITS{1'b0}}, sample_pop_i};
            case (state_q)
                IDLE: if (start_i && steps_i != 0) begin
                    state_q <= RUN;
                    abort_q <= 1'b0;
                    address_o <= '0;
                    pass_q <= '0;
                    until_sample_q <= decimation_i - 1;
                    steps_done_o <= '0;
                    cycles_o <= '0;
                    stall_cycles_o <= '0;
                end
                RUN: begin
                    abort_q <= abort_q | abort_i;
                    sampling_q <= sampled_o;
                    if (stalled_o) stall_cycles_o <= stall_cycles_o + 1;
                    else begin
                        cycles_o <= cycles_o + 1;
                        address_o <= last_word ? '0 : address_o + 1'b1;
                        if (last_word) begin
                            pass_q <= last_pass ? '0 : pass_q + 3'd1;
                            if (last_pass) begin
                                until_sample_q <= sample_due ? decimation_i - 1
                                                             : until_sample_q - 1;
                                steps_done_o <= steps_done_o + 1;
                                if (last_step) state_q <= FINISH;
                            end
                        end
                    end
                    drain_q <= 5'(DRAIN);
                end
                default: begin
                    drain_q <= drain_q - 1'b1;
                    if (drain_q == 0) begin
                        state_q <= IDLE;
                        done_o <= 1'b1;
                    end
                end
            endcase
        end
    end
endmodule
