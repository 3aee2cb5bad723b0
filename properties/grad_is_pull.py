"""grad f(x) is the pull of 1, and value_and_grad gives the value and the same gradient.

Why: the operators of an engine are shorthands for one mechanism. Where they have code of their own
(a seed of another dtype, a wrong argument number) they can be wrong where vjp is right.

Source: HIPS autograd, `differential_operators`; JAX, `value_and_grad`.

A minimal violation: a grad that seeds with 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, agree, containers, law, nothing
from adspec.law.where import PULLED, REAL_NUMBER
from adspec.observation import Arrays, Observation, observe
from adspec.truth import truth_of


@law(
    says="grad f(x) = pull(1), and value_and_grad agrees",
    needs=("vjp", "grad"),
    where=(REAL_NUMBER, PULLED),
    explained_by=("primal", "scalar_output", "tangent_space", "determinism"),
    mode="grad",
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.grad",
)
def grad_is_pull(obs: Observation) -> Iterator[Claim]:
    """Pull 1 back, and ask the operators."""
    seeded = observe(obs.engine, replace(obs.case, v=(np.ones((), obs.y[0].dtype),)))
    gradient = obs.grad
    yield from containers(obs, "grad", ("grad f(x)", "x"))
    yield from _compare(seeded, obs.cotangents(gradient), "grad f(x)")
    if obs.engine.provides(("value_and_grad",)):
        gradient = obs.value_and_grad[1]
        yield from containers(obs, "grad beside y", ("grad of value_and_grad", "x"))
        yield from _compare(seeded, obs.cotangents(gradient), "value_and_grad")


def _compare(seeded: Observation, found: Arrays, says: str) -> Iterator[Claim]:
    if not spaces.alike(found, seeded.JTv):
        yield nothing(f"{says} has not the shape of x")
    else:
        yield from agree(found, seeded.JTv, lambda: truth_of(seeded.case).JTv, (says, "pull(1)"))
