# SPDX-License-Identifier: Apache-2.0
"""Analyses that integrate nothing."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._errors import Diagnostic
from ._model import Model
from ._run import Columns, Run


@dataclass(frozen=True, repr=False)
class Mode:
    """A movement z(t) = Re(z exp(eigenvalue t)) about a pose.

    Attributes
    ----------
    eigenvalue : complex [1/s]; of a conjugate pair, the one with positive imaginary part
    frequency : abs(eigenvalue) / 2 pi, without damping [Hz]
    damping : ratio, -Re(eigenvalue) / abs(eigenvalue)
    rigid : whether nothing drives it back
    z : [f] complex, along `Linearisation.coordinates`
    bodies : [bodies, 6] complex, translation of the centre of mass and rotation, world axes
    """

    eigenvalue: complex
    frequency: float
    damping: float
    rigid: bool
    z: np.ndarray
    bodies: np.ndarray

    def __repr__(self) -> str:
        return f"<momentree.Mode: {self.frequency:.6g} Hz, damping {self.damping:.3g}>"


@dataclass(frozen=True, repr=False)
class Linearisation:
    """Small movements z about a pose at rest: M z'' + C z' + K z = f + B w.

    z has one entry per degree of freedom f, on the tangent space of all constraints; prescribed
    motions are held. w are the efforts of the forces `inputs`. As a state space, x = [z; z']:
    x' = A x + B_u w, y = C_y x + D_u w.

    Where something rolls or slides on an edge, they are about the motion of the pose instead of
    rest: x are z and as many speeds as the velocities have degrees of freedom, and C, K, f and B
    are empty.

    Attributes
    ----------
    coordinates : names of the entries of z ("J1.q")
    inputs : names of forces with a law or a direction
    M, C, K : [f, f] mass, damping and stiffness matrix [kg, kg m, kg m^2; ...]
    f : [f] generalised forces, zero in an equilibrium
    B : [f, inputs]
    N : [6 bodies, f] velocities [v; w] of each body for unit z', world axes
    A, B_u, C_y, D_u : [2f, 2f], [2f, inputs], [outputs, 2f], [outputs, inputs]
    states, outputs : names of the entries of x and y: joints with one or two coordinates, probes
    modes : in order of frequency
    stability : "stable", "neutral", "unstable", or "fixed" if nothing can move
    """

    coordinates: List[str]
    inputs: List[str]
    M: np.ndarray
    C: np.ndarray
    K: np.ndarray
    f: np.ndarray
    B: np.ndarray
    N: np.ndarray
    states: List[str]
    outputs: List[str]
    A: np.ndarray
    B_u: np.ndarray
    C_y: np.ndarray
    D_u: np.ndarray
    modes: List[Mode]
    stability: str

    def __repr__(self) -> str:
        return f"<momentree.Linearisation in {', '.join(self.coordinates)}: {self.stability}>"


def _linearisation(parts: Tuple[Dict[str, Any], Dict[str, Any]]) -> Linearisation:
    matrices, modes = parts
    return Linearisation(**matrices, modes=[Mode(*m) for m in modes["modes"]], stability=modes["stability"])


def linearise(source: Union[Model, Run], row: int = -1) -> Linearisation:
    """Linearises about the start of a model, or about the pose in a row of a run.

    Velocities are not used. About a pose that is not an equilibrium, `f` is not zero.
    """
    if isinstance(source, Model):
        return _linearisation(_core.linearise(source._model))
    count = len(source.rows)
    if not -count <= row < count:
        raise IndexError(f"the run has {count} rows, and none is {row}")
    return _linearisation(_core.linearise_row(source._run, row % count))


def mass_matrix(source: Union[Model, Run], row: int = -1) -> np.ndarray:
    """The mass matrix [f, f] of the independent speeds at a pose, as in `linearise`.

    The entries belong to `linearise(source, row).coordinates`.
    """
    return linearise(source, row).M


@dataclass(frozen=True)
class Equilibrium:
    """A pose in which the loads hold each other.

    Attributes
    ----------
    q : coordinates of each joint [rad, m]
    potential : of gravity and springs [J]
    residual : largest load that remains, relative to the loads
    linearisation : about it, with modes and stability
    """

    q: Mapping[str, List[float]]
    potential: float
    residual: float
    linearisation: Linearisation


def equilibrium(model: Model) -> Equilibrium:
    """The static equilibrium that is reached from the start. Raises `Error` if there is none."""
    found = _core.equilibrium(model._model)
    found["linearisation"] = _linearisation(found["linearisation"])
    return Equilibrium(**found)


@dataclass(frozen=True)
class Effort:
    """The effort of a prescribed motion over the whole time.

    Attributes
    ----------
    peak : with its sign [N or N m]
    time : of the peak [s]
    rms : [N or N m]
    work : [J]
    unique : False if other motions could share the effort
    """

    peak: float
    time: float
    rms: float
    work: float
    unique: bool


class InverseDynamics(Columns):
    """Efforts of the motions, or of the actuated joints, that move a mechanism. Its columns are those of a run.

    Attributes
    ----------
    efforts : [rows] of each motion or actuated joint, [N or N m]
    powers : [rows] of each of them [W]
    figures : an `Effort` of each of them
    residual : what the equations of Newton and Euler leave over, relative to the largest wrench
    redundant : number of equations that depend on others
    ended : why the motions cannot go on to the end, or None
    """

    def __init__(self, found: Dict[str, Any]):
        super().__init__(found["columns"], found["units"], found["rows"])
        self.efforts: Dict[str, np.ndarray] = found["efforts"]
        self.powers: Dict[str, np.ndarray] = found["powers"]
        self.figures: Dict[str, Effort] = {k: Effort(*v) for k, v in found["figures"].items()}
        self.residual: float = found["residual"]
        self.redundant: int = found["redundant"]
        self.ended: Optional[Diagnostic] = found["ended"]


def inverse_dynamics(model: Model, *, duration: Optional[float] = None, step: Optional[float] = None,
                     actuated: Sequence[str] = ()) -> InverseDynamics:
    """Efforts and reactions of a mechanism whose motions determine its movement.

    Parameters
    ----------
    duration, step : float, optional
        The instants are 0, step, ... and the duration [s]; else those of the rows of a run.
    actuated : sequence of str, optional
        Joints ("J1"; "J1.2" for the second coordinate) at which motors act, while the motions of
        the model only prescribe the movement. More than needed share the effort by least norm.

    Raises
    ------
    Error
        If motions leave a degree of freedom, if the actuated joints cannot hold the movement, or if
        the mechanism cannot be assembled. If the loops cannot follow the motions to the end, a
        `Warning` says so, and the result goes as far as it can.
    """
    return InverseDynamics(_core.inverse_dynamics(model._model, *_instants(model, duration, step),
                                                  list(actuated)))


class Kinematics(Columns):
    """Positions, velocities and accelerations under prescribed motions. Masses are not used.

    Attributes
    ----------
    regularity : [rows] 0 in a dead point, 1 without loops
    ended : why the motions cannot go on to the end, or None
    """

    def __init__(self, found: Dict[str, Any]):
        super().__init__(found["columns"], found["units"], found["rows"])
        self.regularity: np.ndarray = found["regularity"]
        self.ended: Optional[Diagnostic] = found["ended"]


def kinematics(model: Model, *, duration: Optional[float] = None,
               step: Optional[float] = None) -> Kinematics:
    """The movement of a mechanism whose motions determine it. Arguments as `inverse_dynamics`."""
    return Kinematics(_core.kinematics(model._model, *_instants(model, duration, step)))


def _instants(model: Model, duration: Optional[float], step: Optional[float]) -> Tuple[float, float]:
    settings = model.settings
    return (settings["duration"] if duration is None else duration,
            settings["sample"] if step is None else step)
