"""Derivatives along a direction from function values alone, and what kind of point it is.

J u = (f(x+hu) − f(x−hu)) / 2h with h = 2⁻⁸⁰, times the smallest |xᵢ|/|uᵢ| where that is below 1:
far below the distance to any kink that a float can express, so that the error is O(h²), some
45 correct digits. The one-sided quotients r = (f(x+hu) − f(x))/h and l = (f(x) − f(x−hu))/h
classify every entry:

    smooth      r = l to 40 bits; or both, or their gap, shrink with h (a zero derivative, curvature)
    kink        the gap stays as h shrinks
    vertical    the quotients do not converge: infinite slopes, jumps
    edge        f is undefined on one side (or both)
    undefined   f(x) is undefined
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import acb, arb

from adspec.truth.balls import listed, power_of_two
from adspec.truth.steps import SECOND

ENOUGH = 80  # accurate bits of a difference quotient; a float64 needs 53, a comparison at 2⁻⁴⁰ needs 40
AGREE = power_of_two(-40)
SHRINKS = power_of_two(-4)  # even |x|^1.2, the slowest, shrinks faster over 24 bits
TALL = power_of_two(16)
STEEP = power_of_two(-60)
LOW = power_of_two(-100)  # below h², slopes may be what is left of higher orders
PLAIN_LOW, PLAIN_HIGH = 2.0**-99, 2.0**15  # well within LOW and TALL
LONG = 600  # an exponent up to here leaves floats room for slopes that are not scaled yet
CLOSE = 2.0**-42  # well within AGREE, roundings included
ZERO = arb(0)
KINDS = ("smooth", "kink", "edge", "vertical", "undefined", "unsettled")
SLOPELESS = frozenset({"edge", "vertical", "undefined"})

Entries = list[Any]  # real balls: an output flattened, real and imaginary parts next to each other


def reals(value: Any, *, complex_: bool) -> Entries:
    """Return the real coordinates of an array of balls, in the order of `interval.real_view`."""
    return reals_of(listed(value), complex_=complex_)


def reals_of(flat: list[Any], *, complex_: bool) -> Entries:
    """Return the real coordinates of balls, those of one next to each other."""
    if not complex_:
        return [e if isinstance(e, arb) else _real(e) for e in flat]
    pairs = (e if isinstance(e, acb) else acb(_real(e)) for e in flat)
    return [part for e in pairs for part in (e.real, e.imag)]


def _real(number: Any) -> arb:
    return (
        number.real
        if isinstance(number, acb)
        else arb(number)
        if isinstance(number, arb)
        else arb(float(number))
    )


# ------------------------------------------------------------------ classification


@dataclass(frozen=True, slots=True)
class Slopes:
    """What the values along one direction say of every entry: its kind, and its slopes."""

    kinds: list[str]
    left: Entries
    right: Entries
    central: Entries
    error: Entries  # of the central slopes where smooth: what the step leaves

    @property
    def worst(self) -> str:
        """Return the worst kind of any entry."""
        return max(self.kinds, key=KINDS.index, default="smooth")


def slopes(
    values: tuple[Entries, Entries, Entries],
    exponent: int,
    closer: Callable[[], tuple[Entries, Entries]],
    tiny: float,
) -> Slopes:
    """Return kinds and slopes from f(x−hu), f(x), f(x+hu); `closer` gives f(x∓h'u) at the smaller step.

    A slope whose upper bound is below `tiny` counts as zero. Cost: the closer values are computed
    only where the first step leaves a doubt.
    """
    minus, zero, plus = values
    scale = power_of_two(exponent)
    right, left, central, error, kinds = [], [], [], [], []
    for m, z, p in zip(minus, zero, plus, strict=True):
        r, b = difference(p, z) * scale, difference(z, m) * scale
        right.append(r)
        left.append(b)
        central.append((r + b) / 2)
        plain = _plain_gap(z, (r, b))
        kinds.append(_first_look(z, (r, b), scale, tiny) if plain is None else "smooth")
        error.append(abs(r - b) * AGREE if plain is None else plain)
    if "?" in kinds:
        nearer_minus, nearer_plus = closer()
        nearer = power_of_two(exponent + SECOND)
        for i, kind in enumerate(kinds):
            if kind == "?":
                second = (nearer_plus[i] - zero[i]) * nearer, (zero[i] - nearer_minus[i]) * nearer
                kinds[i] = _second_look((right[i], left[i]), second)
                error[i] = abs(second[0] + second[1] - 2 * central[i])
                if abs(central[i]) <= 4 * error[i]:  # only higher orders of h are left
                    central[i] = arb(0)
    return Slopes(kinds, left, right, central, error)


def are_plain(values: tuple[Entries, Entries, Entries], exponent: int) -> bool:
    """Return whether floats show at a glance that all entries are smooth, from f(x−hu), f(x), f(x+hu)."""
    if exponent > LONG:
        return False
    scale = 2.0**exponent
    return all(_plain_gap(z, (p - z, z - m), scale) is not None for m, z, p in zip(*values, strict=True))


def _plain_gap(zero: arb, sides: tuple[arb, arb], scale: float = 1.0) -> float | None:
    """Return 2⁻⁴⁰|r − l| where floats show that the slopes are smooth; None where a first look is needed."""
    right, left = sides
    r, b = float(right) * scale, float(left) * scale
    gap, size = abs(r - b), abs(r)
    if not (PLAIN_LOW < size < PLAIN_HIGH and gap <= size * CLOSE) or zero == 0:
        return None
    if right.rel_accuracy_bits() < ENOUGH or left.rel_accuracy_bits() < ENOUGH:
        return None
    return gap * 2.0**-40


def difference(a: arb, b: arb) -> arb:
    """Return a − b; exactly 0 where it is one and the same ball, which no move has reached."""
    return ZERO if a is b else a - b


def _first_look(zero: arb, sides: tuple[arb, arb], scale: arb, tiny: float) -> str:
    right, left = sides
    if not zero.is_finite():
        return "undefined"
    if not (right.is_finite() and left.is_finite()):
        return "edge"
    size = max(abs(right), abs(left))
    if size < tiny:
        return "smooth"
    if abs(right - left) <= size * AGREE:
        is_steep = size > TALL and not size <= abs(zero) * STEEP * scale
        return "?" if is_steep or zero == 0 or not size > LOW else "smooth"
    return "?" if has_digits(right, tiny) and has_digits(left, tiny) else "unsettled"


def has_digits(slope: arb, tiny: float) -> bool:
    """Return whether a slope has digits enough, or is certainly smaller than any float."""
    return bool(slope.rel_accuracy_bits() >= ENOUGH or abs(slope) < tiny)


def _second_look(first: tuple[arb, arb], second: tuple[arb, arb]) -> str:
    if not (second[0].is_finite() and second[1].is_finite()):
        return "edge"
    gap, nearer_gap = abs(first[0] - first[1]), abs(second[0] - second[1])
    shift = max(abs(second[0] - first[0]), abs(second[1] - first[1]))
    size = max(abs(second[0]), abs(second[1]))
    if shift <= size * AGREE:
        return "kink" if gap > size * AGREE else "smooth"
    if nearer_gap <= gap * SHRINKS and size <= max(abs(first[0]), abs(first[1])):
        return "smooth"
    return "vertical"
