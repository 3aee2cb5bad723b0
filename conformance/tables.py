"""Tables of names that several adapters share: where an engine spells a primitive in a way of its own.

An adapter looks most primitives up by their names in a module (`adspec.engine.namespace`). What stands here
is the rest, by the family that the engine belongs to. No engine is imported: adapters hand theirs over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adspec.engine import namespace

Ops = Mapping[str, Callable[..., Any]]


def corrected(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a variance of NumPy's older kind, `ddof`, with the parameter of the newer, `correction`."""
    return lambda x, correction=0, **axes: function(x, ddof=correction, **axes)


def spread(module: Any) -> dict[str, Callable[..., Any]]:
    """Return the variance and the deviation of a module that has the parameter `ddof`."""
    return {"std": corrected(module.std), "var": corrected(module.var)}


def of_jax(jax: Any) -> Ops:
    """Return the functions of JAX; its scipy modules must have been imported."""
    jnp = jax.numpy
    own = {
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
