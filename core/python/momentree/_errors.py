# SPDX-License-Identifier: Apache-2.0
"""Diagnostics as exceptions and warnings."""
from __future__ import annotations

import sys
import warnings as _warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Optional, Sequence

if TYPE_CHECKING:
    from ._run import Run


@dataclass(frozen=True)
class Diagnostic:
    """One problem in a model, a file or the settings of a run.

    Attributes
    ----------
    severity : "error" or "warning"
    id : the kind of problem, the same in every version ("joint-unknown-type")
    place : the element it is about ("joint 'crank' start q"), or ""
    line : line in the file, None if unknown
    file : name of the file, or ""
    text : the problem and its remedy
    """

    severity: str
    id: str
    place: str
    line: Optional[int]
    file: str
    text: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        if self.line is None and not self.place and f"'{self.file}'" in self.text:
            where = ""  # the text names the file
        return ": ".join(part for part in (where, self.place, self.text) if part)


class Error(Exception):
    """Input that cannot be used. `diagnostics` has every problem that was found."""

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        super().__init__("\n".join(map(str, self.diagnostics)))


class RunFailed(Error):
    """A run that could not reach its end. `run` keeps the rows recorded until then."""

    def __init__(self, diagnostic: Diagnostic, run: Run):
        super().__init__([diagnostic])
        self.run = run


class Warning(UserWarning):  # noqa: A001: momentree.Warning
    """Something in a model or a run that a person should know. `diagnostic` has its place."""

    def __init__(self, diagnostic: Diagnostic):
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


def show(diagnostic: Diagnostic) -> None:
    """Warns at the line outside this package that made the call."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    _warnings.warn(Warning(diagnostic), stacklevel=level)
