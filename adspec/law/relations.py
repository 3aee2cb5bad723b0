"""Relations: claims about two observations, or about parts of one, all judged by one truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law.claims import agree, nothing
from adspec.law.words import Claim
from adspec.observation import EngineError, Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval

EVERYTHING = {"y": "f(x)", "Ju": "J u", "JTv": "Jᵀ v"}  # of an observation, and what it is called


def agree_in(
    names: Iterable[str],
    sides: tuple[Observation, Observation],
    case: Case,
    says: tuple[str, str],
    mode: str = "",
) -> Iterator[Claim]:
    """Yield the claims that two observations have the same y, Ju or JTv, the truth of which is a case's.

    `says` has words for both sides, in which braces stand for the quantity: "{} of jit(f)".
    """
    for name in names:
        both = says[0].format(EVERYTHING[name]), says[1].format(EVERYTHING[name])
        known = partial(_known, case, name)
        left, right = (getattr(obs, name) for obs in sides)
        yield from agree(left, right, known, both, mode)


def _known(case: Case, name: str) -> tuple[Interval, ...]:
    found: tuple[Interval, ...] = getattr(truth_of(case), name)
    return found


def of_parts(claims: Callable[[], Iterable[Claim]]) -> list[Claim]:
    """Return claims about parts of a program; where the engine raises on one of them, no way to tell."""
    try:
        return list(claims())
    except EngineError:
        return [nothing("a part of the program cannot be differentiated by itself", "inconclusive")]


def entries(case: Case, k: int, truth: Callable[[Case], Interval], shape: tuple[int, ...]) -> Interval:
    """Return what the truth says of a matrix by its columns, one per entry of the k-th input.

    Cost: one truth, of what `truth` reads, per entry.
    """
    columns = []
    for i in range(case.x[k].size):
        u = tuple(map(np.zeros_like, case.x))
        u[k].flat[i] = 1.0
        columns.append(truth(replace(case, u=u)))
    sides = ("lo", "hi", "allowance", "floor")
    return Interval(*(_stacked([getattr(c, side) for c in columns], shape) for side in sides))


def _stacked(columns: list[Array], shape: tuple[int, ...]) -> Array:
    return np.stack(columns, axis=-1).reshape(shape)
