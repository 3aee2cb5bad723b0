"""Jᵀ(a·v + b·w) = a·Jᵀ v + b·Jᵀ w: the pull is linear in the cotangent.

Why: cotangents of several uses are added before or after they are pulled back, as the program has
it; only a linear pull makes that the same. Clipped gradients are the classic mistake. Multiplying
by a power of two rounds nothing, so scaling must hold bit for bit; and 0 goes to 0.

Source: the definition of the derivative as a linear map; Spivak, Calculus on Manifolds, ch. 2.

A minimal violation: y = x with the pull v ↦ min(v, 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, close, equal, law, multiple, nothing, same
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval

FACTOR = -8.0  # a power of two, so that nothing is rounded; negative, and beyond a clip at 3


@law(
    says="Jᵀ(a·v + b·w) = a·Jᵀ v + b·Jᵀ w; scaling by a power of two bit for bit; 0 to 0",
    needs=("vjp",),
    mode="pull",
    explained_by=("tangent_space", "determinism"),
    source="Spivak, Calculus on Manifolds, ch. 2: a derivative is a linear map",
)
def linear_pull(obs: Observation) -> Iterator[Claim]:
    """Scale v, add another cotangent w to it, take none."""
    v = obs.case.v
    w = tuple(map(spaces.another, v))
    cotangents = spaces.scale(FACTOR, v), w, spaces.add(v, w), spaces.zeros_like(v)
    results = [obs.pull(cotangent) for cotangent in cotangents]
    if not spaces.alike(obs.JTv, obs.case.x):
        yield nothing("Jᵀ v has not the shape of x")
        return
    if not all(spaces.alike(result, obs.JTv) for result in results):
        yield same("another shape", "the same shape", "Jᵀ of another cotangent", "Jᵀ v", "shape")
        return
    for k, (first, scaled, second, total, none) in enumerate(zip(obs.JTv, *results, strict=True)):
        yield multiple(scaled, first, FACTOR, (f"Jᵀ({FACTOR}·v)", f"{FACTOR}·Jᵀ v"))
        yield close(total, first + second, [first, second], partial(_allowances, obs, k), SUM)
        yield equal(np.where(np.isfinite(first), none, 0), np.zeros_like(none), 0.0, "Jᵀ 0", "0")


SUM = "Jᵀ(v + w)", "Jᵀ v + Jᵀ w"


def _allowances(obs: Observation, k: int) -> Iterator[Interval]:
    """Yield the truths of the three results that additivity compares."""
    v = obs.case.v
    w = tuple(map(spaces.another, v))
    for cotangent in (v, w, spaces.add(v, w)):
        yield truth_of(replace(obs.case, v=cotangent)).JTv[k]
