"""Activations, normalisations and convolutions, named and called as in jax.nn and jax.lax.

Their NumPy meanings stand here, written so that no entry overflows on its way.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import FRACTIONAL, REAL
from adspec.language.primitives.forms import UNARY, form, rung
from adspec.language.primitives.reductions import logsumexp
from adspec.language.primitives.row import Domain, Form, Primitive


def _row(name: str, says: str, value: Callable[..., Any], domain: Domain = REAL, **more: Any) -> Primitive:
    """Return the row of an activation, which acts entry by entry."""
    words = {"forms": UNARY, "elementwise": True, **more}
    return Primitive(name=f"nn.{name}", family="neural", says=says, value=value, domains=(domain,), **words)


# ------------------------------------------------------------------ meanings


def sigmoid(x: Any) -> Any:
    """Return 1/(1 + e⁻ˣ)."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def gelu(x: Any, approximate: bool = True) -> Any:  # noqa: FBT001, FBT002 -- as in jax.nn
    """Return x·Φ(x), or its approximation by tanh."""
    if approximate:
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    phi = np.vectorize(lambda t: math.erfc(-t / math.sqrt(2)) / 2, otypes=[np.float64])
    return x * phi(x).astype(np.asarray(x).dtype)


def elu(x: Any, alpha: float = 1.0) -> Any:
    """Return x, or α(eˣ − 1) below 0."""
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def selu(x: Any) -> Any:
    """Return λ·elu(x, α) with the two constants that keep mean 0 and variance 1."""
    return 1.0507009873554804934193349852946 * elu(x, 1.6732632423543772848170429916717)


def celu(x: Any, alpha: float = 1.0) -> Any:
    """Return x, or α(e^(x/α) − 1) below 0."""
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))


def relu6(x: Any) -> Any:
    """Return x between 0 and 6."""
    return np.minimum(np.maximum(x, 0), 6)


def log_softmax(x: Any, axis: Any = -1) -> Any:
    """Return x − ln Σ eˣ along an axis."""
    return x - logsumexp(x, axis=axis, keepdims=True)


def glu(x: Any, axis: int = -1) -> Any:
    """Return the first half times the sigmoid of the second half along an axis."""
    first, second = np.split(x, 2, axis=axis)
    return first * sigmoid(second)


def conv(x: Any, kernel: Any, window_strides: tuple[int, ...], padding: str) -> Any:
    """Return the cross-correlation of images with kernels.

    Math: y[n, o, p] = Σ over c, k of x[n, c, s·p + k]·kernel[o, c, k].
    Shapes: x: batch, channels, *sizes; kernel: out channels, channels, *windows.
    """
    windows, strides = kernel.shape[2:], window_strides
    if padding == "SAME":
        lengths = zip(x.shape[2:], windows, strides, strict=True)
        missing = [max((-(-n // s) - 1) * s + k - n, 0) for n, k, s in lengths]
        x = np.pad(x, [(0, 0), (0, 0), *((m // 2, m - m // 2) for m in missing)])
    ends = [n - k + 1 for n, k in zip(x.shape[2:], windows, strict=True)]
    total: Any = 0
    for at in itertools.product(*map(range, windows)):
        seen = tuple(slice(k, k + end, s) for k, end, s in zip(at, ends, strides, strict=True))
        weights = kernel[(slice(None), slice(None), *at)]
        part = np.tensordot(x[(slice(None), slice(None), *seen)], weights, axes=((1,), (1,)))
        total = total + np.moveaxis(part, -1, 1)
    return total


def one_hot(x: Any, num_classes: int, axis: int = -1) -> Any:
    """Return 1 at the place that each integer names along a new axis, else 0; beyond the classes only 0."""
    places = np.equal(np.asarray(x)[..., None], np.arange(num_classes))
    return np.moveaxis(places.astype(np.float64), -1, axis)


# ------------------------------------------------------------------ rows


def _with(*more: Form) -> tuple[Form, ...]:
    return (*UNARY, *more)


_AXES = (
    form((3,)),
    form((2, 3)),
    form((2, 3), axis=0),
    form((2, 1, 3), axis=2),
    form((1,)),
    form((2, 3), axis=(0, 1)),
)
_STEEP = (
    rung([700.0, 710.0, 1.0]),
    rung([-800.0, -801.0]),
    rung([1e150, 0.0]),
    rung([1.0, 1.0]),
    rung([0.0, -1e-160]),
)
_NORMALISED: dict[str, Any] = {"forms": _AXES, "elementwise": False, "rungs": _STEEP}
_HALVED: dict[str, Any] = {"forms": (form((2,)), form((3, 2)), form((2, 3), axis=0)), "elementwise": False}
_SLOPES = _with(form((3,), negative_slope=0.25))
_ALPHAS = _with(form((3,), alpha=0.5))
# Its integers are the order of x, and what it returns is seen as factors of a sum of x.
_CHOICE: dict[str, Any] = {
    "forms": (
        form((3,), num_classes=3),
        form((3,), num_classes=2),
        form((2,), num_classes=3, axis=0),
        form((2, 3), num_classes=4),
        form((2, 1, 3), num_classes=3, axis=0),
    ),
    "elementwise": False,
    "constant": True,
    "prepare": ("def g(x):\n    i = argsort(x)\n    return i",) * 2,
    "observable": ("def g(a, x):\n    b = sum(x)\n    c = multiply(a, b)\n    return c",) * 2,
}
_WINDOWS = (
    form((2, 1, 3), (1, 1, 2), window_strides=(1,), padding="VALID"),
    form((2, 1, 3), (2, 1, 2), window_strides=(1,), padding="SAME"),
    form((1, 2, 3), (1, 2, 3), window_strides=(2,), padding="SAME"),
    form((1, 1, 3, 3), (2, 1, 2, 2), window_strides=(1, 1), padding="VALID"),
    form((1, 1, 3, 3), (1, 1, 2, 2), window_strides=(2, 1), padding="SAME"),
)

ROWS: tuple[Primitive, ...] = (
    _row("relu", "max(x, 0)", lambda x: np.maximum(x, 0), kinks=(0.0,)),
    _row("relu6", "x between 0 and 6", relu6, FRACTIONAL, kinks=(0.0, 6.0)),
    _row(
        "leaky_relu",
        "x, or s·x below 0",
        lambda x, negative_slope=0.01: np.where(x >= 0, x, negative_slope * x),
        forms=_SLOPES,
        kinks=(0.0,),
    ),
    _row("elu", "x, or α(eˣ − 1) below 0", elu, forms=_ALPHAS, kinks=(0.0,)),
    _row("celu", "x, or α(e^(x/α) − 1) below 0", celu, forms=_ALPHAS),
    _row("selu", "λ·elu(x, α)", selu, kinks=(0.0,)),
    _row(
        "gelu",
        "x·Φ(x), by tanh or exactly",
        gelu,
        forms=_with(form((3,), approximate=False), form((), approximate=False)),
    ),
    _row("silu", "x·sigmoid(x)", lambda x: x * sigmoid(x)),
    _row("mish", "x·tanh(softplus x)", lambda x: x * np.tanh(np.logaddexp(x, 0))),
    _row("sigmoid", "1/(1 + e⁻ˣ)", sigmoid),
    _row("log_sigmoid", "−ln(1 + e⁻ˣ)", lambda x: -np.logaddexp(-x, 0)),
    _row("softplus", "ln(1 + eˣ)", lambda x: np.logaddexp(x, 0)),
    _row("soft_sign", "x/(1 + |x|)", lambda x: x / (1 + np.abs(x))),
    _row("squareplus", "(x + √(x² + b))/2, b = 4", lambda x, b=4.0: (x + np.sqrt(x * x + b)) / 2),
    _row("hard_tanh", "x between −1 and 1", lambda x: np.clip(x, -1, 1), FRACTIONAL, kinks=(-1.0, 1.0)),
    _row("hard_sigmoid", "relu6(x + 3)/6", lambda x: relu6(x + 3) / 6, FRACTIONAL, kinks=(-3.0, 3.0)),
    _row("hard_silu", "x·hard_sigmoid(x)", lambda x: x * relu6(x + 3) / 6, FRACTIONAL, kinks=(-3.0, 3.0)),
    _row("softmax", "eˣ/Σ eˣ along an axis", lambda x, axis=-1: np.exp(log_softmax(x, axis)), **_NORMALISED),
    _row("log_softmax", "x − ln Σ eˣ along an axis", log_softmax, **_NORMALISED),
    _row("glu", "half of x times the sigmoid of the other half", glu, **_HALVED),
    _row("one_hot", "1 at the place that an integer names along a new axis, else 0", one_hot, **_CHOICE),
    Primitive(
        name="lax.conv",
        family="neural",
        says="the cross-correlation of a batch of images with kernels",
        value=conv,
        forms=_WINDOWS,
        domains=(REAL,),
        alike=True,
    ),
)
