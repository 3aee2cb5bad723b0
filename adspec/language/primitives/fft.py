"""Discrete Fourier transforms: of odd and even lengths, cropped and padded, in every norm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form
from adspec.language.primitives.row import Form, Primitive


def _row(name: str, says: str, value: Callable[..., Any], forms: tuple[Form, ...], **more: Any) -> Primitive:
    """Return the row of a transform: linear over the reals."""
    words = {"complex": True, **more}
    return Primitive(
        name=f"fft.{name}", family="fft", says=says, value=value, forms=forms, domains=(REAL,), **words
    )


_LINE = (
    form((3,)),
    form((2, 3)),
    form((2,)),
    form((2, 3), axis=0),
    form((3,), n=2),
    form((3,), n=5),
    form((3,), norm="ortho"),
    form((3,), norm="forward"),
    form((1,)),
)
# A spectrum of m entries belongs to 2(m − 1) real points, or to n = 2m − 1.
_HALF = (
    form((3,)),
    form((3,), n=5),
    form((2, 3)),
    form((2, 3), axis=0, n=3),
    form((3,), n=3),
    form((2,), n=6),
    form((3,), norm="ortho"),
    form((3,), norm="forward"),
)
_PLANE = (
    form((2, 3)),
    form((2, 1, 3), axes=(0, 2)),
    form((2, 3), axes=(0,)),
    form((2, 3), s=(3, 2), axes=(0, 1)),
    form((2, 3), norm="ortho"),
    form((2, 3), axes=(1, 0), norm="forward"),
)
_SHIFT = (form((3,)), form((2,)), form((2, 3)), form((2, 3), axes=1), form((2, 3), axes=(0, 1)))

ROWS: tuple[Primitive, ...] = (
    _row("fft", "Σ x[k] e^(−2πi·jk/n)", np.fft.fft, _LINE),
    _row("ifft", "the inverse of fft", np.fft.ifft, _LINE),
    _row("rfft", "the first half of fft of real x", np.fft.rfft, _LINE, complex=False),
    _row("irfft", "the inverse of rfft", np.fft.irfft, _HALF),
    _row("hfft", "fft of a Hermitian signal, given by its half", np.fft.hfft, _HALF),
    _row("ihfft", "the inverse of hfft", np.fft.ihfft, _LINE, complex=False),
    _row("fftn", "fft along several axes", np.fft.fftn, _PLANE),
    _row("ifftn", "the inverse of fftn", np.fft.ifftn, _PLANE),
    _row("rfftn", "rfft along the last axis, fft along the others", np.fft.rfftn, _PLANE, complex=False),
    _row("irfftn", "the inverse of rfftn", np.fft.irfftn, _PLANE),
    _row("fftshift", "the zero frequency moved to the middle", np.fft.fftshift, _SHIFT),
    _row("ifftshift", "the inverse of fftshift", np.fft.ifftshift, _SHIFT),
)
