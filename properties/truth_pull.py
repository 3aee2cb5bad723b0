"""Jᵀ v is the gradient of ⟨v, f⟩, in sign, size and place; how many digits it has is for accuracy.

Why: this is what reverse mode is for, and what every optimiser follows. The truth comes from values
of f alone, in ball arithmetic: one difference quotient per coordinate of x.

Source: the definition, (Jᵀ v)ᵢ = ⟨v, J eᵢ⟩; adspec/truth.

A minimal violation: multiply(a, b) whose pull to b is −v·a.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.law import Claim, Reading, deviates, flushes, inside, law, nothing, reading, single_valued
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="Jᵀ v is the gradient of ⟨v, f⟩, be it to few digits",
    needs=("vjp",),
    mode="pull",
    explained_by=(
        *("value", "tangent_space", "linear_pull", "fan_out", "chain_rule"),
        *("presentation", "complex_pairing", "finite"),
    ),
    source="(Jᵀ v)ᵢ = ⟨v, J eᵢ⟩",
)
def truth_pull(obs: Observation) -> Iterator[Claim]:
    """Compare Jᵀ v with the truth, where it has one."""
    truth = truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
    elif flushes(obs, "pull"):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
    else:
        yield from _claims(reading(obs, "pull"))


def _claims(found: Reading) -> Iterator[Claim]:
    for left, interval in found.pairs:
        one = single_valued(interval)
        if left.size and np.all(interval.lo < interval.hi):
            yield nothing("a kink, where there is more than one derivative")
        else:
            yield inside(left, one, found.says, "truth", degree="broken")
