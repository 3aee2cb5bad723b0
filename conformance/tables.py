"""Tables of names that several adapters share: where an engine spells a primitive in a way of its own.

An adapter looks most primitives up by their names in a module (`adspec.engine.namespace`). What stands here
is the rest, by the family that the engine belongs to. No engine is imported: adapters hand theirs over.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adspec.engine import namespace
from adspec.language.primitives import VOCABULARY

Ops = Mapping[str, Callable[..., Any]]

# engine -> primitive -> what the engine calls it, where that is another name; "" where the engine means
# something else by the name
NAMES: Mapping[str, Mapping[str, str]] = {
    "casadi": {
        "abs": "fabs", "add": "plus", "divide": "rdivide", "equal": "eq", "fabs": "fabs", "greater": "gt",
        "greater_equal": "ge", "heaviside": "", "less": "lt", "less_equal": "le", "maximum": "fmax",
        "minimum": "fmin", "multiply": "times", "not_equal": "ne", "pow": "power", "remainder": "",
        "reshape": "", "round": "", "special.erf": "erf", "special.erfinv": "erfinv", "subtract": "minus",
        "where": "if_else",
    },
    "drjit": {
        "cross": "", "cumulative_sum": "cumsum", "diag": "", "divide": "", "imag": "", "linalg.det": "",
        "median": "", "meshgrid": "", "pow": "power", "ravel": "", "real": "", "reciprocal": "rcp",
        "select": "", "sort": "", "special.erf": "erf", "special.erfinv": "erfinv",
        "special.gammaln": "lgamma", "split": "", "trace": "", "where": "select",
    },
    "tinygrad": {
        "broadcast_to": "expand", "concat": "", "cumulative_prod": "cumprod", "cumulative_sum": "cumsum",
        "diag": "diag", "divide": "div", "einsum": "", "gradient": "", "multiply": "mul", "negative": "neg",
        "nn.celu": "celu", "nn.elu": "elu", "nn.hard_tanh": "hardtanh", "nn.leaky_relu": "leaky_relu",
        "nn.log_sigmoid": "logsigmoid", "nn.log_softmax": "log_softmax", "nn.mish": "mish",
        "nn.relu": "relu", "nn.relu6": "relu6", "nn.selu": "selu", "nn.sigmoid": "sigmoid",
        "nn.silu": "silu", "nn.soft_sign": "softsign", "nn.softmax": "softmax", "nn.softplus": "softplus",
        "pad": "", "permute_dims": "permute", "ravel": "flatten", "remainder": "mod", "select": "",
        "sort": "", "special.erf": "erf", "special.expit": "sigmoid", "special.logsumexp": "logsumexp",
        "split": "", "stack": "", "subtract": "sub", "swapaxes": "transpose", "tile": "repeat",
    },
}  # fmt: skip
OPERATORS: dict[str, Any] = {
    "add": operator.add,
    "divide": operator.truediv,
    "getitem": operator.getitem,
    "multiply": operator.mul,
    "negative": operator.neg,
    "pow": operator.pow,
    "subtract": operator.sub,
}


def several(y: Any) -> tuple[Any, ...]:
    """Return the outputs of a function as a tuple, be there one or several."""
    return y if isinstance(y, tuple) else (y,)


def corrected(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a variance of NumPy's older kind, `ddof`, with the parameter of the newer, `correction`."""
    return lambda x, correction=0, **axes: function(x, ddof=correction, **axes)


def spread(module: Any) -> dict[str, Callable[..., Any]]:
    """Return the variance and the deviation of a module that has the parameter `ddof`."""
    return {"std": corrected(module.std), "var": corrected(module.var)}


def singular_values(module: Any) -> dict[str, Callable[..., Any]]:
    """Return NumPy's `svdvals` of a module in which it is a way to call `svd`."""
    return {"linalg.svdvals": lambda x: module.linalg.svd(x, compute_uv=False)}


def of_jax(jax: Any) -> Ops:
    """Return the functions of JAX; its scipy modules must have been imported."""
    jnp = jax.numpy
    own: dict[str, Any] = {
        "at.add": lambda x, index, value: x.at[index].add(value),
        "at.set": lambda x, index, value: x.at[index].set(value),
        "cumulative_prod": jnp.cumulative_prod,  # unlike the older names, these can start with a value
        "cumulative_sum": jnp.cumulative_sum,
        # the root of a real matrix is complex in JAX, real in SciPy
        "linalg.sqrtm": lambda x: (jnp.positive if jnp.iscomplexobj(x) else jnp.real)(
            jax.scipy.linalg.sqrtm(x)
        ),
    }
    return namespace(jnp, jax.scipy, jax, extra=own)


def of_algopy(algopy: Any) -> Ops:
    """Return the functions of AlgoPy, which has those of linear algebra beside the others."""
    linalg = ("cholesky", "det", "eigh", "inv", "qr", "solve", "svd")
    own: dict[str, Any] = {f"linalg.{name}": getattr(algopy, name) for name in linalg}
    words = {"abs": algopy.absolute, "conj": algopy.conjugate, "special.digamma": algopy.special.psi}
    found = namespace(algopy, extra={**OPERATORS, **own, **words})
    return {name: f for name, f in found.items() if name != "permute_dims"}  # its transpose has no axes


def of_casadi(casadi: Any) -> Ops:
    """Return the functions of CasADi. An expression has no truth value, so its branch is its own."""
    own: dict[str, Any] = {
        "branch": lambda g, h, p, x: casadi.if_else(p > 0, g(x), h(x)),
        "negative": operator.neg,
        "square": lambda x: casadi.times(x, x),
    }
    return named(casadi, NAMES["casadi"], own)


def of_drjit(drjit: Any) -> Ops:
    """Return the functions of Dr.Jit, and operators."""
    own: dict[str, Any] = {
        "concat": lambda *arrays, axis=0: drjit.concat(arrays, axis=axis),
        "stack": lambda *arrays, axis=0: drjit.stack(arrays, axis=axis),
    }
    return named(drjit, NAMES["drjit"], {**OPERATORS, **own, "pow": drjit.power})


def of_mlx(mx: Any) -> Ops:
    """Return the functions of MLX."""
    own: dict[str, Any] = {
        "at.add": lambda x, index, value: x.at[index].add(value),
        "linalg.matrix_norm": mx.linalg.norm,
        "nn.softmax": mx.softmax,
        "special.erf": mx.erf,
        "special.erfinv": mx.erfinv,
        "special.expit": mx.sigmoid,
        "special.logsumexp": mx.logsumexp,
    }
    return namespace(mx, extra={**spread(mx), **own})


def of_pytensor(pytensor: Any) -> Ops:
    """Return the functions of PyTensor. A graph has no truth value, so its branch is its own."""
    pt = pytensor.tensor
    own: dict[str, Any] = {
        "branch": lambda g, h, p, x: pytensor.ifelse.ifelse(p > 0, g(x), h(x)),
        "clip": lambda x, low=None, high=None: pt.clip(
            x, -np.inf if low is None else low, np.inf if high is None else high
        ),
        "concat": lambda *arrays, axis=0: pt.concatenate(arrays, axis=axis),
        "divide": pt.true_div,
        "floor_divide": pt.floor_div,
        "multiply": pt.mul,
        "negative": pt.neg,
        "remainder": pt.mod,
        "special.digamma": pt.psi,
        "special.expit": pt.expit,
        "special.logsumexp": pt.logsumexp,
        "subtract": pt.sub,
    }
    found = namespace(pt, extra={**spread(pt), **own})
    # of other arguments than NumPy's
    return {name: f for name, f in found.items() if name not in {"linalg.lstsq", "split", "vecdot"}}


def of_tinygrad(tensor: Any) -> Ops:
    """Return the methods of tinygrad's Tensor as functions, whose first argument may be a number."""
    own: dict[str, Any] = {
        "branch": lambda g, h, p, x: (p > 0).where(g(x), h(x)),  # a tensor has no truth value
        "concat": lambda *arrays, axis=0: tensor.cat(*arrays, dim=axis),
        "expand_dims": lambda x, axis: x.unsqueeze(axis),
        "flip": lambda x, axis=None: x.flip(tuple(range(x.ndim)) if axis is None else axis),
        "getitem": operator.getitem,
        "meshgrid": lambda x, *others, indexing="xy": x.meshgrid(*others, indexing=indexing),
        "repeat": lambda x, repeats, axis=None: x.repeat_interleave(repeats, dim=axis),
        "squeeze": lambda x, axis: x.squeeze(axis),
        "stack": lambda *arrays, axis=0: tensor.stack(*arrays, dim=axis),
        "std": lambda x, axis=None, correction=0, keepdims=False: x.std(axis, keepdims, correction),
        "var": lambda x, axis=None, correction=0, keepdims=False: x.var(axis, keepdims, correction),
    }
    lift = lambda x: x if isinstance(x, tensor) else tensor(np.asarray(x))
    words = {"axes": "order", "k": "diagonal", "keepdims": "keepdim", "repetitions": "repeats"}
    return named(tensor, NAMES["tinygrad"], own, lift=lift, params=words)


def named(
    owner: Any,
    names: Mapping[str, str],
    own: Ops,
    *,
    lift: Callable[[Any], Any] | None = None,
    params: Mapping[str, str] | None = None,
) -> Ops:
    """Return the functions of a module or the methods of a class by their names, and `own` before them.

    `names` has those that are spelled otherwise ("" for one that means something else), `params` the same for
    parameters. `lift` makes the first argument an array, where the functions are methods of arrays.
    """
    spelled = {name: names.get(name, "" if "." in name else name) for name in VOCABULARY}
    found = {name: getattr(owner, word) for name, word in spelled.items() if word and hasattr(owner, word)}
    return {name: _spoken(function, lift, params or {}) for name, function in found.items()} | dict(own)


def _spoken(
    function: Callable[..., Any], lift: Callable[[Any], Any] | None, words: Mapping[str, str]
) -> Callable[..., Any]:
    """Return a function with an array as its first argument and with the language's parameters."""

    def call(first: Any, *args: Any, **params: Any) -> Any:
        renamed = {words.get(key, key): value for key, value in params.items()}
        return function(lift(first) if lift else first, *args, **renamed)

    return call
