"""The calls of a PyTorch function as its author wrote them: torch's functions and custom rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

Call = Callable[[str, Callable[..., Any], Any, Any], Any]  # word, the function, its arguments -> its result


class _Calls(TorchFunctionMode):  # type: ignore[misc]  # PyTorch's modes have no types here
    def __init__(self, see: Call) -> None:
        super().__init__()
        self._see = see

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return self._see(getattr(func, "__name__", str(func)), func, args, dict(kwargs or {}))


@contextmanager
def seen_by(see: Call) -> Iterator[None]:
    """Let `see` make every call of torch's functions and of custom rules in its scope."""
    original = torch.autograd.Function.apply.__func__

    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        return see(cls.__name__, lambda *a, **k: original(cls, *a, **k), args, kwargs)

    torch.autograd.Function.apply = classmethod(apply)
    try:
        with _Calls(see):
            yield
    finally:
        torch.autograd.Function.apply = classmethod(original)


def tensors(value: Any) -> list[Any]:
    """Return the tensors of floats among arguments or results, left to right."""
    if isinstance(value, torch.Tensor):
        return [value] if value.is_floating_point() else []
    if isinstance(value, dict):
        return [t for v in value.values() for t in tensors(v)]
    return [t for v in value for t in tensors(v)] if isinstance(value, (tuple, list)) else []


def replaced(value: Any, new: Iterator[Any]) -> Any:
    """Return arguments with the next of `new` in place of each tensor of floats."""
    if isinstance(value, torch.Tensor):
        return next(new) if value.is_floating_point() else value
    if isinstance(value, dict):
        return {k: replaced(v, new) for k, v in value.items()}
    return type(value)(replaced(v, new) for v in value) if type(value) in (tuple, list) else value
