"""Functions that only JAX has, in the namespace where it has them."""

from __future__ import annotations

from typing import Any

from adspec.reference_engine.numpy import neural, sorting

conv = neural.conv
top_k = sorting.top_k


def complex(real: Any, imaginary: Any) -> Any:
    """Return the complex number with these parts."""
    return real + 1j * imaginary
