"""Single precision in, single out; double in, double out; half in, half out: no width changes on the way.

Why: a float64 constant in a rule makes a float32 model twice as large and half as fast, and one that
computes in float32 throws away digits that the caller paid for. Neither shows in a value. How
accurate an answer must be is told by the allowances of the dtype; half precision has too few digits to
judge any. Where SciPy's own function is wider than its arguments, who wraps it is not to blame.

Source: the array API standard 2024.12, "Type promotion rules": floats of one width keep it.

A minimal violation: sin(x) of a float32 x returns float64.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from adspec.language.spaces import Array
from adspec.language.widths import may_widen, one_width
from adspec.law import Claim, law, nothing, readings, same
from adspec.observation import EngineError, Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view

SINGLE, SHORT = np.finfo(np.float32), "rounded to float32"


@law(
    says="float16 or float32 in, the same out; float64 in, float64 out, and to more digits than float32 has",
    mode="each",
    explained_by=("value", "primal"),
    source="array API standard 2024.12, type promotion rules",
)
def precision(obs: Observation) -> Iterator[Claim]:
    """Compare the widths of what went in and what came out; then look for digits cut off inside."""
    width = one_width([*obs.case.x, *obs.case.held.values(), *obs.case.v])
    if width is None:
        yield nothing("floats of several widths went in")
        return
    kept = _keeps(obs.y, width, "f(x)", "value")
    is_kept = kept.left == kept.right
    yield kept if is_kept or not may_widen(obs.case.program) else nothing("SciPy's own value is wider")
    for reading in readings(obs) if is_kept else ():  # tangents follow a value
        yield _keeps([a for a, _ in reading.pairs], width, reading.says, reading.mode)
        if width == np.float64 and truth_of(obs.case).judged:
            short = any(_is_cut(a, interval) for a, interval in reading.pairs)
            answer = "float32's" if short else "float64's"
            yield same(answer, "float64's", f"digits of {reading.says}", "digits of x", SHORT, reading.mode)
    if width == np.float32 and is_kept and not obs.engine.compiles:
        yield from _in_half(obs)


def _in_half(obs: Observation) -> Iterator[Claim]:
    """Ask again in half precision where the plain call has it: NumPy has no such matrices, SciPy little."""
    engine, case = obs.engine, obs.case
    halved = lambda a: a.astype(np.float16) if a.dtype == np.float32 else a
    x, u, v = (tuple(map(halved, arrays)) for arrays in (case.x, case.u, case.v))
    held = dict(zip(case.held, map(halved, case.held.values()), strict=True))
    half = observe(engine, replace(case, x=x, u=u, v=v, held=held))
    with suppress(EngineError):
        if all(y.dtype == np.float16 for y in half.y):
            yield from [_keeps(half.Ju, np.float16, "J u in half", "push")] if engine.jvp else []
            yield from [_keeps(half.JTv, np.float16, "Jᵀ v in half", "pull")] if engine.vjp else []


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
