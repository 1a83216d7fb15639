# SPDX-License-Identifier: Apache-2.0
"""Runs and their columns."""
from __future__ import annotations

import json
import os
from difflib import get_close_matches
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._errors import RunFailed
from ._model import Model, as_pairs

_most = 2**62  # rows


class Columns(Mapping[str, np.ndarray]):
    """Columns of numbers by name, as of a CSV file.

    `columns["time"]` is an array [rows]. Names are those of the CSV: "B.x" for bodies, "J.q" and
    "J.fx" for joints, "kinetic", "total", probes. All are in SI units.
    """

    def __init__(self, names: Sequence[str], units: Sequence[str], rows: np.ndarray):
        self._names = list(names)
        self._units = list(units)
        self._at: Dict[str, int] = {}
        for index, name in enumerate(self._names):
            self._at.setdefault(name, index)
        self._rows = rows

    @property
    def rows(self) -> np.ndarray:
        """All values [rows, columns]; read-only."""
        return self._rows

    @property
    def units(self) -> Dict[str, str]:
        """Unit of each column, "" for none or mixed ones."""
        return dict(zip(self._names, self._units))

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            return self.rows[:, self._at[name]]
        except KeyError:
            near = get_close_matches(str(name), self._at, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "list(...) has their names"
            raise KeyError(f"there is no column {name!r}; {hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)


class Run(Columns):
    """A run of a model, which begins at its start with one recorded row.

    `run["total"]` is a column so far: an array [rows] on the memory of the run, without a copy,
    which stays valid and unchanged while the run goes on. Call `run["total"]` again for new rows.
    Columns can be read while another thread advances the run.

    Parameters
    ----------
    model : Model
    estimate_error : bool
        Compares with a more accurate run all along, which takes two to three times as long. See
        `errors`.
    check : bool
        Makes the same comparison when the run has ended, unless its inputs were set; of a run of
        more than 400 000 steps times bodies for its first part. `wall` does not include it.
    **settings
        By the names in model files: `formulation`, `integrator`, `backend`, `step`, `duration`,
        `sample` (interval of recorded rows), `relative_tolerance`, ... Times in s. Others come from
        the model, then from the formulation; `Model.settings` lists all.

    Raises
    ------
    Error
        If a setting is wrong or does not fit the model, or if the loops cannot be closed.

    Warns
    -----
    Warning
        Before the start about the model and its settings, and at the end about the motion, for
        example from when on its positions are uncertain.
    """

    def __init__(self, model: Model, *, estimate_error: bool = False, check: bool = True,
                 **settings: Any):
        self._run = _core.Run(model._model, as_pairs(settings), estimate_error, check)
        super().__init__(self._run.columns, self._run.units, np.empty((0, 0)))
        self.model = model

    @property
    def rows(self) -> np.ndarray:
        """All values so far [rows, columns], without a copy; read-only."""
        return self._run.rows

    @property
    def finished(self) -> bool:
        """Whether the duration is reached."""
        return self._run.finished

    @property
    def time(self) -> float:
        """Simulated time reached [s]."""
        return self._run.time

    @property
    def steps(self) -> int:
        """Steps made."""
        return self._run.steps

    @property
    def wall(self) -> float:
        """Time spent computing [s]."""
        return self._run.wall

    @property
    def settings(self) -> Dict[str, Any]:
        """Every setting as used."""
        return self._run.settings

    @property
    def notes(self) -> List[Tuple[float, str]]:
        """What the run has noticed: times [s] and texts."""
        return self._run.notes

    @property
    def errors(self) -> Optional[Dict[str, Any]]:
        """Estimated largest errors of any body, None if none were estimated.

        With `estimate_error` those so far, otherwise those found at the end, see `check`.

        `positions` [m], `angles` [rad], `velocities` [m/s], `rates` [rad/s] and `energy` [J];
        from `valid_until` [s] on, if not None, they are no measure of the error.
        `compared_until` [s], if not None, is where the comparison of a long run ended.
        """
        return self._run.errors

    @property
    def report(self) -> Dict[str, Any]:
        """The report of `momentree run --report`: settings, energy, drift, phases, origin."""
        return json.loads(self._run.report)

    @property
    def inputs(self) -> Dict[str, float]:
        """Present values of the model's inputs, the probes of quantity "input"."""
        return self._run.inputs

    def set_inputs(self, **values: float) -> None:
        """Sets inputs from the newest row on, for controllers written in Python.

        Laws of forces read them by their names and hold them until they are set again. In the
        table, an input changes in the row after. Runs that do so need `rk4`, `explicit-euler`,
        `semi-implicit-euler` or `implicit-midpoint`, whose steps do not depend on earlier ones.

        >>> while run.advance():
        ...     run.set_inputs(tau=-3 * run["hinge.q"][-1])
        """
        for name, value in values.items():
            self._run.set_input(name, value)

    def advance(self, samples: int = 1) -> bool:
        """Records the next rows, `samples` of them unless the run ends. Other threads of Python go on.

        Returns whether the run goes on. Raises `RunFailed` if it cannot.
        """
        if samples < 1:
            raise ValueError(f"samples must be at least 1, not {samples}")
        return self._advance(samples, float("inf"))

    def advance_to(self, time: float) -> bool:
        """Records all rows up to `time` [s]; otherwise as `advance`."""
        if not time >= self.time:
            raise ValueError(f"the run is at {self.time} s and cannot advance to {time} s")
        return self._advance(_most, time)

    def finish(self) -> Run:
        """Records all rows; otherwise as `advance`. Returns this run."""
        self._advance(_most, float("inf"))
        return self

    def _advance(self, samples: int, until: float) -> bool:
        self._run.advance(samples, until)
        failure = self._run.failure
        if failure is not None:
            raise RunFailed(failure, self)
        return not self.finished

    def save_csv(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the rows as `momentree run --csv` does."""
        self._run.save_csv(os.fspath(path))

    def save_hdf5(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the rows with units and settings as `momentree run --hdf5` does."""
        self._run.save_hdf5(os.fspath(path))

    def save_parquet(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the rows as `momentree run --parquet` does: the columns of `save_csv`, with
        units and the record of the run as metadata of the file."""
        self._run.save_parquet(os.fspath(path))

    def save_capsule(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the run as one zip archive, as `momentree run --capsule` does: model with its
        meshes, settings, table and report. `load` opens it."""
        self._run.save_capsule(os.fspath(path))

    def __repr__(self) -> str:
        s = self.settings
        return (f"<momentree.Run of {self.model.name!r} by {s['formulation']}, {s['integrator']}: "
                f"{len(self.rows)} rows to {self.time:g} s>")


def run(model: Model, *, estimate_error: bool = False, check: bool = True, **settings: Any) -> Run:
    """Runs a model to its end. Parameters and errors as in `Run`.

    Raises `RunFailed` if the run cannot reach its end; its attribute `run` has the rows until then.

    >>> r = run(load("double_pendulum.momentree.json"), formulation="aba", duration=2)
    >>> r["time"], r["total"]
    """
    return Run(model, estimate_error=estimate_error, check=check, **settings).finish()


class System:
    """The equations of motion of a formulation, dy/dt = f(t, y), for integrators of your own.

    y is the state of the formulation: `position_size` coordinates (joint angles and displacements,
    Euler parameters; poses of bodies in `lagrange-index1`), then speeds or, in `hdca`, `naudet` and
    `hamilton-index2`, momenta. Formulations with a built-in integrator have no such state.

    Parameters
    ----------
    model : Model
    formulation : str
    **settings
        As in `Run`; integrator, times and backend have no effect.

    Examples
    --------
    >>> system = System(model, formulation="aba")
    >>> solution = scipy.integrate.solve_ivp(system, (0, 2), system.start(), rtol=1e-9)
    >>> system.observe(2, solution.y[:, -1])["total"]
    """

    def __init__(self, model: Model, *, formulation: str, **settings: Any):
        self._system = _core.System(model._model, as_pairs({"formulation": formulation, **settings}))
        self.model = model

    @property
    def size(self) -> int:
        """Number of entries of y."""
        return self._system.size

    @property
    def position_size(self) -> int:
        """Number of leading entries of y that are the configuration."""
        return self._system.position_size

    @property
    def units(self) -> np.ndarray:
        """Size that an entry of y has in this mechanism [size], for absolute tolerances."""
        return self._system.units

    def start(self) -> np.ndarray:
        """y at the start of the model [size]."""
        return self._system.start()

    def derivative(self, t: float, y: np.ndarray) -> np.ndarray:
        """dy/dt [size] at time t [s]. Raises `Error` where there is none."""
        return self._system.derivative(t, y)

    __call__ = derivative

    def gradient(
        self, t: float, y: np.ndarray, parameters: Sequence[str] = ()
    ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """dy/dt with its slopes, exact to rounding, of the formulation `naudet`.

        The first call compiles code for the model, which needs a C++ compiler and takes a second or
        two; calls with other parameters compile again. Then it takes about as long as `derivative`.

        Parameters
        ----------
        t : float
            Time [s].
        y : array [size]
        parameters : sequence of str, optional
            Names of parameters of the model.

        Returns
        -------
        ydot : array [size]
        by_state : array [size, size]
            d(ydot[i]) / d(y[j]), all entries of y being independent of each other.
        by_parameters : array [size, parameters]
            d(ydot[i]) / d(parameters[j]) at the same y; parameters in SI units.

        Raises
        ------
        Error
            For another formulation, for models that `momentree generate` refuses, for parameters
            that change more than numbers of the equations, without a compiler, and where a slope is
            not finite.

        Examples
        --------
        >>> system = System(model, formulation="naudet")
        >>> ydot, by_state, by_mass = system.gradient(0, system.start(), ["m"])
        """
        return self._system.gradient(t, y, list(parameters))

    def trace(self, t: float, y: np.ndarray) -> Tuple[List[Dict[str, Any]], List[Dict[str, Any]]]:
        """What the formulation computes on the way to dy/dt at (t, y).

        Returns
        -------
        nodes : list of dict
            `bodies` (numbers), `joined` (or a single body), `parent` (the node that contains it or -1),
            `absorbed` (as a branch), `joint`.
        results : list of dict
            In the order of the computation: `node` (-1: the mechanism as a whole), `pass`,
            `equation`, `formula`, `says`, `symbol`, and `value` in SI units [rows, columns].

        Raises `Error` if the formulation reports nothing.
        """
        return self._system.trace(t, y)

    def project(self, t: float, y: np.ndarray) -> np.ndarray:
        """y moved onto the constraints: closed loops, unit quaternions [size]."""
        return self._system.project(t, y)

    def observe(self, t: float, y: np.ndarray) -> Dict[str, float]:
        """The columns of a CSV at (t, y): poses, velocities, reactions, energies, probes."""
        return dict(zip(self._system.columns, self._system.observe(t, y).tolist()))
