"""JAX (https://github.com/jax-ml/jax), 0.8 or newer, eager, with float64.

JAX keeps 64 bits only where they are enabled. That is done here, call by call, so that the
configuration of whoever runs adspec stays as it is.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.nn
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.special

from adspec.engine import Dialect, Engine, namespace

wide = jax.enable_x64(True)  # noqa: FBT003 -- decorates a function


def _vjp(f: Any, xs: Any) -> Any:
    y, pull = jax.vjp(f, *xs)
    return y, wide(pull)


def _for_all(operator: Any) -> Any:
    return wide(lambda f, xs: operator(f, argnums=tuple(range(len(xs))))(*xs))


_OWN_WAY: dict[str, Any] = {
    "at.add": lambda x, index, value: x.at[index].add(value),
    "at.set": lambda x, index, value: x.at[index].set(value),
    "cumulative_prod": jnp.cumulative_prod,  # unlike the older names, these can start with an initial value
    "cumulative_sum": jnp.cumulative_sum,
}

ENGINE = Engine(
    name="jax",
    version=jax.__version__,
    ops={name: wide(op) for name, op in namespace(jnp, jax.scipy, jax, extra=_OWN_WAY).items()},
    jvp=wide(jax.jvp),
    vjp=wide(_vjp),
    grad=_for_all(jax.grad),
    value_and_grad=_for_all(jax.value_and_grad),
    from_numpy=wide(jnp.array),
    array_type=jax.Array,
    dialect=Dialect(subnormals="flushed", immutable=True),
)
