"""Diagnosis: the likely mistake, recognised from how the wrong answer relates to the right one.

One table row per mistake: a test on (wrong, right) and its words. The first row that fits
speaks; where none fits nothing is said. A row must fit every entry that carries information,
and at least one non-zero entry, so that a chance agreement of zeros is no diagnosis.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from adspec.language.spaces import Array

_CLOSE = 1e-6  # of the larger side: a diagnosis names a pattern, it does not judge a number

Test = Callable[[Array, Array], bool]


def diagnose(wrong: Array, right: Array) -> str:
    """Return the likely mistake in a few words, or "" where no row fits.

    Shapes: both of one shape, or of different ones (then the mistake is of shape).
    """
    wrong, right = np.asarray(wrong), np.asarray(right)
    if wrong.dtype.kind not in "fciub" or right.dtype.kind not in "fciub":
        return ""
    with np.errstate(all="ignore"):
        return next((says for says, fits in _ROWS if fits(wrong, right)), "")


def _shaped(test: Test) -> Test:
    """Return the test restricted to finite arrays of one shape with something to compare."""

    def fits(wrong: Array, right: Array) -> bool:
        comparable = wrong.shape == right.shape and np.isfinite(right).all() and np.isfinite(wrong).all()
        return bool(comparable and np.any(right != 0) and test(wrong, right))

    return fits


def _close(a: Array, b: Array) -> bool:
    scale = max(float(np.max(np.abs(a), initial=0.0)), float(np.max(np.abs(b), initial=0.0)))
    return bool(np.all(np.abs(a - b) <= _CLOSE * scale))


def _times(factor: float) -> Test:
    return _shaped(lambda wrong, right: _close(wrong, factor * right))


def _ratio(wrong: Array, right: Array) -> float | None:
    """Return the one factor between two arrays, or None."""
    moving = right != 0
    factors = wrong[moving] / right[moving]
    factor = factors.flat[0]
    return float(np.real(factor)) if _close(wrong, factor * right) and np.isreal(factor) else None


def _whole(wrong: Array, right: Array) -> bool:
    factor = _ratio(wrong, right)
    return factor is not None and 2 < factor < 100 and abs(factor - round(factor)) < _CLOSE


def _fraction(wrong: Array, right: Array) -> bool:
    factor = _ratio(wrong, right)
    return factor is not None and 0 < factor < 0.4 and abs(1 / factor - round(1 / factor)) < _CLOSE


def _permuted(wrong: Array, right: Array) -> bool:
    return (
        wrong.size > 1
        and not np.iscomplexobj(wrong)
        and _close(np.sort(wrong.ravel()), np.sort(right.ravel()))
    )


def _transposed(wrong: Array, right: Array) -> bool:
    return (
        wrong.ndim >= 2 and wrong.shape[-1] == wrong.shape[-2] and _close(wrong, np.swapaxes(right, -1, -2))
    )


def _partly_dropped(wrong: Array, right: Array) -> bool:
    gone = (wrong == 0) & (right != 0)
    return bool(gone.any()) and _close(wrong[~gone], right[~gone])


_ROWS: tuple[tuple[str, Test], ...] = (
    (
        "complex where it should be real: take the real part",
        lambda w, r: np.iscomplexobj(w) and not np.iscomplexobj(r),
    ),
    (
        "real where it should be complex: a part is dropped",
        lambda w, r: np.iscomplexobj(r) and not np.iscomplexobj(w),
    ),
    (
        "not summed over a broadcast axis (wrong shape)",
        lambda w, r: w.ndim > r.ndim or (w.shape != r.shape and w.size > r.size),
    ),
    ("summed or broadcast to the wrong shape", lambda w, r: w.shape != r.shape),
    (
        "nan trap: 0·inf or 0/0 inside the rule where the limit is finite",
        lambda w, r: bool((np.isnan(w) & np.isfinite(r)).any()),
    ),
    (
        "overflow inside the rule where the result is finite",
        lambda w, r: bool((np.isinf(w) & np.isfinite(r)).any()),
    ),
    (
        "the leading digits are right, the last ones lost: cancellation or a low-precision constant",
        _shaped(_close),
    ),
    ("dropped: zero where the derivative is not", _shaped(lambda w, _: not w.any())),
    ("wrong sign", _times(-1.0)),
    ("factor 2: counted twice", _times(2.0)),
    ("factor 1/2: halved, or a path is missing", _times(0.5)),
    ("conjugated", _shaped(lambda w, r: np.iscomplexobj(r) and _close(w, np.conj(r)))),
    ("transposed", _shaped(_transposed)),
    ("factor n: summed where it should be averaged, or counted n times", _shaped(_whole)),
    ("factor 1/n: averaged where it should be summed", _shaped(_fraction)),
    ("permuted: the right numbers in the wrong places", _shaped(_permuted)),
    ("partly dropped: zero in some entries, right in the others", _shaped(_partly_dropped)),
    ("scaled by one constant factor", _shaped(lambda w, r: w.size > 1 and _ratio(w, r) is not None)),
)
