"""Factors: the wrong answer is the right one times something that has a name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from adspec.findings.brief import ENOUGH, Brief
from adspec.findings.evidence import Evidence
from adspec.findings.points import lone
from adspec.language.spaces import Array

# ------------------------------------------------------------------ factors


def lost_order(brief: Brief) -> str:
    """Return whether the derivative of a rule is 0."""
    wrong, _ = brief.pairs
    if " of " not in brief.first.mode or not wrong.size or np.any(wrong != 0):
        return ""
    return "lost second order: zero, as if the rule were made of numbers and not of traced values"


def dropped(brief: Brief) -> str:
    """Return whether all wrong entries are 0."""
    wrong, _ = brief.pairs
    if not wrong.size or np.any(wrong != 0):
        return ""
    is_partly = any(bool(np.any(np.asarray(e.wrong) != 0)) for e in brief.numeric)
    return (
        "partly dropped: zero in some entries, right in the others"
        if is_partly
        else "dropped: zero where the derivative is not"
    )


def absolute(brief: Brief) -> str:
    """Return whether exactly the entries of negative u or v have the wrong sign."""
    at = brief.points
    if at is None or not brief.agree(at.wrong, -at.right) or np.any(at.seed > 0):
        return ""
    halves = [np.ravel(e.case.u[0] if e.mode == "push" else e.case.v[0]) for e in brief.numeric if e.case]
    spared = any(bool(np.any(seed > 0)) for seed in halves)
    letter = "u" if brief.first.mode == "push" else "v"
    return f"the absolute value of {letter}: wrong sign where {letter} < 0" if spared else ""


def _factor(brief: Brief, factor: float) -> bool:
    wrong, right = brief.pairs
    return brief.agree(wrong, factor * right)


def sign(brief: Brief) -> str:
    """Return whether the sign is wrong."""
    return "wrong sign" if _factor(brief, -1.0) else ""


def twice(brief: Brief) -> str:
    """Return whether everything is twice too large."""
    return "factor 2: counted twice" if _factor(brief, 2.0) else ""


def half(brief: Brief) -> str:
    """Return whether everything is half as large as it should be."""
    return "factor 1/2: halved, or a path is missing" if _factor(brief, 0.5) else ""


def conjugated(brief: Brief) -> str:
    """Return whether the answer is the conjugate of the right one."""
    wrong, right = brief.pairs
    is_conj = np.iscomplexobj(right) and bool(np.any(right.imag != 0)) and brief.agree(wrong, np.conj(right))
    return "conjugated: a conj too many or too few" if is_conj else ""


def passed_on(brief: Brief) -> str:
    """Return whether u or v itself comes out where it should have changed."""
    letter = {"push": "u", "pull": "v"}.get(brief.first.mode, "")
    if not letter or not brief.pairs[0].size:
        return ""
    told = [
        (np.asarray(e.wrong)[e.off], s[e.off]) for e in brief.numeric if (s := _seed(e, letter)) is not None
    ]
    is_so = bool(told) and all(brief.agree(wrong, seed) for wrong, seed in told)
    often = 2 * len(told) >= len(brief.numeric)
    return f"passed on: what comes out is {letter} itself" if is_so and often else ""


def _seed(e: Evidence, letter: str) -> Array | None:
    """Return u (repeated along broadcast axes) or v in the shape of the answer; None where it has another."""
    seed, shape = np.asarray(getattr(e.case, letter)[0]), np.shape(e.wrong)
    seed = seed if np.iscomplexobj(e.wrong) else np.real(seed)  # what is left of it in a real space
    with suppress(ValueError):
        return np.broadcast_to(seed, shape) if letter == "u" or seed.shape == shape else None
    return None


# ------------------------------------------------------------------ a number of elements


def _counts(e: Evidence) -> dict[str, float]:
    """Return the numbers of elements that a rule may divide by, each with its name."""
    equation, case = lone(e.case), e.case
    if equation is None or case is None:
        return {}
    x, y = case.x[0], case.v[0]
    found = {
        "entries per result": x.size / max(1, y.size),
        "entries": float(x.size),
        "results": float(y.size),
    }
    axis = equation.params.get("axis", -1)
    if isinstance(axis, int) and -x.ndim <= axis < x.ndim:
        found["the axis"] = float(x.shape[axis])
        n = equation.params.get("n")
        found["n"] = float(n if isinstance(n, int) else x.shape[axis])
    return found


def _by_count(brief: Brief, power: int) -> bool:
    """Return whether the factor is one of the counts of each case, the same one in all, to a power."""
    if not brief.pairs[0].size:
        return False
    counts = [_counts(e) for e in brief.numeric]
    return any(
        any(c.get(name, 0) > 1 for c in counts)
        and all(
            c.get(name, 0) > 0
            and brief.agree(np.asarray(e.wrong)[e.off], np.asarray(e.right)[e.off] * c[name] ** power)
            for e, c in zip(brief.numeric, counts, strict=True)
        )
        for name in (counts[0] if counts else ())
    )


def n_times(brief: Brief) -> str:
    """Return whether the factor is the number of elements."""
    says = "factor n: summed where it should be averaged, or counted n times"
    return says if _by_count(brief, 1) else ""


def nth_part(brief: Brief) -> str:
    """Return whether the factor is one over the number of elements."""
    return "factor 1/n: averaged where it should be summed" if _by_count(brief, -1) else ""


# ------------------------------------------------------------------ other factors


@dataclass(frozen=True, slots=True)
class _Constant:
    says: str
    value: float


_CONSTANTS = (
    _Constant("ln 2", float(np.log(2))),
    _Constant("ln 10", float(np.log(10))),
    _Constant("π", float(np.pi)),
    _Constant("2π", float(2 * np.pi)),
    _Constant("√π", float(np.sqrt(np.pi))),
    _Constant("2/√π", float(2 / np.sqrt(np.pi))),
    _Constant("√2", float(np.sqrt(2))),
    _Constant("√(2π)", float(np.sqrt(2 * np.pi))),
    _Constant("π/180", float(np.pi / 180)),
    _Constant("i", 1j),  # type: ignore[arg-type]
    _Constant("−i", -1j),  # type: ignore[arg-type]
)


def constant(brief: Brief) -> str:
    """Return by which constant everything is too large or too small."""
    wrong, right = brief.pairs
    if not wrong.size or np.any(right == 0):
        return ""
    for known in _CONSTANTS:
        if brief.agree(wrong, right * known.value):
            return f"too large by the constant {known.says}: it should have been divided by it"
        if brief.agree(wrong, right / known.value):
            return f"a constant is missing: {known.says}"
    factor = wrong[0] / right[0]
    one = wrong.size > ENOUGH and brief.agree(wrong, right * factor)
    return f"scaled by one constant factor, {np.round(factor, 6)}" if one else ""


def inverted(brief: Brief) -> str:
    """Return whether the slope is one over the right one."""
    at = brief.points
    return (
        "upside down: 1/s for the slope s"
        if at and brief.agree(at.wrong * at.right, np.ones_like(at.x))
        else ""
    )
