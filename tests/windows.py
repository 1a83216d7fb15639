#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program for Windows under Wine and the one of this system with the same arguments, and compares what they
print and write, number by number.

windows.py WINDOWS_PROGRAM PROGRAM    exit code 1 if something differs
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Elementary functions of mingw-w64 and of glibc differ in their last bit, and motions enlarge the difference.
TOLERANCE = 1e-7
EXAMPLES = Path("resources/examples")
MODELS = ["four_bar", "double_pendulum", "sarrus", "slider_crank", "heavy_top"]
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")


def commands():
    """Name and arguments of each run; files are written to the present folder."""
    for name in MODELS:
        model = EXAMPLES.resolve() / f"{name}.momentree.json"
        yield f"check {name}", ["check", model]
        yield f"run {name}", ["run", model, "--duration", "1", "--csv", "rows.csv", "--report", "report.json", "--quiet"]
        yield f"export {name}", ["export", model, "--to", "model.momentree.json"]
    yield "export as MJCF", ["export", EXAMPLES.resolve() / "double_pendulum.momentree.json", "--to", "model.xml"]
    yield "export as URDF", ["export", EXAMPLES.resolve() / "double_pendulum.momentree.json", "--to", "model.urdf"]
    yield "analyse modes", ["analyse", "modes", EXAMPLES.resolve() / "double_pendulum.momentree.json"]
    yield "analyse kinematics", ["analyse", "kinematics", EXAMPLES.resolve() / "four_bar_driven.momentree.json", "--csv", "rows.csv"]
    yield "paper", ["paper", "naudet", "table-1"]
    yield "list", ["list", "formulations"]
    yield "a missing file", ["run", "nowhere.json"]


def outcome(program, arguments):
    """Exit code and texts, by name, of one run."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        done = subprocess.run([*program, *map(str, arguments)], cwd=folder, capture_output=True, check=False)
        texts = {"output": done.stdout.decode(), "errors": done.stderr.decode()}
        for file in sorted(Path(folder).iterdir()):
            texts[file.name] = file.read_bytes().decode()
    if "report.json" in texts:  # the rest tells the machine, times and hashes
        report = json.loads(texts["report.json"])
        texts["report.json"] = json.dumps({key: report[key] for key in ("status", "steps", "settings", "energy")})
    return done.returncode, texts


def distance(one, other):
    """The largest difference of two texts' numbers, relative to those above 1; infinite if other parts differ."""
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return float("inf")
    pairs = zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other)))
    return max((abs(a - b) / max(1.0, abs(a)) for a, b in pairs), default=0.0)


def main():
    windows, own = ([Path(program).resolve()] for program in sys.argv[1:3])
    failed = 0
    for name, arguments in commands():
        (code, texts), (own_code, own_texts) = outcome(["wine", *windows], arguments), outcome(own, arguments)
        problems = [] if code == own_code else [f"exit code {code}, not {own_code}"]
        if texts.keys() != own_texts.keys():
            problems.append(f"writes {', '.join(texts)}, not {', '.join(own_texts)}")
        distances = {key: distance(texts[key], own_texts[key]) for key in texts.keys() & own_texts.keys()}
        problems += [f"{key} differs by {value:.1e}" for key, value in distances.items() if not value <= TOLERANCE]
        print(f"    {name:24} " + ("; ".join(problems) or f"largest difference {max(distances.values()):.1e}"))
        failed += bool(problems)
    print(f"    {failed} of the runs differ" if failed else "    the numbers agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
