# SPDX-License-Identifier: Apache-2.0
"""Momentree: dynamics of rigid multibody systems by several formulations.

    import momentree as mt

    model = mt.load("four_bar.momentree.json")        # or URDF, MJCF, or mt.Model({...})
    run = mt.run(model, formulation="hdca", integrator="rk4", step=1e-3, duration=5)
    run["time"], run["total"], run["J1.q"]            # NumPy arrays without copies
    run.units["J1.q"], run.report["energy"]

    step = mt.Run(model, duration=5)                  # step by step
    while step.advance():
        print(step.time, step["kinetic"][-1])

    mt.linearise(model).modes                         # also mass_matrix, equilibrium
    mt.inverse_dynamics(mt.load("four_bar_driven.momentree.json")).efforts["drive"]

All quantities are in SI units, angles in rad. Quaternions have the scalar first and turn the axes of
a body into the world's. Bad input raises `momentree.Error`, whose `diagnostics` have the place, the
line and the id of every problem. Runs do not hold the lock of the interpreter. Loads are those of the
model, such as springs, dampers and functions of time. A controller in Python sets inputs that they
read, see `Run.set_inputs`.
"""
from . import _core
from ._analysis import (Effort, Equilibrium, InverseDynamics, Kinematics, Linearisation, Mode, equilibrium,
                        inverse_dynamics, kinematics, linearise, mass_matrix)
from ._errors import Diagnostic, Error, RunFailed, Warning
from ._model import Choice, Model, backends, formulations, integrators, load
from ._run import Columns, Run, System, run
from ._study import StudyRun, run_study

__all__ = [
    "load", "Model", "run", "Run", "Columns", "System", "linearise", "mass_matrix", "Linearisation", "Mode",
    "equilibrium", "Equilibrium", "inverse_dynamics", "InverseDynamics", "Effort", "kinematics", "Kinematics",
    "run_study", "StudyRun", "formulations", "integrators", "backends", "Choice", "Error", "RunFailed",
    "Diagnostic", "Warning", "build",
]


def build() -> dict[str, str]:
    """Version, commit, compiler, instruction set and libraries of this build."""
    return _core.build()


__version__: str = build()["version"]

for _name in __all__:
    globals()[_name].__module__ = __name__  # as users see them
del _name
