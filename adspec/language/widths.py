"""Widths: single or double precision, of arrays and of what functions make of them."""

from __future__ import annotations

from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Program


def one_width(case: Case) -> str:
    """Return the name of the one real dtype of all floating-point arrays of a case, "" if it has several."""
    arrays = (*case.x, *case.held.values(), *case.v)
    found = {a.real.dtype.name for a in arrays if a.dtype.kind in "fc"}
    return found.pop() if len(found) == 1 else ""


def may_widen(program: Program) -> bool:
    """Return whether SciPy widens in a program: some functions always do, others beside a number."""
    calls = [(VOCABULARY[e.primitive], e.args) for e in program.equations if e.primitive in VOCABULARY]
    return any(row.widens or (row.needs and any(isinstance(a, float) for a in args)) for row, args in calls)
