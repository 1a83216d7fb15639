# SPDX-License-Identifier: Apache-2.0
"""Runs the cells of resources/sdk/validation.ipynb; its table must be that of tests/validation.md."""
import contextlib
import io
import json
import pathlib
import re

top = pathlib.Path(__file__).resolve().parents[2]
notebook = json.loads((top / "resources/sdk/validation.ipynb").read_text())
assert notebook["nbformat"] == 4 and len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
printed = io.StringIO()
names: dict = {}
with contextlib.redirect_stdout(printed):
    for cell in code:
        exec(cell, names)


def rows(text):
    found = re.findall(r"^\| `([\w-]+)` \| (.*) \|$", text, re.M)
    return {name: [float(number) for number in cells.split(" | ")[:5]] for name, cells in found}


written, found = rows((top / "tests/validation.md").read_text().split("## ")[1]), rows(printed.getvalue())
assert found.keys() == written.keys(), (found.keys(), written.keys())
for name, numbers in found.items():
    for value, expected in zip(numbers, written[name]):
        # Two digits; energy-momentum leaves rounding errors, which differ between machines.
        assert abs(value - expected) <= 0.051 * abs(expected) + 1e-9, (name, value, expected)
