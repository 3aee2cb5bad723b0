"""Discrete Fourier transforms under the names of numpy.fft.

Four are primitives, along one axis; those along several axes and the Hermitian
ones are made of them, as they are in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from adspec.reference_engine.numpy.elementwise import conj
from adspec.reference_engine.numpy.manipulation import roll
from adspec.reference_engine.tracing import Primitive, shape_of

fftfreq, rfftfreq = np.fft.fftfreq, np.fft.rfftfreq

fft_along = Primitive("fft.fft", np.fft.fft)
ifft_along = Primitive("fft.ifft", np.fft.ifft)
rfft_along = Primitive("fft.rfft", np.fft.rfft)
irfft_along = Primitive("fft.irfft", np.fft.irfft)

# The normalisation that undoes each.
SWAPPED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def fft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the Fourier transform along an axis, cut or padded to length n."""
    return fft_along(x, n=n or shape_of(x)[axis], axis=axis, norm=norm)


def ifft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the inverse Fourier transform along an axis."""
    return ifft_along(x, n=n or shape_of(x)[axis], axis=axis, norm=norm)


def rfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the non-negative frequencies of a real array along an axis."""
    return rfft_along(x, n=n or shape_of(x)[axis], axis=axis, norm=norm)


def irfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the real array with these non-negative frequencies along an axis."""
    return irfft_along(x, n=n or 2 * (shape_of(x)[axis] - 1), axis=axis, norm=norm)


def hfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the real transform of the non-negative half of a Hermitian array."""
    return irfft(conj(x), n, axis, SWAPPED[norm])


def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Return the inverse of hfft."""
    return conj(rfft(x, n, axis, SWAPPED[norm]))


Sizes = Sequence[int] | None


def planned(x: Any, s: Sizes, axes: Sizes) -> list[tuple[int | None, int]]:
    """Return length and axis of each transform, in the order given."""
    if axes is None:
        ndim = len(shape_of(x))
        axes = range(ndim) if s is None else range(ndim - len(s), ndim)
    lengths: Sequence[int | None] = s or [None] * len(axes)
    return list(zip(lengths, axes, strict=True))


def along_all(
    transform: Callable[..., Any], x: Any, plan: list[tuple[int | None, int]], norm: str | None
) -> Any:
    """Return x transformed along each axis of the plan, the last first."""
    for n, axis in reversed(plan):
        x = transform(x, n, axis, norm)
    return x


def fftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str | None = None) -> Any:
    """Return the Fourier transform along several axes, all by default."""
    return along_all(fft, x, planned(x, s, axes), norm)


def ifftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str | None = None) -> Any:
    """Return the inverse Fourier transform along several axes."""
    return along_all(ifft, x, planned(x, s, axes), norm)


def rfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str | None = None) -> Any:
    """Return the transform of a real array, half of it along the last axis."""
    *rest, (n, axis) = planned(x, s, axes)
    return along_all(fft, rfft(x, n, axis, norm), rest, norm)


def irfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str | None = None) -> Any:
    """Return the inverse of rfftn."""
    *rest, (n, axis) = planned(x, s, axes)
    for length, along in rest:
        x = ifft(x, length, along, norm)
    return irfft(x, n, axis, norm)


def fft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str | None = None) -> Any:
    """Return the Fourier transform along two axes."""
    return fftn(x, s, axes, norm)


def ifft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str | None = None) -> Any:
    """Return the inverse Fourier transform along two axes."""
    return ifftn(x, s, axes, norm)


def fftshift(x: Any, axes: Any = None) -> Any:
    """Return x with the zero frequency in the middle."""
    axes = shift_axes(x, axes)
    return roll(x, tuple(shape_of(x)[a] // 2 for a in axes), axes)


def ifftshift(x: Any, axes: Any = None) -> Any:
    """Return x with the zero frequency in front again."""
    axes = shift_axes(x, axes)
    return roll(x, tuple(-(shape_of(x)[a] // 2) for a in axes), axes)


def shift_axes(x: Any, axes: Any) -> tuple[int, ...]:
    """Return the axes to shift, all if None."""
    if axes is None:
        return tuple(range(len(shape_of(x))))
    return (axes,) if isinstance(axes, int) else tuple(axes)
