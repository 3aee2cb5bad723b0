"""What front ends share: meanings that the vocabulary spells in another way, on arrays of balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.truth.balls import Ambiguous, as_array, exact, exact_integers, is_balls, is_nan, less, lift
from adspec.truth.meanings import meaning

Word = tuple[str, Callable[..., Any]]  # the name of a step, and its meaning


def word(name: str) -> Word:
    """Return a primitive of the vocabulary with its meaning on balls."""
    return name, meaning(name)


def plainly(name: str) -> Word:
    """Return a primitive with NumPy's meaning, for integers and Booleans."""
    return name, VOCABULARY[name].value


def as_balls(value: Any) -> Any:
    """Return an array as balls, integers and Booleans too."""
    if is_balls(value):
        return value
    array = np.asarray(value)
    floats = exact(array.astype(np.float64) if array.dtype.kind in "biu" else array)
    return as_array(floats)


def _whole(e: Any) -> int:
    """Return a ball without its fraction."""
    up = e.ceil() if less(e, 0) else e.floor()
    if not up.is_finite():
        return 0
    nearest = up.unique_fmpz()
    if nearest is None:
        raise Ambiguous(f"{e} truncated")
    return int(nearest)


def as_integers(value: Any, dtype: Any) -> Array:
    """Return balls truncated to integers, or compared with 0 for Booleans, as NumPy has them."""
    if not is_balls(value):
        return np.asarray(value).astype(dtype)
    if np.dtype(dtype).kind == "b":
        return np.asarray(meaning("not_equal")(value, 0))
    return np.asarray([_whole(e) for e in value.ravel()], dtype=dtype).reshape(value.shape)


complexes = lift(lambda e: e if isinstance(e, acb) else acb(e), 1)
remainder = lift(lambda a, b: a - b * arb(_whole(a / b)), 2)  # the sign of a, as in C
integer_power = lift(lambda x, n: x ** int(n), 2)
rsqrt = lift(lambda x: 1 / x.sqrt(), 1)
finite = lift(lambda e: e.is_finite(), 1)
_numbers = lift(lambda e: not is_nan(e), 1)
_AWAY = lift(lambda x: -((-x + arb(0.5)).floor()) if less(x, 0) else (x + arb(0.5)).floor(), 1)


def is_finite(x: Any) -> Array:
    """Return whether entries are finite, as NumPy has it."""
    return np.asarray(finite(x), dtype=bool)


def is_no_nan(x: Any) -> Array:
    """Return whether entries are numbers, finite or not."""
    return np.asarray(_numbers(x), dtype=bool)


# Comparisons of a value with itself ask whether it is nan: noise must not tell its two uses apart.
SELF: dict[str, Word] = {
    "equal": ("isnan", is_no_nan),
    "not_equal": ("isnan", lambda x: ~is_no_nan(x)),
}


def round_away(x: Any) -> Any:
    """Return entries rounded, halves away from zero."""
    return _AWAY(x)


def einsum(left: str, right: str, out: str) -> Callable[[Any, Any], Any]:
    """Return the sum of products over named axes, by NumPy, which multiplies objects one by one."""
    text = f"{left},{right}->{out}"
    return lambda a, b: as_array(np.einsum(text, as_balls(a), as_balls(b)))


def along(f: Callable[..., Any], axes: Sequence[int], **more: Any) -> Callable[[Any], Any]:
    """Return a reduction over fixed axes."""
    fixed = tuple(axes)
    return lambda x: f(x, axis=fixed, **more)


def accumulated(f: Callable[..., Any], axis: int, *, reverse: bool) -> Callable[[Any], Any]:
    """Return a cumulative function along an axis, from the end where it is reversed."""

    def run(x: Any) -> Any:
        turned = np.flip(x, axis) if reverse else x
        found = f(turned, axis=axis)
        return np.flip(found, axis) if reverse else found

    return run


def placed(positions: Callable[..., Array]) -> Callable[..., Any]:
    """Return the function that picks entries of its first argument; `positions` has flat ones, −1 for none.

    `positions(shape, *rest)` may look at further arguments, which are indices.
    """

    def pick(x: Any, *rest: Any) -> Any:
        where = positions(np.shape(x), *rest)
        flat = np.append(np.ravel(x), _zero(x))
        return flat[where]

    return pick


def _zero(x: Any) -> Any:
    if is_balls(x):
        zero = np.empty(1, dtype=object)
        zero[0] = arb(0)
        return zero
    return np.zeros(1, dtype=np.asarray(x).dtype)


def lu(x: Any) -> tuple[Any, Array, Array]:
    """Return a square matrix as its triangular factors in one array, the pivots and the permutation.

    Any pivot gives the same product, so the choice of the largest midpoint is no decision.
    """
    if x.ndim != 2 or x.shape[0] != x.shape[1]:
        raise NotImplementedError("lu of a stack or of a matrix that is not square")
    a, n = np.array(x), len(x)
    pivots, order = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
    for k in range(n):
        best = max(range(k, n), key=lambda i: float(abs(a[i, k].mid())))
        pivots[k] = best
        a[[k, best]], order[[k, best]] = a[[best, k]], order[[best, k]]
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return a, pivots, order


def cast(value: Any, dtype: Any) -> Any:
    """Return a value in another kind of dtype; a narrower float is no other number."""
    kind = np.dtype(dtype).kind
    if kind in "biu":
        return as_integers(value, dtype)
    balls = as_balls(value)
    return as_array(complexes(balls)) if kind == "c" else balls


def settled_integers(value: Any) -> Any:
    """Return an object array with balls for the integers among its entries."""
    return exact_integers(value) if is_balls(value) else value
