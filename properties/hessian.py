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

from adspec.language.variants import holding_all_but
from adspec.law import Claim, close, entries, law, nothing, same
from adspec.law.curved import is_product, unjudged
from adspec.law.where import REAL, REAL_NUMBER
from adspec.observation import Observation, observe, operated, refused, second_of
from adspec.truth import curvature_of


@law(
    says="H has the shape of x twice, is symmetric, and H u is the second derivative",
    needs=("vjp", "hessian"),
    where=(REAL_NUMBER, REAL),
    explained_by=("push_of_push", "push_of_pull", "pull_of_push", "pull_of_pull", "grad_is_pull", "jacobian"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.hessian",
)
def hessian(obs: Observation) -> Iterator[Claim]:
    """Ask for the matrix of every input by itself, and multiply by u."""
    if refused(lambda: second_of(obs).pull_of_pull) is not None:
        yield nothing("the engine cannot differentiate twice", "inconclusive")
        return
    one = (np.ones((), obs.case.v[0].dtype),)
    for k in range(len(obs.case.x)):
        alone = observe(obs.engine, replace(holding_all_but(obs.case, k), v=one))
        reason = unjudged(alone)
        yield from _at_input(obs, alone, k) if reason is None else [reason]


def _at_input(obs: Observation, alone: Observation, k: int) -> Iterator[Claim]:
    (x,), (u,) = alone.case.x, alone.case.u
    matrix = operated(obs, "hessian", k)
    yield same(matrix.shape, (*x.shape, *x.shape), "shape of H", "shape of x, twice", symptom="shape")
    calls = obs.calls[f"hessian {k}"], obs.engine.dialect.hessian_calls
    yield same(*calls, "calls of f by a hessian", "calls allowed", symptom="calls of f")
    if matrix.shape == (*x.shape, *x.shape):
        square = matrix.reshape(x.size, x.size)
        truth = lambda: [entries(alone.case, 0, lambda c: curvature_of(c).Hu[0], square.shape)] * 2
        symmetric = close(square, square.T, [square], truth, ("H", "its transpose"))
        yield replace(symmetric, degree="broken")  # no law counts the digits of a second derivative
        yield from is_product((np.tensordot(matrix, u, axes=u.ndim),), alone, "H u")
    if obs.engine.provides(("hvp",)):
        yield from is_product((operated(obs, "hvp", k, alone.u[0]),), alone, "the engine's own H u")
