"""PyTorch (https://pytorch.org), 2.6 or newer, on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.func
from torch.utils.checkpoint import checkpoint

from adspec.conformance.engines.torch_calls import with_constants
from adspec.conformance.engines.torch_words import OTHERS, WORDS
from adspec.conformance.idioms import IDIOMS
from adspec.dialect import TORCH
from adspec.engine import Engine, namespace, operators
from adspec.limits import Limits


def _live(x: Any) -> Any:
    """Return x, recorded from here on; where another derivative records it already, under a new name."""
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def _vjp(f: Any, xs: Any) -> Any:
    try:
        xs = tuple(map(_live, xs))
    except RuntimeError:  # within a transform of torch.func, which lets nothing else record
        return torch.func.vjp(f, *xs)
    y = f(*xs)
    ys = y if isinstance(y, tuple) else (y,)

    def pull(v: Any) -> Any:
        if isinstance(v, tuple) != isinstance(y, tuple):
            raise TypeError("v has not the structure of y")
        vs = v if isinstance(v, tuple) else (v,)
        pairs = [(a, b) for a, b in zip(ys, vs, strict=True) if a.requires_grad]
        outs, seeds = zip(*pairs, strict=True) if pairs else ((), ())
        if not outs:
            return tuple(map(torch.zeros_like, xs))
        return torch.autograd.grad(outs, xs, seeds, create_graph=True, materialize_grads=True)

    return y, pull


def _value_and_grad(f: Any, xs: Any) -> Any:
    try:
        xs = tuple(map(_live, xs))
    except RuntimeError:
        gradients, y = torch.func.grad_and_value(f, tuple(range(len(xs))))(*xs)
        return y, gradients
    y = f(*xs)
    if isinstance(y, tuple):  # which torch.autograd.grad takes for several functions at once
        raise RuntimeError("grad is of one output")  # noqa: TRY004 -- as PyTorch refuses other shapes
    return y, torch.autograd.grad(y, xs, create_graph=True, materialize_grads=True)


ENGINE = Engine(
    name="torch",
    version=torch.__version__,
    ops={
        name: with_constants(f) if name != "getitem" else f
        for name, f in namespace(torch, extra=WORDS).items()
        if name not in OTHERS
    },
    jvp=torch.func.jvp,
    vjp=_vjp,
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    **operators(torch.func),
    linearize=lambda f, xs: torch.func.linearize(f, *xs),
    checkpoint=lambda f: lambda *xs: checkpoint(f, *xs, use_reentrant=False),
    # what is conjugated, negated or zero in name alone becomes so in fact
    to_numpy=lambda a: a.numpy(force=True) if isinstance(a, torch.Tensor) else a,
    # a Python number would become float32, and PyTorch has no negative strides
    from_numpy=lambda a: torch.tensor(np.asarray(a).copy()),
    array_type=torch.Tensor,
    idiom=IDIOMS["torch"],
    dialect=TORCH,
    limits=Limits(methods=False),  # x.var() has another default, x.max(0) is a pair
)
