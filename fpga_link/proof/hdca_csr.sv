// SPDX-License-Identifier: Apache-2.0
// Properties of FLAGS, IRQ_STAT and the commands: an event stays until a one is written to its bit
// or everything is cleared; an event in the clock of the write is kept; nothing else sets a bit.
// What comes in the clock of a soft reset or in the next one is cleared with the rest.
logic past_q = 1'b0;
always_ff @(posedge clk_i) past_q <= 1'b1;
always_comb if (!past_q) assume (!rst_ni);

wire clears_flags = bus_valid_i && bus_write_i && {bus_address_i, 2'b00} == 8'h18;
wire clears_status = bus_valid_i && bus_write_i && {bus_address_i, 2'b00} == 8'h20;
wire command = bus_valid_i && bus_write_i && {bus_address_i, 2'b00} == 8'h10;

logic half_then_q, clear_then_q;
always_ff @(posedge clk_i) clear_then_q <= clear_o;
always_ff @(posedge clk_i) half_then_q <= rst_ni && !clear_then_q && samples_half_i;

always_comb begin
    assert ({clear_o, run_spatial_assembly_o, run_spatial_update_o, reset_functions_o, abort_batch_o,
             start_batch_o, run_update_o, run_inverse_o, run_assembly_o}
                == (command ? {bus_data_i[31], bus_data_i[7:0]} : 9'd0)
            || !command);
    assert (run_assembly_o == (command && bus_data_i[0]));
    assert (run_inverse_o == (command && bus_data_i[1]));
    assert (run_update_o == (command && bus_data_i[2]));
    assert (start_batch_o == (command && bus_data_i[3]));
    assert (abort_batch_o == (command && bus_data_i[4]));
    assert (run_spatial_update_o == (command && bus_data_i[6]));
    assert (run_spatial_assembly_o == (command && bus_data_i[7]));
    assert (reset_functions_o == (command && bus_data_i[5]));
    assert (clear_o == (command && bus_data_i[31]));
    if (past_q) assert (irq_o == |(irq_status_q & irq_enable_q));
end
always_comb if (past_q && rst_ni) assert (half_q == half_then_q);

always_ff @(posedge clk_i) if (past_q) begin
    if (!$past(rst_ni) || $past(clear_then_q)) begin
        assert (flags_q == 0 && irq_status_q == 0 && irq_enable_q == 0 && scratch_q == 0 && phase_o == 0);
        assert (cycles_total_q == 0 && cycles_last_q == 0 && cycles_stalled_q == 0 && high_q == 0);
    end else begin
        assert (flags_q == ($past(events_i) | ($past(flags_q) & ~($past(clears_flags) ? $past(bus_data_i[6:0]) : 7'd0))));
        assert (irq_status_q == ({$past(functions_done_i), |($past(events_i) & ~$past(flags_q)),
                                  $past(samples_half_i) & ~$past(half_q), $past(batch_done_i)}
                | ($past(irq_status_q) & ~($past(clears_status) ? $past(bus_data_i[3:0]) : 4'd0))));
        if (!$past(bus_valid_i && bus_write_i))
            assert ($stable(irq_enable_q) && $stable(scratch_q) && $stable(phase_o));
        assert (high_q == ($past(bus_valid_i && !bus_write_i && {bus_address_i, 2'b00} == 8'h30)
                ? $past(cycles_total_q[63:32]) : $past(high_q)));
        assert (cycles_total_q == $past(cycles_total_q)
                + 64'($past(batch_busy_i || !(functions_idle_i || functions_read_i))));
    end
    assert (cycles_free_q == ($past(rst_ni) ? $past(cycles_free_q) + 32'd1 : 32'd0));
end
