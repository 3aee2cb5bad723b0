"""The derivatives of sums, products, extremes and running totals.

A pull starts by laying the cotangent of the result along the axes that were
reduced (`spread`); a push is the reduction of the tangent with the same weights.
"""

# ruff: noqa: D103, FBT001 -- the row of the table that names a way says what it is; flags as in NumPy

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy.kernels import tuple_of_axes
from adspec.reference_engine.numpy.reductions import linear_recurrence, size_over
from adspec.reference_engine.rule import Rule, linear
from adspec.reference_engine.tracing import dtype_of, plain, shape_of


def kept(v: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    """Return v with axes of length one where x was reduced."""
    if keepdims:
        return v
    shape = shape_of(x)
    if axis is None:
        return ad.reshape(v, (1,) * len(shape))
    axes = tuple_of_axes(axis, len(shape))
    return ad.reshape(v, tuple(1 if i in axes else n for i, n in enumerate(shape)))


def spread(v: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    """Return v laid along the axes over which x was reduced."""
    if axis is None and not keepdims:
        return ad.broadcast_to(v, shape_of(x))
    return ad.broadcast_to(kept(v, x, axis, keepdims), shape_of(x))


def weighted(weights: Any, *, real: bool = False) -> Rule:
    """Return the rule of a reduction whose slope is `weights(y, x, axis, …)`.

    Math: push Σ w u, its real part if the result is `real` for complex x; pull w v
    """

    def push(u: Any, y: Any, x: Any, *, axis: Any, keepdims: bool, **params: Any) -> Any:
        w = weights(kept(y, x, axis, keepdims), x, axis, **params)
        total = ad.sum(w * u, axis, keepdims)
        return ad.real(total) if real else total

    def pull(v: Any, y: Any, x: Any, *, axis: Any, keepdims: bool, **params: Any) -> Any:
        w = weights(kept(y, x, axis, keepdims), x, axis, **params)
        return w * kept(v, x, axis, keepdims)

    return Rule(push=(push,), pull=(pull,))


def shared(y: Any, x: Any, axis: Any) -> Any:
    """Return the weights of an extreme: equal entries share it equally."""
    hits = np.equal(plain(x), plain(y))
    count = np.maximum(np.sum(hits, axis=axis, keepdims=True), 1)
    return (hits / count).astype(dtype_of(x))


def others(_y: Any, x: Any, axis: Any) -> Any:
    """Return for each entry the product of all others, right with zeros among them.

    Math: (x₁ ⋯ xᵢ₋₁)(xᵢ₊₁ ⋯ xₙ), from running products both ways, no division
    """
    shape = shape_of(x)
    axes = tuple_of_axes(axis, len(shape))
    lines = ad.moveaxis(x, axes, range(-len(axes), 0)) if axes else x
    rest = shape_of(lines)
    flat = ad.reshape(lines, (*rest[: len(rest) - len(axes)], size_over(x, axis)))
    both = before(flat) * ad.flip(before(ad.flip(flat, -1)), -1)
    back = ad.reshape(both, rest)
    return ad.moveaxis(back, range(-len(axes), 0), axes) if axes else back


def before(x: Any) -> Any:
    """Return the product of all earlier entries along the last axis."""
    return shifted(ad.cumulative_prod(x, -1), 1.0, -1)


def shifted(x: Any, first: float, axis: int) -> Any:
    """Return x moved one place along the axis, with `first` in front."""
    head = [slice(None)] * (axis % len(shape_of(x)))
    n = shape_of(x)[axis]
    start = np.full_like(plain(x)[(*head, slice(0, min(n, 1)))], first)
    return ad.concat([start, ad.getitem(x, (*head, slice(0, max(n - 1, 0))))], axis=axis)


def deviation(y: Any, x: Any, axis: Any, correction: float) -> Any:
    """Math: conj(x - mean x) / ((n - c) std), 0 where all x are equal."""
    apart = x - ad.mean(x, axis, keepdims=True)
    safe = ad.where(ad.equal(y, 0), 1.0, y)
    return ad.conj(apart) / safe / (size_over(x, axis) - correction)


def twice_deviation(_y: Any, x: Any, axis: Any, correction: float) -> Any:
    """Math: 2 conj(x - mean x) / (n - c)."""
    apart = x - ad.mean(x, axis, keepdims=True)
    return ad.conj(apart) * (2 / (size_over(x, axis) - correction))


def mean_pull(v: Any, _y: Any, _x: Any, *, axis: Any, keepdims: bool) -> Any:
    return ad.divide(spread(v, _x, axis, keepdims), size_over(_x, axis))


def sum_pull(v: Any, _y: Any, _x: Any, *, axis: Any, keepdims: bool) -> Any:
    return spread(v, _x, axis, keepdims)


def running_sum_pull(v: Any, _y: Any, _x: Any, *, axis: int) -> Any:
    return ad.flip(ad.cumulative_sum(ad.flip(v, axis), axis), axis)


def running_prod_push(u: Any, y: Any, x: Any, *, axis: int) -> Any:
    """Math: ẏₖ = xₖ ẏₖ₋₁ + yₖ₋₁ uₖ."""
    return linear_recurrence(x, shifted(y, 1.0, axis) * u, axis=axis)


def running_prod_pull(v: Any, y: Any, x: Any, *, axis: int) -> Any:
    """Math: x̄ₖ = yₖ₋₁ wₖ with wₖ = xₖ₊₁ wₖ₊₁ + vₖ."""
    return shifted(y, 1.0, axis) * backwards(x, v, axis)


def backwards(a: Any, v: Any, axis: int) -> Any:
    """Return w with wₖ = aₖ₊₁ wₖ₊₁ + vₖ, the transposed recurrence."""
    return ad.flip(linear_recurrence(shifted(ad.flip(a, axis), 0.0, axis), ad.flip(v, axis), axis=axis), axis)


def decay(y: Any, axis: int) -> Any:
    """Math: exp(yₖ₋₁ - yₖ), how much of the last running log-sum is in this one."""
    return ad.exp(shifted(y, -np.inf, axis) - y)


def log_sums_push(u: Any, y: Any, x: Any, *, axis: int) -> Any:
    """Math: ẏₖ = exp(yₖ₋₁ - yₖ) ẏₖ₋₁ + exp(xₖ - yₖ) uₖ."""
    return linear_recurrence(decay(y, axis), ad.exp(x - y) * u, axis=axis)


def log_sums_pull(v: Any, y: Any, x: Any, *, axis: int) -> Any:
    return ad.exp(x - y) * backwards(decay(y, axis), v, axis)


def step_push_a(u: Any, s: Any, a: Any, _b: Any, *, axis: int) -> Any:
    return linear_recurrence(a, shifted(s, 0.0, axis) * u, axis=axis)


def step_push_b(u: Any, _s: Any, a: Any, _b: Any, *, axis: int) -> Any:
    return linear_recurrence(a, u, axis=axis)


def step_pull_b(v: Any, _s: Any, a: Any, _b: Any, *, axis: int) -> Any:
    return backwards(a, v, axis)


def step_pull_a(v: Any, s: Any, a: Any, _b: Any, *, axis: int) -> Any:
    return shifted(s, 0.0, axis) * backwards(a, v, axis)


# fmt: off
RULES: dict[str, Rule] = {
    "sum":                  linear(ad.sum, sum_pull),
    "mean":                 linear(ad.mean, mean_pull),
    "prod":                 weighted(others),
    "max":                  weighted(shared),
    "min":                  weighted(shared),
    "std":                  weighted(deviation, real=True),
    "var":                  weighted(twice_deviation, real=True),
    "cumulative_sum":       linear(ad.cumulative_sum, running_sum_pull),
    "cumulative_prod":      Rule(push=(running_prod_push,), pull=(running_prod_pull,)),
    "logaddexp.accumulate": Rule(push=(log_sums_push,), pull=(log_sums_pull,)),
    "linear_recurrence":    Rule(push=(step_push_a, step_push_b), pull=(step_pull_a, step_pull_b)),
}
# fmt: on
