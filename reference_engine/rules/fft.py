"""The derivatives of Fourier transforms.

The matrix of a transform is symmetric, and transposition takes no conjugates, so
fft pulls back with fft. Length n differs from the argument's by padding or cutting,
whose transpose is cutting or padding (`resized`).
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy.fft import (
    SWAPPED,
    fft_along,
    ifft_along,
    irfft_along,
    rfft_along,
)
from adspec.reference_engine.rule import Rule, linear
from adspec.reference_engine.tracing import shape_of


def resized(v: Any, length: int, axis: int) -> Any:
    """Return v cut or padded with zeros to a length."""
    shape = shape_of(v)
    axis = axis % len(shape)
    have = shape[axis]
    if have > length:
        return ad.getitem(v, (*[slice(None)] * axis, slice(0, length)))
    width = [(0, length - have if i == axis else 0) for i in range(len(shape))]
    return v if have == length else ad.pad(v, width)


def fft_pull(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    return resized(fft_along(v, n=n, axis=axis, norm=norm), shape_of(x)[axis], axis)


def ifft_pull(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    return resized(ifft_along(v, n=n, axis=axis, norm=norm), shape_of(x)[axis], axis)


def rfft_pull(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    """Math: the first rows of the symmetric matrix, transposed; real part."""
    full = fft_along(resized(v, n, axis), n=n, axis=axis, norm=norm)
    return resized(ad.real(full), shape_of(x)[axis], axis)


def irfft_pull(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    """Math: w conj(rfft v), w = 2 for the frequencies that stand for two, else 1."""
    half = ad.conj(rfft_along(v, n=n, axis=axis, norm=SWAPPED[norm]))
    m = n // 2 + 1
    weights = np.full(m, 2.0, v.dtype)
    weights[0] = 1
    if n % 2 == 0:
        weights[-1] = 1
    lined = weights.reshape([-1 if i == axis % len(shape_of(v)) else 1 for i in range(len(shape_of(v)))])
    return resized(half * lined, shape_of(x)[axis], axis)


# fmt: off
RULES: dict[str, Rule] = {
    "fft.fft":   linear(fft_along, fft_pull),
    "fft.ifft":  linear(ifft_along, ifft_pull),
    "fft.rfft":  linear(rfft_along, rfft_pull),
    "fft.irfft": linear(irfft_along, irfft_pull),
}
# fmt: on
