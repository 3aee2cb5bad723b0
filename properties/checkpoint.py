"""A checkpointed function has the same derivative; it is evaluated again in the pull instead of stored.

Why: memory is what large models run out of. Evaluating again must see the same arguments and the same
constants; and where nothing is evaluated again, everything was stored.

Source: Griewank and Walther, Evaluating Derivatives, ch. 12; HIPS autograd, `checkpoint`; JAX, `checkpoint`.

A minimal violation: checkpoint(f) = f.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.law import Claim, agree, as_declared, law
from adspec.law.where import FLAT, ONE_OUTPUT, PULLED
from adspec.observation import Observation, observe, refused
from adspec.truth import truth_of


@law(
    says="checkpoint(f) has the cotangents of f, and calls f once more in the pull",
    needs=("vjp", "checkpoint"),
    where=(ONE_OUTPUT, FLAT, PULLED),
    explained_by=("truth_pull", "tangent_space", "evaluation_count", "independence", "determinism"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 12",
)
def checkpoint(obs: Observation) -> Iterator[Claim]:
    """Pull through the checkpointed function, and count."""
    again, dialect = observe(obs.engine, obs.case, obs.engine.checkpoint), obs.engine.dialect
    yield from agree(again.JTv, obs.JTv, lambda: truth_of(obs.case).JTv, ("Jᵀ v of checkpoint(f)", "Jᵀ v"))
    if again.calls["vjp"] < dialect.checkpoint_calls and _is_the_same_elsewhere(obs):
        return  # a pull that needs no value of f has nothing to evaluate again
    says, strict = ("calls of a checkpointed f by a pull", "calls of f"), type(dialect)().checkpoint_calls
    calls, declared = again.calls["vjp"], dialect.checkpoint_calls
    yield from as_declared(calls, declared, strict, says, "calls of f")


def _is_the_same_elsewhere(obs: Observation) -> bool:
    """Return whether Jᵀ v is the same at x + u: then it needs nothing of what f computes."""
    moved = tuple(np.asarray(x + u) for x, u in zip(obs.case.x, obs.case.u, strict=True))
    there = observe(obs.engine, replace(obs.case, x=moved))
    if refused(lambda: there.JTv) is not None:
        return False
    return all(np.array_equal(a, b) for a, b in zip(there.JTv, obs.JTv, strict=True))
