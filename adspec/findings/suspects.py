"""Suspects: other derivatives that an answer might be, each asked of the truth at the very same points.

Where the wrong answer *is* the derivative of something recognisable (the arguments swapped, the
transpose, the rule of a neighbour), saying so is most of the way to the mistake. A suspect is an array
per piece of evidence; it is accused where it is the wrong answer on all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np

from adspec.findings.brief import ENOUGH, Brief
from adspec.findings.evidence import Evidence, near, true_half
from adspec.findings.points import lone
from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array

SMALL = 12  # results of a case for which each is pulled back by itself
Suspect = Callable[[Evidence], Array | None]
# where the choice between arguments is the whole rule
CHOOSING = frozenset({"where", "maximum", "minimum", "fmax", "fmin", "clip"})


def fits(brief: Brief, suspect: Suspect) -> bool:
    """Return whether a suspect is the wrong answer wherever it says something: half of the cases at least."""
    told: set[tuple[complex, complex]] = set()
    answers = 0
    for e in brief.numeric:
        with np.errstate(all="ignore"):
            other = _asked(suspect, e)
            if other is None or other.shape != np.shape(e.wrong):
                continue
            known = np.isfinite(other) & np.isfinite(np.asarray(e.wrong))
            if not np.all(near(e.wrong, other, e.digits)[known]):
                return False
        chosen, answers = known & e.off, answers + 1
        entries = zip(np.asarray(e.wrong)[chosen].tolist(), np.asarray(e.right)[chosen].tolist(), strict=True)
        told.update(entries)
    return len(told) >= ENOUGH and 2 * answers >= len(brief.numeric)


def _asked(suspect: Suspect, e: Evidence) -> Array | None:
    with suppress(ArithmeticError, ValueError, TypeError, LookupError):
        return suspect(e)
    return None


def true(case: Case, mode: str) -> Array | None:
    """Return J u of the first output or Jᵀ v of the first input by the truth."""
    return true_half(case, mode)[0]


def is_single(e: Evidence) -> bool:
    """Return whether evidence is of one equation and one argument of it."""
    return (
        lone(e.case) is not None and e.mode in {"push", "pull"} and e.case is not None and len(e.case.x) == 1
    )


# ------------------------------------------------------------------ the transpose, and v


def _other_half(e: Evidence) -> Array | None:
    """Return J v for Jᵀ v, or Jᵀ u for J u, where x and y live in one space."""
    case = e.case
    if case is None or not spaces.alike(case.x, case.v):
        return None
    if e.mode == "pull":
        return true(replace(case, u=case.v), "push")
    return true(replace(case, v=case.u), "pull")


def _other_half_unconjugated(e: Evidence) -> Array | None:
    """Return the same for complex arrays as an engine of the bilinear pairing would have it."""
    if e.case is None or not any(np.iscomplexobj(a) for a in e.case.x):
        return _other_half(e)
    u, v = (tuple(map(np.conj, arrays)) for arrays in (e.case.u, e.case.v))
    other = _other_half(replace(e, case=replace(e.case, u=u, v=v)))
    return None if other is None else np.conj(other)


def _of_ones(e: Evidence) -> Array | None:
    """Return the derivative with ones for u or v."""
    if e.case is None or e.mode not in {"push", "pull"}:
        return None
    u, v = (tuple(map(np.ones_like, arrays)) for arrays in (e.case.u, e.case.v))
    return true(replace(e.case, u=u, v=v), e.mode)


def transpose_for_map(brief: Brief) -> str:
    """Return whether the map was applied for its transpose, or the other way round."""
    says = "transposed: J v for Jᵀ v" if brief.first.mode == "pull" else "transposed: Jᵀ u for J u"
    ways = (_other_half, _other_half_unconjugated)
    return says if brief.first.mode in {"push", "pull"} and any(fits(brief, way) for way in ways) else ""


def swallowed(brief: Brief) -> str:
    """Return whether v (or u) is ignored."""
    says = (
        "swallowed cotangent: the answer is that of v = 1"
        if brief.first.mode == "pull"
        else ("swallowed tangent: the answer is that of u = 1")
    )
    return says if fits(brief, _of_ones) else ""


# ------------------------------------------------------------------ other arguments


def _places(case: Case, equation: Equation) -> tuple[str, list[str]]:
    """Return the name of the argument that is differentiated, and those of the others."""
    names = [a.text for a in equation.args if isinstance(a, Name)]
    moving = case.wrt[0]
    return moving, [n for n in dict.fromkeys(names) if n != moving]


def _spread(e: Evidence) -> Case | None:
    """Return the case with its arguments repeated along the axes of y, where a push goes entry by entry."""
    if not is_single(e) or e.case is None:
        return None
    case = e.case
    if e.mode == "pull" or not e.by_entries:
        return case
    x, u, *held = (np.broadcast_to(a, case.v[0].shape) for a in (*case.x, *case.u, *case.held.values()))
    return replace(case, x=(x,), u=(u,), held=dict(zip(case.held, held, strict=True)))


def _alike(e: Evidence, k: int) -> tuple[Case, str, str] | None:
    """Return the case with the names of its argument and of the kth other one, where they have one space."""
    case = _spread(e)
    if case is None:
        return None
    moving, others = _places(case, case.program.equations[0])
    x, other = case.x[0], case.held[others[k]]
    return (case, moving, others[k]) if (x.shape, x.dtype) == (other.shape, other.dtype) else None


def _swapped_with(k: int) -> Suspect:
    """Return the derivative at the point where the argument has the value of the kth other one."""

    def suspect(e: Evidence) -> Array | None:
        if (found := _alike(e, k)) is None:
            return None
        case, _, other = found
        return true(replace(case, x=(case.held[other],), held={**case.held, other: case.x[0]}), e.mode)

    return suspect


def _of_other(k: int) -> Suspect:
    """Return the derivative with respect to the kth other argument."""

    def suspect(e: Evidence) -> Array | None:
        if (found := _alike(e, k)) is None:
            return None
        case, moving, other = found
        held = {name: a for name, a in {**case.held, moving: case.x[0]}.items() if name != other}
        return true(replace(case, x=(case.held[other],), held=held), e.mode)

    return suspect


def _not_taken(e: Evidence) -> Array | None:
    """Return the part of u or v that the right answer has not: where there is a choice, it goes elsewhere."""
    if not is_single(e) or e.case is None or not e.comparable:
        return None
    case, shape = e.case, np.shape(e.right)
    if e.mode == "push":
        return np.asarray(np.broadcast_to(case.u[0], shape) - e.right)
    v = np.asarray(case.v[0])
    v = v.sum(axis=tuple(range(v.ndim - len(shape))))
    return np.asarray(v.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True) - e.right)


def swapped(brief: Brief) -> str:
    """Return whether two arguments are exchanged."""
    for k in range(_others(brief)):
        if brief.first.where in CHOOSING:
            if fits(brief, _not_taken):
                return "wrong branch: the derivative goes to the argument that was not taken"
        elif fits(brief, _swapped_with(k)):
            return "the arguments are swapped: right if each stood in the other's place"
        elif fits(brief, _of_other(k)):
            return "the arguments are swapped: what comes out is the derivative for another argument"
    return ""


def _others(brief: Brief) -> int:
    cases = [e.case for e in brief.numeric if is_single(e) and e.case is not None]
    return max((len(_places(c, c.program.equations[0])[1]) for c in cases), default=0)


# ------------------------------------------------------------------ several uses


def _terms(e: Evidence) -> Array | None:
    """Return what each entry of v contributes to each entry of x: rows by entry of v."""
    case = e.case
    if case is None or e.mode != "pull" or len(case.v) != 1 or not 1 < case.v[0].size <= SMALL:
        return None
    rows = [true_half(replace(case, v=(unit,)), "pull")[0] for (unit,) in spaces.basis(case.v)]
    known = [row for row in rows if row is not None]
    if len(known) != case.v[0].size:
        return None  # complex: a basis of twice as many directions
    terms: Array = np.asarray([n * row for n, row in zip(case.v[0].ravel(), known, strict=True)])
    return terms


def _only_one(terms_of: Suspect, *, last: bool) -> Suspect:
    def suspect(e: Evidence) -> Array | None:
        terms = terms_of(e)
        if terms is None:
            return None
        found: Array = np.zeros_like(terms[0])
        for row in terms if last else terms[::-1]:
            found = np.where(row != 0, row, found)
        return found

    return suspect


def overwritten(brief: Brief) -> str:
    """Return whether one contribution stands where several should be added up."""
    if brief.first.mode != "pull":
        return ""
    known: dict[int, Array | None] = {}

    def terms_of(e: Evidence) -> Array | None:
        if id(e) not in known:
            known[id(e)] = _terms(e)
        return known[id(e)]

    ends = (("last", True), ("first", False))
    kept = next((says for says, last in ends if fits(brief, _only_one(terms_of, last=last))), "")
    return (
        f"overwritten instead of accumulated: only the {kept} of several contributions is left"
        if kept
        else ""
    )
