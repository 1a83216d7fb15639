# SPDX-License-Identifier: Apache-2.0
# Bitstream for a Zynq-7020 board. NOT RUN BY THIS PROJECT: no vendor tool was available.
#   vivado -mode batch -source fpga_link/vivado/build.tcl -tclargs OUTPUT_FOLDER [PART [TOP]]
# Builds a block design of the processing system (GP0 master, fabric clock 0 at 100 MHz, interrupt
# F2P 0) and the accelerator at 0x43C0_0000, then synthesis, placement, routing and reports.
set output [lindex $argv 0]
set part [expr {[llength $argv] > 1 ? [lindex $argv 1] : "xc7z020clg484-1"}]
set top [expr {[llength $argv] > 2 ? [lindex $argv 2] : "hdca_top"}]
set here [file normalize [file dirname [info script]]]

create_project -force momentree $output/project -part $part
add_files [concat [glob $here/../rtl/*_pkg.sv] [glob $here/../rtl/*.sv] $here/hdca_wrapper.v]
add_files -fileset constrs_1 $here/hdca.xdc
update_compile_order -fileset sources_1

create_bd_design system
set ps [create_bd_cell -type ip -vlnv xilinx.com:ip:processing_system7 ps]
set_property -dict [list CONFIG.PCW_USE_M_AXI_GP0 1 CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ 100 \
    CONFIG.PCW_USE_FABRIC_INTERRUPT 1 CONFIG.PCW_IRQ_F2P_INTR 1] $ps
apply_bd_automation -rule xilinx.com:bd_rule:processing_system7 \
    -config {make_external "FIXED_IO, DDR" apply_board_preset 0} $ps
set accelerator [create_bd_cell -type module -reference hdca_wrapper accelerator]
apply_bd_automation -rule xilinx.com:bd_rule:axi4 -config {Master "/ps/M_AXI_GP0" Clk "Auto"} \
    [get_bd_intf_pins $accelerator/s_axi]
connect_bd_net [get_bd_pins $accelerator/irq] [get_bd_pins $ps/IRQ_F2P]
set segment [get_bd_addr_segs ps/Data/SEG_accelerator_*]
set_property offset 0x43C00000 $segment
set_property range 64K $segment
validate_bd_design
make_wrapper -files [get_files system.bd] -top -import
set_property top system_wrapper [current_fileset]

launch_runs impl_1 -to_step write_bitstream
wait_on_run impl_1
open_run impl_1
report_timing_summary -file $output/timing.txt
report_utilization -hierarchical -file $output/utilization.txt
if {[get_property SLACK [get_timing_paths]] < 0} {
    error "the clock of 100 MHz is not met, see $output/timing.txt"
}
