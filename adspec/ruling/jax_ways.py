"""The ways in which JAX shows a function beside the plain one: compiled, and over a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp

from adspec.engine import Engine


def compiled(base: Engine, call: Callable[..., Any]) -> Engine:
    """Return the engine whose push and pull of this one function are compiled, once per shape and dtype.

    The function that the operators are handed is not looked at: it is always the same.
    """
    run = jax.jit(call)
    push = jax.jit(lambda xs, us: jax.jvp(call, xs, us))
    pull = jax.jit(lambda xs, v: jax.vjp(call, *xs)[1](v))

    def vjp(_: Any, xs: Any) -> Any:
        return run(*xs), lambda v: pull(tuple(xs), v)

    def jvp(_: Any, xs: Any, us: Any) -> Any:
        return push(tuple(xs), tuple(us))

    return replace(base, jvp=None if base.jvp is None else jvp, vjp=vjp)


def batched(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that runs over a batch of two and gives the first answer."""

    def first_of_two(*xs: Any) -> Any:
        pairs = [jnp.stack([x, jnp.flip(x)]) for x in map(jnp.asarray, xs)]
        return jax.tree.map(lambda y: y[0], jax.vmap(call)(*pairs))

    return first_of_two
