"""Parts: what of a case can be tried alone, so that a fault is located.

One equation at the values it really saw, every argument an input of its own; the same with all
arguments but one held; the whole with a copy of each shared value per use; and f(x) = x.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.containers import CONTAINERS
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Equation, Name, Program
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY

_TANGENT = (1.0, -0.5, 2.0, 0.25, -1.5, 0.75, 3.0)
_COTANGENT = (1.0, 2.0, -0.5, 1.5, -1.0, 0.25, -2.0)


def identity_at(x: Array) -> Case:
    """Return the case f(x) = x at a point."""
    program = Program(inputs=("x",), equations=(), outputs=("x",))
    return Case(program=program, x=(x,), u=(plain(x, _TANGENT),), v=(plain(x, _COTANGENT),))


def single(case: Case, unit: Sequence[Equation], env: Mapping[str, Array]) -> Case:
    """Return the case of one equation at the values it saw, every argument an input of its own.

    A unit has further equations only where the accused one returns no array of numbers (then those
    that read it come along, and their results are the outputs) or needs a structured argument. It is shown
    arrays where the case is in containers, of which a rule knows nothing, and moved along the tangents and
    cotangents of the case where those are its own: along others a loss of digits may be too small to see.
    """
    inside = {e.name for e in unit}
    outer = [name for e in unit for name in e.uses() if name not in inside]
    names = ("x",) if len(outer) == 1 else tuple(f"x{i}" for i in range(len(outer)))
    fresh = iter(names)
    equations = tuple(_reading(e, inside, fresh) for e in unit)
    values = dict(zip(names, (np.asarray(env[name]) for name in outer), strict=True))
    moving = [name for name, value in values.items() if value.dtype.kind in "fc"]
    read = {name for e in unit for name in e.uses()}
    outputs = tuple(e.name for e in unit if _is_numeric(env[e.name]) and e.name not in read)
    places = dict(zip(names, outer, strict=True))
    tangents = dict(zip(case.wrt, case.u, strict=True))
    cotangents = dict(zip(case.program.outputs, case.v, strict=True))
    return Case(
        program=Program(inputs=names, equations=equations, outputs=outputs),
        x=tuple(values[name] for name in moving),
        u=tuple(
            tangents.get(places[name], plain(values[name], _TANGENT, 3 * i)) for i, name in enumerate(moving)
        ),
        v=tuple(
            cotangents.get(name, plain(np.asarray(env[name]), _COTANGENT, i))
            for i, name in enumerate(outputs)
        ),
        held={name: value for name, value in values.items() if name not in moving},
        presentation="functions" if case.presentation in CONTAINERS else case.presentation,
    )


def _reading(equation: Equation, inside: set[str], fresh: Iterator[str]) -> Equation:
    """Return the equation with a fresh name for every argument from outside the unit."""
    return equation.mapped(lambda name: name if name in inside else next(fresh))


def _is_numeric(value: Any) -> bool:
    return not isinstance(value, (tuple, list)) and np.asarray(value).dtype.kind in "fc"


def plain(like: Array, pool: Sequence[float], offset: int = 0) -> Array:
    """Return an array of short numbers in the space of `like`."""
    numbers = np.asarray([pool[(offset + i) % len(pool)] for i in range(like.size)])
    kind = like.dtype if like.dtype.kind in "fc" else np.dtype(np.float64)
    turned = numbers * (1 - 0.5j) if kind.kind == "c" else numbers
    return turned.reshape(like.shape).astype(kind)


def units(case: Case) -> Iterator[tuple[list[Equation], Equation, Mapping[str, Array]]]:
    """Yield what can be tried alone, whom it accuses, and the values of the run in NumPy.

    That is every equation that sees a differentiated value, those first whose value is an array
    of numbers. One whose argument has a structure (symmetric, positive definite) takes along what
    gives it that structure, since off it the derivative has no meaning.
    """
    with np.errstate(all="ignore"):
        env = case.program.everywhere(NUMPY, case.values(case.x), case.dtype)
    moving, late = set(case.wrt), []
    for equation in case.program.equations:
        if moving.intersection(equation.uses()):
            moving.add(equation.name)
            yield from (([inner], inner, env) for inner in _within(equation) if _is_known(inner, env))
            if any(isinstance(env[name], (tuple, list)) for name in equation.uses()):
                continue  # tried together with the equation whose several results it reads
            if _is_numeric(env[equation.name]):
                yield [*preparing(case.program, equation), equation], equation, env
            else:
                late.append(equation)
    for equation in late:
        readers = [
            e for e in case.program.equations if equation.name in e.uses() and _is_numeric(env[e.name])
        ]
        if readers:
            yield [*preparing(case.program, equation), equation, *readers], equation, env


def _within(equation: Equation) -> Iterator[Equation]:
    """Yield the equations of the bodies of an equation, the innermost first."""
    return itertools.chain(*(body.all_equations() for body in equation.bodies))


def _is_known(equation: Equation, env: Mapping[str, Any]) -> bool:
    """Return whether an equation within a body was reached, and has an array of numbers for a value."""
    names = (equation.name, *equation.uses())
    return all(name in env and not isinstance(env[name], tuple) for name in names) and _is_numeric(
        env[equation.name]
    )


def preparing(program: Program, equation: Equation) -> tuple[Equation, ...]:
    """Return the equations that give a structured argument its structure; none where it needs none."""
    row = VOCABULARY.get(equation.primitive)
    if row is None or not any(row.prepare):
        return ()
    upstream = replace(program, outputs=equation.uses()).without_dead()
    return upstream.equations


def structuring(case: Case, primitive: str) -> list[str]:
    """Return what gives the arguments of a structured primitive their structure, names left out."""
    return [
        f"{e.primitive} {[a for a in e.args if not isinstance(a, Name)]} {dict(e.params)}"
        for accused in case.program.equations
        if accused.primitive == primitive
        for e in preparing(case.program, accused)
    ]


def unshared(case: Case) -> Case:
    """Return the case with one copy of each shared array per use, every copy an input of its own."""
    with np.errstate(all="ignore"):
        env = case.program.environment(NUMPY, case.values(case.x), case.dtype)
    tangent = dict(zip(case.wrt, case.u, strict=True))
    program = case.program
    for equation in case.program.equations:
        if program.use_counts()[equation.name] > 1 and _is_numeric(env[equation.name]):
            program = program.from_name(equation.name)
            tangent[equation.name] = plain(np.asarray(env[equation.name]), _TANGENT)
    for name in tuple(program.inputs):
        if program.use_counts()[name] > 1 and name not in case.held:
            program, copies = program.one_copy_per_use(name)
            env |= dict.fromkeys(copies, env[name])
            tangent |= dict.fromkeys(copies, tangent[name])
    return case.with_program(program.without_dead().without_unused_inputs(), env, tangent)
