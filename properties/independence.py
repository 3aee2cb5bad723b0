"""What y does not depend on gets zeros: an unused input, and every input of a constant.

Why: a loss often leaves some parameters out. Their gradient is 0, in their own shape and dtype;
None, a missing entry, or an exception makes every caller write the special case.

Source: the definition of a partial derivative; JAX and HIPS autograd answer with zeros.

A minimal violation: f(x0, x1) = x0 with None as the cotangent of x1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import Claim, deviates, law, nothing, same, same_bits
from adspec.observation import Observation, observe


@law(
    says="an unused input gets zeros of its own space; a constant y pushes and pulls zeros",
    needs=("jvp", "vjp"),
    explained_by=("primal", "tangent_space"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="the definition of a partial derivative",
)
def independence(obs: Observation) -> Iterator[Claim]:
    """Add an input that nothing uses; then return a constant."""
    case = obs.case
    if obs.packed is not None:
        yield nothing("with an input more it is another container")
        return
    spare = next(case.program.fresh_names())
    more = observe(obs.engine, _with_unused(case, spare))
    yield from _zeros(more, len(case.x), "an unused input")
    for left, right in zip(obs.cotangents(more.raw_pull[: len(case.x)]), obs.JTv, strict=True):
        yield same_bits(left, right, "Jᵀ v beside an unused input", "Jᵀ v without it")
    constant = observe(obs.engine, _constant(case, spare))
    yield _zero(constant.Ju[0], constant.case.v[0], "J u of a constant")
    yield from _zeros(constant, 0, "an input of a constant")


def _zeros(obs: Observation, first: int, what: str) -> Iterator[Claim]:
    """Look at the cotangents from input `first` on, on which y does not depend."""
    for raw, x in zip(obs.raw_pull[first:], obs.case.x[first:], strict=False):
        says = f"cotangent of {what}", "zeros of its space"
        if raw is not None:
            yield _zero(obs.arrays([raw], "pull")[0], x, says[0])
        elif obs.engine.dialect.unused_input == "none":
            yield deviates("None", "zeros", *says)
        else:
            yield same("None", "zeros", *says, symptom="None")


def _spare(case: Case) -> Array:
    return np.asarray([1.0, 2.0], dtype=case.dtype)


def _with_unused(case: Case, name: str) -> Case:
    program = replace(case.program, inputs=(*case.program.inputs, name))
    return replace(case, program=program, x=(*case.x, _spare(case)), u=(*case.u, _spare(case)))


def _constant(case: Case, name: str) -> Case:
    program = replace(case.program, inputs=(*case.program.inputs, name), equations=(), outputs=(name,))
    return replace(case, program=program, v=(_spare(case),), held={**case.held, name: _spare(case)})


def _zero(found: Array, home: Array, says: str) -> Claim:
    """Return the claim that an array is the zero of the space of another."""
    left = found.shape, found.dtype.name, bool(np.all(found == 0))
    return same(left, (home.shape, home.dtype.name, True), says, "shape, dtype, all zero", symptom="not zero")
