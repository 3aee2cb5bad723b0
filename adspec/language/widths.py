"""Widths: single or double precision, of arrays and of what functions make of them."""

from __future__ import annotations

from collections.abc import Sequence

from adspec.language.primitives import VOCABULARY
from adspec.language.program import Program
from adspec.language.spaces import Array


def one_width(arrays: Sequence[Array]) -> type | None:
    """Return the one real dtype of all floating-point arrays, None where there are several."""
    found = {a.real.dtype.type for a in arrays if a.dtype.kind in "fc"}
    return found.pop() if len(found) == 1 else None


def may_widen(program: Program) -> bool:
    """Return whether SciPy widens in a program: some functions always do, others beside a number."""
    calls = [(VOCABULARY[e.primitive], e.args) for e in program.equations if e.primitive in VOCABULARY]
    return any(row.widens or (row.needs and any(isinstance(a, float) for a in args)) for row, args in calls)
