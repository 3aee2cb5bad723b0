"""Moving and indexing entries, on balls: only where NumPy's function looks at the dtype."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import acb

from adspec.truth.balls import as_array, exact, is_balls, lift

_complex = lift(acb, 1)


def _select(conditions: Any, *choices: Any, default: complex = 0.0) -> Any:
    """Return entries of the choices, with a default that is a ball as they are: it may be used further on."""
    number = exact(default * 1.0) if any(map(is_balls, choices)) else default
    return np.select(list(conditions), list(choices), number)


def _put(x: Any, index: Any, values: Any) -> Any:
    changed = np.array(x)
    changed[index] = values[()] if np.ndim(values) == 0 else values  # else a scalar index would hold an array
    return changed


def _add_at(x: Any, index: Any, values: Any) -> Any:
    changed = np.array(x)
    np.add.at(changed, index, values)
    return changed


def _astype(x: Any, dtype: str) -> Any:
    return as_array(_complex(x)) if dtype.startswith("complex") else x


def _pad(x: Any, *args: Any, **params: Any) -> Any:
    """Return x padded; of a 0-d object array NumPy would make an array within an array."""
    return np.pad(x, *args, **params) if x.ndim else x


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "astype": _astype,
    "at.set": _put,
    "at.add": _add_at,
    "pad": _pad,
    "select": _select,
}
# fmt: on
