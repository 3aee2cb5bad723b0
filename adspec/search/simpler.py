"""Simpler programs: the steps of the reducer that take equations, inputs and outputs away.

A step yields drafts, the most promising first, and knows the values that the equations have now. What a
step leaves without use goes away with it. What was without use before stays, since it may be
what the failure needs (a pullback that overwrites needs a dead equation to overwrite with): its
removal is a step of its own, tested like any other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.program import Program
from adspec.search.fitting import Draft, draft_of

Values = Mapping[str, Any]


def lone_equation(case: Case, env: Values) -> Iterator[Draft]:
    """Yield every equation alone, at the values it has, its arguments as inputs."""
    if len(case.program.equations) > 1:
        for equation in case.program.equations:
            inputs = tuple(dict.fromkeys(equation.uses()))
            yield from redraft(
                case, env, Program(inputs=inputs, equations=(equation,), outputs=(equation.name,))
            )


def earlier_end(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program that ends with an earlier equation, the earliest first."""
    for equation in case.program.equations[:-1]:
        yield from redraft(case, env, swept(replace(case.program, outputs=(equation.name,)), case.program))


def fewer_outputs(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program without one of its outputs."""
    outputs = case.program.outputs
    for i in range(len(outputs) if len(outputs) > 1 else 0):
        fewer = replace(case.program, outputs=outputs[:i] + outputs[i + 1 :])
        for draft in redraft(case, env, swept(fewer, case.program)):
            yield replace(draft, cotangents=case.v[:i] + case.v[i + 1 :])


def cut(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program with one value as an input instead of its equation, the shortest first."""
    programs = [swept(case.program.from_name(e.name), case.program) for e in case.program.equations]
    for program in sorted(programs, key=lambda p: len(p.equations)):
        yield from redraft(case, env, program)


def bypass(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program in which one value is replaced by an argument of its own.

    Their shapes may differ: where the rest cannot bear it, NumPy says so.
    """
    for equation in reversed(case.program.equations):
        for used in dict.fromkeys(equation.uses()):
            if _is_floating(env[used]) and _is_floating(env[equation.name]):
                yield from redraft(
                    case, env, swept(_without(case.program, equation.name, used), case.program)
                )


def idle(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program without what nothing uses, at once and one by one; or with a dead value as output."""
    program = case.program
    live = program.without_dead()
    dead = [e.name for e in program.equations if e not in live.equations]
    yield from redraft(case, env, live.without_unused_inputs())
    yield from redraft(case, env, live)
    for name in reversed(dead):
        fewer = tuple(e for e in program.equations if e.name != name)
        if not any(name in e.uses() for e in fewer):
            yield from redraft(case, env, replace(program, equations=fewer))
        for draft in redraft(case, env, replace(program, outputs=(*program.outputs, name))):
            yield replace(draft, cotangents=(*case.v, np.zeros_like(env[name])))
    for name in program.inputs:
        inputs = tuple(i for i in program.inputs if i != name)
        if inputs and not program.use_counts()[name]:
            yield from redraft(case, env, replace(program, inputs=inputs))


def merged_inputs(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program in which one differentiated input stands for another one of its space."""
    spaces = {name: (a.shape, a.dtype) for name, a in zip(case.wrt, case.x, strict=True)}
    for kept, gone in itertools.combinations(case.wrt, 2):
        if spaces[kept] == spaces[gone]:
            program = replace(
                case.program,
                inputs=tuple(name for name in case.program.inputs if name != gone),
                equations=tuple(e.renamed({gone: kept}) for e in case.program.equations),
                outputs=tuple(kept if name == gone else name for name in case.program.outputs),
            )
            yield from redraft(case, env, program)


def merged_outputs(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program that returns one output again in the place of another one, without what that took."""
    outputs = case.program.outputs
    for kept, gone in itertools.permutations(range(len(outputs)), 2):
        if outputs[kept] != outputs[gone]:
            again = (*outputs[:gone], outputs[kept], *outputs[gone + 1 :])
            yield from redraft(case, env, swept(replace(case.program, outputs=again), case.program))


def redraft(case: Case, env: Values, program: Program) -> Iterator[Draft]:
    """Yield the draft of another program over the same values, where its inputs can be inputs."""
    v = dict(zip(case.program.outputs, case.v, strict=True))
    if program != case.program and all(_is_floating(env[n]) or n in case.held for n in program.inputs):
        yield replace(
            draft_of(case),
            program=program,
            values={name: np.asarray(env[name]) for name in program.inputs},
            held=frozenset(case.held).intersection(program.inputs),
            cotangents=tuple(v.get(name) for name in program.outputs),
        )


def swept(program: Program, before: Program) -> Program:
    """Return the program without what it does not use but `before` did."""
    idle_before = {e.name for e in before.equations} - {e.name for e in before.without_dead().equations}
    kept = (*program.outputs, *(e.name for e in program.equations if e.name in idle_before))
    live = replace(program, outputs=kept).without_dead()
    used, used_before = live.use_counts(), before.use_counts()
    inputs = tuple(i for i in program.inputs if used[i] or (i in before.inputs and not used_before[i]))
    return Program(inputs=inputs or program.inputs[:1], equations=live.equations, outputs=program.outputs)


def _without(program: Program, name: str, other: str) -> Program:
    """Return the program in which `other` is used instead of `name`, whose equation goes."""
    equations = tuple(e.renamed({name: other}) for e in program.equations if e.name != name)
    outputs = tuple(other if o == name else o for o in program.outputs)
    return Program(inputs=program.inputs, equations=equations, outputs=outputs)


def _is_floating(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc"
