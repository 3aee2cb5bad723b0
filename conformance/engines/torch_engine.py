"""PyTorch (https://pytorch.org), 2.6 or newer, on the CPU."""

from __future__ import annotations

from typing import Any

import torch

from adspec.conformance.idioms import IDIOMS
from adspec.engine import Dialect, Engine, namespace


def _live(x: Any) -> Any:
    """Return x, recorded from here on; within another derivative it is already."""
    return x if x.requires_grad else x.detach().requires_grad_()


def _vjp(f: Any, xs: Any) -> Any:
    xs = tuple(map(_live, xs))
    y = f(*xs)
    ys = y if isinstance(y, tuple) else (y,)

    def pull(v: Any) -> Any:
        vs = v if isinstance(v, tuple) else (v,)
        pairs = [(a, b) for a, b in zip(ys, vs, strict=True) if a.requires_grad]
        outs, seeds = zip(*pairs, strict=True) if pairs else ((), ())
        if not outs:
            return tuple(map(torch.zeros_like, xs))
        return torch.autograd.grad(outs, xs, seeds, create_graph=True, materialize_grads=True)

    return y, pull


ENGINE = Engine(
    name="torch",
    version=torch.__version__,
    ops=namespace(torch),
    jvp=torch.func.jvp,
    vjp=_vjp,
    to_numpy=lambda a: a.detach().cpu().numpy() if isinstance(a, torch.Tensor) else a,
    from_numpy=torch.tensor,
    array_type=torch.Tensor,
    idiom=IDIOMS["torch"],
    dialect=Dialect(pairing="hermitian"),
)
