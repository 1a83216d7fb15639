// SPDX-License-Identifier: Apache-2.0
// Registers without asynchronous resets, for the timing report only: the assertion of a reset is
// not a path between registers.
module FDCE (output Q, input C, CE, CLR, D);
    parameter [0:0] INIT = 1'b0, IS_C_INVERTED = 1'b0, IS_D_INVERTED = 1'b0, IS_CLR_INVERTED = 1'b0;
    FDRE #(.INIT(INIT)) _TECHMAP_REPLACE_ (.Q(Q), .C(C), .CE(CE), .D(D), .R(1'b0));
endmodule

module FDPE (output Q, input C, CE, PRE, D);
    parameter [0:0] INIT = 1'b1, IS_C_INVERTED = 1'b0, IS_D_INVERTED = 1'b0, IS_PRE_INVERTED = 1'b0;
    FDSE #(.INIT(INIT)) _TECHMAP_REPLACE_ (.Q(Q), .C(C), .CE(CE), .D(D), .S(1'b0));
endmodule
