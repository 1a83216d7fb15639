// SPDX-License-Identifier: Apache-2.0
// The functions of the paper's design on one adder, one multiplier and one reciprocal: update of
// two bodies, assembly of their compound, inverse of a 4x4 matrix. A static program without
// branches runs from `function_rom`; pivoting exchanges rows through their addresses.
//
// States: idle accepts inputs; run_i computes; then read holds the results until an input is
// written, reset_i, or the next run_i. Functions requested together run in the order update,
// assembly, inverse.
//
// Program word: [35:33] unit, [32] target row mapped, [31] target column mapped, [30:29] a, b row
// mapped, [28:27] a, b negated, [26:18] target, [17:9] a, [8:0] b. It takes two clocks from a word
// to its operands at a unit, and one from the result to the memory.
module hdca_functions (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,          // back to idle, even while running
    input  logic        run_assembly_i,
    input  logic        run_inverse_i,
    input  logic        run_update_i,
    input  logic        reset_i,          // from read to idle
    output logic        idle_o,
    output logic        read_o,
    output logic        done_o,           // for one clock
    output logic        nan_o,            // event in this clock
    output logic        infinite_o,
    output logic        small_pivot_o,

    // Window 0x0100 to 0x07FF. A request stays until ready_o; reads wait for a running function.
    input  logic        bus_valid_i,
    input  logic        bus_write_i,
    input  logic [10:2] bus_address_i,
    input  logic [31:0] bus_data_i,
    output logic        bus_ready_o,
    output logic        bus_error_o,      // no such register, or it is read-only
    output logic        bus_ignored_o,    // written while busy
    output logic [31:0] bus_data_o
);
    localparam logic [2:0] ADD = 3'd1, MOVE = 3'd2, MULTIPLY = 3'd3, RECIPROCAL = 3'd4,
                           ORDER = 3'd5, LAST = 3'd6;
    localparam logic [8:0] INFO = 9'h120;

    // Sequence ------------------------------------------------------------------------------------
    typedef enum logic [2:0] {IDLE, PICK, FETCH, RUN, READ} state_t;
    state_t state_q;
    logic [2:0] pending_q;  // inverse, assembly, update
    logic [8:0] pc_q;
    logic [35:0] fetched;
    logic window_written, running, ends;

    function_rom programs (.clk_i, .address_i(pc_q), .word_o(fetched));

    assign running = state_q == RUN;
    assign ends = running & fetched[35:33] == LAST;
    assign idle_o = state_q == IDLE;
    assign read_o = state_q == READ;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            state_q <= IDLE;
            pending_q <= 3'd0;
            pc_q <= 9'd0;
            done_o <= 1'b0;
        end else if (clear_i) begin
            state_q <= IDLE;
            pending_q <= 3'd0;
            done_o <= 1'b0;
        end else begin
            done_o <= 1'b0;
            case (state_q)
                IDLE, READ: begin
                    pending_q <= {run_inverse_i, run_assembly_i, run_update_i};
                    if (run_inverse_i | run_assembly_i | run_update_i) state_q <= PICK;
                    else if (reset_i | window_written) state_q <= IDLE;
                end
                PICK: begin
                    state_q <= FETCH;
                    if (pending_q[0]) begin
                        pc_q <= function_pkg::UPDATE;
                        pending_q[0] <= 1'b0;
                    end else if (pending_q[1]) begin
                        pc_q <= function_pkg::ASSEMBLY;
                        pending_q[1] <= 1'b0;
                    end else begin
                        pc_q <= function_pkg::INVERSE;
                        pending_q[2] <= 1'b0;
                    end
                end
                FETCH: begin
                    state_q <= RUN;
                    pc_q <= pc_q + 9'd1;
                end
                RUN: begin
                    pc_q <= pc_q + 9'd1;
                    if (ends) begin
                        state_q <= |pending_q ? PICK : READ;
                        done_o <= ~|pending_q;
                    end
                end
                default: state_q <= IDLE;
            endcase
        end
    end

    // Issue: addresses of exchanged rows ----------------------------------------------------------
    logic [1:0] rows_q[0:3];  // rows_q[k]: the given row in place k
    logic [2:0] unit;
    logic [8:0] target, a_address, b_address;

    assign unit = running ? fetched[35:33] : 3'd0;
    assign a_address = {fetched[17:13], fetched[30] ? rows_q[fetched[12:11]] : fetched[12:11],
                        fetched[10:9]};
    assign b_address = {fetched[8:4], fetched[29] ? rows_q[fetched[3:2]] : fetched[3:2],
                        fetched[1:0]};
    assign target = {fetched[26:22], fetched[32] ? rows_q[fetched[21:20]] : fetched[21:20],
                     fetched[31] ? rows_q[fetched[19:18]] : fetched[19:18]};

    // Memory: two read ports, one write port ------------------------------------------------------
    logic [31:0] words_a[0:511];
    logic [31:0] words_b[0:511];
    logic [31:0] a_word, b_word, write_data;
    logic [8:0] write_address;
    logic write;

    always_ff @(posedge clk_i) begin
        if (write) words_a[write_address] <= write_data;
        a_word <= words_a[bus_reads ? bus_address_i : a_address];
    end
    always_ff @(posedge clk_i) begin
        if (write) words_b[write_address] <= write_data;
        b_word <= words_b[b_address];
    end

    // Operands ------------------------------------------------------------------------------------
    logic [2:0] unit_q, unit_qq;
    logic [1:0] a_row_q, b_row_q, a_row_qq, b_row_qq;
    logic [8:0] target_q, target_qq;
    logic a_negative_q, b_negative_q;
    logic [31:0] a_q, b_q;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            unit_q <= 3'd0;
            unit_qq <= 3'd0;
        end else if (clear_i) begin
            unit_q <= 3'd0;
            unit_qq <= 3'd0;
        end else begin
            unit_q <= unit;
            unit_qq <= unit_q;
        end
    end

    always_ff @(posedge clk_i) begin
        target_q <= target;
        target_qq <= target_q;
        a_negative_q <= fetched[28];
        b_negative_q <= fetched[27];
        a_row_q <= fetched[12:11];
        b_row_q <= fetched[3:2];
        a_row_qq <= a_row_q;
        b_row_qq <= b_row_q;
        a_q <= {a_word[31] ^ a_negative_q, a_word[30:0]};
        // x + (-0) is x.
        b_q <= unit_q == MOVE ? 32'h8000_0000 : {b_word[31] ^ b_negative_q, b_word[30:0]};
    end

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            for (int i = 0; i < 4; i++) rows_q[i] <= 2'(i);
        end else if (state_q == PICK) begin
            for (int i = 0; i < 4; i++) rows_q[i] <= 2'(i);
        end else if (unit_qq == ORDER & b_q[30:0] > a_q[30:0]) begin
            rows_q[a_row_qq] <= rows_q[b_row_qq];
            rows_q[b_row_qq] <= rows_q[a_row_qq];
        end
    end

    // Units, and the destinations and times of their results --------------------------------------
    localparam int SLOTS = fp32_pkg::RCP_LATENCY;
    logic [31:0] sum, product, inverse;
    logic [2:0] slot_unit_q[0:SLOTS-1];
    logic [8:0] slot_target_q[0:SLOTS-1];
    logic [SLOTS-1:0] slot_valid_q;

    fp32_add add (.clk_i, .a_i(a_q), .b_i(b_q), .y_o(sum));
    fp32_mul mul (.clk_i, .a_i(a_q), .b_i(b_q), .y_o(product));
    fp32_rcp rcp (.clk_i, .rst_ni, .start_i(unit_qq == RECIPROCAL), .a_i(a_q), .y_o(inverse));

    // Slot i: result in i clocks from now. The schedule never fills a slot twice.
    logic [SLOTS-1:0] enters;
    always_comb begin
        enters = '0;
        enters[fp32_pkg::ADD_LATENCY-1] = unit_qq == ADD | unit_qq == MOVE;
        enters[fp32_pkg::MUL_LATENCY-1] = unit_qq == MULTIPLY;
        enters[fp32_pkg::RCP_LATENCY-1] = unit_qq == RECIPROCAL;
    end

    always_ff @(posedge clk_i) begin
        if (~rst_ni) slot_valid_q <= '0;
        else if (clear_i) slot_valid_q <= '0;
        else slot_valid_q <= (slot_valid_q >> 1) | enters;
    end

    always_ff @(posedge clk_i) begin
        for (int i = 0; i < SLOTS; i++) begin
            slot_unit_q[i] <= enters[i] | i == SLOTS - 1 ? unit_qq : slot_unit_q[i+1];
            slot_target_q[i] <= enters[i] | i == SLOTS - 1 ? target_qq : slot_target_q[i+1];
        end
    end

    logic [31:0] result;
    assign result = slot_unit_q[0] == MULTIPLY ? product
                  : slot_unit_q[0] == RECIPROCAL ? inverse : sum;
    assign nan_o = slot_valid_q[0] & &result[30:23] & |result[22:0];
    assign infinite_o = slot_valid_q[0] & &result[30:23] & ~|result[22:0];

    // Pivots are compared with the first one by exponent; below 2^-20 of it they count as small.
    logic has_first_q, singular_q, takes_pivot;
    logic [7:0] first_q;
    assign takes_pivot = unit_qq == RECIPROCAL;
    assign small_pivot_o = takes_pivot & (~|a_q[30:23]
        | (has_first_q & {1'b0, a_q[30:23]} + 9'd20 < {1'b0, first_q}));

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            has_first_q <= 1'b0;
            singular_q <= 1'b0;
            first_q <= 8'd0;
        end else if (state_q == PICK) begin
            has_first_q <= 1'b0;
            singular_q <= 1'b0;
        end else if (takes_pivot) begin
            has_first_q <= 1'b1;
            if (~has_first_q) first_q <= a_q[30:23];
            if (~|a_q[30:23]) singular_q <= 1'b1;
        end
    end

    // Window --------------------------------------------------------------------------------------
    logic input_word, output_word, busy, bus_reads, read_waits_q;

    assign busy = ~(idle_o | read_o);
    assign input_word = (bus_address_i >= 9'h040 & bus_address_i < 9'h061)
                      | (bus_address_i >= 9'h080 & bus_address_i < 9'h0A1)
                      | bus_address_i[10:6] == 5'h10 | bus_address_i[10:6] == 5'h14;
    assign output_word = (bus_address_i >= 9'h0C0 & bus_address_i < 9'h0E1)
                       | (bus_address_i >= 9'h0E8 & bus_address_i < 9'h0F6)
                       | bus_address_i[10:6] == 5'h11 | bus_address_i == INFO;
    assign bus_reads = bus_valid_i & ~bus_write_i & ~busy;
    assign bus_error_o = bus_ready_o & ~(input_word | (output_word & ~bus_write_i));
    assign bus_ignored_o = bus_ready_o & bus_write_i & input_word & busy;
    assign window_written = bus_valid_i & bus_write_i & input_word & ~busy;
    assign bus_ready_o = bus_valid_i & (bus_write_i | read_waits_q | ~(input_word | output_word));
    assign bus_data_o = bus_error_o ? 32'd0
        : bus_address_i == INFO ? {23'd0, singular_q, rows_q[3], rows_q[2], rows_q[1], rows_q[0]}
        : a_word;

    // A word is available one clock after its address.
    always_ff @(posedge clk_i) begin
        if (~rst_ni) read_waits_q <= 1'b0;
        else read_waits_q <= bus_reads & ~read_waits_q;
    end

    assign write = window_written | slot_valid_q[0];
    assign write_address = window_written ? bus_address_i : slot_target_q[0];
    assign write_data = window_written ? bus_data_i : result;
endmodule
