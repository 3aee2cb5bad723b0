"""Second and third derivatives from function values alone: mixed differences.

With D(t) = (f(x+hu+tu₂) − f(x−hu+tu₂)) / 2h, a central difference in a first direction u,
d/dt J(x + t u₂) u is its slope at t = 0. The outer step k is the step of first derivatives, the
inner step h = 2⁻⁴⁸ k lies far below it, so that D at ±k stays on its side of a kink at x. The
slope is classified as first derivatives are: x·|x| has a first derivative at 0, and no second.
A third derivative is the slope of a central difference of such D, again with a step between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from flint import arb

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.truth.allowance import (
    FAILS,
    ROUNDOFFS,
    Noisy,
    allowed_for,
    deviations,
    largest,
    slopeless,
    spread,
    step_error,
)
from adspec.truth.balls import Ambiguous, power_of_two, precision
from adspec.truth.directional import Entries, Slopes, has_digits, slopes
from adspec.truth.evaluator import Machine, moved
from adspec.truth.interval import Interval
from adspec.truth.noise import SCALES
from adspec.truth.shaping import Bounds, floats, nothing, split
from adspec.truth.steps import SECOND, STEP, magnitudes
from adspec.truth.values import Direction, Point, Values, point_of, tangent

WITHIN = 48  # an inner step is 2⁻⁴⁸ of the next outer one
LEVELS = 2


def second_order(
    case: Case, u2: Sequence[Array], program: Machine | None = None, *, noise: bool = True
) -> tuple[Interval, ...]:
    """Return d/dt J(x + t u₂) u at t = 0, one interval per output; nan where it is not defined.

    `program` stands for the case's own, as in `Truth`. Without noise the allowance is that of the last
    rounding only: what lies within it is right.

    Cost: six evaluations of f, and four per sample of noise.
    """
    return _mixed(point_of(case, program), (u2,), noise=noise)


def third_order(
    case: Case, u2: Sequence[Array], u3: Sequence[Array], *, noise: bool = True
) -> tuple[Interval, ...]:
    """Return D³f[u, u₂, u₃], one interval per output, as `second_order` does.

    Cost: twelve evaluations of f, and eight per sample of noise.
    """
    return _mixed(point_of(case), (u2, u3), noise=noise)


def _mixed(at: Point, along: Sequence[Sequence[Array]], *, noise: bool) -> tuple[Interval, ...]:
    """Return the derivative along u and these further tangents, the last of them outermost."""
    at = replace(at, moves=np.concatenate([at.moves, *map(magnitudes, along)]))
    tangents = (tangent(at, [np.asarray(a) for a in d]) for d in along)
    directions = (tangent(at, at.u), *tangents)
    extra = SECOND + sum(STEP + WITHIN * (k + 1) for k in range(len(along)))
    for level in range(LEVELS + 1):
        try:
            values = Values(at, level, extra=extra)
            with precision(values.bits):
                found = _slopes(values, directions)
                if _is_settled(found, at):
                    return split(at.v, _bounds(values, directions, found, along, noise=noise), at.dtype)
        except Ambiguous:
            continue
        except FAILS:
            break
    return nothing(at.v)


def _is_settled(found: Slopes, at: Point) -> bool:
    judged = (s for s, kind in zip(found.central, found.kinds, strict=True) if kind == "smooth")
    return "unsettled" not in found.kinds and all(has_digits(s, at.tiny) for s in judged)


def _inner(values: Values, directions: Sequence[Direction], t: Any, noise: Any = None) -> Entries:
    """Return D(t), the central difference along all directions but the last at x + t times the last."""
    *inner, outer = directions
    return _difference(values, inner, moved(values.x, outer, t), values.exponent + WITHIN, noise)


def _difference(
    values: Values, directions: Sequence[Direction], x: list[Any], exponent: int, noise: Any
) -> Entries:
    """Return the central difference at x along each direction, with the step 2⁻ᵉ along the last."""
    if not directions:
        return values.entries(values.at.machine.run(x, noise))
    *inner, outer = directions
    plus, minus = (
        _difference(values, inner, moved(x, outer, h), exponent + WITHIN, noise)
        for h in (power_of_two(-exponent), -power_of_two(-exponent))
    )
    half = power_of_two(exponent - 1)
    return [(p - m) * half for p, m in zip(plus, minus, strict=True)]


def _slopes(values: Values, directions: Sequence[Direction]) -> Slopes:
    def triple(k: Any) -> tuple[Entries, Entries]:
        return _inner(values, directions, -k), _inner(values, directions, k)

    minus, plus = triple(values.step)
    zero = _inner(values, directions, arb(0))
    return slopes(
        (minus, zero, plus),
        values.exponent,
        lambda: triple(values.step * power_of_two(-SECOND)),
        values.at.tiny,
    )


def _bounds(
    values: Values,
    directions: Sequence[Direction],
    found: Slopes,
    along: Sequence[Sequence[Array]],
    *,
    noise: bool,
) -> Bounds:
    central = floats(
        [s if k == "smooth" else arb.nan() for s, k in zip(found.central, found.kinds, strict=True)]
    )
    y = np.abs(floats(values.zero))
    unit = math.prod(_per_unit(values.at.x, d) for d in (values.at.u, *along))
    size = max(largest(floats(found.right)), largest(y) * unit)
    far = _spread(values, directions, found, size) if noise else np.zeros_like(central)
    allowed = allowed_for(far, np.abs(central), values, values.at.v) + step_error(found)
    floor = ROUNDOFFS * values.at.eps * (y * unit + _lost(values, directions, along))
    flat = slopeless(values, found)
    nowhere = np.asarray([f or k == "kink" for f, k in zip(flat, found.kinds, strict=True)], dtype=bool)
    ends = np.where(nowhere, np.inf, central)
    return Bounds(lo=ends, hi=ends, allowance=allowed, floor=floor)


def _lost(values: Values, directions: Sequence[Direction], along: Sequence[Sequence[Array]]) -> Array:
    """Return the sizes of f(x) and of the lower derivatives, per relative change of x.

    What computes J u is what engines differentiate: they lose digits of J u. So with D²f[u, u₂] in turn. And
    J u is made of what f is: that of √(Σ x²) of x·u/f, so that D²f is a difference of numbers of size u u₂/f.
    """
    lost = np.abs(floats(values.zero)) * _relative(values.at.x, values.at.u)
    for k, tangents in enumerate(along):
        lower = floats(_inner(values, directions[: k + 2], arb(0)))
        lost = (lost + np.abs(lower)) * _relative(values.at.x, tangents)
    return lost


def _spread(values: Values, directions: Sequence[Direction], found: Slopes, size: float) -> Array:
    noisy = Noisy(values, rounds_values=True)
    samples = [_noisy_right(values, directions, noisy.base(s)) for s in range(len(SCALES))]
    return spread(deviations(samples, found.right), size)


def _noisy_right(values: Values, directions: Sequence[Direction], base: Any) -> Entries | None:
    if base is None:
        return None
    noise, scale = base[0].noise, power_of_two(values.exponent)
    try:
        ahead, here = (_inner(values, directions, t, noise) for t in (values.step, arb(0)))
    except FAILS:
        return None
    return [(a - b) * scale for a, b in zip(ahead, here, strict=True)]


def _per_unit(x: Sequence[Array], u: Sequence[Array]) -> float:
    with np.errstate(all="ignore"):
        return max(
            [largest(np.abs(d) / np.maximum(np.abs(a), 1.0)) for a, d in zip(x, u, strict=True)], default=0.0
        )


def _relative(x: Sequence[Array], u: Sequence[Array]) -> float:
    """Return the largest |u|/|x|, of entries at 0 the largest |u|."""
    with np.errstate(all="ignore"):
        return max(
            [largest(np.abs(d) / np.where(a == 0, 1.0, np.abs(a))) for a, d in zip(x, u, strict=True)],
            default=0.0,
        )
