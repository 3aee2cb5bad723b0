"""Activations and normalisations on balls: the formulas as they stand, branches by decided comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb

from adspec.truth.balls import less, lift, or_nan
from adspec.truth.meanings import reductions
from adspec.truth.meanings.arithmetic import larger, smaller
from adspec.truth.meanings.special import expit, normal

# The constants as the float64 numbers that a definition in Python gives them.
LAMBDA = 1.0507009873554804934193349852946
ALPHA = 1.6732632423543772848170429916717
GELU = (math.sqrt(2 / math.pi), 0.044715)
SLOPE = 0.01


def _one(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lift(or_nan(f), 1)


def _below_zero(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return x above zero, f(x) below."""
    return lambda x: f(x) if less(x, 0) else x


def _elu(x: Any, alpha: Any = 1.0) -> Any:
    return _one(_below_zero(lambda t: t.expm1() * alpha))(x)


def _celu(x: Any, alpha: Any = 1.0) -> Any:
    return _one(_below_zero(lambda t: (t / alpha).expm1() * alpha))(x)


def _leaky_relu(x: Any, negative_slope: Any = SLOPE) -> Any:
    return _one(_below_zero(lambda t: t * negative_slope))(x)


def _gelu(x: Any, approximate: bool = True) -> Any:  # noqa: FBT001, FBT002 -- as in jax.nn
    return _one(_gelu_by_tanh if approximate else lambda t: t * normal(t))(x)


def _gelu_by_tanh(x: Any) -> Any:
    return x / 2 * (((x + x * x * x * GELU[1]) * GELU[0]).tanh() + 1)


def _between(low: float, high: float) -> Callable[[Any], Any]:
    return lambda x: smaller(larger(x, arb(low)), arb(high))


def _softplus(x: Any) -> Any:
    return x + (-x).exp().log1p() if x.mid() > 0 else x.exp().log1p()


def _squareplus(x: Any, b: Any = 4.0) -> Any:
    return _one(lambda t: (t + (t * t + b).sqrt()) / 2)(x)


def log_softmax(x: Any, axis: Any = -1) -> Any:
    """Return x − ln Σ eˣ along an axis."""
    return x - reductions.MEANINGS["special.logsumexp"](x, axis=axis, keepdims=True)


def _softmax(x: Any, axis: Any = -1) -> Any:
    return np.exp(log_softmax(x, axis))


def _glu(x: Any, axis: int = -1) -> Any:
    first, second = np.split(x, 2, axis=axis)
    return first * lift(expit, 1)(second)


def _one_hot(x: Any, num_classes: int, axis: int = -1) -> Any:
    return np.moveaxis(np.equal(x[..., None], np.arange(num_classes)).astype(int), -1, axis)


_six = _between(0, 6)

# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "nn.relu":         _one(lambda x: larger(x, arb(0))),
    "nn.relu6":        _one(_six),
    "nn.leaky_relu":   _leaky_relu,
    "nn.elu":          _elu,
    "nn.celu":         _celu,
    "nn.selu":         lambda x: _elu(x, ALPHA) * LAMBDA,
    "nn.gelu":         _gelu,
    "nn.silu":         _one(lambda x: x * expit(x)),
    "nn.mish":         _one(lambda x: x * _softplus(x).tanh()),
    "nn.sigmoid":      _one(expit),
    "nn.log_sigmoid":  _one(lambda x: -_softplus(-x)),
    "nn.softplus":     _one(_softplus),
    "nn.soft_sign":    _one(lambda x: x / (abs(x) + 1)),
    "nn.squareplus":   _squareplus,
    "nn.hard_tanh":    _one(_between(-1, 1)),
    "nn.hard_sigmoid": _one(lambda x: _six(x + 3) / 6),
    "nn.hard_silu":    _one(lambda x: x * _six(x + 3) / 6),
    "nn.softmax":      _softmax,
    "nn.log_softmax":  log_softmax,
    "nn.glu":          _glu,
    "nn.one_hot":      _one_hot,
}
# fmt: on
