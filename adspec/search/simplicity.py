"""Simplicity: when one case is simpler than another, stated once and for all.

In this order: no dead equations, fewest equations, inputs, outputs, elements, axes, the lightest
literals, the plainest numbers in x, the plain presentation, float64, and the plainest numbers
in u and v. Every step of the reducer goes down in this order, so it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.program import Name, Program
from adspec.language.spaces import Array

PLAINEST = (1.0, 0.0, 2.0, 0.5, -1.0)
_DTYPES = ("float64", "float32", "complex128", "complex64")
# An empty array is the last resort: what is wrong there is wrong with emptiness alone.
_EMPTY = 1000


def simplicity(case: Case) -> tuple[float, ...]:
    """Return what is compared: a case is simpler where this is less."""
    arrays = (*case.x, *case.held.values())
    return (
        *outline(case.program),
        sum(a.size or _EMPTY for a in (*arrays, *case.v)),
        sum(a.ndim for a in (*arrays, *case.v)),
        sum(1 + weight(literal) for literal in literals_of(case)),
        ugliness(arrays),
        case.presentation != "functions",
        sum(_DTYPES.index(a.dtype.name) if a.dtype.name in _DTYPES else 0 for a in arrays),
        ugliness((*case.u, *case.v)),
    )


def outline(f: Program) -> tuple[float, ...]:
    """Return the part of the simplicity that the program alone decides, which comes first."""
    dead = len(f.equations) - len(f.without_dead().equations)
    return dead, sum(1 for _ in f.all_equations()), len(f.inputs), len(f.outputs)


def literals_of(case: Case) -> Iterator[Any]:
    """Yield the literals among the arguments and parameters of the equations."""
    for equation in case.program.all_equations():
        yield from (a for a in equation.args if not isinstance(a, Name))
        yield from equation.params.values()


def weight(literal: Any) -> float:
    """Return how much there is to read in a literal: small integers little, lists what is in them."""
    match literal:
        case list() | tuple():
            return len(literal) + sum(map(weight, literal))
        case slice():
            return weight((literal.start, literal.stop, literal.step))
        case None:
            return 0
        case int():  # True and False too
            return abs(literal) + 0.5 * (literal < 0)
        case float():
            return rank(literal)
    return len(str(literal))


def ugliness(arrays: Iterable[Array]) -> float:
    """Return the summed ranks of all numbers."""
    return sum(rank(number) for a in arrays if a.dtype.kind in "fc" for number in _coordinates(a))


def _coordinates(array: Array) -> Iterator[float]:
    flat = array.ravel()
    yield from flat.real.tolist()
    if array.dtype.kind == "c":
        yield from flat.imag.tolist()


def rank(number: float) -> float:
    """Return the place of a number among numbers: the plainest ones first, then by length of its text."""
    if number in PLAINEST and str(number) != "-0.0":
        return PLAINEST.index(number)
    return len(PLAINEST) + len(repr(number)) if np.isfinite(number) else 100.0


def plainer(number: float) -> Iterator[float]:
    """Yield the numbers plainer than this one that might stand for it, the plainest first."""
    rounded = [float(f"{number:.{digits}g}") for digits in (1, 2, 3, 5)] if np.isfinite(number) else []
    for candidate in dict.fromkeys((*PLAINEST, *rounded)):
        if rank(candidate) < rank(number):
            yield candidate
