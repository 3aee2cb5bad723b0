"""Making claims: an array lies in an interval of derived width, or two plain things are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.law.words import Claim
from adspec.truth.interval import Interval, point, real_view


def inside(  # noqa: PLR0913 - reads as the sentence it is
    left: Any, interval: Interval, left_says: str, right_says: str, *, mode: str = "", degree: str = ""
) -> Claim:
    """Return the claim that an array lies in an interval of the truth."""
    sides = Claim(left=left, right=interval.lo, left_says=left_says, right_says=right_says)
    return replace(sides, interval=interval, mode=mode, degree=degree)


def equal(  # noqa: PLR0913, PLR0917 - reads as the sentence it is
    left: Any, right: Any, allowance: Any, left_says: str, right_says: str, floor: Any = 0.0
) -> Claim:
    """Return the claim that two arrays are equal within a derived allowance.

    `floor` is the absolute error below which a difference is a loss of digits.
    """
    interval = point(right, allowance, floor)
    return Claim(left=left, right=right, interval=interval, left_says=left_says, right_says=right_says)


def close(  # noqa: PLR0913, PLR0917 - reads as the sentence it is
    left: Any,
    right: Any,
    terms: Sequence[Any],
    within: Callable[[], Iterable[Interval]],
    says: tuple[str, str],
    mode: str = "",
) -> Claim:
    """Return the claim that two results of the engine itself agree.

    Math: right is the sum of `terms`. A few roundoffs of their sizes are granted at once; only where
    that is not enough are the derived allowances of the results asked for (`within`), since
    they cost an evaluation of the truth. Entries with a term that is not finite say nothing.
    """
    a, b = np.asarray(left), np.asarray(right)
    allowed = point(b, 0.0)
    if a.shape == b.shape and np.iscomplexobj(a) == np.iscomplexobj(b):
        size = sum(np.abs(t) for t in map(np.asarray, terms))
        number = np.finfo(b.dtype if b.dtype.kind in "fc" else np.float64)  # an engine may answer integers
        roundoff = np.broadcast_to(2 * len(terms) * (number.eps * size + number.tiny), b.shape)
        allowed = point(b, np.stack([roundoff] * 2, axis=-1) if np.iscomplexobj(b) else roundoff)
        near = np.abs(real_view(a) - allowed.lo) <= allowed.allowance
        if not np.all(near | ~np.isfinite(allowed.allowance)):
            allowed = _widened(allowed, within())
    return Claim(left=a, right=b, interval=allowed, left_says=says[0], right_says=says[1], mode=mode)


def agree(
    lefts: Iterable[Any],
    rights: Iterable[Any],
    truth: Callable[[], Sequence[Interval]],
    says: tuple[str, str],
    mode: str = "",
) -> Iterator[Claim]:
    """Yield the claims that two ways of the engine lead to the same arrays, of which there is one truth."""
    for k, (left, right) in enumerate(zip(lefts, rights, strict=False)):

        def both(k: int = k) -> list[Interval]:
            return [truth()[k]] * 2

        yield close(left, right, [right], both, says, mode)


def _widened(interval: Interval, others: Iterable[Interval]) -> Interval:
    """Return the interval with the allowances and floors of all the others added.

    Where an answer has another shape than its truth, nothing is known: `tangent_space` judges that. Nor is
    it of an entry of which the truth says nothing, as of a gradient with very many.
    """
    allowance, floor = interval.allowance, interval.floor
    for other in others:
        same_space = other.allowance.shape == interval.lo.shape
        known = np.where(np.isnan(other.lo), np.nan, other.allowance) if same_space else np.nan
        allowance = allowance + known
        floor = floor + (other.floor if same_space else np.nan)
    lo = np.where(np.isfinite(interval.allowance), interval.lo, np.nan)
    return Interval(lo, lo, allowance, floor)


def same(  # noqa: PLR0913, PLR0917 - reads as the sentence it is
    left: Any, right: Any, left_says: str, right_says: str, symptom: str, mode: str = ""
) -> Claim:
    """Return the claim that two plain things (shapes, counts, names) are the same."""
    sides = Claim(left=left, right=right, left_says=left_says, right_says=right_says)
    return replace(sides, symptom=symptom, mode=mode)


def same_space(left: Array, right: Array, says: tuple[str, str], mode: str = "") -> Iterator[Claim]:
    """Yield the claims that two arrays have one shape and one dtype."""
    yield same(left.shape, right.shape, *says, symptom="shape", mode=mode)
    yield same(left.dtype.name, right.dtype.name, *says, symptom="dtype", mode=mode)


def same_width(arrays: Sequence[Array], width: str, says: str, mode: str) -> Claim:
    """Return the claim that all arrays of floats have the width of x, "float32" or another."""
    others = {a.real.dtype.name for a in arrays if a.dtype.kind in "fc"} - {width}
    return same(", ".join(sorted(others)) or width, width, says, "x", symptom="dtype", mode=mode)


def same_bits(
    left: Array, right: Array, left_says: str, right_says: str, symptom: str = "wrong value"
) -> Claim:
    """Return the claim that two arrays agree in shape, dtype and every bit (NaNs are equal)."""
    a, b = np.asarray(left), np.asarray(right)
    agree = a.shape == b.shape and a.dtype == b.dtype and bool(np.array_equal(a, b, equal_nan=True))
    return Claim(left=a, right=a if agree else b, left_says=left_says, right_says=right_says, symptom=symptom)


def all_same_bits(
    lefts: Iterable[Array],
    rights: Iterable[Array],
    left_says: str,
    right_says: str,
    symptom: str = "wrong value",
) -> Iterator[Claim]:
    """Yield the claims that two rows of arrays agree one by one in every bit, and have the same length."""
    pairs = list(zip_longest(lefts, rights))
    for left, right in pairs:
        if left is None or right is None:
            yield same(left is None, right is None, left_says, right_says, symptom="structure")
        else:
            yield same_bits(left, right, left_says, right_says, symptom)


def multiple(
    left: Array, right: Array, factor: float, within: Callable[[], Iterable[Interval]], says: tuple[str, str]
) -> Claim:
    """Return the claim that left = factor·right, `factor` being a power of two, up to what both are allowed.

    Only entries far from overflow and underflow are judged, where no bit can get lost on the way.
    """
    number = np.finfo(right.dtype)
    with np.errstate(all="ignore"):
        size, wanted = np.abs(right), np.asarray(right * right.real.dtype.type(factor))
        plain = (size > np.sqrt(number.tiny)) & (size < np.sqrt(number.max))
    wanted = np.where(plain, wanted, 0)
    return close(np.where(plain, left, 0), wanted, [wanted], within, says)


def deviates(answer: Any, strict: Any, left_says: str, right_says: str) -> Claim:
    """Return the claim that the engine answers a dialect question as declared, not as the strict reading."""
    return Claim(left=answer, right=strict, left_says=left_says, right_says=right_says, status="deviates")


def measured(number: float, says: str) -> Claim:
    """Return the claim that claims nothing: a number that the report tells."""
    return Claim(left=number, right=None, left_says=says, right_says="", status="vacuous", measured=number)


def as_declared(
    answer: Any, declared: Any, strict: Any, says: tuple[str, str], symptom: str
) -> Iterator[Claim]:
    """Yield the claims that an engine answers as declared by its dialect, which may deviate."""
    yield same(answer, declared, *says, symptom=symptom)
    if declared != strict:
        yield deviates(answer, strict, *says)


def as_granted(answer: Any, granted: Any, strict: Any, says: tuple[str, str], symptom: str) -> Claim:
    """Return the claim that an engine answers as it must, or else as its dialect grants it to."""
    if answer != strict and answer == granted:
        return deviates(answer, strict, *says)
    return same(answer, strict, *says, symptom=symptom)


def raising(kinds: tuple[type[Exception], ...], error: BaseException | None = None) -> str:
    """Return in words that one of several kinds of exception is raised, or another one that was."""
    raised = kinds if error is None or isinstance(error, kinds) else (type(error),)
    return f"raises {' or '.join(kind.__name__ for kind in raised)}"


def nothing(reason: str, status: str = "vacuous") -> Claim:
    """Return the claim that there was nothing to judge ("vacuous") or no way to tell ("inconclusive")."""
    return Claim(left=None, right=None, left_says=reason, right_says="", status=status)
