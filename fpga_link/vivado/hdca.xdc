# SPDX-License-Identifier: Apache-2.0
# NOT RUN BY THIS PROJECT. The processing system's IP constrains fabric clock 0 (100 MHz) itself.
# The reset is released synchronously by the reset block of the AXI interconnect; only its assertion
# is asynchronous.
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *accelerator*/CLR}]
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *accelerator*/PRE}]
