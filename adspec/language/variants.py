"""Variants: cases made of a case, whose derivatives are known when its own are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.program import Equation
from adspec.language.spaces import Array


def mapped(case: Case, f: Callable[[str, Array], Array]) -> Case:
    """Return the case with f(name, a) for every input a, differentiated or held, and for its tangent."""
    x, u = (tuple(map(f, case.wrt, arrays)) for arrays in (case.x, case.u))
    return replace(case, x=x, u=u, held={name: f(name, a) for name, a in case.held.items()})


def holding_all_but(case: Case, position: int) -> Case:
    """Return the case differentiated with respect to one of its inputs only."""
    kept = case.wrt[position]
    held = {name: value for name, value in zip(case.wrt, case.x, strict=True) if name != kept}
    return replace(case, x=(case.x[position],), u=(case.u[position],), held={**case.held, **held})


# -------------------------------------------------------------- with an input more


def _spare(case: Case) -> tuple[str, Array]:
    return next(case.program.fresh_names()), np.asarray([1.0, 2.0], dtype=case.dtype)


def with_unused_input(case: Case) -> Case:
    """Return the case with one more input, the last one, which nothing uses."""
    name, a = _spare(case)
    program = replace(case.program, inputs=(*case.program.inputs, name))
    return replace(case, program=program, x=(*case.x, a), u=(*case.u, a))


def of_a_constant(case: Case) -> Case:
    """Return the case of a function of the same x that returns a constant."""
    name, a = _spare(case)
    program = replace(case.program, inputs=(*case.program.inputs, name), equations=(), outputs=(name,))
    return replace(case, program=program, v=(a,), held={**case.held, name: a})


# -------------------------------------------------------------- with arrays of other shapes and widths


def repeated(case: Case, equation: Equation) -> Case:
    """Return the case in which what one equation uses is repeated to the shape of its value, which is y."""
    used, shape = equation.uses(), case.v[0].shape
    return mapped(case, lambda name, a: np.array(np.broadcast_to(a, shape)) if name in used else a)


def in_half(case: Case) -> Case:
    """Return the case with all arrays of single precision in half precision."""

    def half(a: Array) -> Array:
        return a.astype(np.float16) if a.dtype == np.float32 else a

    return replace(mapped(case, lambda _, a: half(a)), v=tuple(map(half, case.v)))


# -------------------------------------------------------------- taken apart


def copied(case: Case, name: str) -> tuple[Case, list[int]]:
    """Return the case in which every use of an input has a copy of its own, and where among x these are."""
    k = case.wrt.index(name)
    program, copies = case.program.one_copy_per_use(name)
    env = {**case.values(case.x), **dict.fromkeys(copies, case.x[k])}
    u = {**dict(zip(case.wrt, case.u, strict=True)), **dict.fromkeys(copies, case.u[k])}
    split = case.with_program(program, env, u)
    return split, [i for i, each in enumerate(split.wrt) if each in copies]


def begun_at(case: Case, name: str, value: Array) -> Case:
    """Return the case whose program starts from a value of its own as well, with a plain tangent."""
    env = {**case.values(case.x), name: value}
    u = {**dict(zip(case.wrt, case.u, strict=True)), name: spaces.another(value)}
    return case.with_program(case.program.from_name(name), env, u)


def halves(case: Case, value: Callable[[str], Array | None]) -> tuple[Case, Case] | None:
    """Return the cases before and after the middle of the program, given the value of each name.

    What flows between them, as the outputs of the first and the x of the second, are floats that are
    not held; u of the second and v of the first are zero. None where nothing flows, or a name has no array.
    """
    before, after = case.program.split(len(case.program.equations) // 2)
    known = {name: a for name in after.inputs if (a := value(name)) is not None}
    flow = tuple(n for n, a in known.items() if n not in case.held and a.dtype.kind in "fc")
    if not before.equations or not flow or len(known) < len(after.inputs):
        return None
    held = {name: a for name, a in known.items() if name not in flow}
    x = tuple(known[name] for name in flow)
    zeros = tuple(map(np.zeros_like, x))
    first = replace(case, program=replace(before, outputs=flow), v=zeros)
    return first, replace(case, program=after, x=x, u=zeros, held=held)
