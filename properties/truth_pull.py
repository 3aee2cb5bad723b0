"""Jᵀ v is the gradient of ⟨v, f⟩, within the allowance.

Why: this is what reverse mode is for, and what every optimiser follows. The truth comes from values
of f alone, in ball arithmetic: one difference quotient per coordinate of x.

Source: the definition, (Jᵀ v)ᵢ = ⟨v, J eᵢ⟩; adspec/truth.

A minimal violation: multiply(a, b) whose pull to b is −v·a.
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
    says="Jᵀ v equals the gradient of ⟨v, f⟩",
    needs=("vjp",),
    mode="pull",
    explained_by=("value", "tangent_space", "linear_pull", "fan_out", "chain_rule"),
    source="(Jᵀ v)ᵢ = ⟨v, J eᵢ⟩",
)
def truth_pull(obs: Observation) -> Iterator[Claim]:
    """Compare Jᵀ v with the truth, where it has one."""
    found, truth = obs.JTv, truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    given = (*obs.case.x, *obs.case.v)
    flushes = obs.engine.dialect.subnormals == "flushed"
    if flushes and spaces.has_subnormals(given):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
        return
    smallest = float(np.finfo(obs.case.dtype).tiny) if flushes else 0.0
    for left, interval in zip(found, truth.JTv, strict=False):
        yield inside(left, blurred(interval, smallest), "Jᵀ v", "truth")
