# SPDX-License-Identifier: Apache-2.0
"""Many runs from one description."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Union

from . import _core


@dataclass(frozen=True)
class StudyRun:
    """A run of a study.

    Attributes
    ----------
    name : of the run's entry and the values of the sweep, "hdca+step=0.001"
    status : "done", or why it ended early ("failed: ...", "refused: ...")
    settings : every setting as used
    parameters : changed parameters, as text
    steps, evaluations, newton_iterations : numbers
    time, wall : simulated and computing time [s]
    warning : the first warning of the run and how many more there are, "" without any
    position_error : estimated largest error of a body's position [m]; nan if the run was compared
        with a reference of the same parameters
    energy_error : largest change of the total energy [J]
    drift_position, drift_velocity : largest residuals of the constraints
    position_difference, final_difference : from the reference, largest and last, of a body [m]
    energy_difference, force_difference, moment_difference : from the reference [J, N, N m]

    Unknown figures are nan.
    """

    name: str
    status: str
    settings: Dict[str, Any]
    parameters: Dict[str, str]
    steps: int
    time: float
    wall: float
    evaluations: int
    newton_iterations: int
    warning: str
    position_error: float
    energy_error: float
    drift_position: float
    drift_velocity: float
    position_difference: float
    final_difference: float
    energy_difference: float
    force_difference: float
    moment_difference: float


def run_study(path: Union[str, os.PathLike[str]], *, jobs: int = 0,
              folder: Union[str, os.PathLike[str]] = "") -> List[StudyRun]:
    """Runs a study file (`.study.json`) on all processors.

    Parameters
    ----------
    path : str or path
    jobs : int
        Parallel runs; 0 for as many as the processors allow.
    folder : str or path, optional
        Stores finished runs there, so that a second call computes only what is missing.

    Returns
    -------
    list of StudyRun
        In the order of the study, computed references first. A run that failed is in the list with
        its status.

    Raises
    ------
    Error
        If the study or its model cannot be used.
    """
    return [StudyRun(**run) for run in _core.study(os.fspath(path), jobs, os.fspath(folder))]
