"""J(a·u + b·w) = a·J u + b·J w: the push is linear in the tangent.

Why: a derivative is a linear map. A rule that looks at the size of its tangent, clips it or takes
its absolute value, may be right on every unit vector and wrong in between. Multiplying by a power of
two rounds nothing, so scaling must hold bit for bit; and 0 goes to 0.

Source: the definition of the derivative as a linear map; Spivak, Calculus on Manifolds, ch. 2.

A minimal violation: y = x with the push u ↦ |u|.
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
    says="J(a·u + b·w) = a·J u + b·J w; scaling by a power of two bit for bit; 0 to 0",
    needs=("jvp",),
    mode="push",
    explained_by=("tangent_space", "determinism"),
    source="Spivak, Calculus on Manifolds, ch. 2: a derivative is a linear map",
)
def linear_push(obs: Observation) -> Iterator[Claim]:
    """Scale u, add another tangent w to it, take none."""
    u = obs.case.u
    w = tuple(map(spaces.another, u))
    tangents = spaces.scale(FACTOR, u), w, spaces.add(u, w), spaces.zeros_like(u)
    results = [obs.push(tangent) for tangent in tangents]
    if not spaces.alike(obs.Ju, obs.case.v):
        yield nothing("J u has not the shape of y")
        return
    if not all(spaces.alike(result, obs.Ju) for result in results):
        yield same("another shape", "the same shape", "J of another tangent", "J u", "shape")
        return
    for k, (first, scaled, second, total, none) in enumerate(zip(obs.Ju, *results, strict=True)):
        yield multiple(scaled, first, FACTOR, (f"J({FACTOR}·u)", f"{FACTOR}·J u"))
        yield close(total, first + second, [first, second], partial(_allowances, obs, k), SUM)
        yield equal(np.where(np.isfinite(first), none, 0), np.zeros_like(none), 0.0, "J 0", "0")


SUM = "J(u + w)", "J u + J w"


def _allowances(obs: Observation, k: int) -> Iterator[Interval]:
    """Yield the truths of the three results that additivity compares."""
    u = obs.case.u
    w = tuple(map(spaces.another, u))
    for tangent in (u, w, spaces.add(u, w)):
        yield truth_of(replace(obs.case, u=tangent)).Ju[k]
