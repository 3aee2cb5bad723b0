"""J has a row per entry of y and a column per entry of x: rows are pulls of a basis, columns pushes of one.

Why: whoever solves with J, or inspects it, relies on which axis is which; and an engine has code of
its own for it, that reshapes, stacks or maps over a basis.

Source: Spivak, Calculus on Manifolds, ch. 2; HIPS autograd, `differential_operators.jacobian`.

A minimal violation: a Jacobian of shape x and then y.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import Claim, close, law, nothing, same
from adspec.observation import Observation, operated
from adspec.truth import truth_of
from adspec.truth.interval import Interval

LARGEST = 16  # entries of x, and of y


@law(
    says="J has the shape of y and then that of x; v · J = Jᵀ v; by rows and by columns it is the same",
    needs=("vjp", "jacobian"),
    explained_by=("truth_pull", "linear_pull", "truth_push", "linear_push", "tangent_space", "presentation"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.jacobian",
)
def jacobian(obs: Observation) -> Iterator[Claim]:
    """Ask for the matrix, and multiply."""
    case, is_real = obs.case, all(a.dtype.kind == "f" for a in (*obs.case.x, *obs.y))
    is_flat = case.program.is_flat
    if (
        len(obs.y) != 1
        or not is_real
        or not is_flat
        or max(spaces.dimension(case.x), obs.y[0].size) > LARGEST
    ):
        yield nothing("f does not take few real numbers to one array of few, or has functions in it")
    elif not spaces.alike(obs.JTv, case.x):
        yield nothing("Jᵀ v has not the shape of x")
    else:
        for k in range(len(case.x)):
            yield from _at_input(obs, k)
        inputs = range(len(case.x))
        calls = sum(obs.calls[f"jacobian {k}"] for k in inputs)
        allowed = len(inputs) * obs.engine.dialect.jacobian_calls
        says = "calls of f by a jacobian per input", "calls of f allowed"
        yield same(calls, allowed, *says, symptom="calls of f")


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
        both = "J by columns", "J by rows"
        yield close(columns, rows, [rows], _entries(obs.case, k, rows), both)


def _entries(case: Case, k: int, matrix: Array) -> Callable[[], list[Interval]]:
    """Return what asks the truth for the entries of J: one J u per unit tangent of the k-th input."""

    def columns() -> list[Interval]:
        tangents = [[np.zeros_like(a) for a in case.x] for _ in range(case.x[k].size)]
        for i, u in enumerate(tangents):
            u[k].flat[i] = 1.0
        found = [truth_of(replace(case, u=tuple(u))).Ju[0] for u in tangents]
        sides = ("lo", "hi", "allowance", "floor")
        stacked = (np.stack([getattr(c, s) for c in found], axis=-1).reshape(matrix.shape) for s in sides)
        return [Interval(*stacked)] * 2

    return columns
