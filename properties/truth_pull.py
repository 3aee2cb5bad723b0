"""Jᵀ v is the gradient of ⟨v, f⟩, within the allowance.

Why: this is what reverse mode is for, and what every optimiser follows. The truth comes from values
of f alone, in ball arithmetic: one difference quotient per coordinate of x.

Source: the definition, (Jᵀ v)ᵢ = ⟨v, J eᵢ⟩; adspec/truth.

A minimal violation: multiply(a, b) whose pull to b is −v·a.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.language import spaces
from adspec.law import Claim, deviates, inside, law, nothing
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="Jᵀ v equals the gradient of ⟨v, f⟩",
    needs=("vjp",),
    mode="pull",
    explained_by=("tangent_space", "linear_pull", "fan_out", "chain_rule"),
    source="(Jᵀ v)ᵢ = ⟨v, J eᵢ⟩",
)
def truth_pull(obs: Observation) -> Iterator[Claim]:
    """Compare Jᵀ v with the truth, where it has one."""
    found, truth = obs.JTv, truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    given = (*obs.case.x, *obs.case.v)
    if obs.engine.dialect.subnormals == "flushed" and spaces.has_subnormals(given):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
        return
    for left, interval in zip(found, truth.JTv, strict=False):
        yield inside(left, interval, "Jᵀ v", "truth")
