"""JAX under jit (https://github.com/jax-ml/jax), 0.8 or newer: every derivative is compiled as a whole.

XLA rewrites what it compiles, and rounds otherwise than the same operations one by one, as the engine `jax`
runs them.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.nn
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.special

from adspec.conformance.tables import of_jax
from adspec.dialect import JAX
from adspec.engine import Engine


def _for_all(operator: Any) -> Any:
    return lambda f, xs: jax.jit(operator(f, argnums=tuple(range(len(xs)))))(*xs)


# What depends on values: which branch, and how large the result is. The one has an operator of JAX's own.
_OF_VALUES = {"choose", "compress", "extract"}
_BRANCH = {"branch": lambda g, h, p, x: jax.lax.cond(p > 0, g, h, x)}

ENGINE = Engine(
    name="jax_jit",
    version=jax.__version__,
    ops={name: f for name, f in of_jax(jax).items() if name not in _OF_VALUES} | _BRANCH,
    jvp=lambda f, xs, us: jax.jit(lambda xs, us: jax.jvp(f, xs, us))(xs, us),
    vjp=lambda f, xs: jax.jit(lambda *xs: jax.vjp(f, *xs))(*xs),
    grad=_for_all(jax.grad),
    value_and_grad=_for_all(jax.value_and_grad),
    jacobian=lambda f, x: jax.jit(jax.jacrev(f))(x),
    forward_jacobian=lambda f, x: jax.jit(jax.jacfwd(f))(x),
    hessian=lambda f, x: jax.jit(jax.hessian(f))(x),
    from_numpy=jnp.array,
    array_type=jax.Array,
    scope=lambda: jax.enable_x64(True),  # noqa: FBT003 -- the flag is JAX's own
    compiles=True,
    forget=jax.clear_caches,
    trees=("dict", "list", "nested_tuples"),
    dialect=JAX,
)
