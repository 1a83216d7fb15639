#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesises the accelerator for the XC7Z020 with yosys and checks its limits.

check.py FOLDER                       the arithmetic units: delay of every stage
check.py FOLDER --top TOP             a whole design: share of the device's resources
check.py FOLDER --top TOP --lanes N   the same with N lanes of the engine; shares are not limited
check.py FOLDER ... --fraction BITS   the same with fewer bits of the fraction, 12 to 22
Writes netlists and reports to FOLDER. Prints one row per design, as in the README.
"""
import argparse
import pathlib
import re
import subprocess
import sys

RTL = pathlib.Path(__file__).resolve().parent.parent / "rtl"
UNITS = ["fp32_add", "fp32_mul", "fp32_rcp", "fp32_rint"]
LONGEST_STAGE_PS = 5000  # cells only; wires at 100 MHz need about as much again
DEVICE = {"LUT": 53200, "DSP": 220, "RAMB36": 140}
SHARE = {"LUT": 0.20, "DSP": 0.10, "RAMB36": 0.60}
# LUTs used by one primitive of distributed memory.
MEMORY_LUTS = {"RAM32M": 4, "RAM64M": 4, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4,
               "SRL16E": 1, "SRLC32E": 1}


def run_yosys(folder, name, commands):
    script = folder / f"{name}.ys"
    script.write_text("\n".join(commands) + "\n")
    result = subprocess.run(["yosys", "-q", "-l", folder / f"{name}.log", script],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"yosys stopped at {name}:\n{result.stderr[-2000:]}")


def defines(lanes, fraction):
    return f"-DENGINE_LANES={lanes} -DFP32_FRACTION={fraction} "


def packages():
    return [str(path) for path in sorted(RTL.glob("*_pkg.sv"))]


def timing(folder, name):
    """Delay of the longest path between registers: library delays of the cells, no wires."""
    return ["design -reset", "read_verilog -lib -specify +/xilinx/cells_sim.v",
            f"read_rtlil {folder}/{name}.il", f"hierarchy -top {name}",
            f"techmap -map {pathlib.Path(__file__).resolve().parent}/data_paths.v",
            f"tee -o {folder}/{name}.sta sta"]


def synthesise_unit(folder, name, fraction):
    run_yosys(folder, name, [
        "read_verilog -sv " + defines(1, fraction) + " ".join(packages()) + f" {RTL}/{name}.sv",
        f"synth_xilinx -family xc7 -top {name} -flatten -noiopad -noclkbuf -abc9",
        "check -assert", f"tee -o {folder}/{name}.stat stat", f"select {name}",
        f"write_rtlil -selected {folder}/{name}.il", *timing(folder, name)])


def synthesise_top(folder, top, lanes, fraction):
    # The mapping with delays (abc9) does not support block RAM: the units are mapped first, the
    # rest afterwards.
    rest = [str(path) for path in sorted(RTL.glob("*.sv"))
            if path.stem not in UNITS and not path.stem.endswith("_pkg")]
    run_yosys(folder, top, [
        *[f"read_rtlil {folder}/{unit}.il" for unit in UNITS],
        "read_verilog -sv " + defines(lanes, fraction) + " ".join(packages() + rest),
        f"synth_xilinx -family xc7 -top {top} -flatten -noiopad -noclkbuf", "check -assert",
        f"tee -o {folder}/{top}.stat stat", f"select {top}",
        f"write_rtlil -selected {folder}/{top}.il", *timing(folder, top)])


def measured(folder, name):
    report = (folder / f"{name}.stat").read_text()
    cells = {cell: int(count) for cell, count in
             re.findall(r"^ +([A-Z][A-Z0-9_]+) +(\d+)$", report, re.M)}
    latches = [cell for cell in cells if cell.startswith("LD")]
    if latches:
        sys.exit(f"{name} has latches: {latches}")
    used = {
        "LUT": sum(cells.get(f"LUT{i}", 0) for i in range(1, 7))
        + sum(luts * cells.get(cell, 0) for cell, luts in MEMORY_LUTS.items()),
        "FF": sum(count for cell, count in cells.items() if re.match(r"FD[RSCP]E", cell)),
        "CARRY4": cells.get("CARRY4", 0),
        "DSP": cells.get("DSP48E1", 0),
        "RAMB36": cells.get("RAMB36E1", 0) + cells.get("RAMB18E1", 0) / 2,
    }
    delay = re.search(r"Latest arrival time in '\S+' is (\d+)", (folder / f"{name}.sta").read_text())
    used["ps"] = int(delay.group(1))
    return used


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--top")
    parser.add_argument("--lanes", type=int, choices=(1, 2, 4), default=1)
    parser.add_argument("--fraction", type=int, choices=range(12, 24), default=23)
    options = parser.parse_args()
    folder, top = options.folder.resolve(), options.top
    folder.mkdir(parents=True, exist_ok=True)
    names = UNITS + ([top] if top else [])
    print("| design | LUT | FF | CARRY4 | DSP48E1 | RAMB36 | longest stage, cells only |")
    print("|---|---|---|---|---|---|---|")
    faults = []
    for name in names:
        if name == top:
            synthesise_top(folder, top, options.lanes, options.fraction)
        else:
            synthesise_unit(folder, name, options.fraction)
        used = measured(folder, name)
        title = f"`{name}`" + (f", {options.lanes} lanes" if name == top and options.lanes > 1 else "")
        title += f", {options.fraction} bits" if options.fraction < 23 else ""
        print(f"| {title} | {used['LUT']} | {used['FF']} | {used['CARRY4']} | {used['DSP']} "
              f"| {used['RAMB36']:g} | {used['ps'] / 1000:.2f} ns |", flush=True)
        if used["ps"] > LONGEST_STAGE_PS:
            faults.append(f"{name}: a stage takes {used['ps']} ps, at most {LONGEST_STAGE_PS}")
        for kind, share in SHARE.items():
            limit = share * DEVICE[kind]
            if name == top and options.lanes == 1 and used[kind] > limit:
                faults.append(f"{name}: {used[kind]:g} {kind}, at most {limit:g}")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
