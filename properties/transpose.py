"""⟨v, J u⟩ = ⟨Jᵀ v, u⟩: the pullback is the transpose of the push, in the real inner product.

Why: it ties the two halves of an engine together without knowing the derivative, and it holds at
kinks too: whichever slope an engine takes there, it must take it both ways.

Source: Claerbout, Earth Soundings Analysis, §5 (the dot-product test); Griewank and Walther, §3.2.

A minimal violation: y = 2·x with the pull v ↦ v.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, close, law, nothing
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval
from adspec.truth.paired import paired


@law(
    says="⟨v, J u⟩ = ⟨Jᵀ v, u⟩",
    needs=("jvp", "vjp"),
    explained_by=("truth_push", "truth_pull", "tangent_space", "linear_push", "linear_pull", "chain_rule"),
    source="Claerbout, Earth Soundings Analysis, §5: the dot-product test",
)
def transpose(obs: Observation) -> Iterator[Claim]:
    """Pair J u with v and Jᵀ v with u."""
    case = obs.case
    if [a.shape for a in (*obs.Ju, *obs.JTv)] != [a.shape for a in (*case.v, *case.x)]:
        yield nothing("J u or Jᵀ v has not the shape of its space")
        return
    left, right = spaces.pairing(case.v, obs.Ju), spaces.pairing(obs.JTv, case.u)
    if not np.isfinite([left, right]).all() and (left == right or not _finite_truth(obs)):
        yield nothing("the derivative is not finite")
        return
    sizes = [_size(case.v, obs.Ju), _size(obs.JTv, case.u)]
    number = case.dtype.type
    yield close(left, number(right), [number(s) for s in sizes], lambda: _allowances(obs), SAYS)


SAYS = "⟨v, J u⟩", "⟨Jᵀ v, u⟩"


def _size(a: spaces.Tree, b: spaces.Tree) -> float:
    """Return Σ |a||b|, to which the roundoff of a pairing is proportional."""
    return spaces.pairing([np.abs(s) for s in a], [np.abs(t) for t in b])


def _allowances(obs: Observation) -> tuple[Interval, Interval]:
    truth = truth_of(obs.case)
    return paired(obs.case.v, truth.Ju), paired(obs.case.u, truth.JTv)


def _finite_truth(obs: Observation) -> bool:
    truth = truth_of(obs.case)
    return all(np.isfinite(i.lo).all() and np.isfinite(i.hi).all() for i in (*truth.Ju, *truth.JTv))
