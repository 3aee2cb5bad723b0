"""What PyTorch computes on the way of a function: its calls, and the cotangents that it keeps for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from adspec.language.spaces import Array
from adspec.lifting import frames, torch_front
from adspec.lifting.graph import Lifted, Place
from adspec.lifting.seen import Run, Seen
from adspec.lifting.torch_calls import replaced, seen_by, tensors


@dataclass(slots=True)
class _Called:
    word: str
    func: Callable[..., Any]
    args: Any
    kwargs: Any
    results: list[Any]
    place: Place | None


def run(
    f: Callable[..., Any],
    xs: Sequence[Array],
    moving: Sequence[int],
    v: Sequence[Array],
    flat: Callable[..., Any],
) -> Run:
    """Return the run of f at `xs` and back from `v`; `flat` gives the tensors of floats of its result."""
    inputs = [torch.tensor(x) for x in xs]
    for k in moving:
        inputs[k].requires_grad_()
    calls: list[_Called] = []
    depth = 0

    def see(word: str, func: Any, args: Any, kwargs: Any) -> Any:
        nonlocal depth
        depth += 1
        try:
            out = func(*args, **kwargs)
        finally:
            depth -= 1
        results = tensors(out)
        if depth == 0 and results and not word.startswith("__get"):
            for t in results:
                if t.requires_grad and not t.is_leaf:
                    t.retain_grad()
            calls.append(_Called(word, func, args, kwargs, results, frames.here()))
        return out

    with seen_by(see):
        results = flat(f(*inputs))
    pairs = [(y, torch.tensor(a)) for y, a in zip(results, v, strict=True) if y.requires_grad]
    if pairs:
        torch.autograd.backward([y for y, _ in pairs], [a for _, a in pairs])
    made: dict[int, int] = {}
    units = []
    for k, call in enumerate(calls):
        units.append(_seen(call, made))
        made.update((id(t), k) for t in call.results)
    gradient = tuple(_cotangent(inputs[k]) for k in moving)
    return Run(units=tuple(units), outputs=tuple(y.detach().numpy() for y in results), gradient=gradient)


def _cotangent(t: Any) -> Array:
    grad = t.grad if t.requires_grad else None
    return np.zeros(t.shape) if grad is None else np.asarray(grad.numpy())


def _seen(call: _Called, made: dict[int, int]) -> Seen:
    given = tensors(call.args) + tensors(call.kwargs)

    def alone(*moved: Any) -> list[Any]:
        new = iter(moved)
        args = replaced(call.args, new)
        return tensors(call.func(*args, **replaced(call.kwargs, new)))

    def pull(v: Sequence[Array]) -> tuple[Array, ...]:
        fresh = [t.detach().clone().requires_grad_() for t in given]
        live = [(y, torch.tensor(a)) for y, a in zip(alone(*fresh), v, strict=True) if y.requires_grad]
        if not live:
            return tuple(np.zeros(t.shape) for t in given)
        outs, seeds = zip(*live, strict=True)
        found = torch.autograd.grad(outs, fresh, seeds, materialize_grads=True)
        return tuple(np.asarray(g.detach().numpy()) for g in found)

    def lift() -> Lifted:
        from dataclasses import replace

        return replace(torch_front.lift(alone, [t.detach().numpy() for t in given], list), ruled=True)

    return Seen(
        word=call.word,
        place=call.place,
        inputs=tuple(t.detach().numpy() for t in given),
        sources=tuple(made.get(id(t)) for t in given),
        outputs=tuple(t.detach().numpy() for t in call.results),
        cotangents=tuple(map(_cotangent, call.results)),
        pull=pull,
        lift=lift,
    )
