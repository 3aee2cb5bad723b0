"""Function values that NumPy does not compute, or not accurately enough."""

from __future__ import annotations

from typing import Any

import numpy as np

# Gauss-Legendre nodes on [0, 1]. Thirty are exact to the last bit for the
# integrals below as long as |z| ≤ REACH.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(30)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
REACH = 12.0


def sech2_values(x: Any) -> Any:
    """Return 1 / cosh²(x), to full relative accuracy and without overflow."""
    if np.iscomplexobj(x):
        return 1 / np.cosh(x) ** 2
    e = np.exp(-2 * np.abs(x))
    return 4 * e / (1 + e) ** 2


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
    near = np.abs(z) <= max(REACH, order)
    result = np.empty_like(z)
    result[near] = slope_by_quadrature(z[near], order)
    result[~near] = slope_by_recurrence(wide[~near], order)
    return (np.pi**order * result).astype(x.dtype)[()]


def slope_by_quadrature(z: Any, order: int) -> Any:
    wave = (np.cos, lambda a: -np.sin(a), lambda a: -np.cos(a), np.sin)[order % 4]
    return wave(z[..., None] * NODES) @ (WEIGHTS * NODES**order)


def slope_by_recurrence(x: Any, order: int) -> Any:
    z = np.pi * x
    turn = np.pi * (x - 2 * np.round(x.real / 2))
    waves = (np.sin(turn), np.cos(turn))
    s = waves[0] / z
    for n in range(1, order + 1):
        wave = waves[n % 2] * (-1 if n % 4 in (2, 3) else 1)
        s = (wave - n * s) / z
    return s


def scaled_std(x: Any, *, axis: Any, correction: float, keepdims: bool) -> Any:
    """Return the standard deviation, without squaring what over- or underflows."""
    plain = np.std(x, axis=axis, ddof=correction, keepdims=keepdims)
    spread = np.abs(x - np.mean(x, axis=axis, keepdims=True))
    largest = np.max(spread, axis=axis, keepdims=True, initial=0)
    fine = np.finfo(largest.dtype)
    low, high = fine.tiny**0.5 / fine.eps, fine.max**0.5 * fine.eps
    if np.all((largest == 0) | ((largest > low) & (largest < high)) | ~np.isfinite(largest)):
        return plain
    scale = np.where(largest == 0, 1, largest)
    unit = np.std(x / scale, axis=axis, ddof=correction, keepdims=True) * scale
    return unit if keepdims else np.squeeze(unit, axis=tuple_of_axes(axis, unit.ndim))[()]


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
