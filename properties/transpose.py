"""⟨v, J u⟩ = ⟨Jᵀ v, u⟩: the pullback is the transpose of the push, in the real inner product.

Why: it ties the two halves of an engine together without knowing the derivative, and it holds at
kinks too: whichever slope an engine takes there, it must take it both ways.

Source: Claerbout, Earth Soundings Analysis, §5 (the dot-product test); Griewank and Walther, §3.2.

A minimal violation: y = 2·x with the pull v ↦ v.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law, transposed
from adspec.observation import Observation


@law(
    says="⟨v, J u⟩ = ⟨Jᵀ v, u⟩",
    needs=("jvp", "vjp"),
    explained_by=("accuracy", "tangent_space", "linear_push", "linear_pull", "chain_rule"),
    source="Claerbout, Earth Soundings Analysis, §5: the dot-product test",
)
def transpose(obs: Observation) -> Iterator[Claim]:
    """Pair J u with v and Jᵀ v with u."""
    yield transposed(obs)
