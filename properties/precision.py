"""Single precision in, single out; double in, double out; half in, half out: no width changes on the way.

Why: a float64 constant in a rule makes a float32 model twice as large and half as fast, and one that
computes in float32 throws away digits that the caller paid for. Neither shows in a value. How
accurate an answer must be is told by the allowances of the dtype; half precision has too few digits to
judge any. Where SciPy's own function is wider than its arguments, who wraps it is not to blame.

Source: the array API standard 2024.12, "Type promotion rules": floats of one width keep it.

A minimal violation: sin(x) of a float32 x returns float64.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language.variants import in_half
from adspec.language.widths import may_widen, one_width
from adspec.law import Claim, answered, has_width, law, nothing, readings, same, same_width
from adspec.law.fits import is_cut
from adspec.law.where import ONE_WIDTH
from adspec.observation import Observation, observe, refused
from adspec.truth import truth_of


@law(
    says="float16 or float32 in, the same out; float64 in, float64 out, and to more digits than float32 has",
    mode="each",
    where=(ONE_WIDTH,),
    explained_by=("value", "primal"),
    source="array API standard 2024.12, type promotion rules",
)
def precision(obs: Observation) -> Iterator[Claim]:
    """Compare the widths of what went in and what came out; then look for digits cut off inside."""
    width = one_width(obs.case)
    kept = same_width(obs.y, width, "f(x)", "value")
    is_kept = kept.left == kept.right
    yield kept if is_kept or not may_widen(obs.case.program) else nothing("SciPy's own value is wider")
    arrays = [reading for reading in readings(obs) if has_width(obs, reading.mode)]
    for reading in arrays if is_kept else ():  # tangents follow a value
        yield same_width([a for a, _ in reading.pairs], width, reading.says, reading.mode)
        if width == "float64" and truth_of(obs.case).judged:
            answer = "float32's" if any(is_cut(*pair) for pair in reading.pairs) else "float64's"
            says = f"digits of {reading.says}", "digits of x"
            yield same(answer, "float64's", *says, "rounded to float32", reading.mode)
    half = in_half(obs.case)
    if width == "float32" and is_kept and not obs.engine.compiles and obs.engine.limits.admit(half):
        yield from _in_half(observe(obs.engine, half))


def _in_half(obs: Observation) -> Iterator[Claim]:
    """Yield the claims where the plain call answers in half: NumPy has no such matrices, SciPy little."""
    if refused(lambda: obs.y) is None and all(y.dtype == np.float16 for y in obs.y):
        for half in (half for half in answered(obs) if has_width(obs, half.mode)):
            yield same_width(half.of(obs), "float16", f"{half.says} in half", half.mode)
