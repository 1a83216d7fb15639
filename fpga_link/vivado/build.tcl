# SPDX-License-Identifier: Apache-2.0
# Bitstream for a Zynq-7020 board. NOT RUN BY THIS PROJECT: no vendor tool was available.
#   vivado -mode batch -source fpga_link/vivado/build.tcl -tclargs OUTPUT_FOLDER BOARD [LANES [FRACTION]]
# LANES are those of the engine: 1 (default), 2 or 4. FRACTION is the number of bits of the fraction of every number, 12 to
# 23 (default). BOARD is pynq-z2, zedboard, zybo-z7-20, or a part such as xc7z020clg484-1, whose memory and pins
# must then be set by hand. The presets of the boards come from the vendors' board files, which Vivado
# installs with Tools > Vivado Store.
# Builds a block design of the processing system (GP0 master, fabric clock 0 at 100 MHz, interrupt
# F2P 0) and the accelerator at 0x43C0_0000 and 0x43C1_0000, then synthesis, placement, routing and reports. Writes
# momentree.bit, momentree.bin (for Linux), momentree.hwh and momentree.xsa.
set boards {
    pynq-z2    {xc7z020clg400-1 tul.com.tw:pynq-z2:part0:*}
    zedboard   {xc7z020clg484-1 *:zed*:part0:*}
    zybo-z7-20 {xc7z020clg400-1 digilentinc.com:zybo-z7-20:part0:*}
}
set usage "usage: build.tcl OUTPUT_FOLDER BOARD \[LANES \[FRACTION\]\], with BOARD one of [join [dict keys $boards] {, }] or a\
    part of a Zynq-7000 such as xc7z020clg484-1, 1, 2 or 4 LANES, and 12 to 23\
    bits of the FRACTION"
if {[llength $argv] ni {2 3 4}} { error $usage }
set lanes [expr {[llength $argv] >= 3 ? [lindex $argv 2] : 1}]
set fraction [expr {[llength $argv] == 4 ? [lindex $argv 3] : 23}]
if {$lanes ni {1 2 4}} { error "'$lanes' is no number of lanes; $usage" }
if {$fraction ni {12 13 14 15 16 17 18 19 20 21 22 23}} { error "'$fraction' is no number of bits; $usage" }
set output [file normalize [lindex $argv 0]]
set board [lindex $argv 1]
set here [file normalize [file dirname [info script]]]
if {[dict exists $boards $board]} {
    lassign [dict get $boards $board] part pattern
} elseif {[string match "xc7z*" $board]} {
    set part $board
    set pattern ""
} else {
    error "'$board' is no board of this script; $usage"
}
# Block RAMs of 36 kbit, by synth/check.py.
set needed [dict get {1 84 2 130 4 223} $lanes]
set device [string range $part 0 6]
set present [dict create xc7z007 50 xc7z010 60 xc7z012 72 xc7z014 107 xc7z015 95 xc7z020 140]
if {[dict exists $present $device] && [dict get $present $device] < $needed} {
    error "with LANES $lanes, the accelerator needs $needed block RAMs, and a $part has [dict get $present $device]:\
        take [expr {$lanes == 4 ? "fewer lanes or a Zynq-7030" : "a Zynq-7020"}]"
}

create_project -force momentree $output/project -part $part
if {$pattern ne ""} {
    set found [lindex [lsort [get_board_parts $pattern]] end]
    if {$found eq ""} { error "no board files for $board; install them with Tools > Vivado Store" }
    set_property board_part $found [current_project]
}
add_files [concat [glob $here/../rtl/*_pkg.sv] [glob $here/../rtl/*.sv] $here/hdca_wrapper.v]
add_files -fileset constrs_1 $here/hdca.xdc
set_property verilog_define [list ENGINE_LANES=$lanes FP32_FRACTION=$fraction] [current_fileset]
update_compile_order -fileset sources_1

create_bd_design system
set ps [create_bd_cell -type ip -vlnv xilinx.com:ip:processing_system7 ps]
# The preset first, since it would undo what follows.
apply_bd_automation -rule xilinx.com:bd_rule:processing_system7 -config \
    [list make_external "FIXED_IO, DDR" apply_board_preset [expr {$pattern ne ""}]] $ps
set_property -dict [list CONFIG.PCW_USE_M_AXI_GP0 1 CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ 100 \
    CONFIG.PCW_USE_FABRIC_INTERRUPT 1 CONFIG.PCW_IRQ_F2P_INTR 1] $ps
set accelerator [create_bd_cell -type module -reference hdca_wrapper accelerator]
foreach port {s_axi s_samples} {
    apply_bd_automation -rule xilinx.com:bd_rule:axi4 \
        -config {Master "/ps/M_AXI_GP0" Clk "Auto"} [get_bd_intf_pins $accelerator/$port]
}
connect_bd_net [get_bd_pins $accelerator/irq] [get_bd_pins $ps/IRQ_F2P]
# Registers, and bursts of samples behind them (momentree.dtsi).
foreach {port offset range} {s_axi 0x43C00000 64K s_samples 0x43C10000 4K} {
    assign_bd_address -force -offset $offset -range $range \
        [get_bd_addr_segs -of_objects [get_bd_intf_pins $accelerator/$port]]
}
validate_bd_design
save_bd_design
make_wrapper -files [get_files system.bd] -top -import
set_property top system_wrapper [current_fileset]

launch_runs impl_1 -to_step write_bitstream -jobs 4
wait_on_run impl_1
if {[get_property PROGRESS [get_runs impl_1]] ne "100%"} {
    error "synthesis or implementation failed; see the log files below $output/project/momentree.runs"
}
open_run impl_1
report_timing_summary -file $output/timing.txt
report_utilization -hierarchical -file $output/utilization.txt
if {[get_property SLACK [get_timing_paths]] < 0} {
    error "the clock of 100 MHz is not met, see $output/timing.txt"
}
file copy -force [get_property DIRECTORY [get_runs impl_1]]/system_wrapper.bit $output/momentree.bit
file copy -force [lindex [glob $output/project/*.gen/sources_1/bd/system/hw_handoff/system.hwh] 0] \
    $output/momentree.hwh
write_hw_platform -fixed -include_bit -force -file $output/momentree.xsa
exec python3 $here/../boards/bit2bin.py $output/momentree.bit $output/momentree.bin
