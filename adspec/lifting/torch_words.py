"""PyTorch's aten operations in the words of the vocabulary: a table from names to meanings on balls.

`SAME` names primitives of the vocabulary on the same arguments; `MADE` has what takes its arguments
in another order or under other names. Integers and Booleans keep NumPy's meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adspec.lifting import words
from adspec.lifting.words import Word, word
from adspec.truth.balls import as_array
from adspec.truth.meanings import meaning

# fmt: off
SAME: Mapping[str, str] = {
    "neg": "negative", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos",
    "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log1p": "log1p",
    "log2": "log2", "log10": "log10", "sqrt": "sqrt", "abs": "abs", "sign": "sign", "sgn": "sign",
    "square": "square", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "round",
    "reciprocal": "reciprocal", "sigmoid": "special.expit", "erf": "special.erf", "erfc": "special.erfc",
    "erfinv": "special.erfinv", "lgamma": "special.gammaln", "digamma": "special.digamma",
    "relu": "nn.relu", "silu": "nn.silu", "log_sigmoid": "nn.log_sigmoid", "mul": "multiply",
    "maximum": "maximum", "minimum": "minimum", "atan2": "atan2", "hypot": "hypot",
    "logaddexp": "logaddexp", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal",
    "gt": "greater", "ge": "greater_equal", "where": "where", "real": "real", "imag": "imag",
}
IDENTITY = frozenset({"clone", "alias", "contiguous", "lift_fresh", "lift_fresh_copy", "view_as", "positive"})
# fmt: on


def _add(a: Any, b: Any, alpha: Any = 1) -> Any:
    return meaning("add")(a, b if alpha == 1 else b * alpha)


def _subtract(a: Any, b: Any, alpha: Any = 1) -> Any:
    return meaning("subtract")(a, b if alpha == 1 else b * alpha)


def _divide(a: Any, b: Any, rounding_mode: Any = None) -> Any:
    found = meaning("divide")(a, b)
    return found if rounding_mode is None else meaning(rounding_mode)(found)


def _power(a: Any, b: Any) -> Any:
    whole = isinstance(b, (int, float)) and float(b).is_integer()
    return words.integer_power(a, int(b)) if whole else meaning("pow")(a, b)


def _reduced(name: str) -> Callable[..., Any]:
    f = np.sum if name == "sum" else np.prod if name == "prod" else meaning(name)

    def reduce(x: Any, dim: Any = None, keepdim: bool = False, **more: Any) -> Any:  # noqa: FBT001, FBT002 -- PyTorch's
        axes = None if dim is None or dim == [] else tuple(dim) if isinstance(dim, (list, tuple)) else (dim,)
        more.pop("dtype", None)
        if x.ndim == 0:
            x, axes, keepdim = x.reshape(1), None, False
        return f(x, axis=axes, keepdims=keepdim, **more)

    return reduce


def _var(x: Any, dim: Any = None, correction: Any = 1, keepdim: bool = False) -> Any:  # noqa: FBT001, FBT002 -- likewise
    return _reduced("var")(x, dim, keepdim, correction=1 if correction is None else correction)


def _clamp(x: Any, low: Any = None, high: Any = None) -> Any:
    return meaning("clip")(x, low, high)


def _norm(x: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, **_: Any) -> Any:  # noqa: FBT001, FBT002 -- likewise
    if ord != 2:
        raise NotImplementedError(f"a norm of order {ord}")
    return meaning("sqrt")(as_array(_reduced("sum")(x * x, dim, keepdim)))


def _slice(x: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:
    return x[(slice(None),) * (dim % x.ndim) + (slice(start, end, step),)]


def _softplus(x: Any, beta: Any = 1, threshold: Any = 20) -> Any:
    return meaning("nn.softplus")(x * beta) / beta if float(threshold) > 0 else x


def _addmm(c: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return c * beta + np.matmul(a, b) * alpha


def _index(x: Any, places: Any) -> Any:
    return x[tuple(slice(None) if p is None else p for p in places)]


def _moved(shape: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x, *sizes: np.reshape(x, shape(sizes[0] if len(sizes) == 1 else sizes))


def _expand(x: Any, sizes: Any, **_: Any) -> Any:
    shape = np.shape(x)
    lead = len(sizes) - len(shape)
    wide = [shape[k - lead] if n == -1 else n for k, n in enumerate(sizes)]
    return np.broadcast_to(x, wide)


def _masked_fill(x: Any, mask: Any, value: Any) -> Any:
    return np.where(np.asarray(mask, dtype=bool), words.as_balls(value), x)


def _extreme(name: str) -> Callable[..., Any]:
    index = meaning("argmax" if name == "max" else "argmin")

    def both(x: Any, dim: Any = None, keepdim: bool = False) -> Any:  # noqa: FBT001, FBT002 -- likewise
        if dim is None:
            return meaning(name)(x)
        return _reduced(name)(x, dim, keepdim), np.asarray(index(x, axis=dim, keepdims=keepdim))

    return both


# fmt: off
MADE: Mapping[str, Word] = {
    "add":           ("add", _add),
    "sub":           ("subtract", _subtract),
    "rsub":          ("subtract", lambda a, b, alpha=1: _subtract(b, a) if alpha == 1 else b - a * alpha),
    "div":           ("divide", _divide),
    "pow":           ("pow", _power),
    "rsqrt":         ("rsqrt", words.rsqrt),
    "sum":           ("sum", _reduced("sum")),
    "mean":          ("mean", _reduced("mean")),
    "prod":          ("prod", _reduced("prod")),
    "amax":          ("max", _reduced("max")),
    "amin":          ("min", _reduced("min")),
    "max":           ("max", _extreme("max")),
    "min":           ("min", _extreme("min")),
    "var":           ("var", _var),
    "logsumexp":     ("special.logsumexp", _reduced("special.logsumexp")),
    "_softmax":      ("nn.softmax", lambda x, dim, _half: meaning("nn.softmax")(x, axis=dim)),
    "_log_softmax":  ("nn.log_softmax", lambda x, dim, _half: meaning("nn.log_softmax")(x, axis=dim)),
    "softplus":      ("nn.softplus", _softplus),
    "clamp":         ("clip", _clamp),
    "clamp_min":     ("clip", _clamp),
    "clamp_max":     ("clip", lambda x, high: _clamp(x, None, high)),
    "linalg_vector_norm": ("norm", _norm),
    "mm":            ("matmul", np.matmul),
    "bmm":           ("matmul", np.matmul),
    "mv":            ("matmul", np.matmul),
    "dot":           ("dot", np.dot),
    "addmm":         ("matmul", _addmm),
    "cumsum":        ("cumulative_sum", lambda x, dim: np.cumsum(x, axis=dim)),
    "cumprod":       ("cumulative_prod", lambda x, dim: np.cumprod(x, axis=dim)),
    "view":          ("reshape", _moved(tuple)),
    "_unsafe_view":  ("reshape", _moved(tuple)),
    "reshape":       ("reshape", _moved(tuple)),
    "expand":        ("broadcast_to", _expand),
    "permute":       ("permute_dims", np.transpose),
    "transpose":     ("swapaxes", np.swapaxes),
    "t":             ("permute_dims", np.transpose),
    "unsqueeze":     ("expand_dims", np.expand_dims),
    "squeeze":       ("squeeze", lambda x, dim=None: np.squeeze(x, None if dim is None else dim)),
    "select":        ("getitem", lambda x, dim, k: as_array(np.take(x, k, axis=dim))),
    "slice":         ("getitem", _slice),
    "index":         ("getitem", _index),
    "flip":          ("flip", np.flip),
    "cat":           ("concat", lambda *xs: np.concatenate(xs[:-1], axis=xs[-1])),
    "stack":         ("stack", lambda *xs: np.stack(xs[:-1], axis=xs[-1])),
    "masked_fill":   ("where", _masked_fill),
    "isnan":         ("isnan", lambda x: ~words.is_no_nan(x)),
    "logical_not":   ("logical_not", np.logical_not),
    "logical_and":   ("logical_and", np.logical_and),
    "logical_or":    ("logical_or", np.logical_or),
    "bitwise_and":   ("bitwise_and", np.bitwise_and),
    "bitwise_or":    ("bitwise_or", np.bitwise_or),
    "bitwise_not":   ("invert", np.invert),
}
# fmt: on


def word_for(name: str, *, whole: bool) -> Word | None:
    """Return the word of an operation, or None where there is none; `whole` where no operand is a float."""
    if name in IDENTITY:
        return "positive", lambda x, *_, **__: x
    if name in SAME:
        return words.plainly(SAME[name]) if whole else word(SAME[name])
    return MADE.get(name)
