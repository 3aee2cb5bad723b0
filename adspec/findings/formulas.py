"""Formulas: the wrong slope is the right one's formula with something forgotten or put in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from adspec.findings.brief import ENOUGH, Brief
from adspec.findings.points import Points
from adspec.language.spaces import Array

# What a square is forgotten in: F(t) in place of F(t²), for t = x or the value y.
_SQUARED: tuple[tuple[str, Callable[[Array], Array]], ...] = (
    ("{t} for {t}²", lambda t: t),
    ("1/{t} for 1/{t}²", lambda t: 1 / t),
    ("1 − {t} for 1 − {t}²", lambda t: 1 - t),
    ("1/(1 − {t}) for 1/(1 − {t}²)", lambda t: 1 / (1 - t)),
    ("1 + {t} for 1 + {t}²", lambda t: 1 + t),
    ("1/(1 + {t}) for 1/(1 + {t}²)", lambda t: 1 / (1 + t)),
    ("√(1 − {t}) for √(1 − {t}²)", lambda t: np.sqrt(1 - t)),
    ("1/√(1 − {t}) for 1/√(1 − {t}²)", lambda t: 1 / np.sqrt(1 - t)),
    ("1/√(1 + {t}) for 1/√(1 + {t}²)", lambda t: 1 / np.sqrt(1 + t)),
)


def unsquared(brief: Brief) -> str:
    """Return in which formula a square is forgotten: both the wrong and the right slope must be known."""
    at = brief.points
    for letter, t in (("y", at.y), ("x", at.x)) if at is not None else ():
        for says, form in _SQUARED:
            with np.errstate(all="ignore"):
                wrong, right = form(t), form(t * t)
            for factor in (1.0, -1.0):
                if at and brief.agree(at.wrong, factor * wrong) and brief.agree(at.right, factor * right):
                    return f"a square is forgotten: {says.format(t=letter)}"
    return ""


def _factors(at: Points, position: int | None) -> Iterator[tuple[str, Array]]:
    """Yield what a slope may be multiplied by, in words and numbers."""
    many = len(at.args) > 1
    for i, a in at.args.items():
        yield (f"argument {i}" if many and i != position else "x"), a
    yield "y", at.y
    yield "1 − y", 1 - at.y
    yield "1 + y", 1 + at.y
    yield "1 − x", 1 - at.x
    yield "1 + x", 1 + at.x
    yield "x²", at.x * at.x
    yield "y²", at.y * at.y
    yield "1 − x²", 1 - at.x * at.x
    yield "1 + x²", 1 + at.x * at.x
    yield "1 − y²", 1 - at.y * at.y
    yield "1 + y²", 1 + at.y * at.y


def factor(brief: Brief) -> str:
    """Return which factor, made of the arguments or the value, is missing or too many."""
    at = brief.points
    if at is None or np.count_nonzero(at.right) < ENOUGH or np.any(at.wrong == 0):
        return ""
    divides = bool(np.all(at.right))
    for says, t in _factors(at, brief.first.argument):
        if brief.agree(at.wrong * t, at.right):
            return f"a factor is missing: {says}"
        if divides and brief.agree(at.wrong, at.right * t):
            return f"a factor too many, or not divided by it: {says}"
    return ""


# The slopes that rules write with the value y: the formula, and the same one of x by mistake.
_BY_VALUE: Mapping[str, Callable[[Array], Array]] = {
    "exp": lambda y: y,
    "exp2": lambda y: np.log(2) * y,
    "expm1": lambda y: y + 1,
    "sqrt": lambda y: 1 / (2 * y),
    "cbrt": lambda y: 1 / (3 * y * y),
    "reciprocal": lambda y: -y * y,
    "tan": lambda y: 1 + y * y,
    "tanh": lambda y: 1 - y * y,
    "nn.sigmoid": lambda y: y * (1 - y),
    "special.expit": lambda y: y * (1 - y),
}


def input_for_output(brief: Brief) -> str:
    """Return whether a formula of the value was given x."""
    at, own = brief.points, _BY_VALUE.get(brief.first.where)
    if at is None:
        return ""
    with np.errstate(all="ignore"):
        forms = [own] if own else [form for form in _BY_VALUE.values() if brief.agree(at.right, form(at.y))]
        is_so = any(brief.agree(at.wrong, form(at.x)) for form in forms)
    return "uses the input where the formula is of the output: x for y" if is_so else ""
