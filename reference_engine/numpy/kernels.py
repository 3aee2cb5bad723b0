"""Function values that NumPy does not compute, or not accurately enough."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

# Gauss-Legendre nodes on [0, 1], enough for the integral below up to |z| = 10.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(30)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
TINY, LARGER = 2.0**-560, 2.0**520  # TINY·LARGER is 2⁻⁴⁰: its square is no part of a linear function


def sech2_values(x: Any) -> Any:
    """Return 1 / cosh²(x), to full relative accuracy."""
    if np.iscomplexobj(x):
        # A complex cosine overflows to NaN; far out only one of its exponentials counts.
        x = np.where(np.real(x) < 0, -x, x)
        far = np.real(x) > 40
        return np.where(far, 4 * np.exp(-2 * x), 1 / np.cosh(np.where(far, 0, x)) ** 2).astype(x.dtype)[()]
    sech = 1 / np.cosh(x)
    return sech * sech


def hypot_slopes(a: Any, b: Any) -> Any:
    """Return a / √(a² + b²), and 0 at the origin."""
    length = np.hypot(a, b)
    return a / np.where(length == 0, 1, length)[()]


def sigmoid_values(x: Any) -> Any:
    """Return 1 / (1 + exp(-x)), accurate in both tails."""
    if np.iscomplexobj(x):
        return 1 / (1 + np.exp(-x))
    e = np.exp(-np.abs(x))
    return np.where(np.less(x, 0), e, np.ones_like(e))[()] / (1 + e)


def sinc_slopes(x: Any, *, order: int) -> Any:
    """Return the derivative of the given order of sin(πx) / (πx).

    The closed form (cos πx - sinc x) / x cancels near 0: at 1e-8 a third of the
    result is wrong. The integral has no cancellation there; far from 0 the
    recurrence that integration by parts gives has none.

    Math: sₙ(z) = ∫₀¹ tⁿ cos(zt + nπ/2) dt,  d/dxⁿ sinc(x) = πⁿ sₙ(πx)
          sₙ(z) = (sin(z + nπ/2) - n sₙ₋₁(z)) / z
    """
    x = np.asarray(x)
    wide = x.astype(complex if x.dtype.kind == "c" else float)
    z = np.pi * wide
    near = np.abs(z) <= order
    result = np.empty_like(z)
    result[near] = slope_near_zero(z[near], order)
    result[~near] = slope_by_recurrence(wide[~near], order)
    return (np.pi**order * result).astype(x.dtype)[()]


def slope_near_zero(z: Any, order: int) -> Any:
    """Return sₙ(z) for |z| ≤ n; of odd order it is linear where z is tiny, and its terms no subnormals."""
    larger = np.where((np.abs(z) < TINY) & bool(order % 2), LARGER, 1.0)
    return slope_by_quadrature(z * larger, order) / larger


def slope_by_quadrature(z: Any, order: int) -> Any:
    """Return sₙ(z) as an integral, for |z| within reach."""
    wave = (np.cos, lambda a: -np.sin(a), lambda a: -np.cos(a), np.sin)[order % 4]
    return wave(z[..., None] * NODES) @ (WEIGHTS * NODES**order)


def slope_by_recurrence(x: Any, order: int) -> Any:
    """Return sₙ(πx) from its predecessors, for large x; turns are counted exactly."""
    z = np.pi * x
    turn = np.pi * (x - 2 * np.round(x.real / 2))
    waves = (np.sin(turn), np.cos(turn))
    s = waves[0] / z
    for n in range(1, order + 1):
        wave = waves[n % 2] * (-1 if n % 4 in (2, 3) else 1)
        s = (wave - n * s) / z
    return s


def scale_of(size: Any, axis: Any) -> Any:
    """Return a power of two near the largest size along the axes.

    Dividing by it and multiplying again rounds nothing, but keeps squares from
    over- and underflowing.
    """
    largest = np.max(size, axis=axis, keepdims=True, initial=0)
    usable = np.isfinite(largest) & (largest > 0)
    exponent = np.frexp(np.where(usable, largest, 1))[1]
    return np.ldexp(np.ones_like(largest), exponent - 1)


def std_values(x: Any, *, axis: Any, correction: float, keepdims: bool) -> Any:
    """Return the standard deviation, of values of any size."""
    scale = scale_of(np.abs(x - np.mean(x, axis=axis, keepdims=True)), axis)
    unit = np.std(x / scale, axis=axis, ddof=correction, keepdims=keepdims)
    return unit * (scale if keepdims else scale.reshape(np.shape(unit)))[()]


def norm_values(x: Any, *, axis: Any, keepdims: bool, order: float) -> Any:
    """Return (Σ |x|^order)^(1/order), of values of any size."""
    scale = scale_of(np.abs(x), axis)
    unit = np.linalg.vector_norm(x / scale, axis=axis, keepdims=keepdims, ord=order)
    return unit if order == 0 else unit * (scale if keepdims else scale.reshape(np.shape(unit)))[()]


def substituted(a: Any, b: Any, *, lower: bool) -> Any:
    """Return x with a x = b for triangular matrices a, one row of x after the other.

    Each row has the digits that its own numbers allow, whatever the others are; a
    decomposition with pivots would mix them.

    Raises: LinAlgError where a is singular
    """
    n = a.shape[-1]
    if np.any(np.diagonal(a, axis1=-2, axis2=-1) == 0):
        raise np.linalg.LinAlgError("Singular matrix")
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    x = np.zeros((*stack, *b.shape[-2:]), np.result_type(a, b))
    for i in range(n) if lower else reversed(range(n)):
        known = np.matmul(a[..., i : i + 1, :], x)[..., 0, :]  # rows to come are zero
        x[..., i, :] = (b[..., i, :] - known) / a[..., i, i, None]
    return x


def tuple_of_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes that None, one axis or several stand for, none negative."""
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    return tuple(int(a) % ndim if ndim else int(a) for a in axes)


def recurrence(a: Any, b: Any, *, axis: int) -> Any:
    """Return s with s₀ = b₀ and sₖ = sₖ₋₁ aₖ + bₖ along the axis."""
    a, b = np.broadcast_arrays(np.moveaxis(a, axis, 0), np.moveaxis(b, axis, 0))
    s = np.array(b, dtype=np.result_type(a, b))
    for k in range(1, len(s)):
        s[k] += s[k - 1] * a[k]
    return np.moveaxis(s, 0, axis)


def widened(function: Any) -> Any:
    """Return the function computed in double precision, rounded to its arguments' dtype."""

    def rounded(*args: Any) -> Any:
        arrays = [np.asarray(x) for x in args]
        dtype = np.result_type(*(x for x in arrays if x.dtype.kind == "f"))
        wide = np.broadcast_arrays(*(x.astype(np.float64) for x in arrays))
        with np.errstate(all="ignore"):
            return function(*wide).astype(dtype)[()]

    return rounded


def of_scipy(name: str, module: str = "special") -> Callable[..., Any]:
    """Return a function of SciPy, looked up when it is called."""

    def function(*args: Any, **params: Any) -> Any:
        try:
            scipy = import_module(f"scipy.{module}")
        except ImportError:
            raise ImportError(
                f"{module}.{name}: SciPy computes it, and is not installed. pip install scipy"
            ) from None
        return getattr(scipy, name)(*args, **params)

    return function
