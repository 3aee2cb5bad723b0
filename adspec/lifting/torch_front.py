"""A PyTorch function as equations over balls: run under a dispatch mode, which sees every aten operation.

That is below autograd, so that the forward of an `autograd.Function` is seen from inside. Tensors that no
operation of the function made are constants; `detach` stops derivatives, except within a rule.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.lifting import frames
from adspec.lifting.graph import Lifted, Tape, Unit, UnsupportedError
from adspec.lifting.torch_calls import seen_by
from adspec.lifting.torch_calls import tensors as floats_of
from adspec.lifting.torch_words import word_for
from adspec.lifting.words import SELF, as_balls, cast
from adspec.truth.balls import as_array, exact

LIKE = frozenset({"zeros_like", "ones_like", "full_like", "empty_like", "new_zeros", "new_ones", "new_full"})
MADE = frozenset(
    {"zeros", "ones", "full", "arange", "scalar_tensor", "eye", "linspace", "empty", "_tensor_constant"}
)
CASTS = frozenset({"_to_copy", "to"})


def lift(f: Callable[..., Any], xs: Sequence[Array], flatten: Callable[[Any], list[Any]]) -> Lifted:
    """Return f at arrays `xs` as steps.

    Raises: UnsupportedError naming the first operation that has no meaning in balls; whatever f raises.
    """
    tape = Tape()
    tensors = [torch.tensor(x) for x in xs]
    recorder = _Recorder(tape)
    inputs = [recorder.input(t, x) for t, x in zip(tensors, xs, strict=True)]
    with recorder, seen_by(recorder.unit):
        results = flatten(f(*tensors))
    outputs = [recorder.name(r) for r in results]
    ruled = recorder.inside > 0 and recorder.outside == 0
    return tape.lifted(inputs, outputs, ruled=ruled)


class _Recorder(TorchDispatchMode):  # type: ignore[misc]  # PyTorch's modes have no types here
    """Writes down what is dispatched."""

    def __init__(self, tape: Tape) -> None:
        super().__init__()
        self.tape = tape
        self.inside = self.outside = 0
        self._names: dict[int, Any] = {}
        self._alive: list[Any] = []
        self._rule: Any = None

    def input(self, tensor: Any, x: Array) -> Name:
        """Return the name of an input."""
        return self._keep(tensor, self.tape.put(exact(np.asarray(x))))

    def _keep(self, tensor: Any, name: Name) -> Name:
        self._names[id(tensor)] = name
        self._alive.append(tensor)  # else its id may be given to another
        return name

    def name(self, tensor: Any) -> Name:
        """Return the name of a tensor; one that was not made here is a constant."""
        if id(tensor) not in self._names:
            return self._keep(tensor, self.tape.constant(tensor.detach().numpy().copy()))
        found: Name = self._names[id(tensor)]
        return found

    def unit(self, word: str, func: Any, args: Any, kwargs: Any) -> Any:
        """Make a call as its author wrote it, one unit of what is written meanwhile."""
        self.tape.depth += 1
        try:
            out = func(*args, **kwargs)
        finally:
            self.tape.depth -= 1
        results = floats_of(out)
        if self.tape.depth == 0 and results and not word.startswith("__get"):
            names = tuple(self.name(t) for t in results)
            self.tape.units.append(Unit(word, frames.here(), names))
        return out

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation and write it down."""
        params = dict(kwargs or {})
        out = func(*args, **params)
        word = func._overloadpacket.__name__  # noqa: SLF001 - an operation has no other name
        place = frames.here()
        self._count_rule()
        if func._schema.is_mutable and word not in LIKE | MADE:  # noqa: SLF001 - likewise
            raise UnsupportedError(f"aten {func}", place, "writes in place, which is not followed")
        if word == "_local_scalar_dense":
            return self._number(args[0], out, place)
        if word in LIKE | MADE:
            return out
        self._write(word, args, params, out, place)
        return out

    def _number(self, tensor: Any, out: Any, place: Any) -> Any:
        if isinstance(out, float) and id(tensor) in self._names:
            raise UnsupportedError("item()", place, "makes a Python number, which cannot be followed")
        if id(tensor) in self._names:
            self.tape.decide(self.name(tensor), place)
        return out

    def _count_rule(self) -> None:
        frame = _rule_frame()
        self.inside += frame is not None
        self.outside += frame is None
        if frame is not None and frame is not self._rule:
            self.tape.rules += 1
        self._rule = frame

    def _write(self, word: str, args: Any, params: dict[str, Any], out: Any, place: Any) -> None:
        tensors = [a for a in _flat(args) if isinstance(a, torch.Tensor)]
        if word in CASTS:
            kind = out.numpy().dtype
            name = self.tape.step("astype", lambda x: cast(x, kind), [self.name(args[0])], place=place)
        elif word == "detach":
            name = self._detached(args[0], place)
        else:
            made = word_for(word, whole=not any(t.is_floating_point() or t.is_complex() for t in tensors))
            if made is None:
                raise UnsupportedError(f"aten {word}", place)
            name = self._step(made, args, params, place)
        results = out if isinstance(out, (tuple, list)) else (out,)
        for k, tensor in enumerate(results):
            part = name if tensor is out else self.tape.step("getitem", _part(k), [name], place=place)
            self._keep(tensor, part)

    def _detached(self, tensor: Any, place: Any) -> Name:
        name = self.name(tensor)
        if self._rule is not None:
            return name
        value = self.tape.value(name)
        return self.tape.step("stop_gradient", lambda _: value, [name], place=place)

    def _step(self, made: Any, args: Any, params: dict[str, Any], place: Any) -> Name:
        word, f = made
        atoms = [self._operand(a) for a in (_spread(args) if word in {"concat", "stack"} else args)]
        if word in SELF and len(atoms) == 2 and atoms[0] is atoms[1]:
            atoms, (word, f) = atoms[:1], SELF[word]
        kept = {k: p for k, p in params.items() if k not in {"dtype", "layout", "device", "memory_format"}}
        held = {k: as_balls(p) if isinstance(p, torch.Tensor) else p for k, p in kept.items()}
        return self.tape.step(word, f, atoms, held, place)

    def _operand(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return self.name(value)
        if isinstance(value, (list, tuple)):
            return type(value)(v.numpy() if isinstance(v, torch.Tensor) else v for v in value)
        return as_array(exact(np.asarray(value))) if isinstance(value, float) else value


def _flat(args: Any) -> list[Any]:
    return [b for a in args for b in (a if isinstance(a, (list, tuple)) else (a,))]


def _spread(args: Any) -> list[Any]:
    """Return the arrays of a list one by one, and the axis."""
    return [*args[0], args[1] if len(args) > 1 else 0]


def _part(k: int) -> Callable[[Any], Any]:
    return lambda value: as_array(value[k])


def _rule_frame() -> Any:
    """Return the frame in which a custom Function is applied, if we are within one."""
    frame: Any = sys._getframe(2)  # noqa: SLF001 - the documented way to the caller
    while frame is not None:
        if frame.f_code.co_name == "apply" and frame.f_code.co_filename.endswith(
            "torch/autograd/function.py"
        ):
            return frame
        frame = frame.f_back
    return None
