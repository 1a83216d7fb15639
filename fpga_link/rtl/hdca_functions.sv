// SPDX-License-Identifier: Apache-2.0
// The functions of the paper's design on one adder, one multiplier and one reciprocal: update of
// two bodies, assembly of their compound, inverse of a 4x4 matrix; in space, update of a body and
// assembly, which inverts a 6x6 matrix. A static program without branches runs from `function_rom`;
// pivoting exchanges rows through their addresses.
//
// States: idle accepts inputs; run_i computes; then read holds the results until an input is
// written, reset_i, or the next run_i. Functions requested together run in the order update,
// assembly, inverse, update and assembly in space.
//
// Program word: [41:39] unit, [38] target row mapped, [37] target column mapped, [36:35] a, b row
// mapped, [34:33] a, b negated, [32:22] target, [21:11] a, [10:0] b. It takes two clocks from a word
// to its operands at a unit, and one from the result to the memory. Rows have 4 words and rows and
// columns two bits of an address; in space, 8 words and three bits.
module hdca_functions (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,          // back to idle, even while running
    input  logic        run_assembly_i,
    input  logic        run_inverse_i,
    input  logic        run_update_i,
    input  logic        run_spatial_update_i,
    input  logic        run_spatial_assembly_i,
    input  logic        reset_i,          // from read to idle
    output logic        idle_o,
    output logic        read_o,
    output logic        done_o,           // for one clock
    output logic        nan_o,            // event in this clock
    output logic        infinite_o,
    output logic        small_pivot_o,

    // Window 0x0100 to 0x07FF and 0x1000 to 0x1FFF. A request stays until ready_o; reads wait for a running function.
    input  logic        bus_valid_i,
    input  logic        bus_write_i,
    input  logic [12:2] bus_address_i,
    input  logic [31:0] bus_data_i,
    output logic        bus_ready_o,
    output logic        bus_error_o,      // no such register, or it is read-only
    output logic        bus_ignored_o,    // written while busy
    output logic [31:0] bus_data_o
);
    localparam logic [2:0] ADD = 3'd1, MOVE = 3'd2, MULTIPLY = 3'd3, RECIPROCAL = 3'd4,
                           ORDER = 3'd5, LAST = 3'd6;
    localparam logic [10:0] INFO = 11'h120;

    // Sequence ------------------------------------------------------------------------------------
    typedef enum logic [2:0] {IDLE, PICK, FETCH, RUN, READ} state_t;
    state_t state_q;
    logic [4:0] requested, pending_q;  // assembly and update in space; inverse, assembly, update
    logic [11:0] pc_q;
    logic [41:0] fetched;
    logic window_written, running, ends, spatial_q;

    function_rom programs (.clk_i, .address_i(pc_q), .word_o(fetched));

    assign running = state_q == RUN;
    assign ends = running & fetched[41:39] == LAST;
    assign idle_o = state_q == IDLE;
    assign read_o = state_q == READ;
    assign requested = {run_spatial_assembly_i, run_spatial_update_i, run_inverse_i, run_assembly_i,
                        run_update_i};

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            state_q <= IDLE;
            pending_q <= 5'd0;
            pc_q <= 12'd0;
            spatial_q <= 1'b0;
            done_o <= 1'b0;
        end else if (clear_i) begin
            state_q <= IDLE;
            pending_q <= 5'd0;
            done_o <= 1'b0;
        end else begin
            done_o <= 1'b0;
            case (state_q)
                IDLE, READ: begin
                    pending_q <= requested;
                    if (|requested) state_q <= PICK;
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
                    end else if (pending_q[2]) begin
                        pc_q <= function_pkg::INVERSE;
                        pending_q[2] <= 1'b0;
                    end else if (pending_q[3]) begin
                        pc_q <= function_pkg::SPATIAL_UPDATE;
                        pending_q[3] <= 1'b0;
                    end else begin
                        pc_q <= function_pkg::SPATIAL_ASSEMBLY;
                        pending_q[4] <= 1'b0;
                    end
                    spatial_q <= ~|pending_q[2:0];
                end
                FETCH: begin
                    state_q <= RUN;
                    pc_q <= pc_q + 12'd1;
                end
                RUN: begin
                    pc_q <= pc_q + 12'd1;
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
    logic [2:0] rows_q[0:7];  // rows_q[k]: the given row in place k
    logic [2:0] unit;
    logic [10:0] target, a_address, b_address;

    assign unit = running ? fetched[41:39] : 3'd0;

    // Bits 5:2 of the addresses with their rows exchanged.
    logic [2:0] a_row, b_row, target_row, a_given, b_given, target_given, column, column_given;
    logic [5:2] a_place, b_place, target_place;
    assign a_row = spatial_q ? fetched[16:14] : {1'b0, fetched[14:13]};
    assign b_row = spatial_q ? fetched[5:3] : {1'b0, fetched[3:2]};
    assign target_row = spatial_q ? fetched[27:25] : {1'b0, fetched[25:24]};
    assign a_given = rows_q[a_row];
    assign b_given = rows_q[b_row];
    assign target_given = rows_q[target_row];
    assign a_place = spatial_q ? {a_given, fetched[13]} : {fetched[16:15], a_given[1:0]};
    assign b_place = spatial_q ? {b_given, fetched[2]} : {fetched[5:4], b_given[1:0]};
    assign target_place = ~fetched[38] ? fetched[27:24]
                        : spatial_q ? {target_given, fetched[24]} : {fetched[27:26], target_given[1:0]};
    // Bits 2:0 of the target with its column exchanged.
    assign column = spatial_q ? fetched[24:22] : {1'b0, fetched[23:22]};
    assign column_given = rows_q[column];

    assign a_address = {fetched[21:17], fetched[36] ? a_place : fetched[16:13], fetched[12:11]};
    assign b_address = {fetched[10:6], fetched[35] ? b_place : fetched[5:2], fetched[1:0]};
    assign target = ~fetched[37] ? {fetched[32:28], target_place, fetched[23:22]}
                  : spatial_q ? {fetched[32:28], target_place[5:3], column_given}
                  : {fetched[32:28], target_place, column_given[1:0]};

    // Memory: two read ports, one write port ------------------------------------------------------
    logic [31:0] words_a[0:2047];
    logic [31:0] words_b[0:2047];
    logic [31:0] a_word, b_word, write_data;
    logic [10:0] write_address;
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
    logic [2:0] a_row_q, b_row_q, a_row_qq, b_row_qq;
    logic [10:0] target_q, target_qq;
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
        a_negative_q <= fetched[34];
        b_negative_q <= fetched[33];
        a_row_q <= a_row;
        b_row_q <= b_row;
        a_row_qq <= a_row_q;
        b_row_qq <= b_row_q;
        a_q <= {a_word[31] ^ a_negative_q, a_word[30:0]};
        // x + (-0) is x.
        b_q <= unit_q == MOVE ? 32'h8000_0000 : {b_word[31] ^ b_negative_q, b_word[30:0]};
    end

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            for (int i = 0; i < 8; i++) rows_q[i] <= 3'(i);
        end else if (state_q == PICK) begin
            for (int i = 0; i < 8; i++) rows_q[i] <= 3'(i);
        end else if (unit_qq == ORDER & b_q[30:0] > a_q[30:0]) begin
            rows_q[a_row_qq] <= rows_q[b_row_qq];
            rows_q[b_row_qq] <= rows_q[a_row_qq];
        end
    end

    // Units, and the destinations and times of their results --------------------------------------
    localparam int SLOTS = fp32_pkg::RCP_LATENCY;
    logic [31:0] sum, product, inverse;
    logic [2:0] slot_unit_q[0:SLOTS-1];
    logic [10:0] slot_target_q[0:SLOTS-1];
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
    assign input_word = (bus_address_i >= 11'h040 & bus_address_i < 11'h061)
                      | (bus_address_i >= 11'h080 & bus_address_i < 11'h0A1)
                      | bus_address_i[12:6] == 7'h10 | bus_address_i[12:6] == 7'h14
                      | (bus_address_i >= 11'h400 & bus_address_i < 11'h413)
                      | (bus_address_i >= 11'h420 & bus_address_i < 11'h43E)
                      | (bus_address_i >= 11'h480 & bus_address_i < 11'h4DA)
                      | (bus_address_i >= 11'h500 & bus_address_i < 11'h55A);
    assign output_word = (bus_address_i >= 11'h0C0 & bus_address_i < 11'h0E1)
                       | (bus_address_i >= 11'h0E8 & bus_address_i < 11'h0F6)
                       | bus_address_i[12:6] == 7'h11 | bus_address_i == INFO
                       | (bus_address_i >= 11'h580 & bus_address_i < 11'h5DA)
                       | (bus_address_i >= 11'h600 & bus_address_i < 11'h64E);
    assign bus_reads = bus_valid_i & ~bus_write_i & ~busy;
    assign bus_error_o = bus_ready_o & ~(input_word | (output_word & ~bus_write_i));
    assign bus_ignored_o = bus_ready_o & bus_write_i & input_word & busy;
    assign window_written = bus_valid_i & bus_write_i & input_word & ~busy;
    assign bus_ready_o = bus_valid_i & (bus_write_i | read_waits_q | ~(input_word | output_word));
    assign bus_data_o = bus_error_o ? 32'd0
        : bus_address_i == INFO ? {23'd0, singular_q, rows_q[3][1:0], rows_q[2][1:0], rows_q[1][1:0],
                                  rows_q[0][1:0]}
        : a_word;

    // A word is available one clock after its address.
    always_ff @(posedge clk_i) begin
        if (~rst_ni) read_waits_q <= 1'b0;
        else read_waits_q <= bus_reads & ~read_waits_q;
    end

    assign write = window_written | slot_valid_q[0];
    assign write_address = window_written ? bus_address_i : slot_target_q[0];
    assign write_data = window_written ? bus_data_i & fp32_pkg::KEPT : result;
endmodule
