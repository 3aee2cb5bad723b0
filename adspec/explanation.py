"""Explanations in Python: what `adspec explain` shows, for scripts and notebooks.

>>> adspec.explain("sin(x) * x", at="x = 0.5")            # a notebook shows the page
>>> print(adspec.explain(counterexample, engine="autograd"))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adspec.discovery import find_engine
from adspec.engine import Engine
from adspec.explaining.drawing import walk_svg
from adspec.explaining.given import Given, case_of, read_given
from adspec.explaining.page import framed, walk_page
from adspec.explaining.plainly import walk_json
from adspec.explaining.text import walk_text
from adspec.findings.counterexample import Counterexample
from adspec.findings.counting import Count, counts
from adspec.findings.walk import Walk, walk
from adspec.language.case import Case
from adspec.language.program import Program

REFERENCE = "reference"


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A run, number by number; its text is `str()`, and a notebook shows its page."""

    title: str
    walk: Walk
    counts: tuple[Count, ...] = ()

    def __str__(self) -> str:
        return walk_text(self.walk, self.title, self.counts)

    def html(self) -> str:
        """Return the page that steps through the run; it fetches nothing."""
        return walk_page(self.walk, self.title, self.counts)

    def svg(self) -> str:
        """Return the picture: the program as a graph, with the numbers of the run on it."""
        return walk_svg(self.walk)

    def to_json(self) -> dict[str, Any]:
        """Return the whole run as plain data."""
        return walk_json(self.walk, self.title, self.counts)

    def _repr_html_(self) -> str:
        return framed(self.html())


def explain(
    what: str | Path | Program | Case | Counterexample,
    engine: str | Engine = "",
    *,
    at: str | Mapping[str, Any] = "",
) -> Explanation:
    """Return the explanation of a run: of a formula, a program, a case, a counterexample, or a file of these.

    A text is a formula such as "sin(x) * y", several lines of it, or `def f(x): …`; it is taken at `at`. The
    engine is that of the counterexample, or else the reference.

    Raises: LanguageError for what is not of the program language; DiscoveryError for an unknown engine.
    Cost: see `adspec.findings.walk.walk`.
    """
    given = _given(what, at)
    named = engine or (given.found.engine if given.found else REFERENCE)
    accused = find_engine(named) if isinstance(named, str) else named
    found = walk(given.case, accused, find_engine(REFERENCE))
    return Explanation(title=_title(given, accused, found), walk=found, counts=counts(accused, given.case))


def _given(what: Any, at: str | Mapping[str, Any]) -> Given:
    if isinstance(what, Counterexample):
        return Given(case=what.case, found=what)
    if isinstance(what, Case):
        return Given(case=what)
    return read_given(what) if isinstance(what, Path) else Given(case=case_of(what, at))


def _title(given: Given, engine: Engine, found: Walk) -> str:
    shown = f"{engine.name} {engine.version}"
    if given.found is None:
        return shown
    cause = f"{given.found.law}: {given.found.cause}"
    accused = cause if given.found.engine == engine.name else f"{cause} (found on {given.found.engine})"
    elsewhere = (
        "" if found.marks else ". It does not show in one run of first derivatives: see `adspec replay`"
    )
    return f"{shown}   {accused}{elsewhere}"
