# SPDX-License-Identifier: Apache-2.0
"""Computes rows of tests/validation.md again: the spatial double pendulum by every formulation."""
import pathlib
import re

import momentree as mt

top = pathlib.Path(__file__).resolve().parents[2]
page = (top / "tests/validation.md").read_text().split("## ")[1]
rows = re.findall(r"^\| `([\w-]+)(?: --integrator ([\w-]+))?` \| (.*) \|$", page, re.M)
model = mt.load(top / "resources/examples/spatial_double_pendulum.momentree.json")
assert {row[0] for row in rows} == {choice.id for choice in mt.formulations()}, rows
for formulation, integrator, cells in rows:
    peak, at, low, high, end, *_ = (float(cell) for cell in cells.split(" | "))
    own = [choice.id for choice in mt.integrators(formulation) if not choice.refusal]
    integrator = integrator or ("rk4" if "rk4" in own else own[0])
    run = mt.run(model, formulation=formulation, integrator=integrator, step=0.01, duration=10, sample=0.01)
    error = run["total"] - run["total"][0]
    found = run["kinetic"].max(), run["time"][run["kinetic"].argmax()], error.min(), error.max(), error[-1]
    for value, written in zip(found, (peak, at, low, high, end)):
        # Two digits; energy-momentum leaves rounding errors, which differ between machines.
        assert abs(value - written) <= 0.051 * abs(written) + 1e-9, (formulation, value, written)
    print(f"{formulation:16} peak {found[0]:.2f} J at {found[1]:.2f} s, energy error {found[2]:.2g} J")
