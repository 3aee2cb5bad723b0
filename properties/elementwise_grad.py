"""The elementwise gradient is the sum of the rows of J, Jᵀ 1: the slopes, where entries do not mix.

Why: it is how f′ of a curve is drawn. What mixes entries (a sum, a sort) gets sums of slopes, of which
the engine must not make a mean or a diagonal.

Source: HIPS autograd, `differential_operators.elementwise_grad`.

A minimal violation: a mean over the entries of y.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, agree, law, nothing
from adspec.law.where import FLAT, ONE_OUTPUT, REAL
from adspec.observation import Observation, observe, operated
from adspec.truth import truth_of


@law(
    says="elementwise_grad f(x) = Jᵀ 1, one sum per column of J",
    needs=("vjp", "elementwise_grad"),
    where=(FLAT, ONE_OUTPUT, REAL),
    explained_by=("truth_pull", "linear_pull", "tangent_space", "presentation"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.elementwise_grad",
)
def elementwise_grad(obs: Observation) -> Iterator[Claim]:
    """Pull ones back, and ask the operator for every input by itself."""
    seeded = observe(obs.engine, replace(obs.case, v=(np.ones(obs.y[0].shape, obs.y[0].dtype),)))
    found = [operated(obs, "elementwise_grad", k) for k in range(len(obs.case.x))]
    if not spaces.alike(seeded.JTv, obs.case.x):
        yield nothing("Jᵀ 1 has not the shape of x")
        return
    yield from agree(found, seeded.JTv, lambda: truth_of(seeded.case).JTv, ("elementwise_grad f(x)", "Jᵀ 1"))
