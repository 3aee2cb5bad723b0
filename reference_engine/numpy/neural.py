"""The functions of neural networks."""

# ruff: noqa: FBT001, FBT002 -- as in NumPy

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise as e
from adspec.reference_engine.numpy.indexing import getitem, split
from adspec.reference_engine.numpy.kernels import of_scipy, sigmoid_values
from adspec.reference_engine.numpy.manipulation import moveaxis, pad
from adspec.reference_engine.numpy.products import tensordot
from adspec.reference_engine.tracing import Primitive, dtype_of, plain, shape_of

ROOT_8_PI = math.sqrt(8.0 / math.pi)

relu = Primitive("relu", lambda x: np.maximum(x, 0))
sigmoid = Primitive("sigmoid", sigmoid_values)
softplus = Primitive("softplus", lambda x: np.logaddexp(x, 0))
soft_sign = Primitive("soft_sign", lambda x: x / (1 + np.abs(x)))
ndtr = Primitive("special.ndtr", of_scipy("ndtr"))
log_sigmoid = Primitive("log_sigmoid", lambda x: -np.logaddexp(np.negative(x), 0))


def shifted(x: Any, axis: Any) -> Any:
    """Return x minus its maximum along the axis, which may be infinite."""
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    return x - np.where(np.isfinite(top), top, 0)


def log_sum(lower: Any, axis: Any) -> Any:
    """Return log Σ exp(lower) along the axis, where the largest entry is 0, hence its power 1."""
    top = np.equal(lower, 0)
    rest = np.sum(np.where(top, 0, np.exp(lower)), axis=axis, keepdims=True)
    with np.errstate(divide="ignore"):
        return np.log1p(rest + (np.sum(top, axis=axis, keepdims=True, dtype=rest.dtype) - 1))


def logsumexp_values(x: Any, *, axis: Any, keepdims: bool) -> Any:
    """Return log Σ exp(x), measured from the largest x."""
    x = np.asarray(x)
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0).astype(x.dtype)
    total = log_sum(x - top, axis)
    return (top + total if keepdims else (top + total).reshape(np.sum(x, axis=axis).shape))[()]


def softmax_values(x: Any, *, axis: Any) -> Any:
    """Return exp(x) / Σ exp(x), measured from the largest x."""
    powers = np.exp(shifted(np.asarray(x), axis)).astype(dtype_of(x), copy=False)
    return powers / np.sum(powers, axis=axis, keepdims=True)


def log_softmax_values(x: Any, *, axis: Any) -> Any:
    """Return x - log Σ exp(x), measured from the largest x."""
    lower = shifted(np.asarray(x), axis).astype(dtype_of(x), copy=False)
    return lower - log_sum(lower, axis)


logsumexp_over = Primitive("special.logsumexp", logsumexp_values)
softmax_over = Primitive("softmax", softmax_values)
log_softmax_over = Primitive("log_softmax", log_softmax_values)


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return log Σ exp(x) over the axes, without overflow."""
    return logsumexp_over(x, axis=axis, keepdims=keepdims)


def softmax(x: Any, axis: Any = -1) -> Any:
    """Return exp(x) / Σ exp(x) along the axis."""
    return softmax_over(x, axis=axis)


def log_softmax(x: Any, axis: Any = -1) -> Any:
    """Return the logarithm of softmax, accurate where softmax is nearly 0."""
    return log_softmax_over(x, axis=axis)


# ---- made of the above


def leaky_relu(x: Any, negative_slope: float = 0.01) -> Any:
    """Return x above 0, slope · x below; the derivative at 0 is that of x."""
    return e.where(e.greater_equal(x, 0), x, negative_slope * x)


def below_zero(x: Any) -> Any:
    """Return x where it is not above 0, else 0: what lies above must not overflow."""
    return e.where(e.greater(x, 0), 0.0, x)


def elu(x: Any, alpha: float = 1.0) -> Any:
    """Return x above 0, alpha · (exp(x) - 1) below."""
    return e.where(e.greater(x, 0), x, alpha * e.expm1(below_zero(x)))


def celu(x: Any, alpha: float = 1.0) -> Any:
    """Return x above 0, alpha · (exp(x / alpha) - 1) below."""
    return e.where(e.greater(x, 0), x, alpha * e.expm1(below_zero(x) / alpha))


def selu(x: Any) -> Any:
    """Return the self-normalising elu (Klambauer et al. 2017, section 1)."""
    return 1.0507009873554805 * elu(x, 1.6732632423543772)


def silu(x: Any) -> Any:
    """Return x · sigmoid(x)."""
    return e.multiply(x, sigmoid(x))


def mish(x: Any) -> Any:
    """Return x · tanh(softplus(x))."""
    return e.multiply(x, e.tanh(softplus(x)))


def gelu(x: Any, approximate: bool = True) -> Any:
    """Return x · Φ(x), or the form with tanh (Hendrycks and Gimpel 2016).

    The latter by (1 + tanh z) / 2 = sigmoid(2z), which keeps its digits below 0.
    """
    if approximate:
        return e.multiply(x, sigmoid(ROOT_8_PI * (x + 0.044715 * e.pow(x, 3))))
    return e.multiply(x, ndtr(x))


def squareplus(x: Any, b: float = 4.0) -> Any:
    """Return (x + √(x² + b)) / 2, below 0 as the quotient that does not cancel."""
    root = e.hypot(x, math.sqrt(b))
    below = e.less(x, 0)
    return e.where(below, b / 2 / (root - e.where(below, x, 0.0)), (root + x) / 2)


def relu6(x: Any) -> Any:
    """Return x held between 0 and 6."""
    return e.clip(x, 0.0, 6.0)


def hard_tanh(x: Any) -> Any:
    """Return x held between -1 and 1."""
    return e.clip(x, -1.0, 1.0)


def hard_sigmoid(x: Any) -> Any:
    """Return relu6(x + 3) / 6, with the edges where x, not x + 3, crosses them."""
    inside = e.where(e.greater(e.abs(x), 3), 0.0, (x + 3.0) / 6.0)
    return e.where(e.greater(x, 3), 1.0, inside)


def hard_silu(x: Any) -> Any:
    """Return x · hard_sigmoid(x)."""
    return e.multiply(x, hard_sigmoid(x))


def glu(x: Any, axis: int = -1) -> Any:
    """Return one half along the axis times the sigmoid of the other."""
    first, second = split(x, 2, axis)
    return e.multiply(first, sigmoid(second))


def one_hot(x: Any, num_classes: int, axis: int = -1, dtype: Any = float) -> Any:
    """Return 1 at the place that each integer names along a new axis, else 0; a constant."""
    places = np.equal(np.asarray(plain(x))[..., None], np.arange(num_classes))
    return np.moveaxis(places.astype(dtype), -1, axis)


def conv(x: Any, kernel: Any, window_strides: Any, padding: str) -> Any:
    """Return the cross-correlation of a batch of images with kernels.

    Shapes: x: batch in *sizes, kernel: out in *windows, result: batch out *places
    """
    windows = shape_of(kernel)[2:]
    if padding == "SAME":
        x = pad(x, [(0, 0), (0, 0), *map(border, shape_of(x)[2:], windows, window_strides)])
    ends = [n - k + 1 for n, k in zip(shape_of(x)[2:], windows, strict=True)]
    total: Any = 0.0
    for at in np.ndindex(*windows):
        seen = (slice(k, k + end, s) for k, end, s in zip(at, ends, window_strides, strict=True))
        patch = getitem(x, (slice(None), slice(None), *seen))
        weights = getitem(kernel, (slice(None), slice(None), *at))
        total = total + moveaxis(tensordot(patch, weights, ((1,), (1,))), -1, 1)
    return total


def border(length: int, window: int, stride: int) -> tuple[int, int]:
    """Return how much to add on both sides, so that one place remains per stride."""
    missing = max((-(-length // stride) - 1) * stride + window - length, 0)
    return missing // 2, missing - missing // 2
