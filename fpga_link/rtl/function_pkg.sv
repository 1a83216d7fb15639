// SPDX-License-Identifier: Apache-2.0
// Written by momentree-fpga-microcode from fpga_link/functions/planar_functions.hpp.
// Where the programs of the functions begin.
package function_pkg;
    localparam logic [8:0] UPDATE = 9'd0;
    localparam logic [8:0] ASSEMBLY = 9'd86;
    localparam logic [8:0] INVERSE = 9'd278;
endpackage
