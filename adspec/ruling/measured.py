"""A measurement of the derivative where nothing can be lifted: a ladder of steps that knows its error.

Values of f in floating point are all there is. Along a direction, central differences at steps relative
to the point are extrapolated (Ridders); the error is what the tableau still moves plus what the noise of f
makes of it at that step, and the noise is measured from high differences of neighbouring values. Where the
sides disagree at every step there is a kink, and nothing is said. A complex step, exact to roundoff where f
is analytic, is believed only where the ladder confirms it.

Source: Ridders, Advances in Engineering Software 4 (1982) 75; Moré and Wild, SIAM J. Sci. Comput. 33 (2011)
1292 (the noise); Squire and Trapp, SIAM Review 40 (1998) 110 (the complex step).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.truth.interval import Interval
from adspec.truth.shaping import nothing

FIRST, RUNGS = 2.0**-4, 24  # the largest step relative to the point, and how often it is halved twice
TINY = 1e-30  # of a complex step: below every rounding error
MANY = 64  # coordinates that are measured one by one
SAFETY = 4.0
ROUNDOFFS = 64.0  # that a complex step may be off: one evaluation of f
NEIGHBOURS, SPACING = 8, 2.0**-42
UNLIKELY = 16.0  # the sides of a kink differ by more than this many errors

Values = Callable[[Sequence[Array]], Array]


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative along a direction and how far it may be off, entry by entry; whether the sides agree."""

    value: Array
    error: Array
    smooth: Array


class Measured:
    """What measurement says of one case; read by laws as a Truth is."""

    machine = None
    kinks_on_the_way = False

    def __init__(self, case: Case, f: Values) -> None:
        """Keep the case; measure nothing. `f` gives the flat values of all outputs."""
        self._case, self._f = case, f

    @cached_property
    def y(self) -> tuple[Interval, ...]:
        """Return nothing: f itself cannot tell its own value."""
        return nothing(self._case.v)

    @cached_property
    def Ju(self) -> tuple[Interval, ...]:
        """Return the measured J u."""
        return _split(self._case.v, self._along_u)

    @cached_property
    def JTv(self) -> tuple[Interval, ...]:
        """Return the measured Jᵀ v, coordinate by coordinate; nothing beyond `MANY` of them."""
        case = self._case
        if spaces.dimension(case.x) > MANY:
            return nothing(case.x)
        v = spaces.flatten(case.v)
        rows = [_measure(self._f, case.x, direction, self._eps) for direction in spaces.basis(case.x)]
        value = np.asarray([v @ np.where(v == 0, 0.0, r.value) for r in rows])
        error = np.asarray([np.abs(v) @ np.where(v == 0, 0.0, r.error) for r in rows])
        smooth = np.asarray([bool(np.all(r.smooth | (v == 0))) for r in rows])
        return _split(case.x, Slope(value, error, smooth))

    @property
    def kind(self) -> str:
        """Return whether the point is smooth along u."""
        return "smooth" if self._along_u.smooth.all() else "ambiguous"

    @property
    def judged(self) -> bool:
        """Return whether anything is said."""
        return not self.reason

    @cached_property
    def reason(self) -> str:
        """Return why nothing is said."""
        if any(np.iscomplexobj(a) for a in (*self._case.x, *self._case.v)):
            return "complex functions are not measured"
        return "" if self._along_u.smooth.any() else "the one-sided differences disagree: perhaps a kink"

    @cached_property
    def _along_u(self) -> Slope:
        return _measure(self._f, self._case.x, self._case.u, self._eps)

    @property
    def _eps(self) -> float:
        return float(np.finfo(self._case.dtype).eps)


def _split(like: Sequence[Array], slope: Slope) -> tuple[Interval, ...]:
    value = np.where(slope.smooth, slope.value, np.nan)
    ends = np.cumsum([a.size for a in like])[:-1]
    parts = zip(like, np.split(value, ends), np.split(slope.error, ends), strict=True)
    return tuple(
        Interval(v.reshape(a.shape), v.reshape(a.shape), e.reshape(a.shape), np.zeros(a.shape))
        for a, v, e in parts
    )


def _measure(f: Values, x: Sequence[Array], u: Sequence[Array], eps: float) -> Slope:
    """Return the derivative of f along u.

    Cost: two values of f per rung, and a few for the noise.
    """
    least, most = _sizes(x, u)
    with np.errstate(all="ignore"):
        zero = f(x)
        spacing = least * max(SPACING, 16 * eps)
        noise = _noise(np.stack([_at(f, x, u, k * spacing) for k in range(NEIGHBOURS)]), zero, eps)
        steps = [h for h in (least * FIRST * 4.0**-k for k in range(RUNGS)) if h > 4 * eps * least]
        sides = [(_at(f, x, u, h), _at(f, x, u, -h)) for h in steps]
        central = np.stack([(p - m) / (2 * h) for (p, m), h in zip(sides, steps, strict=True)])
        gaps = np.stack([np.abs(p - 2 * zero + m) / h for (p, m), h in zip(sides, steps, strict=True)])
        doubt = np.stack([(noise + eps * most * np.abs(c)) / h for c, h in zip(central, steps, strict=True)])
        value, error, rung = _ridders(central, doubt)
        gap, next_gap, doubts = (
            np.take_along_axis(a, np.minimum(rung + k, len(steps) - 1)[None], axis=0)[0]
            for a, k in ((gaps, 0), (gaps, 1), (doubt, 1))
        )
        smooth = np.isfinite(value) & ((next_gap <= gap / 2) | (next_gap <= UNLIKELY * doubts))
    exact = _complex_step(f, x, u, least)
    if exact is not None and np.all(~smooth | (np.abs(exact - value) <= SAFETY * error)):
        return Slope(exact, ROUNDOFFS * eps * np.abs(exact), smooth)
    return Slope(value, SAFETY * error, smooth)


def _sizes(x: Sequence[Array], u: Sequence[Array]) -> tuple[float, float]:
    """Return the steps at which the first and the last entry of x have moved by their own size."""
    pairs = zip(map(np.ravel, x), map(np.ravel, u), strict=True)
    ratios = [np.abs(a[(d != 0) & (a != 0)] / d[(d != 0) & (a != 0)]) for a, d in pairs]
    sizes = np.concatenate([np.zeros(0), *ratios])
    return (float(sizes.min()), float(sizes.max())) if sizes.size else (1.0, 0.0)


def _at(f: Values, x: Sequence[Array], u: Sequence[Array], h: float) -> Array:
    return f([np.asarray(a + a.dtype.type(h) * d) for a, d in zip(x, u, strict=True)])


def _noise(near: Array, zero: Array, eps: float) -> Array:
    """Return the size of the rounding errors in values of f, from the third differences of neighbours."""
    third = np.diff(near, n=3, axis=0)
    measured = np.sqrt(np.mean(third**2, axis=0) / 20)
    return np.asarray(np.maximum(3 * measured, eps * np.abs(zero)) + np.finfo(float).tiny)


def _ridders(central: Array, doubt: Array) -> tuple[Array, Array, Array]:
    """Return the best extrapolation, its error and its rung, entry by entry; nan where none is believed.

    Large steps may agree by chance (a wave of which each skips many): what the smaller steps contradict
    beyond their own doubt is not believed.
    """
    shape = central.shape[1:]
    value, error, rung = np.full(shape, np.nan), np.full(shape, np.inf), np.zeros(shape, dtype=int)
    before: list[Array] = []
    for k, start in enumerate(central):
        row = [start]
        for j in range(min(k, 4)):
            factor = 16.0 ** (j + 1)
            row.append((factor * row[j] - before[j]) / (factor - 1))
            moved = np.maximum(np.abs(row[j + 1] - row[j]), np.abs(row[j + 1] - before[j]))
            found = moved + 2 * doubt[k]
            better = (found < error) & _is_confirmed(row[j + 1], found, central[k + 1 :], doubt[k + 1 :])
            value, error = np.where(better, row[j + 1], value), np.where(better, found, error)
            rung = np.where(better, k, rung)
        before = row
    return value, error, rung


def _is_confirmed(value: Array, error: Array, finer: Array, doubt: Array) -> Array:
    """Return where no finer difference contradicts a value, beyond its own curvature and doubt."""
    left = np.abs(np.diff(finer, axis=0, append=finer[-1:]))
    return np.asarray(np.all(np.abs(finer - value) <= error + 2 * left + SAFETY * doubt, axis=0))


def _complex_step(f: Values, x: Sequence[Array], u: Sequence[Array], unit: float) -> Array | None:
    """Return Im f(x + i·h·u)/h, or None where f does not take complex numbers."""
    h = TINY * unit
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a function that drops imaginary parts says so
            found = f([np.asarray(a + 1j * h * d) for a, d in zip(x, u, strict=True)])
    except Exception:  # noqa: BLE001 - whatever f raises, it is not for complex numbers
        return None
    return np.asarray(found.imag / h) if np.iscomplexobj(found) and np.isfinite(found).all() else None
