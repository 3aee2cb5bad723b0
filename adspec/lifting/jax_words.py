"""JAX's primitives in the words of the vocabulary: a table from lax names to meanings on balls.

`SAME` names primitives of the vocabulary; a row of `MADE` makes a word of an equation's parameters.
Where all operands are integers or Booleans, NumPy's meaning is meant.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from adspec.lifting import words
from adspec.lifting.words import Word, along, word
from adspec.truth.meanings import meaning
from adspec.truth.meanings.elementwise import conj
from adspec.truth.meanings.linalg import adjoint, solve_triangular

Params = Mapping[str, Any]

# fmt: off
SAME: Mapping[str, str] = {
    "neg": "negative", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos",
    "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log1p": "log1p",
    "logistic": "special.expit", "sqrt": "sqrt", "cbrt": "cbrt", "square": "square", "abs": "abs",
    "sign": "sign", "floor": "floor", "ceil": "ceil", "erf": "special.erf", "erfc": "special.erfc",
    "erf_inv": "special.erfinv", "lgamma": "special.gammaln", "digamma": "special.digamma",
    "add": "add", "add_any": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "max": "maximum",
    "min": "minimum", "pow": "pow", "atan2": "atan2", "eq": "equal", "ne": "not_equal", "lt": "less",
    "le": "less_equal", "gt": "greater", "ge": "greater_equal", "real": "real", "imag": "imag",
    "conj": "conj", "complex": "lax.complex", "igamma": "special.gammainc", "igammac": "special.gammaincc",
    "zeta": "special.zeta", "polygamma": "special.polygamma", "bessel_i0e": "special.i0e",
    "bessel_i1e": "special.i1e",
}
# On integers and Booleans, beside those of SAME that NumPy's function of the same name does.
INTEGER: Mapping[str, Callable[..., Any]] = {
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "rem": np.fmod, "integer_pow": np.power, "shift_left": np.left_shift,
    "shift_right_logical": np.right_shift, "shift_right_arithmetic": np.right_shift,
    "add_any": np.add, "div": lambda a, b: np.trunc(np.true_divide(a, b)).astype(np.asarray(a).dtype),
}
# fmt: on


# ------------------------------------------------------------------ moving entries


def _broadcast(p: Params) -> Word:
    shape, axes = tuple(p["shape"]), tuple(p["broadcast_dimensions"])

    def broadcast(x: Any) -> Any:
        wide = [1] * len(shape)
        for axis, size in zip(axes, np.shape(x), strict=True):
            wide[axis] = size
        return np.broadcast_to(np.reshape(x, wide), shape)

    return "broadcast_to", broadcast


def _pad(p: Params) -> Word:
    config = p["padding_config"]

    def positions(shape: tuple[int, ...]) -> Any:
        places = np.arange(int(np.prod(shape))).reshape(shape)
        for axis, (low, high, inside) in enumerate(config):
            n = places.shape[axis]
            spread = np.full(
                (*places.shape[:axis], n + inside * max(n - 1, 0), *places.shape[axis + 1 :]), -1
            )
            spread[(slice(None),) * axis + (slice(None, None, inside + 1),)] = places
            widths = [(0, 0)] * spread.ndim
            widths[axis] = (max(low, 0), max(high, 0))
            padded = np.pad(spread, widths, constant_values=-1)
            ends = slice(max(-low, 0), padded.shape[axis] - max(-high, 0))
            places = padded[(slice(None),) * axis + (ends,)]
        return places

    def pad(x: Any, value: Any) -> Any:
        return np.append(np.ravel(x), np.ravel(value))[positions(np.shape(x))]

    return "pad", pad


def _slices(p: Params) -> Word:
    strides = p["strides"] or (1,) * len(p["start_indices"])
    window = tuple(map(slice, p["start_indices"], p["limit_indices"], strides))
    return "getitem", lambda x: x[(*window, ...)]


def _starts(shape: tuple[int, ...], sizes: tuple[int, ...], starts: tuple[Any, ...]) -> tuple[slice, ...]:
    """Return the window of a dynamic slice, moved inside as XLA moves it."""
    first = [min(max(int(s), 0), n - size) for s, n, size in zip(starts, shape, sizes, strict=True)]
    return tuple(slice(a, a + size) for a, size in zip(first, sizes, strict=True))


def _dynamic_slice(p: Params) -> Word:
    sizes = tuple(p["slice_sizes"])
    return "getitem", lambda x, *starts: x[(*_starts(x.shape, sizes, starts), ...)]


def _dynamic_update(_: Params) -> Word:
    def update(x: Any, part: Any, *starts: Any) -> Any:
        changed = np.array(x)
        changed[_starts(x.shape, np.shape(part), starts)] = part[()] if np.ndim(part) == 0 else part
        return changed

    return "at.set", update


def _split(p: Params) -> Word:
    ends = np.cumsum(p["sizes"])[:-1].tolist()
    return "split", lambda x: tuple(np.split(x, ends, axis=p["axis"]))


def _select(_: Params) -> Word:
    def select(which: Any, *choices: Any) -> Any:
        number = np.broadcast_to(np.asarray(which).astype(int), np.shape(choices[0]))
        picked = [np.where(number == k, choice, choices[0]) for k, choice in enumerate(choices)]
        result = choices[0]
        for k, choice in enumerate(picked):
            result = np.where(number == k, choice, result)
        return result

    return "where", select


# ------------------------------------------------------------------ sums and products


def _dot(p: Params) -> Word:
    pairs, batches = p["dimension_numbers"]

    def dot(a: Any, b: Any) -> Any:
        letters = iter(string.ascii_letters)
        batch, inner = ([next(letters) for _ in axes[0]] for axes in (batches, pairs))
        sides = [
            _named(np.ndim(x), dict(zip((*bs, *cs), (*batch, *inner), strict=True)), letters)
            for x, bs, cs in zip((a, b), batches, pairs, strict=True)
        ]
        kept = [c for side in sides for c in side if c not in {*batch, *inner}]
        left, right = map("".join, sides)
        return words.einsum(left, right, "".join((*batch, *kept)))(a, b)

    return "einsum", dot


def _named(ndim: int, known: dict[int, str], letters: Iterator[str]) -> list[str]:
    """Return a letter per axis: a known one or the next."""
    return [known[axis] if axis in known else next(letters) for axis in range(ndim)]


def _sort(p: Params) -> Word:
    axis, keys = p["dimension"], p["num_keys"]

    def sort(*arrays: Any) -> Any:
        if keys > 1:
            raise NotImplementedError("sort by several keys")
        first = arrays[0]
        order = (
            meaning("argsort")(first, axis=axis)
            if first.dtype == object
            else np.argsort(first, axis, stable=True)
        )
        return tuple(np.take_along_axis(a, order, axis) for a in arrays)

    return "sort", sort


def _index(name: str) -> Callable[[Params], Word]:
    return lambda p: (name, lambda x: np.asarray(meaning(name)(x, axis=p["axes"][0]), p["index_dtype"]))


def _reduction(name: str) -> Callable[[Params], Word]:
    return lambda p: (name, along(meaning(name), p["axes"]))


def _running(name: str, f: Callable[..., Any]) -> Callable[[Params], Word]:
    return lambda p: (name, words.accumulated(f, p["axis"], reverse=p["reverse"]))


def _triangular(p: Params) -> Word:
    def solve(a: Any, b: Any) -> Any:
        turned = np.swapaxes(a, -1, -2) if p["transpose_a"] else a
        turned = conj(turned) if p["conjugate_a"] else turned
        lower = p["lower"] != p["transpose_a"]
        more = {"lower": lower, "unit_diagonal": p["unit_diagonal"]}
        if p["left_side"]:
            return solve_triangular(turned, b, **more)
        more["lower"] = not lower
        return np.swapaxes(
            solve_triangular(np.swapaxes(turned, -1, -2), np.swapaxes(b, -1, -2), **more), -1, -2
        )

    return "linalg.solve_triangular", solve


def _cholesky(_: Params) -> Word:
    factor = meaning("linalg.cholesky")
    return "linalg.cholesky", lambda x: factor((x + adjoint(x)) / 2)


# ------------------------------------------------------------------ the table

# fmt: off
MADE: Mapping[str, Callable[[Params], Word]] = {
    "broadcast_in_dim":     _broadcast,
    "reshape":              lambda p: ("reshape", lambda x: np.reshape(x, tuple(p["new_sizes"]))),
    "squeeze":              lambda p: ("squeeze", lambda x: np.squeeze(x, tuple(p["dimensions"]))),
    "expand_dims":          lambda p: ("expand_dims", lambda x: np.expand_dims(x, tuple(p["dimensions"]))),
    "transpose":            lambda p: ("permute_dims", lambda x: np.transpose(x, p["permutation"])),
    "rev":                  lambda p: ("flip", lambda x: np.flip(x, tuple(p["dimensions"]))),
    "concatenate":          lambda p: ("concat", lambda *xs: np.concatenate(xs, axis=p["dimension"])),
    "pad":                  _pad,
    "slice":                _slices,
    "split":                _split,
    "dynamic_slice":        _dynamic_slice,
    "dynamic_update_slice": _dynamic_update,
    "select_n":             _select,
    "clamp":                lambda _: ("clip", lambda low, x, high: meaning("clip")(x, low, high)),
    "convert_element_type": lambda p: ("astype", lambda x: words.cast(x, p["new_dtype"])),
    "integer_pow":          lambda p: ("pow", lambda x: words.integer_power(x, p["y"])),
    "rsqrt":                lambda _: ("rsqrt", words.rsqrt),
    "rem":                  lambda _: ("remainder", words.remainder),
    "round":                lambda p: word("round") if p["rounding_method"] else ("round", words.round_away),
    "is_finite":            lambda _: ("isfinite", words.is_finite),
    "copy":                 lambda _: word("positive"),
    "copy_p":               lambda _: word("positive"),
    "reduce_precision":     lambda _: word("positive"),
    "optimization_barrier": lambda _: ("positive", lambda *xs: xs),
    "reduce_sum":           lambda p: ("sum", along(np.sum, p["axes"])),
    "reduce_prod":          lambda p: ("prod", along(np.prod, p["axes"])),
    "reduce_max":           _reduction("max"),
    "reduce_min":           _reduction("min"),
    "reduce_and":           lambda p: ("all", along(np.all, p["axes"])),
    "reduce_or":            lambda p: ("any", along(np.any, p["axes"])),
    "argmax":               _index("argmax"),
    "argmin":               _index("argmin"),
    "cumsum":               _running("cumulative_sum", np.cumsum),
    "cumprod":              _running("cumulative_prod", np.cumprod),
    "cummax":               _running("maximum.accumulate", meaning("maximum.accumulate")),
    "cummin":               _running("minimum.accumulate", meaning("minimum.accumulate")),
    "cumlogsumexp":         _running("logaddexp.accumulate", meaning("logaddexp.accumulate")),
    "sort":                 _sort,
    "top_k":                lambda p: ("lax.top_k", lambda x: meaning("lax.top_k")(x, k=p["k"])),
    "dot_general":          _dot,
    "lu":                   lambda _: ("linalg.lu", words.lu),
    "cholesky":             _cholesky,
    "triangular_solve":     _triangular,
}
# fmt: on


def word_for(name: str, params: Params, *, whole: bool) -> Word | None:
    """Return the word of an equation, or None where there is none; `whole` where no operand is a float."""
    if whole and name in INTEGER:
        return name, INTEGER[name]
    if whole and name in SAME:
        return words.plainly(SAME[name])
    if name in SAME:
        return word(SAME[name])
    return MADE[name](params) if name in MADE else None
