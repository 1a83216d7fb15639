#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties in this folder for the hardware description, with yosys, its abc, and z3.

prove.py FOLDER [--rtl FOLDER] [--define NAME=VALUE] [NAME...]
A name may be a pattern such as 'fp32_*'. Properties of a module are inserted before its end; the sources themselves contain none. Scripts and
logs are written to FOLDER. Prints one line for each proof; the exit code is 1 if one fails.
"""
import argparse
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parent / "rtl"
LONGEST_S = 1200
# Simulation and bounded search for a counterexample, sweeping of equal signals, reachability.
SOLVE = "dprove; pdr"

# Exponents that differ by up to 26 are exact in the specification of sums; each set of distances is
# one case. Together with the special and the far case, these are all operands.
ORDINARY = "~&a_i[30:23] & ~&b_i[30:23] & |a_i[30:23] & |b_i[30:23]"
STAGE_3 = ["sum_q", "exponent_q", "sign_q", "subtracted_q", "nan_qq", "special_qq"]
DISTANCES = [*((i, i) for i in range(19)), (19, 26)]


class Proof:
    """Properties of a module, as long as `case` holds. Memories need arrays, and with them an
    induction over `clocks`; everything else is a circuit of gates for yosys-abc, without a bound. The
    registers `free` have any value in every clock."""

    def __init__(self, module, clocks=0, case="1'b1", properties=None, free=()):
        self.module, self.clocks, self.case, self.free = module, clocks, case, free
        self.properties = properties or module


PROOFS = {
    "axi4_lite_slave": Proof("axi4_lite_slave"),
    "axi4_samples": Proof("axi4_samples"),
    "gp0_ports": Proof("gp0_ports"),
    "engine_samples": Proof("engine_samples", clocks=4),
    "engine_flags": Proof("engine_flags"),
    "hdca_csr": Proof("hdca_csr"),
    "fp32_rint": Proof("fp32_rint"),
    "fp32_mul": Proof("fp32_mul"),
    "fp32_rcp": Proof("fp32_rcp"),
    "fp32_rcp_step": Proof("fp32_rcp", properties="fp32_rcp_step"),
    "fp32_add_special": Proof("fp32_add", case=f"!({ORDINARY})"),
    "fp32_add_far": Proof("fp32_add", case=f"{ORDINARY} && apart > 26"),
    **{f"fp32_add_{low}_{high}":
       Proof("fp32_add", case=f"{ORDINARY} && apart >= {low} && apart <= {high}", properties="fp32_add_sum")
       for low, high in DISTANCES},
    "fp32_add_round": Proof("fp32_add", properties="fp32_add_round", free=STAGE_3),
}

# A netlist of and-gates, whose registers without a first value have any.
GATES = """async2sync
dffunmap
setundef -undriven -anyseq
opt -fast -nodffe -nosdff
techmap
opt -fast -nodffe -nosdff
dffunmap
delete -output
abc -g AND -fast
opt_clean
write_aiger -I -B -zinit {0}.aig
"""


def with_properties(text, properties):
    """The source with properties of its module."""
    properties = HERE / f"{properties}.sv"
    return re.sub(r"\bendmodule\s*$", f'`include "{properties}"\nendmodule\n', text)


def prepare(folder, name, proof, rtl, defines):
    case = folder / f"{name}.case.sv"
    case.write_text(f"`define CASE ({proof.case})\n")
    sources = [case, *sorted(rtl.glob("*_pkg.sv")), HERE / "fp32_spec.sv"]
    modules = {proof.module: proof.properties}
    if proof.module == "engine_samples":
        modules["ram_1r1w"] = "ram_1r1w"
    for module, properties in modules.items():
        path = folder / f"{name}.{module}.sv"
        source = next(folder / f"{module}.sv" for folder in (rtl, HERE.parent / "open_tools")
                      if (folder / f"{module}.sv").exists())
        path.write_text(with_properties(source.read_text(), properties))
        sources.append(path)
    script = folder / f"{name}.ys"
    options = " ".join(f"-D{define}" for define in defines)
    script.write_text(f'read_verilog -formal -sv {options} {" ".join(map(str, sources))}\n'
                      f"prep -flatten -nordff -top {proof.module}\n"
                      + "".join(f"cutpoint w:{register}\n" for register in proof.free)
                      + (f"write_smt2 -wires {folder / name}.smt2\n" if proof.clocks
                         else GATES.format(folder / name)))
    return run(["yosys", "-q", script])


def run(command, limit=LONGEST_S, **options):
    """Exit code (None after `limit` seconds) and output."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                check=False, timeout=limit, **options)
    except subprocess.TimeoutExpired:
        return None, f"no answer after {limit} s\n"
    return result.returncode, result.stdout


def solve(folder, name, limit=LONGEST_S):
    """Whether no property of the circuit FOLDER/NAME.aig ever fails, None without an answer; log."""
    _, output = run(["yosys-abc", "-c", f"read_aiger {folder / name}.aig; fold; strash; {SOLVE}"], limit,
                    cwd=folder)  # where abc leaves its files
    if re.search(r"^(Networks are equivalent|Property proved|UNSATISFIABLE)", output, re.M):
        return True, output
    return (False if re.search(r"not equivalent|was asserted|^SATISFIABLE", output, re.M) else None), output


def run_proof(folder, name, rtl=RTL, defines=(), limit=LONGEST_S):
    """True (proved), False (a property fails, or the source cannot be read) or None (no answer);
    seconds; log."""
    proof = PROOFS[name]
    start = time.monotonic()
    code, log = prepare(folder, name, proof, rtl, defines)
    holds = code == 0
    if holds and proof.clocks:
        for induction in [], ["-i"]:
            code, output = run(["yosys-smtbmc", "-s", "z3", "--noinfo", *induction, "-t", str(proof.clocks),
                                f"{folder / name}.smt2"], limit)
            log += output
            if code != 0:
                holds = None if code is None else False
                break
    elif holds:
        holds, output = solve(folder, name, limit)
        log += output
    (folder / f"{name}.log").write_text(log)
    return holds, time.monotonic() - start, log


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rtl", type=pathlib.Path, default=RTL)
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in PROOFS if any(fnmatch.fnmatch(name, wanted) for wanted in options.names or ["*"])]
    for wanted in options.names:
        if not fnmatch.filter(PROOFS, wanted):
            parser.error(f"there is no proof {wanted}")
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {name: pool.submit(run_proof, folder, name, options.rtl.resolve(), options.define)
                   for name in names}
        for name, proof in running.items():
            holds, seconds, log = proof.result()
            print(f"{name:20} {'proved' if holds else 'unknown' if holds is None else 'FAILED'} {seconds:7.1f} s", flush=True)
            if not holds:
                failed.append(name)
                print("\n".join(log.splitlines()[-12:]))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
