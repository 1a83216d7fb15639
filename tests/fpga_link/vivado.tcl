# SPDX-License-Identifier: Apache-2.0
# Runs fpga_link/vivado/build.tcl with commands of Vivado that only record their arguments. Vivado
# itself was not available to check that they mean what they should. usage: tclsh vivado.tcl
# SOURCE_FOLDER
set source [file normalize [lindex $argv 0]]
set script $source/fpga_link/vivado/build.tcl
set folder [file join [expr {[info exists env(TMPDIR)] ? $env(TMPDIR) : "/tmp"}] momentree-vivado-[pid]]
set failures 0

proc complain {text} {
    puts $text
    incr ::failures
}

# Every command of Vivado that the script may call, with the value it returns.
proc stub {name {value ""}} {
    proc $name {args} [string map [list NAME $name VALUE $value] {
        lappend ::calls [concat NAME $args]
        return VALUE
    }]
}
foreach name {apply_bd_automation assign_bd_address connect_bd_net create_bd_design launch_runs make_wrapper open_run
              report_timing_summary report_utilization save_bd_design set_property
              update_compile_order validate_bd_design wait_on_run} { stub $name }
foreach {name value} {create_bd_cell cell current_fileset sources_1 current_project project
                      get_bd_addr_segs segment get_bd_intf_pins pins get_bd_pins pins get_files file
                      get_runs run get_timing_paths path} { stub $name $value }
proc create_project {args} {
    lappend ::calls [concat create_project $args]
    file mkdir [lindex $args 2]
}
proc get_board_parts {pattern} {
    if {!$::installed} { return {} }
    return [list [string map {* 1.0} $pattern] [string map {* 1.1} $pattern]]
}
proc add_files {args} {
    lappend ::calls [concat add_files $args]
    foreach file [lindex $args end] {
        if {![file exists $file]} { complain "add_files: there is no $file" }
    }
}
proc get_property {name object} {
    switch $name {
        SLACK { return $::slack }
        PROGRESS { return $::progress }
        DIRECTORY {
            # What the run has written by then: a bitstream of three words.
            set run $::output/run
            file mkdir $run $::output/project/momentree.gen/sources_1/bd/system/hw_handoff
            close [open $::output/project/momentree.gen/sources_1/bd/system/hw_handoff/system.hwh w]
            set bit [open $run/system_wrapper.bit wb]
            puts -nonewline $bit [binary format H* [join {
                00090ff00ff00ff00ff00000016100027400620002700063000264006400026800650000000c
                ffffffffaa99556620000001} ""]]
            close $bit
            return $run
        }
    }
    error "get_property $name is not expected"
}
proc write_hw_platform {args} {
    lappend ::calls [concat write_hw_platform $args]
    close [open [lindex $args end] w]
}

# Runs the script for a board; returns its error, or an empty text.
proc build {board args} {
    global argv calls output script
    set calls {}
    set argv [list $output $board {*}$args]
    if {[catch {uplevel #0 {source $script}} problem]} { return $problem }
    return ""
}
proc expect {what wanted} {
    if {![string match $wanted $what]} { complain "'$what' is not like '$wanted'" }
}
proc called {pattern} {
    foreach call $::calls { if {[string match $pattern $call]} { return 1 } }
    complain "no call like '$pattern'"
}

set output $folder/out
set installed 1
set slack 0.3
set progress 100%
foreach {board part files} {pynq-z2 xc7z020clg400-1 tul.com.tw:pynq-z2:part0:1.1
                            zedboard xc7z020clg484-1 1.1:zed1.1:part0:1.1
                            zybo-z7-20 xc7z020clg400-1 digilentinc.com:zybo-z7-20:part0:1.1
                            xc7z020clg484-1 xc7z020clg484-1 ""} {
    file delete -force $folder
    expect [build $board] ""
    called "create_project -force momentree * -part $part"
    if {$files ne ""} { called "set_property board_part $files project" }
    called "*make_external {FIXED_IO, DDR} apply_board_preset [expr {$files ne {}}]*"
    called "*PCW_FPGA0_PERIPHERAL_FREQMHZ 100 *PCW_IRQ_F2P_INTR 1*"
    called "assign_bd_address -force -offset 0x43C00000 -range 64K segment"
    called "assign_bd_address -force -offset 0x43C10000 -range 4K segment"
    called "set_property verilog_define {ENGINE_LANES=1 FP32_FRACTION=23} sources_1"
    called "launch_runs impl_1 -to_step write_bitstream *"
    foreach result {bit bin hwh xsa} {
        if {![file exists $output/momentree.$result]} { complain "$board: no momentree.$result" }
    }
    set bin [open $output/momentree.bin rb]
    binary scan [read $bin] H* hex
    close $bin
    expect $hex ffffffff665599aa01000020
}

foreach {board wanted} {"" "*pynq-z2, zedboard, zybo-z7-20*" pynq-z1 "*pynq-z2, zedboard, zybo-z7-20*"
                        xc7z010clg400-1 "*needs 84 block RAMs*has 60*" xc7z007sclg225-1 "*needs 84 *has 50*"
                        xc7z012sclg485-1 "*needs 84 *has 72*Zynq-7020*"} {
    expect [build $board] $wanted
    if {[llength $calls] > 0} { complain "'$board' is refused too late" }
}
foreach {lanes board} {1 pynq-z2 2 pynq-z2 1 xc7z015clg485-1 4 xc7z030fbg484-1} {
    expect [build $board $lanes] ""
    called "set_property verilog_define {ENGINE_LANES=$lanes FP32_FRACTION=23} sources_1"
}
foreach fraction {12 16} {
    expect [build pynq-z2 2 $fraction] ""
    called "set_property verilog_define {ENGINE_LANES=2 FP32_FRACTION=$fraction} sources_1"
}
foreach fraction {11 24 16.5 x} { expect [build pynq-z2 1 $fraction] "'$fraction' is no number of bits*" }
expect [build xc7z015clg485-1 2] "*needs 130 block RAMs*has 95*"
expect [build pynq-z2 4] "*needs 223 block RAMs*has 140*Zynq-7030"
expect [build pynq-z2 3] "'3' is no number of lanes*"
expect [build pynq-z2 2 16 1] "usage*"
set installed 0
expect [build zedboard] "*no board files for zedboard*Vivado Store*"
set installed 1
set slack -0.2
file delete -force $folder
expect [build pynq-z2] "*100 MHz is not met*timing.txt"
if {[file exists $output/momentree.bit]} { complain "a bitstream that is too slow is handed out" }
set progress 40%
expect [build pynq-z2] "*implementation failed*momentree.runs"
file delete -force $folder
exit [expr {$failures > 0}]
