"""H is symmetric, of the shape of x twice, and H u is the second derivative; so is the engine's own product.

Why: Newton steps, Laplace approximations and curvature are read off it. An engine composes it of two
passes, and may compose the wrong ones: JᵀJ of Gauss and Newton is symmetric too.

Source: Clairaut's theorem; Nocedal and Wright, Numerical Optimization, §8.1; HIPS autograd, `hessian`.

A minimal violation: a Hessian that is the outer product of the gradient with itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import Claim, close, law, nothing, same
from adspec.law.curved import is_product, unjudged
from adspec.observation import EngineError, Observation, observe, operated, second_of
from adspec.truth import curvature_of
from adspec.truth.interval import Interval


@law(
    says="H has the shape of x twice, is symmetric, and H u is the second derivative",
    needs=("vjp", "hessian"),
    explained_by=("push_of_push", "push_of_pull", "pull_of_push", "pull_of_pull", "grad_is_pull", "jacobian"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.hessian",
)
def hessian(obs: Observation) -> Iterator[Claim]:
    """Ask for the matrix of every input by itself, and multiply by u."""
    if [y.shape for y in obs.y] != [()] or any(a.dtype.kind != "f" for a in (*obs.case.x, *obs.y)):
        yield nothing("f has not one real number as output, or x is complex")
        return
    try:
        second_of(obs).pull_of_pull  # noqa: B018 -- where it cannot be differentiated twice, this raises
    except EngineError:
        yield nothing("the engine cannot differentiate twice", "inconclusive")
        return
    for k in range(len(obs.case.x)):
        yield from _at_input(obs, observe(obs.engine, _alone(obs.case, k)), k)


def _alone(case: Case, k: int) -> Case:
    """Return the case with one input, the others held, and the cotangent 1."""
    held = {name: a for i, (name, a) in enumerate(zip(case.wrt, case.x, strict=True)) if i != k}
    one = (np.ones((), case.v[0].dtype),)
    return replace(case, x=(case.x[k],), u=(case.u[k],), v=one, held={**case.held, **held})


def _at_input(obs: Observation, alone: Observation, k: int) -> Iterator[Claim]:
    (x,), (u,) = alone.case.x, alone.case.u
    if (reason := unjudged(alone)) is not None:
        yield reason
        return
    matrix = operated(obs, "hessian", k)
    yield same(matrix.shape, (*x.shape, *x.shape), "shape of H", "shape of x, twice", symptom="shape")
    calls = obs.calls[f"hessian {k}"], obs.engine.dialect.hessian_calls
    yield same(*calls, "calls of f by a hessian", "calls allowed", symptom="calls of f")
    if matrix.shape == (*x.shape, *x.shape):
        square = matrix.reshape(x.size, x.size)
        says = "H", "its transpose"
        symmetric = close(square, square.T, [square], lambda: _entries(alone.case), says)
        yield replace(symmetric, degree="broken")  # no law counts the digits of a second derivative
        yield from is_product((np.tensordot(matrix, u, axes=u.ndim),), alone, "H u")
    if obs.engine.provides(("hvp",)):
        yield from is_product((operated(obs, "hvp", k, alone.u[0]),), alone, "the engine's own H u")


def _entries(case: Case) -> list[Interval]:
    """Return what the truth says of H, column by column, twice."""
    units: list[Array] = [e.reshape(case.x[0].shape) for e in np.eye(case.x[0].size, dtype=case.x[0].dtype)]
    columns = [curvature_of(c).Hu[0] for c in [replace(case, u=(e,)) for e in units]]
    sides = ("lo", "hi", "allowance", "floor")
    return [Interval(*(np.stack([getattr(c, s).ravel() for c in columns], axis=-1) for s in sides))] * 2
