#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""speed_page.py HOST ARM PAGE: writes PAGE, which compares the accelerator with processors.

HOST and ARM are momentree-speed-figures for this machine and for 32-bit ARM. HOST measures; the
instructions of ARM are counted in emulation, which says nothing about their time.
"""
import os
import shutil
import subprocess
import sys

CLOCK_HZ = 100e6            # a goal: no tool of the vendor has routed the design
ARM_HZ = 667e6              # of a Zynq-7020, speed grade 1
PER_CLOCK = (1.0, 0.4)      # instructions, at best and at worst: assumed
COUNTED = (20, 60)          # steps; start and end of the program cancel


def instructions(qemu, program, bodies):
    """Instructions of a step: one line of the emulator's log each, since it translates one at a time."""
    lines = []
    for steps in COUNTED:
        log = subprocess.Popen([qemu, "-singlestep", "-d", "exec,nochain", "-D", "/dev/stderr", program,
                                "steps", str(bodies), str(steps)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        lines.append(sum(chunk.count(b"\n") for chunk in iter(lambda: log.stderr.read(1 << 20), b"")))
        if log.wait() != 0:
            sys.exit(f"speed_page.py: {program} failed under {qemu}")
    return (lines[1] - lines[0]) / (COUNTED[1] - COUNTED[0])


def bodies_text(count):
    return "one body" if count == 1 else f"{count} bodies"


def machine():
    with open("/proc/cpuinfo") as info:
        names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return names[0] if names else os.uname().machine


def main(host, arm, page):
    qemu = shutil.which("qemu-arm-static") or shutil.which("qemu-arm")
    if not qemu or not os.path.exists(arm):
        sys.exit("speed_page.py: needs qemu-user-static and the program for ARM: fpga_link/boards/sysroot-armhf.sh, "
                 "cmake --preset board-armhf, cmake --build --preset board-armhf --target momentree-speed-figures")
    load = os.getloadavg()[0]
    rows, rollouts = [], None
    for line in subprocess.run([host, "compare"], check=True, capture_output=True, text=True).stdout.splitlines():
        kind, *values = line.split()
        if kind == "chain":
            rows.append((int(values[0]), int(values[1]), float(values[2]), float(values[3])))
        else:
            rollouts = int(values[0]), int(values[1]), float(values[2]), float(values[3])
    table, wins = [], {"best": None, "worst": None}
    for bodies, clocks, least, late in rows:
        fabric = clocks / CLOCK_HZ * 1e6
        count = instructions(qemu, arm, bodies)
        best, worst = (count / (ARM_HZ * rate) * 1e6 for rate in PER_CLOCK)
        for name, time in (("best", best), ("worst", worst)):
            if wins[name] is None and fabric < time:
                wins[name] = bodies
        table.append(f"| {bodies} | {clocks} | {fabric:.2f} | {least:.2f} | {late:.2f} | {count:.0f} "
                     f"| {best:.2f} to {worst:.2f} | {fabric / least:.1f} | {best / fabric:.1f} to {worst / fabric:.1f} |")
    steps, together, host_us, clocks = rollouts
    fabric_us = steps * clocks / CLOCK_HZ * 1e6
    two = next(row for row in rows if row[0] == 2)
    text = f"""# Where the accelerator wins

Written by `cmake --build build/release --target speed-figures`. Chains of revolute joints, explicit Euler, one step: the batch engine against the same
algorithm in double precision on processors (`software/planar_software`). No board was available, so its columns are not measurements.

| column | source |
|---|---|
| clocks | exact, from the program of the engine |
| engine | **modelled**: these clocks at {CLOCK_HZ / 1e6:.0f} MHz, a goal that no tool of the vendor has confirmed; without the transfer of samples |
| host | **measured**: one core of {machine()}, load {load:.1f} at the start; the least and the 99th percentile of 400 blocks of some thousand body steps |
| ARM, instructions | **counted** in emulation (`qemu-arm`), the difference of {COUNTED[1]} and {COUNTED[0]} steps |
| ARM, time | **estimated**: a core at {ARM_HZ / 1e6:.0f} MHz with {PER_CLOCK[0]} to {PER_CLOCK[1]} instructions a clock, which is assumed |

| bodies | clocks | engine [us] | host, least [us] | host, 99 % [us] | ARM, instructions | ARM [us] | engine over host | ARM over engine |
|---|---|---|---|---|---|---|---|---|
""" + "\n".join(table) + f"""

* **Against a core of this host it does not win**, at any number of bodies.
* **Against the ARM core beside it** it wins from {bodies_text(wins["worst"])} on by the slow estimate and from {bodies_text(wins["best"])} on by the fast one. `momentree board test` and the panel *Offloading* measure the core of a real board (TIME_SOFTWARE).
* **Time of a step**: the engine takes the same number of clocks in every step, whatever the numbers are (`test_rtl_engine`), and its processor stays free. The host's 99th percentile above shows what a scheduler adds.
* **Rollouts**: {steps} steps of a double pendulum, {together} trajectories in one program ({clocks:.1f} clocks a step each): {1e6 / fabric_us:.0f} a second, modelled, and {1e6 / host_us:.0f} a second on one core of the host, measured. One trajectory alone would be {1e6 / (steps * two[1] / CLOCK_HZ * 1e6):.0f} a second.
* **Samples**: a read by the processor of the board takes a guessed 250 ns. One by one from a register, a row of 64 bodies with all coordinates and momenta takes 32 us, longer than its step; in bursts of eight words, 5.1 us.
* **Energy** is not compared: nothing here measures the power of a board.
"""
    with open(page, "w") as file:
        file.write(text)


main(*sys.argv[1:])
