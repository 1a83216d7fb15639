// SPDX-License-Identifier: Apache-2.0
// Properties of the FIFO: the word pushed as the n-th one, for any n modulo the range of the
// pointers, is the n-th one popped, unchanged; a word is lost only if the FIFO is full, and says so.
(* hierconn *) wire [SAMPLE_BITS-1:0] \ram.watched_address ;
(* hierconn *) wire [31:0] \ram.watched_word ;

logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

(* anyconst *) logic high;
wire [SAMPLE_BITS:0] watched = {high, \ram.watched_address };

// Counted at the ports alone.
logic [SAMPLE_BITS:0] pushed_q, popped_q;
logic [31:0] word_q;
logic inside_q;
wire pops = pop_i & valid_o;
wire pushes = push_i & ~lost_o;
always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
        pushed_q <= '0;
        popped_q <= '0;
        inside_q <= 1'b0;
    end else begin
        pushed_q <= pushed_q + (SAMPLE_BITS+1)'(pushes);
        popped_q <= popped_q + (SAMPLE_BITS+1)'(pops);
        if (pushes && pushed_q == watched) begin
            inside_q <= 1'b1;
            word_q <= data_i;
        end else if (pops && popped_q == watched) inside_q <= 1'b0;
    end
end

always_comb if (past_q && rst_ni) begin
    assert (level_o == pushed_q - popped_q);
    assert (level_o <= 2**SAMPLE_BITS);
    assert (lost_o == (push_i && level_o == 2**SAMPLE_BITS));
    assert (!valid_o || level_o != 0);
    assert (inside_q == ((SAMPLE_BITS+1)'(watched - popped_q) < level_o));
    if (inside_q) assert (\ram.watched_word == word_q);
    if (valid_o && popped_q == watched) assert (data_o == word_q);
    assert (write_q == pushed_q && read_q == popped_q);
end
// Words become readable one clock after they arrived, and stay so.
always_ff @(posedge clk_i) if (past_q && rst_ni && $past(rst_ni)) begin
    if ($past(level_o) != 0 && !$past(pops)) assert (valid_o);
    if ($past(level_o) > 1) assert (valid_o);
    if ($past(valid_o && !pop_i)) assert (valid_o && $stable(data_o));
end
