"""Single precision in, single precision out; double in, double out: no width changes on the way.

Why: a float64 constant in a rule makes a float32 model twice as large and half as fast, and one that
computes in float32 throws away digits that the caller paid for. Neither shows in a value. How
accurate an answer must be is told by the allowances, which are those of the dtype. Where SciPy's own
function answers in float64 whatever goes in (`polygamma`), an engine that wraps it is not to blame.

Source: the array API standard 2024.12, "Type promotion rules": floats of one width keep it.

A minimal violation: sin(x) of a float32 x returns float64.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.law import Claim, law, nothing, readings, same
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view

SINGLE = np.finfo(np.float32)
SHORT = "rounded to float32"


@law(
    says="float32 in, float32 out; float64 in, float64 out, and to more digits than float32 has",
    mode="each",
    explained_by=("value", "primal"),
    source="array API standard 2024.12, type promotion rules",
)
def precision(obs: Observation) -> Iterator[Claim]:
    """Compare the widths of what went in and what came out; then look for digits cut off inside."""
    width = _width([*obs.case.x, *obs.case.held.values(), *obs.case.v])
    if width is None:
        yield nothing("floats of several widths went in")
        return
    kept = _keeps(obs.y, width, "f(x)", "value")
    is_kept = kept.left == kept.right
    widens = any(VOCABULARY[name].widens for name in obs.case.program.primitives() if name in VOCABULARY)
    yield kept if is_kept or not widens else nothing("SciPy's own value is wider")
    for reading in readings(obs) if is_kept else ():  # tangents follow a value
        yield _keeps([a for a, _ in reading.pairs], width, reading.says, reading.mode)
        if width == np.float64 and truth_of(obs.case).judged:
            short = any(_is_cut(a, interval) for a, interval in reading.pairs)
            answer = "float32's" if short else "float64's"
            yield same(answer, "float64's", f"digits of {reading.says}", "digits of x", SHORT, reading.mode)


def _width(arrays: Sequence[Array]) -> type | None:
    """Return the one real dtype of all floating-point arrays, None where there are several."""
    found = {a.real.dtype.type for a in arrays if a.dtype.kind in "fc"}
    return found.pop() if len(found) == 1 else None


def _keeps(arrays: Sequence[Array], width: type, says: str, mode: str) -> Claim:
    names = {a.real.dtype.name for a in arrays if a.dtype.kind in "fc"}
    other = ", ".join(sorted(names - {np.dtype(width).name}))
    return same(other or np.dtype(width).name, np.dtype(width).name, says, "x", symptom="dtype", mode=mode)


def _is_cut(found: Array, interval: Interval) -> bool:
    """Return whether all entries are float32 numbers, and some off by what rounding to them costs."""
    left = real_view(found)
    with np.errstate(all="ignore"):
        is_short = np.array_equal(left, left.astype(np.float32), equal_nan=True)
        size = np.maximum(np.abs(interval.lo), np.abs(interval.hi))
        off = np.maximum(interval.lo - left, left - interval.hi)
        cut = np.isfinite(size) & (off > interval.allowance) & (off <= size * SINGLE.eps)
        return bool(is_short and np.any(cut))
