#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Injects faults into the hardware description and counts those that its tests and proofs catch.

rtl_faults.py FOLDER [--count N] [--seed N] [--files PATTERN] [--jobs N] [--only NUMBER...] [--list] [--built]
A copy of the sources in FOLDER/rtl contains all faults at once, each behind a comparison with a number that
the simulation reads from the file `fault` in its working folder, so that the tests are built only once. A
fault is one wrong operator, constant or condition, a register that is not written, a wrong connection, or a
flipped bit of the microcode; with --files, only in files whose names match. Tests run until one fails,
crashes or hangs; faults that all tests accept are given to the proofs of their module, as sources with that
fault alone. Of those that are left, a proof may show that the module has the same outputs at all times, with and
without the fault (fpga_link/proof/equal.py): they have no effect and are counted apart. Prints a line for each
fault and the shares; writes FOLDER/faults.md; the exit code is 1 if less than 95 percent of the others are caught.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fpga_link/proof"))
import equal  # pylint: disable=wrong-import-position
import prove  # pylint: disable=wrong-import-position
RTL = ROOT / "fpga_link/rtl"
LONGEST_S = 1200  # of one test; without a fault the longest takes a minute, on a busy machine more
ROM_FAULTS = 10
NO_EFFECT = "no effect, proved"

# Program and class, in the order in which they probably notice; `None`: every module.
TESTS = [
    ("tests-rtl-parts", "test_rtl_units", r"fp32_"),
    ("tests-rtl-parts", "test_rtl_fraction", r"fp32_"),
    ("tests-rtl-parts", "test_rtl_functions", r"hdca_functions|function_|fp32_"),
    ("tests-rtl-parts", "test_rtl_axi", r"axi4|hdca_c|hdca_functions"),
    ("tests-rtl", "test_rtl_top", None),
    ("tests-rtl", "test_rtl_reset", None),
    ("tests-rtl", "test_rtl_soft_fabric", None),
    ("tests-rtl", "test_rtl_fabric", None),
    ("tests-rtl-parts", "test_rtl_lanes", r"engine|ram_|fp32_"),
    ("tests-rtl-parts", "test_rtl_engine", r"engine|ram_|fp32_"),
    ("tests-rtl", "test_rtl_session", None),
]
PROOFS = {"axi4_lite_slave": ["axi4_lite_slave"], "axi4_samples": ["axi4_samples"], "engine_samples": ["engine_samples"], "ram_1r1w": ["engine_samples"],
          "engine_flags": ["engine_flags"], "hdca_csr": ["hdca_csr"], "fp32_rint": ["fp32_rint"], "fp32_mul": ["fp32_mul"],
          "fp32_rcp": ["fp32_rcp", "fp32_rcp_step"],
          "fp32_add": ["fp32_add_special", "fp32_add_far", "fp32_add_0_0", "fp32_add_1_1", "fp32_add_2_2", "fp32_add_round"]}
# Those that the test fpga_proofs runs: they have an answer within seconds, or the test fails.
ANSWERED = ["axi4_lite_slave", "axi4_samples", "engine_samples", "engine_flags", "hdca_csr", "fp32_rint"]

# Operators and what a fault makes of them. Unary ones follow an operator or an opening bracket.
BINARY = {"&": "|", "|": "&", "^": "|", "+": "-", "-": "+", "==": "!=", "!=": "==", "<": "<=", "<=": "<",
          ">": ">=", ">=": ">", "&&": "||", "||": "&&", "<<": ">>", ">>": "<<"}
UNARY = {"~": "", "!": "", "&": "|", "|": "&", "~|": "|", "~&": "&", "-": ""}
TOKEN = re.compile(r"""\d*'[bdh][0-9A-Fa-f_xz]+|'[01]|\d+|[\w:$.]+|&&|\|\||~&|~\||==|!=|<=|>=|<<<?|>>>?|[+-]:|.""", re.S)


class Fault:
    """EXPRESSION of `text[start:end]` replaced by `wrong`."""

    def __init__(self, file, start, end, wrong, what):
        self.file, self.start, self.end, self.wrong, self.what = file, start, end, wrong, what
        self.number = 0


def without_comments(text):
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.S)


def closing(text, opening):
    """The index of the bracket that closes the one at `opening`."""
    depth = 0
    for i in range(opening, len(text)):
        depth += text[i] in "([{"
        depth -= text[i] in ")]}"
        if depth == 0:
            return i
    raise ValueError("no closing bracket")


def statements(text):
    """(start, end) of what semicolons outside of brackets end."""
    depth = start = 0
    for i, letter in enumerate(text):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == ";" and depth == 0:
            yield start, i
            start = i + 1


def wrong_expressions(text):
    """(wrong text, what was done) of one operator or constant each. Ranges in square brackets, casts
    and what is constant for other reasons are left out."""
    tokens, at, skipped_until = [], 0, 0
    for match in TOKEN.finditer(text):
        if match.group().strip():
            tokens.append(match)
    before = None
    for match in tokens:
        token, at = match.group(), match.start()
        unary = before is None or re.fullmatch(r"[(\[{,?:&|^~!+\-*<>=]+|[<>=!&|]=?|&&|\|\|", before) is not None
        previous, before = before, token
        if at < skipped_until:
            continue
        if token == "[" or (token == "(" and text[closing(text, at) + 1:].startswith("'")):
            skipped_until = closing(text, at)
            continue
        changed = None
        if (constant := re.fullmatch(r"(\d+)'([bdh])([0-9A-Fa-f_]+)", token)):
            width, base = int(constant[1]), {"b": 2, "d": 10, "h": 16}[constant[2]]
            value = int(constant[3].replace("_", ""), base)
            changed = f"{width}'d{value ^ 1}"
        elif unary and token in UNARY:
            changed = UNARY[token]
        elif not unary and token in BINARY:
            changed = BINARY[token]
        if changed is not None and previous != "'":
            yield text[:at] + changed + text[at + len(token):], f"{token} -> {changed or 'nothing'}"


def faults_of(path):
    text = without_comments(path.read_text())
    found = []

    def add(start, end, kind):
        expression = text[start:end]
        if re.fullmatch(r"\s*[A-Z_]+\s*|\s*'0\s*", expression):
            return
        for wrong, what in wrong_expressions(expression):
            found.append(Fault(path.name, start, end, wrong, f"{kind}: {what}"))

    body = text.index(");", text.index("module ")) if "module " in text else len(text)
    for start, end in statements(text):
        chunk = text[start:end]
        if start < body or re.search(r"\b(localparam|parameter|typedef|import|genvar|initial|endpackage)\b", chunk):
            continue
        for match in re.finditer(r"(?:\bif|\?)\s*\(", chunk):
            opening = start + match.end() - 1
            shut = closing(text, opening)
            if re.match(r"\s*begin\s*:\s*gen_", text[shut + 1:]) or chunk[match.start()] == "?":
                continue
            found.append(Fault(path.name, opening + 1, shut, f"!({text[opening + 1:shut]})", "condition: inverted"))
            add(opening + 1, shut, "condition")
        for match in re.finditer(r"\.(\w+_n?i)\s*\(", chunk):
            opening = start + match.end() - 1
            shut = closing(text, opening)
            if text[opening + 1:shut].strip() and match[1] not in ("clk_i", "rst_ni"):
                found.append(Fault(path.name, opening + 1, shut, "'0", f"connection of {match[1]}: 0"))
                add(opening + 1, shut, f"connection of {match[1]}")
        # The assignment, if it is one.
        depth = 0
        for i in range(start, end):
            depth += text[i] in "([{"
            depth -= text[i] in ")]}"
            operator = re.match(r"<=|=(?!=)", text[i:]) if depth == 0 else None
            if operator and not re.search(r"[<>=!]$", text[start:i]):
                begins = i + len(operator.group())
                target = re.search(r"(\{[^{}]*\}|[\w.]+\s*(?:\[[^\[\]<>=]*\]\s*)*)$", text[start:i], re.S)
                if not target:
                    break
                name = re.sub(r"\s+", " ", target[1])
                if operator.group() == "<=" and "{" not in name:
                    found.append(Fault(path.name, begins, end, f" {name}", f"{name}: not written"))
                add(begins, end, name)
                break
    return found


def choose(count, seed, files=""):
    """At most one fault at a place, in proportion to the number of places of a file."""
    generator = random.Random(seed)
    places = {}
    for path in sorted(RTL.glob("*.sv")):
        if not path.name.endswith("_pkg.sv") and path.name != "function_rom.sv" and re.match(files, path.name):
            for fault in faults_of(path):
                places.setdefault((fault.file, fault.start, fault.end), []).append(fault)
    # Places inside of others cannot have faults of their own.
    chosen, taken = [], []
    for key in generator.sample(sorted(places), len(places)):
        if len(chosen) == count - ROM_FAULTS:
            break
        if any(file == key[0] and start < key[2] and key[1] < end for file, start, end in taken):
            continue
        taken.append(key)
        chosen.append(generator.choice(places[key]))
    rows = re.findall(r"rom\[(\d+)\] = 42'h", (RTL / "function_rom.sv").read_text())
    wrong_rows = ROM_FAULTS if re.match(files, "function_rom.sv") else 0
    for row in generator.sample(rows, wrong_rows):
        bit = generator.randrange(42)
        fault = Fault("function_rom.sv", 0, 0, f"address_i == 12'd{row} ? 42'd{1 << bit} : 42'd0", f"row {row}: bit {bit} flipped")
        chosen.append(fault)
    chosen.sort(key=lambda fault: (fault.file, fault.start))
    for number, fault in enumerate(chosen, 1):
        fault.number = number
    return chosen


def source_with(path, faults, alone=False):
    """The source with faults, each behind its number, or with one alone."""
    text = path.read_text()
    for fault in sorted(faults, key=lambda fault: -fault.start):
        right = text[fault.start:fault.end]
        chosen = f"fault_pkg::fault == 32'd{fault.number}"
        if fault.file == "function_rom.sv":
            row = "rom[address_i]"
            text = text.replace(row, f"{row} ^ ({chosen} && {fault.wrong})", 1)
        else:
            new = fault.wrong if alone else f" ({chosen} ? ({fault.wrong}) : ({right}))"
            text = text[:fault.start] + new + text[fault.end:]
    return text


def write_sources(folder, faults):
    rtl = folder / "rtl"
    shutil.rmtree(rtl, ignore_errors=True)
    rtl.mkdir(parents=True)
    for path in RTL.glob("*.sv"):
        text = source_with(path, [fault for fault in faults if fault.file == path.name])
        if path.name == "fp32_pkg.sv":
            text = "package fault_pkg;\n    int fault;\nendpackage\n" + text
        if path.name in ("fp32_mul.sv", "engine_operand.sv"):  # one of them is part of every model
            read = ("    initial begin\n        int file;\n        file = $fopen(\"fault\", \"r\");\n"
                    "        if (file != 0) begin\n            if ($fscanf(file, \"%d\", fault_pkg::fault) != 1) $stop;\n"
                    "            $fclose(file);\n        end\n    end\n")
            text = text.replace("endmodule", read + "endmodule")
        off = "".join(f"// verilator lint_off {what}\n" for what in
                      ("WIDTH", "UNUSED", "CMPCONST", "UNSIGNED", "ENUMVALUE", "DECLFILENAME"))
        (rtl / path.name).write_text(off + text)


def build(folder):
    options = ["-DMOMENTREE_RTL_SOURCES=" + str(folder / "rtl")]
    log = folder / "build.log"
    with log.open("w") as output:
        for command in (["cmake", "--preset", "release", "-S", ROOT, "-B", folder / "build", *options],
                        ["cmake", "--build", folder / "build", "-j", "1", "--target", "tests-rtl", "tests-rtl-parts"]):
            if subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode != 0:
                sys.exit(f"the tests with faults cannot be built, see {log}")


def run_test(folder, work, program, test):
    """What the test says against the fault in the folder `work`, or None if it passes."""
    try:
        process = subprocess.Popen([folder / "build/bin" / program, test], cwd=work, text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                                   env={"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": str(work)})
        watch = concurrent.futures.ThreadPoolExecutor(1)
        done = watch.submit(first_failure, process)
        try:
            return done.result(timeout=LONGEST_S)
        except concurrent.futures.TimeoutError:
            return f"{test} hangs"
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def first_failure(process):
    for line in process.stdout:
        if line.startswith(("FAIL!", "QFATAL")):
            return re.sub(r"^(FAIL!|QFATAL)\s*:\s*", "", line).split("::")[-1].strip()[:90]
    return None if process.wait() == 0 else f"exit code {process.returncode}"


def caught_by_tests(folder, fault):
    work = folder / "work" / str(fault.number)
    work.mkdir(parents=True, exist_ok=True)
    (work / "fault").write_text(f"{fault.number}\n")
    for program, test, modules in sorted(TESTS, key=lambda t: t[2] is None or not re.match(t[2], fault.file)):
        if modules and fault.number and not re.match(modules, fault.file):
            continue
        failure = run_test(folder, work, program, test)
        if failure:
            return f"{test}: {failure}"
    return None


def alone(folder, fault):
    """A folder of sources with this fault only."""
    rtl = folder / "alone" / str(fault.number)
    shutil.rmtree(rtl, ignore_errors=True)
    shutil.copytree(RTL, rtl, ignore=shutil.ignore_patterns("*.txt"))
    (rtl / fault.file).write_text(source_with(RTL / fault.file, [fault], alone=True))
    return rtl


def has_no_effect(folder, fault):
    """Whether the module is proved to have the same outputs with the fault."""
    if fault.file == "function_rom.sv":
        return False
    rtl = alone(folder, fault)
    return equal.equal(rtl / "equal", fault.file.removesuffix(".sv"), RTL, rtl) is True


def caught_by_proofs(folder, fault):
    """The proof that fails, or None."""
    module = fault.file.removesuffix(".sv")
    if module not in PROOFS:
        return None
    rtl = alone(folder, fault)
    for name in PROOFS[module]:
        work = rtl / "proof"
        work.mkdir(exist_ok=True)
        holds, _, _ = prove.run_proof(work, name, rtl, limit=120)
        if holds is False or (holds is None and name in ANSWERED):
            return f"proof {name}{' has no answer' if holds is None else ''}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default="", metavar="PATTERN")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*")
    parser.add_argument("--list", action="store_true", help="show the faults only")
    parser.add_argument("--built", action="store_true", help="take the programs that are in FOLDER")
    options = parser.parse_args()
    folder = options.folder.resolve()
    faults = choose(options.count, options.seed, options.files)
    if options.list:
        for fault in faults:
            print(f"{fault.number:4} {fault.file}: {fault.what}")
        return
    if not options.built:
        write_sources(folder, faults)
        build(folder)
    none = Fault("none", 0, 0, "", "no fault")
    if not options.built and (failure := caught_by_tests(folder, none)):
        sys.exit(f"the tests fail without a fault: {failure}")
    if options.only:
        faults = [fault for fault in faults if fault.number in options.only]
    # In any order, so that a run that is ended early is a fair sample.
    random.Random(options.seed).shuffle(faults)

    def judge(fault):
        start = time.monotonic()
        by = caught_by_tests(folder, fault) or caught_by_proofs(folder, fault)
        if not by and has_no_effect(folder, fault):
            by = NO_EFFECT
        line = RTL.joinpath(fault.file).read_text()[:fault.start].count("\n") + 1
        print(f"{fault.number:4} {fault.file}:{line} {fault.what}: {by or 'NOT CAUGHT'} ({time.monotonic() - start:.0f} s)", flush=True)
        return fault, line, by

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = sorted(pool.map(judge, faults), key=lambda result: result[0].number)
    harmless = sum(by == NO_EFFECT for _, _, by in results)
    caught = sum(by is not None for _, _, by in results) - harmless
    summary = f"{caught} of {len(results)} faults caught, {harmless} proved to have no effect"
    with (folder / "faults.md").open("w") as page:
        page.write(f"{summary}\n\n| fault | where | what | caught by |\n|---|---|---|---|\n")
        for fault, line, by in results:
            page.write(f"| {fault.number} | {fault.file}:{line} | {fault.what.replace('|', chr(92) + '|')} | {by or 'nothing'} |\n")
    print(summary)
    sys.exit(0 if caught >= 0.95 * (len(results) - harmless) else 1)


if __name__ == "__main__":
    main()
