"""NumPy's meaning of every word, with a numeric stand-in for derivatives.

Search and blame need shapes, and values as a program has them so far; NumPy gives both. It has no
derivatives, so differences of values stand in for them: fourth order, with a step that is large, so that
even the third derivative keeps nine digits. No verdict comes from here: that is what the truth is for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adspec.language.higher import CONTROL
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array

STEP = 2.0**-7

Function = Callable[[Any], Any]


def _push(g: Function, x: Any, u: Any) -> Array:
    """Return J_g(x) u. Math: (8 (g(x+hu) − g(x−hu)) − (g(x+2hu) − g(x−2hu))) / 12h."""
    x, u = np.asarray(x), np.asarray(u, dtype=np.float64)
    wide = x.astype(np.float64)
    sizes = np.abs(wide[wide != 0])
    h = STEP * min(1.0, float(sizes.min(initial=1.0))) / max(1.0, float(np.abs(u).max(initial=0.0)))
    near, far = (np.asarray(g(wide + k * h * u)) - g(wide - k * h * u) for k in (1, 2))
    like = x if x.dtype == np.float64 else np.asarray(g(x))
    return np.asarray((8 * near - far) / (12 * h)).astype(like.dtype)


def _pull(g: Function, x: Any, v: Any) -> Array:
    """Return J_g(x)ᵀ v, from one push per entry of x."""
    x = np.asarray(x)
    slopes = [_push(g, x, e.reshape(x.shape)) for e in np.eye(x.size)]
    return np.asarray([np.sum(v * slope) for slope in slopes]).reshape(x.shape).astype(x.dtype)


def _grad(g: Function, x: Any) -> Array:
    return _pull(g, x, 1.0)


NUMPY: Mapping[str, Callable[..., Any]] = {
    **{name: row.value for name, row in VOCABULARY.items()},
    **CONTROL,
    "push": _push,
    "pull": _pull,
    "grad": _grad,
}
