"""Jᵀ(a·v + b·w) = a·Jᵀ v + b·Jᵀ w: the pull is linear in the cotangent.

Why: cotangents of several uses are added before or after they are pulled back, as the program has
it; only a linear pull makes that the same. Clipped gradients are the classic mistake. Both
sides round, so they agree up to what each is allowed; and 0 goes to 0.

Source: the definition of the derivative as a linear map; Spivak, Calculus on Manifolds, ch. 2.

A minimal violation: y = x with the pull v ↦ min(v, 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.law import Claim, Map, law, linear
from adspec.law.where import PULL_AT_HOME
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="Jᵀ(a·v + b·w) = a·Jᵀ v + b·Jᵀ w; 0 goes to 0",
    needs=("vjp",),
    mode="pull",
    where=(PULL_AT_HOME,),
    explained_by=("tangent_space", "determinism"),
    source="Spivak, Calculus on Manifolds, ch. 2: a derivative is a linear map",
)
def linear_pull(obs: Observation) -> Iterator[Claim]:
    """Scale v, add another cotangent w to it, take none."""
    pull = Map(says="Jᵀ", of=obs.pull, truth=lambda v: truth_of(replace(obs.case, v=v)).JTv)
    yield from linear(pull, ("v", obs.case.v), obs.JTv)
