# SPDX-License-Identifier: Apache-2.0
# The accelerator has no pins of its own; its clock is FCLK0.
create_clock -period 10.0 -name clk_fpga_0 [get_nets clock]
