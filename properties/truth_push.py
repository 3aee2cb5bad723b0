"""J u is the derivative of f along u, within the allowance.

Why: this is what forward mode is for. The truth comes from values of f alone, in ball arithmetic, so
it shares no rule, no step size and no tolerance with anyone.

Source: the definition, J u = lim (f(x + h·u) − f(x − h·u)) / 2h; adspec/truth.

A minimal violation: sin with the push u·sin(x).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, deviates, inside, law, nothing
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import blurred


@law(
    says="J u equals the derivative of f along u",
    needs=("jvp",),
    mode="push",
    explained_by=("value", "tangent_space", "linear_push", "fan_out", "chain_rule"),
    source="lim (f(x + h·u) − f(x − h·u)) / 2h",
)
def truth_push(obs: Observation) -> Iterator[Claim]:
    """Compare J u with the truth, where it has one."""
    found, truth = obs.Ju, truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    given = (*obs.case.x, *obs.case.u)
    flushes = obs.engine.dialect.subnormals == "flushed"
    if flushes and spaces.has_subnormals(given):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
        return
    smallest = float(np.finfo(obs.case.dtype).tiny) if flushes else 0.0
    for left, interval in zip(found, truth.Ju, strict=False):
        yield inside(left, blurred(interval, smallest), "J u", "truth")
