"""The one place where a meaning is SciPy's: its functions, imported when they are called."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np


def from_scipy(module: str, name: str) -> Callable[..., Any]:
    """Return `scipy.<module>.<name>`, whose result is as wide as the widest array argument."""

    def value(*args: Any, **params: Any) -> Any:
        function = getattr(import_module(f"scipy.{module}"), name)
        with warnings.catch_warnings():  # logm says how far off it may be; the truth knows better
            warnings.simplefilter("ignore")
            found = np.asarray(function(*args, **params))
        width = np.result_type(*(a for a in args if isinstance(a, (np.ndarray, np.generic))))
        return found.astype(np.result_type(width, np.complex64) if found.dtype.kind == "c" else width)

    return value


def matrix_function_from_scipy(name: str) -> Callable[..., Any]:
    """Return `scipy.linalg.<name>` for matrices only; SciPy's own takes a number for a matrix."""
    function = from_scipy("linalg", name)

    def value(x: Any) -> Any:
        if np.ndim(x) < 2:
            raise np.linalg.LinAlgError(f"{np.ndim(x)}-dimensional array given. A matrix has two dimensions")
        return function(x)

    return value
