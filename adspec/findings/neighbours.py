"""Neighbours: the wrong answer is the derivative of another primitive, or the right one at another point."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from adspec.findings.brief import Brief
from adspec.findings.evidence import Evidence, near
from adspec.findings.points import lone
from adspec.findings.suspects import fits, is_single, true
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY


def _at_output(e: Evidence) -> Array | None:
    """Return the derivative at y instead of x."""
    if not is_single(e) or e.case is None or not e.by_entries:
        return None
    y = np.asarray(e.y, dtype=e.case.x[0].dtype)
    return true(replace(e.case, x=(y,)), e.mode) if y.shape == e.case.x[0].shape else None


def output_for_input(brief: Brief) -> str:
    """Return whether the slope is the one at y instead of x."""
    is_so = brief.points is not None and fits(brief, _at_output)
    return "uses the output where the formula is of the input: y for x" if is_so else ""


def _renamed(case: Case, name: str) -> Case:
    [equation] = case.program.equations
    other = replace(equation, primitive=name, params={})
    return replace(case, program=replace(case.program, equations=(other,)))


def _neighbours(name: str, places: int) -> Iterator[str]:
    """Yield the other primitives that act entry by entry on as many arrays, the nearest families first."""
    row = VOCABULARY[name]
    rows = [r for r in VOCABULARY.values() if r.elementwise and not r.constant and r.name != name]
    rows.sort(key=lambda r: r.family != row.family)
    yield from (r.name for r in rows if all(len(form.args) == places for form in r.forms))


def _is_likely(e: Evidence, name: str) -> bool:
    """Return whether a difference of NumPy's values comes near the wrong answer; the truth costs more."""
    case = e.case
    if case is None:
        return False
    other, h = _renamed(case, name), 2.0**-16
    seed = case.u[0] if e.mode == "push" else np.ones_like(case.x[0])
    with suppress(ArithmeticError, ValueError, TypeError), np.errstate(all="ignore"):
        up, down = (np.asarray(other.run(NUMPY, (case.x[0] + s * h * seed,))) for s in (1, -1))
        slope = (up - down) / (2 * h) * (1.0 if e.mode == "push" else case.v[0])
        return slope.shape == np.shape(e.wrong) and bool(np.all(near(slope, e.wrong, 2.0**-8)))
    return False


def neighbour(brief: Brief) -> str:
    """Return whose derivative comes out, where it is another primitive's.

    Cost: two NumPy calls per primitive; the truth of those that come near.
    """
    single = [e for e in brief.numeric if is_single(e)]
    if not single or brief.first.where not in VOCABULARY or brief.points is None:
        return ""
    places = len(single[0].case.program.equations[0].args) if single[0].case else 0
    for name in _neighbours(brief.first.where, places):

        def suspect(e: Evidence, name: str = name) -> Array | None:
            return true(_renamed(e.case, name), e.mode) if e.case is not None else None

        if _is_likely(single[0], name) and fits(brief, suspect):
            return f"what comes out is the derivative of {name}"
    return ""


def neighbour_value(brief: Brief) -> str:
    """Return whose value comes out, where it is another primitive's."""
    single = [e for e in brief.numeric if lone(e.case) is not None and e.mode == "value"]
    if not single or single[0].case is None or brief.first.where not in VOCABULARY:
        return ""
    places = len(single[0].case.program.equations[0].args)
    for name in _neighbours(brief.first.where, places):

        def suspect(e: Evidence, name: str = name) -> Array | None:
            return np.asarray(_renamed(e.case, name).run(NUMPY, e.case.x)) if e.case is not None else None

        if fits(brief, suspect):
            return f"what comes out is the value of {name}"
    return ""
