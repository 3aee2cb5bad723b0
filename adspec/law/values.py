"""Values: what f(x) may be, by the truth and by NumPy, for whom the truth is no law."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view


def to_half_its_digits(case: Case) -> Iterator[Interval]:
    """Yield what each output may be: from the truth to NumPy's answer, with half of the digits as allowance.

    NumPy has no derivatives: for a program with some in it, the truth is alone.
    """
    half = float(np.sqrt(np.finfo(case.dtype).eps))
    for interval, numpy in zip(truth_of(case).y, _by_numpy(case), strict=False):
        yield _between(interval, interval.lo if numpy is None else real_view(numpy), half)


def _by_numpy(case: Case) -> tuple[Array | None, ...]:
    if case.program.depth:
        return (None,) * len(case.v)
    y = case.run(NUMPY, case.x)
    return tuple(map(np.asarray, y if isinstance(y, tuple) else (y,)))


def _between(truth: Interval, numpy: Array, half: float) -> Interval:
    lo, hi = np.minimum(truth.lo, numpy), np.maximum(truth.hi, numpy)
    nowhere = np.isnan(lo) & ~np.isfinite(numpy)  # as NumPy sees it, too, there is no value
    lo, hi = (np.where(nowhere, np.inf, end) for end in (lo, hi))
    return Interval(lo, hi, truth.allowance + half * np.maximum(np.abs(lo), np.abs(hi)), truth.floor)
