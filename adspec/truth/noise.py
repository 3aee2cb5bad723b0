"""Noise: the slightly different program that floating point computes.

Every use of a value a becomes a + δ₁|a₀| + δ₂(a − a₀) with a₀ the value at x: δ₁ stands for the
rounding of values, δ₂ for that of tangents. They are independent per use and entry, continuous,
and fixed within one difference quotient. Three samples at 1, 4 and 16 roundoffs: what grows with
the noise is a rounding error, what jumps is a branch near by. The third rounds every value the other
way than the second does, so that a branch near by is met on whichever side it lies.

Reductions that centre their entries (`CENTRING`) round entry by entry what would cancel: half of their
tangents see one rounding of the values, half another, f(a₀+δ+P(a−a₀)) + f(a₀+δ'+P'(a−a₀)) − f(a₀+δ').

The numbers come from a pool drawn once from a named seed; a use reads its own stretch of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.spaces import Array
from adspec.truth.balls import BALLS, as_array, is_balls, is_complex, lift, precision
from adspec.truth.bodies import Nested
from adspec.truth.evaluator import Env, Machine, Noise, arguments, evaluated
from adspec.truth.meanings import CENTRING

SEED = 20260  # of the pool; any other gives other, equally valid allowances
SCALES = (1.0, 4.0, 16.0)
POOL = 2048
EXACT = 1152  # bits of a number for values: no float64 has as many before its point

_ZERO, _ONE = as_array(arb(0)), as_array(arb(1))
_abs = lift(abs, 1)


@dataclass(frozen=True, slots=True)
class Pools:
    """Pools of balls of one size and either sign: for tangents t, and two for values w.

    A value a is shifted by |a|w − at: `above` and `below` have w − t and −w − t, for either sign of a.
    """

    tangents: Array
    factors: Array
    minus: Array
    values: tuple[Array, Array]
    above: tuple[Array, Array]
    below: tuple[Array, Array]


@cache
def _pools(eps: float, *, complex_: bool) -> Pools:
    """Return pools of balls of size eps/2 to eps."""
    size = as_array(arb(eps))
    first, second, tangents = _units(complex_=complex_)
    with precision(EXACT):
        values, tangents = (first * size, second * size), tangents * size
        above = values[0] - tangents, values[1] - tangents
        below = -values[0] - tangents, -values[1] - tangents
        return Pools(tangents, tangents + _ONE, -tangents, values, above, below)


@cache
def _units(*, complex_: bool) -> tuple[Array, Array, Array]:
    """Return the pools for eps = 1 (it is a power of two, so that scaling is exact).

    The second for values has the opposite sign of the first, entry by entry, and other sizes.

    Those for values have more bits than any float has before its point, since x(1 + δ) of a short
    δ is still a special number: every float from 2⁵³ on is an integer, and would stay one. Those for
    tangents are short, so that a tie stays a tie exactly.
    """
    rng = np.random.default_rng(SEED)
    size = (4, POOL)
    numbers = (rng.uniform(0.5, 1.0, size) * rng.choice([-1.0, 1.0], size)).tolist()
    more = rng.uniform(1.0, 2.0, (2, POOL)).tolist()
    rows = 1 + complex_  # a row of imaginary parts only where it is asked for: each costs time
    with precision(EXACT):
        long = [_long(row, rest) for row, rest in zip(numbers[:rows], more, strict=False)]
        other = [
            [_opposite(a, b) for a, b in zip(row, row[POOL // 2 :] + row[: POOL // 2], strict=True)]
            for row in long
        ]
    short = [[arb(a) for a in row] for row in numbers[2 : 2 + rows]]
    pools = (_gathered(rows, complex_=complex_) for rows in (long, other, short))
    return next(pools), next(pools), next(pools)


def _opposite(number: arb, size: arb) -> arb:
    return -abs(size) if number > 0 else abs(size)


def _long(row: list[float], more: list[float]) -> list[arb]:
    """Return numbers that have the row's floats as their first digits, and many more digits."""
    small = arb(2) ** -53
    return [(arb(a) + small / arb(m)).mid() for a, m in zip(row, more, strict=True)]


def _gathered(rows: list[list[arb]], *, complex_: bool) -> Array:
    pool = np.empty(POOL, dtype=object)
    pool[:] = [acb(a, b) for a, b in zip(*rows, strict=True)] if complex_ else rows[0]
    return pool


def noise_for(machine: Machine, env: Env, eps: float, sample: int, *, values: bool) -> Noise:
    """Return the noise of one sample around the run `env`; without `values` only tangents are rounded."""
    return _noise(machine, env, (eps, sample, values), itertools.count(1009 * min(sample, 1)))


def _noise(machine: Machine, env: Env, how: tuple[float, int, bool], numbers: Iterator[int]) -> Noise:
    """Return the noise whose stretches of the pools are given by `numbers`, also for the visits of bodies."""
    eps, sample, values = how
    pairs: list[Any] = []
    twins: dict[str, tuple[Sequence[Any], Any]] = {}
    inner: dict[str, Sequence[Noise]] = {}
    draw = partial(_pair, eps=eps * SCALES[sample], pool=int(sample > 1) if values else None)
    for step in machine.steps:
        centers = [env[name] for name in step.names]
        if values and step.primitive in CENTRING and all(map(_can_round, centers)):
            halves = [_half(c, next(numbers)) for c in centers]
            pairs += [draw(c, next(numbers), mask=half) for c, half in zip(centers, halves, strict=True)]
            second = [draw(c, next(numbers), mask=~half) for c, half in zip(centers, halves, strict=True)]
            at_x = [as_array(c * m + s) for c, (m, s) in zip(centers, second, strict=True)]
            twins[step.name] = second, evaluated(step, at_x)
        else:
            pairs += [draw(c, next(numbers)) if _can_round(c) else None for c in centers]
        if isinstance(step.f, Nested):
            visits = step.f.visits(*arguments(step, centers), **step.params)
            inner[step.name] = [_noise(body, body.run(inputs), how, numbers) for body, inputs in visits]
    return Noise(pairs, twins, inner)


def _pair(
    center: Array, number: int, *, eps: float, pool: int | None, mask: Array | None = None
) -> tuple[Any, Any]:
    """Return factor and shift of one use; entries outside `mask` keep the value at x, rounded.

    `pool` says which of the two for values these are rounded by; None leaves them.
    """
    complex_ = is_complex(center)
    pools = _pools(eps, complex_=complex_)
    start = 613 * number
    factor = _stretch(pools.factors, center, start)
    if mask is None and not complex_:
        if pool is None:
            return factor, as_array(center * _stretch(pools.minus, center, start))
        if (above := _above(center)) is not None:
            sides = [_stretch(side[pool], center, start) for side in (pools.above, pools.below)]
            unit = sides[0] if all(above) else np.where(np.reshape(above, center.shape), *sides)
            return factor, as_array(center * unit)
    shift = center * _stretch(pools.minus, center, start)
    if mask is not None:
        factor, shift = np.where(mask, factor, _ZERO), np.where(mask, shift, center)
    if pool is not None:
        shift = shift + _abs(center) * _stretch(pools.values[pool], center, start)
    return factor, as_array(shift)


def _above(center: Array) -> list[bool] | None:
    """Return which entries are certainly positive; None where an entry may be on either side of zero."""
    flat = center.ravel().tolist()
    above = [e > 0 for e in flat]
    if all(above) or all(a or e <= 0 for a, e in zip(above, flat, strict=True)):
        return above
    return None


def _half(center: Array, number: int) -> Array:
    """Return a mask of about half of the entries."""
    return np.random.default_rng((SEED, number)).random(center.shape) < 0.5


def _can_round(value: Any) -> bool:
    """Return whether a value is an array of finite balls."""
    return is_balls(value) and value.size > 0 and _is_finite(value)


def _stretch(pool: Array, like: Array, start: int) -> Array:
    start %= POOL
    if start + like.size > POOL:
        return np.take(pool, np.arange(start, start + like.size), mode="wrap").reshape(like.shape)
    return pool[start : start + like.size].reshape(like.shape)


def _is_finite(a: Array) -> bool:
    return all(e.is_finite() for e in a.ravel().tolist() if isinstance(e, BALLS))
