"""The functions of neural networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise as e
from adspec.reference_engine.numpy import reductions
from adspec.reference_engine.numpy.kernels import sigmoid_values
from adspec.reference_engine.tracing import Primitive, Unary, dtype_of, plain

relu = Unary("relu", lambda x: np.maximum(x, 0))
sigmoid = Unary("sigmoid", sigmoid_values)
softplus = Unary("softplus", lambda x: np.logaddexp(x, 0))
log_sigmoid = Unary("log_sigmoid", lambda x: -np.logaddexp(np.negative(x), 0))


def shifted(x: Any, axis: Any) -> Any:
    """Return x minus its maximum along the axis, which may be infinite."""
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    return x - np.where(np.isfinite(top), top, 0)


def logsumexp_values(x: Any, *, axis: Any, keepdims: bool) -> Any:
    x = np.asarray(x)
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0).astype(x.dtype)
    with np.errstate(divide="ignore"):
        total = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=keepdims))
    return total + (top if keepdims else top.reshape(total.shape))[()]


def softmax_values(x: Any, *, axis: Any) -> Any:
    powers = np.exp(shifted(np.asarray(x), axis)).astype(dtype_of(x), copy=False)
    return powers / np.sum(powers, axis=axis, keepdims=True)


def log_softmax_values(x: Any, *, axis: Any) -> Any:
    lower = shifted(np.asarray(x), axis).astype(dtype_of(x), copy=False)
    return lower - np.log(np.sum(np.exp(lower), axis=axis, keepdims=True))


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


def leaky_relu(x: Any, slope: float = 0.01) -> Any:
    """Return x above 0, slope · x below."""
    return relu(x) - slope * relu(-x)


def elu(x: Any, alpha: float = 1.0) -> Any:
    """Return x above 0, alpha · (exp(x) - 1) below."""
    positive = e.greater(x, 0)
    return e.where(positive, x, alpha * e.expm1(e.where(positive, 0.0, x)))


def selu(x: Any) -> Any:
    """Return the self-normalising elu (Klambauer et al. 2017, section 1)."""
    return 1.0507009873554805 * elu(x, 1.6732632423543772)


def silu(x: Any) -> Any:
    """Return x · sigmoid(x)."""
    return e.multiply(x, sigmoid(x))


def gelu(x: Any, approximate: bool = False) -> Any:
    """Return x · Φ(x), or the form with tanh (Hendrycks and Gimpel 2016)."""
    if approximate:
        inner = 0.7978845608028654 * (x + 0.044715 * e.pow(x, 3))
        return 0.5 * x * (1 + e.tanh(inner))
    from adspec.reference_engine.numpy.special import ndtr

    return e.multiply(x, ndtr(x))


def relu6(x: Any) -> Any:
    """Return x held between 0 and 6."""
    return e.clip(x, 0.0, 6.0)


def hard_tanh(x: Any) -> Any:
    """Return x held between -1 and 1."""
    return e.clip(x, -1.0, 1.0)


def hard_sigmoid(x: Any) -> Any:
    """Return relu6(x + 3) / 6."""
    return relu6(x + 3.0) / 6.0


def hard_silu(x: Any) -> Any:
    """Return x · hard_sigmoid(x)."""
    return e.multiply(x, hard_sigmoid(x))


def one_hot(indices: Any, classes: int, dtype: Any = float) -> Any:
    """Return rows of the identity matrix; a constant."""
    return np.eye(classes, dtype=dtype)[np.asarray(plain(indices))]


def normalised(x: Any, axis: Any = -1, eps: float = 1e-5) -> Any:
    """Return x with mean 0 and variance 1 along the axes (layer norm without gain)."""
    return (x - reductions.mean(x, axis, keepdims=True)) / e.sqrt(
        reductions.var(x, axis, keepdims=True) + eps
    )
