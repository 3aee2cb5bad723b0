"""Cases of one primitive: the one place where an equation gets its inputs, tangents and cotangents.

Inputs are called x, or x0, x1, …; the equation's name is a. Tangents and cotangents are plain and
distinct, so that no two entries of a derivative can be confused, and nothing is hidden by a
cotangent of ones. What is not a floating-point array is made visible as a user would: an integer
result multiplies the first input, a Boolean one chooses between the first input and its
negative, a tuple is taken apart, and a result that is unique only up to signs is seen through
the row's observable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.literals import Literal
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive, Rung, Shape
from adspec.language.program import Equation, Name, Program, parse_program
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY

TANGENTS = (1.0, -0.5, 2.0, 0.25, -1.5, 0.75, -3.0, 1.25, 0.5, -2.0, 1.75, -0.25)
COTANGENTS = (1.0, 2.0, -1.5, 0.5, -0.75, 3.0, 0.25, -2.5, 1.25, -0.5, 1.5, -3.5)
IMAGINARY = (0.5, -1.0, 0.25, 2.0, -0.75, 1.5, -0.5, 1.25, -2.0, 0.375)


def make_case(
    primitive: Primitive,
    args: Sequence[Any],
    params: Mapping[str, Literal] | None = None,
    *,
    held: Sequence[int] = (),
    offset: int = 0,
) -> Case:
    """Return the case of one call: arrays become inputs, `Fixed` literals stay in the equation.

    `held` names positions of `args` whose array is a constant; integer and Boolean arrays always
    are. Tangents and cotangents are taken from their pools from `offset` on.

    Raises: whatever the NumPy meaning raises on these arguments.
    Cost: two calls of the NumPy meaning.
    """
    arrays = {i: np.asarray(a) for i, a in enumerate(args) if not isinstance(a, Fixed)}
    names = dict(
        zip(arrays, ["x"] if len(arrays) == 1 else [f"x{k}" for k in range(len(arrays))], strict=True)
    )
    before, ready = _prepared(primitive, arrays, names)
    atoms = tuple(a.value if isinstance(a, Fixed) else Name(ready[i]) for i, a in enumerate(args))
    equation = Equation(name="a", primitive=primitive.name, args=atoms, params=dict(params or {}))
    moving = {names[i]: a for i, a in arrays.items() if i not in held and a.dtype.kind in "fc"}
    bare = Case(
        program=Program(inputs=tuple(names.values()), equations=(*before, equation), outputs=("a",)),
        x=tuple(moving.values()),
        u=tuple(tangents(moving.values(), offset)),
        v=(),
        held={name: arrays[i] for i, name in names.items() if name not in moving},
    )
    return _with_cotangents(bare, primitive, offset)


def form_case(
    primitive: Primitive,
    form: Form,
    *,
    dtype: str = "float64",
    presentation: str = "functions",
    offset: int = 0,
) -> Case:
    """Return the case of a form with plain values of the primitive's domains, from `offset` on."""
    position, start = 0, offset
    args: list[Any] = []
    for argument in form.args:
        if isinstance(argument, Fixed):
            args.append(argument)
            continue
        args.append(fill(primitive.domain(position), argument, start, dtype))
        position, start = position + 1, start + max(1, args[-1].size)
    made = make_case(primitive, args, form.params, offset=offset)
    return replace(made, presentation=presentation)


def rung_case(primitive: Primitive, rung: Rung, dtype: str = "float64") -> Case:
    """Return the case of a rung; its plain real numbers get the dtype."""
    args = [a if isinstance(a, Fixed) else _values(a, dtype) for a in rung.args]
    return make_case(primitive, args, rung.params, held=rung.held)


def _values(argument: Any, dtype: str) -> Array:
    array = np.asarray(argument)
    is_plain = array.dtype == np.float64 and not isinstance(argument, (np.ndarray, np.generic))
    return array.astype(dtype) if is_plain else array


def fill(domain: Domain, shape: Shape, offset: int, dtype: str) -> Array:
    """Return a plain array of a domain; a complex one has no entry on an axis, where branch cuts lie."""
    real = domain.fill(shape, offset)
    if np.dtype(dtype).kind != "c":
        return real.astype(dtype)
    return (real + 1j * _cycle(IMAGINARY, shape, offset)).astype(dtype)


def tangents(x: Any, offset: int = 0) -> list[Array]:
    """Return a plain tangent for every array of x, no two entries alike."""
    return _plain(x, TANGENTS, offset)


def cotangents(y: Any, offset: int = 0) -> list[Array]:
    """Return a plain cotangent for every array of y, no two entries alike."""
    return _plain(y, COTANGENTS, offset)


def _plain(arrays: Any, pool: tuple[float, ...], offset: int) -> list[Array]:
    made = []
    for array in arrays:
        values = _cycle(pool, array.shape, offset)
        if array.dtype.kind == "c":
            values = values + 1j * _cycle(IMAGINARY, array.shape, offset)
        made.append(np.asarray(values).astype(array.dtype))
        offset += max(1, array.size)
    return made


def _cycle(pool: tuple[float, ...], shape: Shape, offset: int) -> Array:
    return np.resize(np.roll(pool, -offset), shape)


# ------------------------------------------------------------------ before and after the equation


def _prepared(
    primitive: Primitive, arrays: Mapping[int, Array], names: Mapping[int, str]
) -> tuple[tuple[Equation, ...], dict[int, str]]:
    """Return the equations that prepare the first array, and the names that the call then uses."""
    position, name = next(iter(names.items()))
    text = primitive.prepare[np.iscomplexobj(arrays[position])]
    if not text:
        return (), dict(names)
    seen = parse_program(text)
    equations = tuple(e.renamed({seen.inputs[0]: name}) for e in seen.equations)
    return equations, {**names, position: seen.outputs[0]}


def _with_cotangents(bare: Case, primitive: Primitive, offset: int) -> Case:
    """Return the case with the observable of its result and a cotangent for it."""
    ops = {**NUMPY, primitive.name: primitive.value}
    with np.errstate(all="ignore"):
        result = bare.run(ops, bare.x)
        text = primitive.observable[any(map(np.iscomplexobj, bare.x))]
        seen = parse_program(text) if text else _default_observable(result, bare.wrt[0])
        equations = (*bare.program.equations, *seen.equations)
        program = replace(bare.program, equations=equations, outputs=seen.outputs)
        env = program.environment(ops, bare.values(bare.x), bare.dtype)
    v = cotangents([np.asarray(env[name]) for name in seen.outputs], offset)
    return replace(bare, program=program, v=tuple(v))


def _default_observable(result: Any, first: str) -> Program:
    """Return the program that makes outputs of the result `a` of a call whose first input is `first`."""
    if isinstance(result, (tuple, list)):
        floats = [i for i, part in enumerate(result) if np.asarray(part).dtype.kind in "fc"]
        parts = {
            "bcdeghijklm"[i]: Equation(name="bcdeghijklm"[i], primitive="getitem", args=(Name("a"), i))
            for i in floats
        }
        return Program(inputs=("a",), equations=tuple(parts.values()), outputs=tuple(parts))
    kind = np.asarray(result).dtype.kind
    if kind == "b":
        other = Equation(name="b", primitive="negative", args=(Name(first),))
        chosen = Equation(name="c", primitive="where", args=(Name("a"), Name(first), Name("b")))
        return Program(inputs=("a", first), equations=(other, chosen), outputs=("c",))
    if kind in "iu":
        scaled = Equation(name="b", primitive="multiply", args=(Name("a"), Name(first)))
        return Program(inputs=("a", first), equations=(scaled,), outputs=("b",))
    return Program(inputs=("a",), equations=(), outputs=("a",))
