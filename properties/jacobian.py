"""J has a row per entry of y and a column per entry of x: rows are pulls of a basis, columns pushes of one.

Why: whoever solves with J, or inspects it, relies on which axis is which; and an engine has code of
its own for it, that reshapes, stacks or maps over a basis.

Source: Spivak, Calculus on Manifolds, ch. 2; HIPS autograd, `differential_operators.jacobian`.

A minimal violation: a Jacobian of shape x and then y.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, close, entries, law, nothing, same
from adspec.law.where import FLAT, ONE_OUTPUT, PULL_AT_HOME, REAL
from adspec.observation import Observation, operated
from adspec.truth import truth_of

LARGEST = 16  # entries of x, and of y


@law(
    says="J has the shape of y and then that of x; v · J = Jᵀ v; by rows and by columns it is the same",
    needs=("vjp", "jacobian"),
    where=(FLAT, ONE_OUTPUT, REAL, PULL_AT_HOME),
    explained_by=("truth_pull", "linear_pull", "truth_push", "linear_push", "tangent_space", "presentation"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.jacobian",
)
def jacobian(obs: Observation) -> Iterator[Claim]:
    """Ask for the matrix, and multiply."""
    if max(spaces.dimension(obs.case.x), obs.y[0].size) > LARGEST:
        yield nothing(f"x or y has more than {LARGEST} entries")
        return
    inputs = range(len(obs.case.x))
    for k in inputs:
        yield from _at_input(obs, k)
    calls = sum(obs.calls[f"jacobian {k}"] for k in inputs)
    allowed = len(inputs) * obs.engine.dialect.jacobian_calls
    yield same(calls, allowed, "calls of f by a jacobian per input", "calls of f allowed", "calls of f")


def _at_input(obs: Observation, k: int) -> Iterator[Claim]:
    shape, v = (*obs.y[0].shape, *obs.case.x[k].shape), obs.case.v[0]
    rows = operated(obs, "jacobian", k)
    yield same(rows.shape, shape, "shape of J", "shape of y, then of x", symptom="shape")
    if rows.shape != shape:
        return
    product, size = (np.tensordot(*pair, axes=v.ndim) for pair in ((v, rows), (np.abs(v), np.abs(rows))))
    truth = lambda: [truth_of(obs.case).JTv[k]] * 2
    yield close(product, obs.JTv[k], [size.astype(rows.dtype), obs.JTv[k]], truth, ("v · J", "Jᵀ v"))
    if obs.engine.provides(("forward_jacobian",)):
        columns = operated(obs, "forward_jacobian", k)
        truth = lambda: [entries(obs.case, k, lambda c: truth_of(c).Ju[0], shape)] * 2
        yield close(columns, rows, [rows], truth, ("J by columns", "J by rows"))
