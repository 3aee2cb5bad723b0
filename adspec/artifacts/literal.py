"""Numbers and arrays as the text of a script: bit for bit, with `np` for NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from adspec.language import literals
from adspec.language.presentation import PRESENTATIONS
from adspec.language.spaces import Array

UNMARKED = frozenset({"float64", "complex128", "int64", "bool"})


def number(value: Any) -> str:
    """Return the text of one number: `2.0`, `np.inf`, `complex(1.0, np.nan)`."""
    if isinstance(value, complex):
        return repr(value) if np.isfinite(value) else f"complex({number(value.real)}, {number(value.imag)})"
    if isinstance(value, float) and not np.isfinite(value):
        return "np.nan" if np.isnan(value) else "np.inf" if value > 0 else "-np.inf"
    return repr(value)


def _nested(values: Any) -> str:
    return f"[{', '.join(map(_nested, values))}]" if isinstance(values, list) else number(values)


def array(a: Array) -> str:
    """Return the text of a NumPy array: `np.array([1.0, 2.0])`, `np.zeros((0, 3), np.float32)`."""
    dtype = "" if a.dtype.name in UNMARKED else f", np.{a.dtype.name}"
    if a.size == 0:
        return f"np.zeros({a.shape}{dtype or f', {a.dtype.name}' * (a.dtype.name != 'float64')})"
    if a.size > 1 and np.all(a == a.flat[0]) and a.dtype.kind in "fc":
        return f"np.full({a.shape}, {number(a.flat[0].item())}{dtype})"
    return f"np.array({_nested(a.tolist())}{dtype})"


def constant(value: Any, dtype: Any) -> str:
    """Return the text of a literal of the program language; a list is an array, of floats one of `dtype`."""
    if isinstance(value, list):
        return array(np.asarray(literals.as_argument(value, dtype)))
    if isinstance(value, tuple):
        inner = ", ".join(constant(v, dtype) for v in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, slice):
        return f"slice({', '.join(number(e) for e in (value.start, value.stop, value.step))})"
    return "..." if value is ... else number(value)


# ------------------------------------------------------------------ presentations


def _repeated(a: Array) -> str:
    text = array(a)
    for axis in range(a.ndim):
        text = f"np.repeat({text}, 2, {axis})"
    return f"{text}[{', '.join(['::2'] * a.ndim)}]" if a.ndim else text


def _reversed(a: Array) -> str:
    return f"np.flip({array(np.flip(a))})" if a.ndim else array(a)


def _broadcast(a: Array) -> str:
    view = PRESENTATIONS["broadcast"].array(np.array(a))
    if not any(stride == 0 for stride in view.strides):
        return array(a)
    first = view[tuple(slice(0, 1) if stride == 0 else slice(None) for stride in view.strides)]
    return f"np.broadcast_to({array(np.array(first))}, {a.shape})"


_SHOWN: Mapping[str, Callable[[Array], str]] = {
    "broadcast": _broadcast,
    "fortran": lambda a: f'np.array({array(a)}, order="F")',
    "numpy_scalars": lambda a: f"np.{a.dtype.name}({number(a.item())})" if a.ndim == 0 else array(a),
    "python_numbers": lambda a: number(a.item()) if a.ndim == 0 else array(a),
    "reversed": _reversed,
    "strided": _repeated,
}


def shown(a: Array, presentation: str) -> str:
    """Return the text of an array as a presentation hands it over."""
    return _SHOWN.get(presentation, array)(a)


def after(names: Sequence[str], presentation: str) -> list[str]:
    """Return the lines that a presentation wants once the arrays are there."""
    return [f"{name}.flags.writeable = False" for name in names] if presentation == "read_only" else []
