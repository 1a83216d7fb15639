// SPDX-License-Identifier: Apache-2.0
// Written by momentree-fpga-microcode from fpga_link/functions.
// Where the programs of the functions begin.
package function_pkg;
    localparam logic [11:0] UPDATE = 12'd0;
    localparam logic [11:0] ASSEMBLY = 12'd86;
    localparam logic [11:0] INVERSE = 12'd278;
    localparam logic [11:0] SPATIAL_UPDATE = 12'd448;
    localparam logic [11:0] SPATIAL_ASSEMBLY = 12'd761;
endpackage
