"""PyTorch's torch.func (https://pytorch.org/docs/stable/func.html), 2.6 or newer, on the CPU.

The transforms of functions, where the engine `torch` is the tape beneath them: torch.autograd.grad.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.func

from adspec.conformance.engines.torch_calls import with_constants
from adspec.conformance.engines.torch_words import OTHERS, WORDS
from adspec.dialect import TORCH
from adspec.engine import Engine, namespace, operators
from adspec.limits import Limits


def _value_and_grad(f: Any, xs: Any) -> Any:
    gradients, y = torch.func.grad_and_value(f, tuple(range(len(xs))))(*xs)
    return y, gradients


ENGINE = Engine(
    name="torch_func",
    version=torch.__version__,
    ops={
        name: with_constants(f) if name != "getitem" else f
        for name, f in namespace(torch, extra=WORDS).items()
        if name not in OTHERS
    },
    jvp=torch.func.jvp,
    vjp=lambda f, xs: torch.func.vjp(f, *xs),
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    **operators(torch.func),
    linearize=lambda f, xs: torch.func.linearize(f, *xs),
    to_numpy=lambda a: a.numpy(force=True) if isinstance(a, torch.Tensor) else a,
    # a Python number would become float32, and PyTorch has no negative strides
    from_numpy=lambda a: torch.tensor(np.asarray(a).copy()),
    array_type=torch.Tensor,
    trees=("dict", "list", "nested_tuples"),
    limits=Limits(methods=False),  # x.var() has another default, x.max(0) is a pair
    dialect=TORCH,
)
