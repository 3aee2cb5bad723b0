"""A rule in every engine, as its users write one."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.checkers.rules import Rule


def for_autograd(rule: Rule) -> Any:
    """Return the rule as an autograd primitive; its pull is in autograd's words."""
    import autograd.numpy as anp
    from autograd.extend import defvjp, primitive

    f = primitive(lambda *xs: rule.f(np, *xs))

    def way(k: int) -> Any:
        return lambda y, *xs: lambda v: rule.pull(anp, y, xs, v)[k]

    defvjp(f, *(way(k) for k in range(len(rule.example))))
    return f


def for_jax(rule: Rule) -> Any:
    """Return the rule as a custom_vjp."""
    import jax
    import jax.numpy as jnp

    f = jax.custom_vjp(lambda *xs: rule.f(jnp, *xs))

    def forward(*xs: Any) -> Any:
        return f(*xs), (f(*xs), xs)

    f.defvjp(forward, lambda kept, v: tuple(rule.pull(jnp, *kept, v)))
    return f


def for_torch(rule: Rule) -> Any:
    """Return the rule as an autograd.Function."""
    import torch

    class Made(torch.autograd.Function):
        @staticmethod
        def forward(*xs: Any) -> Any:
            return rule.f(torch, *xs)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(output, *inputs)

        @staticmethod
        def backward(ctx: Any, v: Any) -> Any:
            y, *xs = ctx.saved_tensors
            found = rule.pull(torch, y, tuple(xs), v)
            return found if len(found) > 1 else found[0]

    return Made.apply
