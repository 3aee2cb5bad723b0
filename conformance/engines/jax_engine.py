"""JAX (https://github.com/jax-ml/jax), 0.8 or newer, eager, with float64.

JAX keeps 64 bits only where they are enabled. That is done in the engine's scope, so that the
configuration of whoever runs adspec stays as it is.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.nn
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.special

from adspec.conformance.idioms import IDIOMS
from adspec.conformance.tables import of_jax
from adspec.dialect import JAX
from adspec.engine import Engine, declining, operators


def _for_all(operator: Any) -> Any:
    return lambda f, xs: operator(f, argnums=tuple(range(len(xs))))(*xs)


ENGINE = Engine(
    name="jax",
    version=jax.__version__,
    ops=of_jax(jax),
    jvp=jax.jvp,
    vjp=lambda f, xs: jax.vjp(f, *xs),
    grad=_for_all(jax.grad),
    value_and_grad=_for_all(jax.value_and_grad),
    # jax.numpy.extract and choose ask a trace for a value, as JAX says of them
    **declining(operators(jax), ("checkpoint", "jit"), jax.errors.ConcretizationTypeError),
    holomorphic_grad=lambda f, x: jax.grad(f, holomorphic=True)(x),
    linearize=lambda f, xs: jax.linearize(f, *xs),
    from_numpy=jnp.array,
    array_type=jax.Array,
    scope=lambda: jax.enable_x64(True),  # noqa: FBT003 -- the flag is JAX's own
    compiles=True,
    forget=jax.clear_caches,
    idiom=IDIOMS["jax"],
    trees=("dict", "list", "nested_tuples"),
    dialect=JAX,
)
