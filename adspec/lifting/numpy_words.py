"""NumPy's functions by the vocabulary's words: their names, and their meanings on balls."""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.engine import SPELLINGS
from adspec.language.primitives import VOCABULARY
from adspec.lifting import frames
from adspec.lifting.graph import UnsupportedError
from adspec.lifting.words import SELF, as_balls, cast, rsqrt
from adspec.truth.balls import is_balls
from adspec.truth.meanings import meaning

OLDER = {old: new for new, spellings in SPELLINGS.items() for old in spellings}
# NumPy's and SciPy's functions under other names than the vocabulary's.
NAMES = {
    **OLDER,
    "absolute": "abs",
    "amax": "max",
    "amin": "min",
    "around": "round",
    "conjugate": "conj",
    "degrees": "rad2deg",
    "fix": "trunc",
    "power": "pow",
    "psi": "special.digamma",
    "radians": "deg2rad",
    "true_divide": "divide",
}
PLAIN = ("logical_and", "logical_or", "logical_xor", "logical_not", "isfinite", "isnan", "isinf", "signbit")
SEQUENCES = frozenset({"concatenate", "concat", "stack", "vstack", "hstack", "dstack", "column_stack"})

_PLAIN_BALLS: dict[str, Any] = {
    "isnan": SELF["not_equal"][1],
    "isfinite": lambda x: np.asarray(np.frompyfunc(lambda e: e.is_finite(), 1, 1)(x), dtype=bool),
}
REDUCTIONS = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}
_EXTRA: dict[str, Any] = {"rsqrt": rsqrt}
# fmt: off
# What is asked of an array as it is at this point, and needs no equation.
LIKE = frozenset({
    "zeros_like", "ones_like", "full_like", "empty_like", "shape", "ndim", "size", "result_type",
    "common_type", "iscomplexobj", "isrealobj", "may_share_memory", "shares_memory", "can_cast",
})
# Words to which a plain number is a number, and not a place or a count.
NUMERIC = frozenset({
    "add", "subtract", "multiply", "divide", "pow", "remainder", "floor_divide", "hypot", "atan2",
    "logaddexp", "maximum", "minimum", "fmax", "fmin", "clip", "where", "copysign", "heaviside",
    "dot", "matmul", "concat", "stack", "less", "less_equal", "greater", "greater_equal", "equal",
    "not_equal",
})
# fmt: on


def meaning_of(word: str, numpy: Any, *, whole: bool) -> Any:
    """Return what a word means on balls, by NumPy on `whole` numbers; None where it means nothing there."""
    if word in PLAIN:
        return _PLAIN_BALLS.get(word, numpy)
    if whole:
        return numpy
    if word == "pow":
        return _power
    return meaning(word) if word in VOCABULARY else _EXTRA.get(word)


def _power(a: Any, b: Any) -> Any:
    """Return aᵇ; an exponent that is a whole number stays one, as for a negative base."""
    if not is_balls(b):
        return meaning("pow")(as_balls(a), b)
    if (
        b.size == 1
        and (n := b.flat[0].unique_fmpz() if hasattr(b.flat[0], "unique_fmpz") else None) is not None
    ):
        return meaning("pow")(as_balls(a), np.broadcast_to(np.asarray(int(n), dtype=object), b.shape))
    return meaning("pow")(as_balls(a), b)


def as_type(value: Any, dtype: Any) -> Any:
    """Return an array in another dtype; balls keep their numbers."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.astype(dtype)
    return cast(value, dtype)


def word_for(name: str) -> str:
    """Return the vocabulary's word for a name of NumPy's or SciPy's."""
    head, _, last = name.rpartition(".")
    found = NAMES.get(last, last)
    spelled = f"{head}.{found}" if head and "." not in found else found
    return next((w for w in (spelled, f"special.{found}") if w in VOCABULARY), spelled)


_EMPTY = (None, False, np._NoValue)  # noqa: SLF001 - NumPy's own word for absence


def telling(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that say something."""
    if params.get("out") is not None or params.get("where", True) is not True:
        raise UnsupportedError("out= or where=", frames.here())
    quiet = {"out", "where", "casting", "order", "dtype", "subok"}
    return {k: p for k, p in params.items() if k not in quiet and not any(p is e for e in _EMPTY)}
