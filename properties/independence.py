"""What y does not depend on gets zeros: an unused input, and every input of a constant.

Why: a loss often leaves some parameters out. Their gradient is 0, in their own shape and dtype;
None, a missing entry, or an exception makes every caller write the special case.

Source: the definition of a partial derivative; JAX and HIPS autograd answer with zeros.

A minimal violation: f(x0, x1) = x0 with None as the cotangent of x1.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language.spaces import Array
from adspec.language.variants import of_a_constant, with_unused_input
from adspec.law import Claim, all_same_bits, as_granted, law, same
from adspec.law.where import UNPACKED
from adspec.observation import Observation, observe


@law(
    says="an unused input gets zeros of its own space; a constant y pushes and pulls zeros",
    needs=("jvp", "vjp"),
    where=(UNPACKED,),
    explained_by=("primal", "tangent_space"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="the definition of a partial derivative",
)
def independence(obs: Observation) -> Iterator[Claim]:
    """Add an input that nothing uses; then return a constant."""
    n, more = len(obs.case.x), observe(obs.engine, with_unused_input(obs.case))
    yield from _zeros(more, n, "an unused input")
    beside = obs.cotangents(more.raw_pull[:n])
    yield from all_same_bits(beside, obs.JTv, "Jᵀ v beside an unused input", "Jᵀ v without it")
    constant = observe(obs.engine, of_a_constant(obs.case))
    yield _zero(constant.Ju[0], constant.case.v[0], "J u of a constant")
    yield from _zeros(constant, 0, "an input of a constant")


def _zeros(obs: Observation, first: int, what: str) -> Iterator[Claim]:
    """Look at the cotangents from input `first` on, on which y does not depend."""
    for raw, x in zip(obs.raw_pull[first:], obs.case.x[first:], strict=False):
        says = f"cotangent of {what}", "zeros of its space"
        if raw is not None:
            yield _zero(obs.arrays([raw], "pull")[0], x, says[0])
        else:
            granted = "None" if obs.engine.dialect.unused_input == "none" else None
            yield as_granted("None", granted, "zeros", says, "None")


def _zero(found: Array, home: Array, says: str) -> Claim:
    """Return the claim that an array is the zero of the space of another."""
    left = found.shape, found.dtype.name, bool(np.all(found == 0))
    return same(left, (home.shape, home.dtype.name, True), says, "shape, dtype, all zero", symptom="not zero")
