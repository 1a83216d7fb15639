# SPDX-License-Identifier: Apache-2.0
"""Models: read from files or built from dictionaries."""
from __future__ import annotations

import json
import numbers
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core

Number = Union[float, str]
Starts = Mapping[str, Union[Number, Sequence[Number]]]


def as_text(value: Any) -> str:
    """A value as it is written in a model file."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(int(value) if isinstance(value, numbers.Integral) else float(value))


def as_pairs(values: Mapping[str, Any]) -> List[Tuple[str, str]]:
    return [(name, as_text(value)) for name, value in values.items() if value is not None]


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy as JSON knows them."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a model cannot hold a {type(value).__name__}")


def _starts(values: Optional[Starts]) -> List[Tuple[str, List[str]]]:
    def listed(value: Any) -> List[str]:
        single = isinstance(value, str) or not hasattr(value, "__iter__")
        return [as_text(v) for v in ([value] if single else value)]

    return [(joint, listed(value)) for joint, value in (values or {}).items()]


def _changes(parameters: Optional[Mapping[str, Number]], q: Optional[Starts], u: Optional[Starts]) -> _core.Changes:
    return _core.Changes(as_pairs(parameters or {}), _starts(q), _starts(u))


class Model:
    """A mechanism, ready to be run and analysed. It never changes.

    Parameters
    ----------
    description : dict or str
        A model with the keys of a model file (`.momentree.json`), as a dictionary or as JSON. A str
        may also hold a robot description (URDF or MJCF). Values are numbers in SI units (angles in
        rad), arrays of them, or expressions of parameters with units, such as "2*L" or "12 cm".
    parameters : dict, optional
        New values of parameters of the model, numbers or expressions.
    q, u : dict, optional
        Start of joints by name, in their coordinates [rad, m] and speeds [rad/s, m/s]: a number, or
        a list for joints with several. Quaternions have the scalar first. Other joints of a loop
        follow.

    Raises
    ------
    Error
        With every problem that was found, its place and its line.

    Examples
    --------
    >>> pendulum = Model({
    ...     "name": "pendulum",
    ...     "ground": {"markers": {"O": [0, 0, 0]}},
    ...     "bodies": [{"name": "rod", "mass": 1, "inertia": [1e-4, 1/12, 1/12],
    ...                 "markers": {"end": [-0.5, 0, 0]}}],
    ...     "joints": [{"name": "hinge", "type": "revolute", "a": "ground.O", "b": "rod.end"}],
    ... })
    """

    def __init__(self, description: Union[Mapping[str, Any], str], *,
                 parameters: Optional[Mapping[str, Number]] = None,
                 q: Optional[Starts] = None, u: Optional[Starts] = None, free_base: bool = False,
                 root: str = ""):
        if isinstance(description, str):
            text, name = description, "text"
        else:
            text, name = json.dumps({"version": 1, **description}, indent=1, default=_plain), ""
        self._model = _core.read_text(text, name, free_base, root, _changes(parameters, q, u))

    @classmethod
    def _of(cls, model: _core.Model) -> Model:
        self = cls.__new__(cls)
        self._model = model
        return self

    @property
    def name(self) -> str:
        """The name in the file."""
        return self._model.name

    @property
    def title(self) -> str:
        """The title in the file, or ""."""
        return self._model.title

    @property
    def bodies(self) -> List[str]:
        """Names of the bodies, without ground."""
        return self._model.bodies

    @property
    def joints(self) -> List[str]:
        """Names of the joints."""
        return self._model.joints

    @property
    def motions(self) -> List[str]:
        """Names of the prescribed motions."""
        return self._model.motions

    @property
    def parameters(self) -> Dict[str, float]:
        """Values of the parameters in SI units."""
        return self._model.parameters

    @property
    def settings(self) -> Dict[str, Any]:
        """Every setting of a run of this model, where `run` is given no others. Times in s."""
        return self._model.settings

    @property
    def degrees_of_freedom(self) -> int:
        """Independent coordinates at the start, without prescribed ones."""
        return self.assembly()["degrees_of_freedom"]

    @property
    def description(self) -> Dict[str, Any]:
        """The model as a new dictionary, which can be edited and given to `Model`."""
        return json.loads(self._model.text)

    def assembly(self) -> Dict[str, Any]:
        """Closes the loops at the start.

        Returns
        -------
        dict
            `degrees_of_freedom`; `degrees_of_freedom_of_velocity`, fewer where something rolls or
            slides on an edge; `redundant`, the number of equations of the loops that depend on
            others; `rank` of the loops' Jacobian and `start_rank` in this pose, less if it is
            singular; `exact`; `residual` [m, rad] and `gap`, relative to the mechanism's size.
        """
        return self._model.assembly()

    def changed(self, *, parameters: Optional[Mapping[str, Number]] = None,
                q: Optional[Starts] = None, u: Optional[Starts] = None) -> Model:
        """The same model with other parameters or another start, as in `Model`."""
        return Model._of(self._model.changed(_changes(parameters, q, u)))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a model file. An existing file is replaced when the new one is complete."""
        self._model.save(os.fspath(path))

    def __repr__(self) -> str:
        return f"<momentree.Model {self.name!r}: {len(self.bodies)} bodies, {len(self.joints)} joints>"


def load(path: Union[str, os.PathLike[str]], *, parameters: Optional[Mapping[str, Number]] = None,
         q: Optional[Starts] = None, u: Optional[Starts] = None, free_base: bool = False,
         root: str = "") -> Model:
    """Reads a model file, a reference case, a robot (URDF, xacro, MJCF, SDF), an assembly of FreeCAD
    (.FCStd) or a mechanism of PMKS+ (.pmks, or the link itself).

    Parameters
    ----------
    path : str or path
    parameters, q, u :
        As in `Model`.
    free_base : bool
        Leaves the root of a URDF free instead of fixing it to ground.
    root : str
        Link of a robot that is fixed to ground instead of the root.

    Raises
    ------
    Error
        With every problem in the file, its place and its line.
    """
    return Model._of(_core.read_file(os.fspath(path), free_base, root, _changes(parameters, q, u)))


class Choice:
    """A formulation, integrator or backend.

    Attributes
    ----------
    id : str
    title : str
    summary : str
    refusal : str or None
        Why it cannot be used here.
    """

    def __init__(self, id: str, title: str, summary: str, refusal: Optional[str]):  # noqa: A002
        self.id = id
        self.title = title
        self.summary = summary
        self.refusal = refusal

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"


def formulations(model: Optional[Model] = None) -> List[Choice]:
    """All formulations; `refusal` says why one cannot compute `model`."""
    return [Choice(*c) for c in _core.formulations(model._model if model else None)]


def integrators(formulation: str = "") -> List[Choice]:
    """All integrators; `refusal` says why `formulation` cannot use one."""
    return [Choice(*c) for c in _core.integrators(formulation)]


def backends(formulation: str = "") -> List[Choice]:
    """All backends on this machine; `refusal` says why `formulation` cannot use one."""
    return [Choice(*c) for c in _core.backends(formulation)]
