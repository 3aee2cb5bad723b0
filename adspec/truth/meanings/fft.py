"""Discrete Fourier transforms on balls: the sum itself, with exact roots of unity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.truth.meanings.elementwise import MEANINGS as ELEMENTWISE

Norm = str | None
_conj, _real = ELEMENTWISE["conj"], ELEMENTWISE["real"]
_OPPOSITE: dict[Norm, str] = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def _roots(n: int, sign: int) -> Any:
    """Return the matrix e^(sign·2πi·jk/n)."""
    powers = [acb(arb(2 * sign * k) / n).exp_pi_i() for k in range(n)]
    matrix = np.empty((n, n), dtype=object)
    matrix[...] = [[powers[j * k % n] for k in range(n)] for j in range(n)]
    return matrix


def _length(x: Any, n: int, axis: int) -> Any:
    """Return x with n entries along an axis: cropped, or with zeros at the end."""
    rows = np.moveaxis(x, axis, -1)[..., :n]
    missing = np.zeros((*rows.shape[:-1], n - rows.shape[-1]), dtype=object)
    return np.moveaxis(np.concatenate([rows, missing], axis=-1), -1, axis)


def _scale(n: int, norm: Norm, sign: int) -> Any:
    """Return what a transform of this sign is divided by."""
    if norm == "ortho":
        return arb(n).sqrt()
    divided = (norm == "forward") if sign < 0 else (norm in {None, "backward"})
    return arb(n) if divided else arb(1)


def _transform(sign: int) -> Callable[..., Any]:
    def transform(x: Any, n: int | None = None, axis: int = -1, norm: Norm = None) -> Any:
        count = x.shape[axis] if n is None else n
        rows = np.moveaxis(_length(x, count, axis), axis, -1)
        turned = np.matmul(rows, _roots(count, sign)) / _scale(count, norm, sign)
        return np.moveaxis(turned, -1, axis)

    return transform


fft, ifft = _transform(-1), _transform(1)


def rfft(x: Any, n: int | None = None, axis: int = -1, norm: Norm = None) -> Any:
    """Return the first n//2 + 1 entries of fft."""
    count = x.shape[axis] if n is None else n
    return _length(fft(x, count, axis, norm), count // 2 + 1, axis)


def irfft(x: Any, n: int | None = None, axis: int = -1, norm: Norm = None) -> Any:
    """Return ifft of the Hermitian spectrum whose first half is x.

    The imaginary parts of its ends, which a Hermitian spectrum does not have, count for nothing.
    """
    count = 2 * (x.shape[axis] - 1) if n is None else n
    half = np.moveaxis(_length(x, count // 2 + 1, axis), axis, -1)
    first, inner = _real(half[..., :1]), half[..., 1 : (count + 1) // 2]
    middle = _real(half[..., count // 2 :]) if count % 2 == 0 else half[..., :0]
    spectrum = np.concatenate([first, inner, middle, _conj(inner[..., ::-1])], axis=-1)
    return _real(np.moveaxis(ifft(spectrum, count, -1, norm), -1, axis))


def hfft(x: Any, n: int | None = None, axis: int = -1, norm: Norm = None) -> Any:
    """Return fft of a Hermitian signal whose first half is x."""
    return irfft(_conj(x), n, axis, _OPPOSITE[norm])


def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: Norm = None) -> Any:
    """Return the first half of ifft of real x."""
    return _conj(rfft(x, n, axis, _OPPOSITE[norm]))


def _axes(x: Any, s: Sequence[int] | None, axes: Sequence[int] | None) -> list[tuple[int | None, int]]:
    """Return (length, axis) pairs; a length of None is that of x."""
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    return list(zip([None] * len(axes) if s is None else s, axes, strict=True))


def _over(transform: Callable[..., Any], last: Callable[..., Any], *, last_first: bool) -> Callable[..., Any]:
    """Return a transform of several axes: `last` along the last of them, before or after the others."""

    def several(x: Any, s: Any = None, axes: Any = None, norm: Norm = None) -> Any:
        *others, (n, axis) = _axes(x, s, axes)
        if last_first:
            x = last(x, n, axis, norm)
        for m, other in others:
            x = transform(x, m, other, norm)
        return x if last_first else last(x, n, axis, norm)

    return several


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "fft.fft":    fft,
    "fft.ifft":   ifft,
    "fft.rfft":   rfft,
    "fft.irfft":  irfft,
    "fft.hfft":   hfft,
    "fft.ihfft":  ihfft,
    "fft.fftn":   _over(fft, fft, last_first=True),
    "fft.ifftn":  _over(ifft, ifft, last_first=True),
    "fft.rfftn":  _over(fft, rfft, last_first=True),
    "fft.irfftn": _over(ifft, irfft, last_first=False),
}
# fmt: on
