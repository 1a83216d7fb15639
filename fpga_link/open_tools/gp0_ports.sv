// SPDX-License-Identifier: Apache-2.0
// From the general purpose master of a Zynq's processing system (AXI3) to the two ports of the
// accelerator, in place of the vendor's interconnect: addresses with bit 16 are those of the port of
// samples. One read and one write at a time. Of the registers, bursts and other sizes than 32 bits
// get SLVERR, as writes to samples do.
module gp0_ports (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        gp0_awvalid,
    output logic        gp0_awready,
    input  logic [11:0] gp0_awid,
    input  logic [16:0] gp0_awaddr,
    input  logic [3:0]  gp0_awlen,
    input  logic [1:0]  gp0_awsize,
    input  logic        gp0_wvalid,
    output logic        gp0_wready,
    input  logic [31:0] gp0_wdata,
    input  logic [3:0]  gp0_wstrb,
    input  logic        gp0_wlast,
    output logic        gp0_bvalid,
    input  logic        gp0_bready,
    output logic [11:0] gp0_bid,
    output logic [1:0]  gp0_bresp,
    input  logic        gp0_arvalid,
    output logic        gp0_arready,
    input  logic [11:0] gp0_arid,
    input  logic [16:0] gp0_araddr,
    input  logic [3:0]  gp0_arlen,
    input  logic [1:0]  gp0_arsize,
    output logic        gp0_rvalid,
    input  logic        gp0_rready,
    output logic [11:0] gp0_rid,
    output logic [31:0] gp0_rdata,
    output logic [1:0]  gp0_rresp,
    output logic        gp0_rlast,

    output logic        m_axi_awvalid,
    input  logic        m_axi_awready,
    output logic [15:0] m_axi_awaddr,
    output logic        m_axi_wvalid,
    input  logic        m_axi_wready,
    output logic [31:0] m_axi_wdata,
    output logic [3:0]  m_axi_wstrb,
    input  logic        m_axi_bvalid,
    output logic        m_axi_bready,
    input  logic [1:0]  m_axi_bresp,
    output logic        m_axi_arvalid,
    input  logic        m_axi_arready,
    output logic [15:0] m_axi_araddr,
    input  logic        m_axi_rvalid,
    output logic        m_axi_rready,
    input  logic [31:0] m_axi_rdata,
    input  logic [1:0]  m_axi_rresp,

    output logic        m_samples_arvalid,
    input  logic        m_samples_arready,
    output logic [11:0] m_samples_arid,
    output logic [7:0]  m_samples_arlen,
    output logic [2:0]  m_samples_arsize,
    input  logic        m_samples_rvalid,
    output logic        m_samples_rready,
    input  logic [31:0] m_samples_rdata,
    input  logic [1:0]  m_samples_rresp
);
    localparam logic [1:0] SLVERR = 2'b10, WORD = 2'b10;
    typedef enum logic [1:0] {NONE, REGISTER, SAMPLES, REFUSED} target_e;

    function automatic target_e target(input logic samples, input logic writes,
                                       input logic [3:0] len, input logic [1:0] size);
        if (samples) target = writes ? REFUSED : SAMPLES;
        else target = len == 4'd0 & size == WORD ? REGISTER : REFUSED;
    endfunction

    // Reads: `reading_q` from the address to the last beat, `asking_q` until the port has it.
    target_e reading_q;
    logic asking_q;
    logic [15:0] read_address_q;
    logic [3:0] beats_q;  // after the next one

    assign gp0_arready = reading_q == NONE;
    assign m_axi_arvalid = reading_q == REGISTER & asking_q;
    assign m_axi_araddr = read_address_q;
    assign m_samples_arvalid = reading_q == SAMPLES & asking_q;
    assign m_samples_arid = gp0_rid;
    assign m_samples_arlen = {4'd0, beats_q};
    assign gp0_rlast = beats_q == 4'd0;
    assign m_axi_rready = reading_q == REGISTER & gp0_rready;
    assign m_samples_rready = reading_q == SAMPLES & gp0_rready;
    always_comb begin
        gp0_rvalid = 1'b0;
        gp0_rdata = 32'd0;
        gp0_rresp = SLVERR;
        case (reading_q)
            REGISTER: {gp0_rvalid, gp0_rdata, gp0_rresp} = {m_axi_rvalid, m_axi_rdata, m_axi_rresp};
            SAMPLES: {gp0_rvalid, gp0_rdata, gp0_rresp} =
                {m_samples_rvalid, m_samples_rdata, m_samples_rresp};
            REFUSED: gp0_rvalid = 1'b1;
            default: ;
        endcase
    end

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            reading_q <= NONE;
            asking_q <= 1'b0;
        end else begin
            if (gp0_arvalid & gp0_arready) begin
                reading_q <= target(gp0_araddr[16], 1'b0, gp0_arlen, gp0_arsize);
                asking_q <= 1'b1;
            end
            if ((m_axi_arvalid & m_axi_arready) | (m_samples_arvalid & m_samples_arready))
                asking_q <= 1'b0;
            if (gp0_rvalid & gp0_rready & gp0_rlast) reading_q <= NONE;
        end
        if (gp0_arvalid & gp0_arready) begin
            gp0_rid <= gp0_arid;
            read_address_q <= gp0_araddr[15:0];
            m_samples_arsize <= {1'b0, gp0_arsize};
            beats_q <= gp0_arlen;
        end else if (gp0_rvalid & gp0_rready) beats_q <= beats_q - 4'd1;
    end

    // Writes: an address, then its data.
    target_e writing_q;
    logic address_q, data_q;  // to be given to the registers
    logic answering_q;

    assign gp0_awready = writing_q == NONE;
    assign gp0_wready = writing_q != NONE & ~answering_q & ~data_q;
    assign m_axi_awvalid = address_q;
    assign m_axi_wvalid = data_q;
    assign gp0_bvalid = answering_q & (writing_q == REFUSED | m_axi_bvalid);
    assign gp0_bresp = writing_q == REFUSED ? SLVERR : m_axi_bresp;
    assign m_axi_bready = answering_q & writing_q == REGISTER & gp0_bready;

    always_ff @(posedge clk_i) begin
        if (~rst_ni) begin
            writing_q <= NONE;
            {address_q, data_q, answering_q} <= '0;
        end else begin
            if (m_axi_awready) address_q <= 1'b0;
            if (m_axi_wready) data_q <= 1'b0;
            if (gp0_awvalid & gp0_awready) begin
                writing_q <= target(gp0_awaddr[16], 1'b1, gp0_awlen, gp0_awsize);
                address_q <= target(gp0_awaddr[16], 1'b1, gp0_awlen, gp0_awsize) == REGISTER;
            end
            if (gp0_wvalid & gp0_wready) begin
                data_q <= writing_q == REGISTER;
                answering_q <= gp0_wlast;
            end
            if (gp0_bvalid & gp0_bready) begin
                writing_q <= NONE;
                answering_q <= 1'b0;
            end
        end
        if (gp0_awvalid & gp0_awready) begin
            gp0_bid <= gp0_awid;
            m_axi_awaddr <= gp0_awaddr[15:0];
        end
        if (gp0_wvalid & gp0_wready) begin
            m_axi_wdata <= gp0_wdata;
            m_axi_wstrb <= gp0_wstrb;
        end
    end
endmodule
