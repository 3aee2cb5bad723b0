"""Functions that only JAX has, in the namespace where it has them."""

from __future__ import annotations

from typing import Any

from adspec.reference_engine.numpy.neural import conv as conv
from adspec.reference_engine.numpy.sorting import top_k as top_k


def complex(real: Any, imaginary: Any) -> Any:
    """Return the complex number with these parts."""
    return real + 1j * imaginary
