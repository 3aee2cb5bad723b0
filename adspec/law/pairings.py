"""The pairing of both halves: ⟨v, J u⟩ = ⟨Jᵀ v, u⟩, which holds at kinks as anywhere."""

from __future__ import annotations

import numpy as np

from adspec.language import spaces
from adspec.law.claims import close, nothing
from adspec.law.words import Claim
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval
from adspec.truth.paired import paired

SAYS = "⟨v, J u⟩", "⟨Jᵀ v, u⟩"


def transposed(obs: Observation) -> Claim:
    """Return the claim that the pull is the transpose of the push."""
    case = obs.case
    if [a.shape for a in (*obs.Ju, *obs.JTv)] != [a.shape for a in (*case.v, *case.x)]:
        return nothing("J u or Jᵀ v has not the shape of its space")
    left, right = spaces.pairing(case.v, obs.Ju), spaces.pairing(obs.JTv, case.u)
    if not np.isfinite([left, right]).all() and (left == right or not _finite_truth(obs)):
        return nothing("the derivative is not finite")
    sizes = [_size(case.v, obs.Ju), _size(obs.JTv, case.u)]
    number = case.dtype.type
    return close(left, number(right), [number(s) for s in sizes], lambda: _allowances(obs), SAYS)


def _size(a: spaces.Tree, b: spaces.Tree) -> float:
    """Return Σ |a||b|, to which the roundoff of a pairing is proportional."""
    return spaces.pairing([np.abs(s) for s in a], [np.abs(t) for t in b])


def _allowances(obs: Observation) -> tuple[Interval, ...]:
    """Return what both halves may be off; at a jump of a single primitive nothing but roundoff."""
    truth = truth_of(obs.case)
    if len(obs.case.program.equations) == 1 and truth.kind == "vertical":
        return ()
    return paired(obs.case.v, truth.Ju), paired(obs.case.u, truth.JTv)


def _finite_truth(obs: Observation) -> bool:
    truth = truth_of(obs.case)
    return all(np.isfinite(i.lo).all() and np.isfinite(i.hi).all() for i in (*truth.Ju, *truth.JTv))
