// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave in front of a register bus. Accepts address and data of a write in any order, one
// write and one read at a time; simultaneous reads and writes alternate. Unaligned addresses and
// writes with missing byte strobes are answered with SLVERR and do not reach the bus.
module axi4_lite_slave (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        s_axi_awvalid,
    output logic        s_axi_awready,
    input  logic [15:0] s_axi_awaddr,
    input  logic        s_axi_wvalid,
    output logic        s_axi_wready,
    input  logic [31:0] s_axi_wdata,
    input  logic [3:0]  s_axi_wstrb,
    output logic        s_axi_bvalid,
    input  logic        s_axi_bready,
    output logic [1:0]  s_axi_bresp,
    input  logic        s_axi_arvalid,
    output logic        s_axi_arready,
    input  logic [15:0] s_axi_araddr,
    output logic        s_axi_rvalid,
    input  logic        s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0]  s_axi_rresp,

    // A request stays unchanged until ready_i, which may come in the same clock.
    output logic        bus_valid_o,
    output logic        bus_write_o,
    output logic [15:2] bus_address_o,
    output logic [31:0] bus_data_o,
    input  logic        bus_ready_i,
    input  logic        bus_error_i,
    input  logic [31:0] bus_data_i,
    output logic        refused_o          // for one clock: unaligned or partial access
);
    localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10;

    // Accepted from the master and not yet answered on the bus.
    logic has_address_q, has_data_q, has_read_q;
    logic [15:0] write_address_q, read_address_q;
    logic [31:0] write_data_q;
    logic [3:0] strobes_q;

    // The bus serves one request at a time: `active_q` is set meanwhile, `writes_q` for a write.
    logic active_q, writes_q, can_write, can_read, choose_write;
    logic refused_write, refused_read, finishes, refuses;

    assign s_axi_awready = ~has_address_q;
    assign s_axi_wready = ~has_data_q;
    assign s_axi_arready = ~has_read_q;

    assign can_write = has_address_q & has_data_q & ~s_axi_bvalid;
    assign can_read = has_read_q & ~s_axi_rvalid;
    assign choose_write = can_write & ~(can_read & writes_q);
    assign refused_write = |write_address_q[1:0] | ~&strobes_q;
    assign refused_read = |read_address_q[1:0];

    assign refuses = active_q & (writes_q ? refused_write : refused_read);
    assign bus_valid_o = active_q & ~refuses;
    assign bus_write_o = writes_q;
    assign bus_address_o = writes_q ? write_address_q[15:2] : read_address_q[15:2];
    assign bus_data_o = write_data_q;
    assign finishes = refuses | (bus_valid_o & bus_ready_i);
    assign refused_o = refuses;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            has_address_q <= 1'b0;
            has_data_q <= 1'b0;
            has_read_q <= 1'b0;
            active_q <= 1'b0;
            writes_q <= 1'b0;
            s_axi_bvalid <= 1'b0;
            s_axi_rvalid <= 1'b0;
        end else begin
            if (s_axi_awvalid & s_axi_awready) has_address_q <= 1'b1;
            if (s_axi_wvalid & s_axi_wready) has_data_q <= 1'b1;
            if (s_axi_arvalid & s_axi_arready) has_read_q <= 1'b1;
            if (s_axi_bready) s_axi_bvalid <= 1'b0;
            if (s_axi_rready) s_axi_rvalid <= 1'b0;
            if (~active_q & (can_write | can_read)) begin
                active_q <= 1'b1;
                writes_q <= choose_write;
            end
            if (finishes) begin
                active_q <= 1'b0;
                if (writes_q) begin
                    has_address_q <= 1'b0;
                    has_data_q <= 1'b0;
                    s_axi_bvalid <= 1'b1;
                end else begin
                    has_read_q <= 1'b0;
                    s_axi_rvalid <= 1'b1;
                end
            end
        end
    end

    always_ff @(posedge clk_i) begin
        if (s_axi_awready) write_address_q <= s_axi_awaddr;
        if (s_axi_wready) begin
            write_data_q <= s_axi_wdata;
            strobes_q <= s_axi_wstrb;
        end
        if (s_axi_arready) read_address_q <= s_axi_araddr;
        if (finishes & writes_q) s_axi_bresp <= refuses | bus_error_i ? SLVERR : OKAY;
        if (finishes & ~writes_q) begin
            s_axi_rresp <= refuses | bus_error_i ? SLVERR : OKAY;
            s_axi_rdata <= refuses | bus_error_i ? 32'd0 : bus_data_i;
        end
    end
endmodule
