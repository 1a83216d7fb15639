#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the hardware description in a build that counts (preset rtl-coverage) and reports
how many of its lines ran and how many of its bits changed.

rtl_coverage.py BUILD            runs the tests, then reports
rtl_coverage.py BUILD --report   reports what the last run counted

A line is every block and every branch, also an else that is not written. A bit has changed if Verilator
counted TOGGLES changes of it, in any of the equal instances of its module. rtl_coverage.txt names what
cannot be reached. Fails below the marks, after a failed test, and for an entry of that file that is not true.
"""
import argparse
import collections
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parent.parent / "fpga_link" / "rtl"
WAIVERS = HERE / "rtl_coverage.txt"
# Without the tests of resets: what registers hold at random before a reset changes bits that no use reaches.
TESTS = {"tests-rtl": ["test_rtl_top", "test_rtl_soft_fabric", "test_rtl_fabric", "test_rtl_session"],
         "tests-rtl-parts": ["test_rtl_units", "test_rtl_axi", "test_rtl_functions",
                             "test_rtl_lanes batchesEqualTheSoftwareModel passesTheSelfTest"]}
MARKS = {"line": 100.0, "toggle": 95.0}
TOGGLES = 10  # the mark of verilator_coverage itself

Point = collections.namedtuple("Point", "kind file line name")  # name: a bit, or what kind of block


def run_tests(build, folder):
    """Returns the names of the tests that failed."""
    for old in folder.glob("*.dat"):
        old.unlink()
    failed = []
    for program, tests in TESTS.items():
        for test in tests:
            log = folder / f"{test.split()[0]}.log"
            with open(log, "w") as out:
                code = subprocess.run([build / "bin" / program, *test.split()], stdout=out, stderr=subprocess.STDOUT,
                                      env={**os.environ, "MOMENTREE_RTL_COUNTS": str(folder),
                                           "QTEST_FUNCTION_TIMEOUT": "3600000"}).returncode
            print(f"    {test}: {'passed' if code == 0 else f'failed, see {log}'}", flush=True)
            if code:
                failed.append(test)
    merge(folder)
    return failed


def merge(folder):
    """One file of all counts; the files of single models are many."""
    parts = sorted(str(part) for part in folder.glob("*-*.dat"))
    if not parts:
        sys.exit(f"no model has written counts to {folder}")
    total = folder / "total.dat"
    for first in range(0, len(parts), 100):
        known = [str(total)] if total.exists() else []
        subprocess.run(["verilator_coverage", "--write", folder / "sum.dat", *known, *parts[first:first + 100]],
                       check=True, stdout=subprocess.DEVNULL)
        (folder / "sum.dat").rename(total)
    for part in parts:
        pathlib.Path(part).unlink()


def counts(file):
    """Count of every point in the files of the hardware description."""
    points = collections.Counter()
    for text in file.read_text().splitlines():
        match = re.fullmatch(r"C '(.*)' (\d+)", text)
        if not match:
            continue
        keys = dict(pair.split("\x02", 1) for pair in match[1].split("\x01") if pair)
        path = pathlib.Path(keys["f"])
        if path.parent.name != RTL.name:
            continue  # benches
        kind = "toggle" if keys["page"].startswith("v_toggle") else "line"
        points[Point(kind, path.name, int(keys["l"]), keys["o"])] += int(match[2])
    return points


def bits(name):
    """'word[7:4]' as its bits, others as they are."""
    match = re.fullmatch(r"(.*)\[(\d+):(\d+)\]", name)
    return [f"{match[1]}[{i}]" for i in range(int(match[3]), int(match[2]) + 1)] if match else [name]


def waivers():
    """(file, names of bits, or text of a line and kind of its block, reason, number of the line)"""
    for number, text in enumerate(WAIVERS.read_text().splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        parts = [part.strip() for part in text.split(" | ")]
        if len(parts) != 3 or len(parts[2]) < 10:
            sys.exit(f"{WAIVERS.name}:{number}: expected FILE | WHAT | REASON")
        yield parts[0], parts[1], number


def waived(points):
    """The points of every entry of the file; complaints about entries that are not true."""
    sources = {file: (RTL / file).read_text().splitlines() for file in {point.file for point in points}}
    excused, wrong = set(), []
    for file, what, number in waivers():
        own = [point for point in points if fnmatch.fnmatchcase(point.file, file)]
        if what.startswith("line "):
            block, _, text = what[5:].partition(" of ")
            found = [point for point in own if point.kind == "line" and point.name == block
                     and sources[point.file][point.line - 1].strip() == text]
        else:
            names = {name.replace("[", "<") for part in what.split(", ") for name in bits(part)}
            found = [point for point in own if point.kind == "toggle"
                     and any(fnmatch.fnmatchcase(point.name.replace("[", "<"), name) for name in names)]
        if not found:
            wrong.append(f"{WAIVERS.name}:{number}: nothing in {file} is called {what}")
        excused.update(found)
        for point in found:
            if is_reached(point, points[point]):
                wrong.append(f"{WAIVERS.name}:{number}: {file} {point.name} was reached {points[point]} times")
    return excused, wrong


def is_reached(point, count):
    return count >= (TOGGLES if point.kind == "toggle" else 1)


def missing(points):
    """A line of text for each line of a source or signal, with the bits that are missing."""
    groups = collections.defaultdict(list)
    for point in points:
        signal, _, bit = point.name.rpartition("[")
        groups[point.file, point.line, point.kind, signal or point.name].append(int(bit[:-1]) if signal else 0)
    for (file, line, kind, name), numbers in sorted(groups.items()):
        numbers.sort()
        starts = [n for n in numbers if n - 1 not in numbers]
        ends = [n for n in numbers if n + 1 not in numbers]
        ranges = ",".join(f"{b}:{a}" if a < b else f"{a}" for a, b in zip(starts, ends))
        yield f"{file}:{line} {kind} {name}" + (f"[{ranges}]" if numbers != [0] else "")


def report(points):
    excused, problems = waived(points)
    missed = sorted(point for point, count in points.items()
                    if not is_reached(point, count) and point not in excused)
    rows = collections.defaultdict(lambda: {"line": [0, 0, 0], "toggle": [0, 0, 0]})
    for point, count in points.items():
        for row in (point.file, "all"):
            entry = rows[row][point.kind]
            entry[0] += is_reached(point, count)
            entry[1] += 1
            entry[2] += point in excused
    print("| file | lines | waived | bits | waived |\n|---|---|---|---|---|")
    for name in sorted(rows, key=lambda name: (name == "all", name)):
        cells = [f"{hit} of {total} | {apart}" for hit, total, apart in rows[name].values()]
        print(f"| {name} | {' | '.join(cells)} |")
    for line in missing(missed):
        print(f"    not reached: {line}")
    for kind, mark in MARKS.items():
        hit, total, apart = rows["all"][kind]
        share = 100.0 * hit / (total - apart)
        print(f"{kind} coverage {share:.2f} %, {apart} points waived")
        if share < mark:
            problems.append(f"{kind} coverage is {share:.2f} %, which is less than {mark:g} %")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="do not run the tests again")
    options = parser.parse_args()
    folder = options.build.resolve() / "rtl-counts"
    folder.mkdir(exist_ok=True)
    failed = [] if options.report else run_tests(options.build.resolve(), folder)
    problems = [f"{test} failed" for test in failed] + report(counts(folder / "total.dat"))
    for problem in problems:
        print(problem, file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
