#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""build_cost.py FOLDER: builds everything from scratch in FOLDER without a compiler cache, runs the tests,
and prints processor time, memory and the size of FOLDER. Fails if a time exceeds its mark by more than a quarter, or
another value its limit."""
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

LEEWAY = 1.25
MARKS_MIN = {"program": 10.0, "tests": 12.0}  # processor minutes, user and system
MEMORY_GB = 1.5                               # of the largest process of the build
SIZE_MB = 700                                 # of the folder, with the tests

folder = sys.argv[1]
jobs = str(os.cpu_count())
os.environ["CCACHE_DISABLE"] = "1"


def minutes(*commands):
    """Runs the commands and returns their processor minutes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / 60


def build(*targets):
    return ["cmake", "--build", folder, "-j", jobs, "--target", *targets]


shutil.rmtree(folder, ignore_errors=True)
cost = {"program": minutes(["cmake", "--preset", "release", "-B", folder], build("momentree", "momentree-board"))}
tests = minutes(build("all"))
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
size = sum(path.lstat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6
run = minutes(["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24 -noreset",
               "ctest", "--test-dir", folder, "-j", jobs, "--output-on-failure"])
cost["tests"] = tests + run

print(f"momentree, momentree-board: {cost['program']:.1f} processor minutes (mark {MARKS_MIN['program']:.0f})")
print(f"tests: {tests:.1f} to build and {run:.1f} to run (mark {MARKS_MIN['tests']:.0f})")
print(f"largest process of the build: {memory:.2f} GB (limit {MEMORY_GB}); size: {size:.0f} MB (limit {SIZE_MB})")
too_slow = any(cost[part] > LEEWAY * mark for part, mark in MARKS_MIN.items())
sys.exit(too_slow or memory > MEMORY_GB or size > SIZE_MB)
