"""Blame: which equation, which argument, push or pull.

A derivative is a composition of rules, so a wrong one is located by trying the rules alone:
every equation by itself, at the values it really saw, with respect to one argument at a time
while the others are held, push and pull apart. The first equation that breaks the law alone
is accused, with every argument whose rule breaks it. Where each rule alone is right, what is
wrong is the way they are put together: fan-out (right once every use has a copy of its own),
nesting (a derivative in the program is wrong, though every rule in its body is right), or the
engine, which is also guilty where f(x) = x breaks the law already.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.findings.cause import Cause
from adspec.language.case import Case
from adspec.language.higher import DERIVATIVES
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Equation, Name, Program
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.law import FINDINGS, Law, Verdict, half_of, judge
from adspec.observation import observe

_TANGENT = (1.0, -0.5, 2.0, 0.25, -1.5, 0.75, 3.0)
_COTANGENT = (1.0, 2.0, -0.5, 1.5, -1.0, 0.25, -2.0)
_STAGES = {"push": "push", "vjp": "pull", "pull": "pull", "grad": "grad"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Accusation:
    """One cause with a case on which its law is broken, and that verdict."""

    cause: Cause
    law: Law
    case: Case
    verdict: Verdict


def blame(
    engine: Engine, broken: Law, verdict: Verdict, case: Case, laws: Mapping[str, Law]
) -> list[Accusation]:
    """Return the accusations for a broken law: one per wrong rule, or one against the composition.

    `laws` are all laws of the run by name; truth_push and truth_pull tell the modes apart.
    Cost: one observation per argument of each equation up to the guilty one.
    """
    if broken.accuses == "rule" and not _is_broken_bare(engine, broken, case):
        for unit, accused, env in _units(case):
            found = list(_accuse(engine, broken, single(case, unit, env), accused, laws))
            if found:
                return _merged(found)
    return [_composition(engine, broken, verdict, case)]


def _is_broken_bare(engine: Engine, broken: Law, case: Case) -> bool:
    """Return whether the law is broken on f(x) = x already, where no rule takes part.

    Asked where the first input lives and where the first output does: an engine may get arrays
    without an axis wrong, whatever makes them.
    """
    homes = {(a.shape, a.dtype): a for a in (*case.v[:1], *case.x[:1])}
    return any(judge(broken, observe(engine, _identity_at(a))).status in FINDINGS for a in homes.values())


def _identity_at(x: Array) -> Case:
    program = Program(inputs=("x",), equations=(), outputs=("x",))
    return Case(program=program, x=(x,), u=(plain(x, _TANGENT),), v=(plain(x, _COTANGENT),))


def single(case: Case, unit: Sequence[Equation], env: Mapping[str, Array]) -> Case:
    """Return the case of one equation at the values it saw, every argument an input of its own.

    A unit has further equations only where the accused one returns no array of numbers (then those
    that read it come along, and their results are the outputs) or needs a structured argument.
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
    return Case(
        program=Program(inputs=names, equations=equations, outputs=outputs),
        x=tuple(values[name] for name in moving),
        u=tuple(plain(values[name], _TANGENT, 3 * i) for i, name in enumerate(moving)),
        v=tuple(plain(np.asarray(env[name]), _COTANGENT, i) for i, name in enumerate(outputs)),
        held={name: value for name, value in values.items() if name not in moving},
        presentation=case.presentation,
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


def holding_all_but(case: Case, position: int) -> Case:
    """Return the case differentiated with respect to one of its inputs only."""
    kept = case.wrt[position]
    held = {name: value for name, value in zip(case.wrt, case.x, strict=True) if name != kept}
    return replace(case, x=(case.x[position],), u=(case.u[position],), held={**case.held, **held})


def _units(case: Case) -> Iterator[tuple[list[Equation], Equation, Mapping[str, Array]]]:
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
                yield [*_preparing(case.program, equation), equation], equation, env
            else:
                late.append(equation)
    for equation in late:
        readers = [
            e for e in case.program.equations if equation.name in e.uses() and _is_numeric(env[e.name])
        ]
        if readers:
            yield [*_preparing(case.program, equation), equation, *readers], equation, env


def _within(equation: Equation) -> Iterator[Equation]:
    """Yield the equations of the bodies of an equation, the innermost first."""
    return itertools.chain(*(body.all_equations() for body in equation.bodies))


def _is_known(equation: Equation, env: Mapping[str, Any]) -> bool:
    """Return whether an equation within a body was reached, and has an array of numbers for a value."""
    names = (equation.name, *equation.uses())
    return all(name in env and not isinstance(env[name], tuple) for name in names) and _is_numeric(
        env[equation.name]
    )


def _preparing(program: Program, equation: Equation) -> tuple[Equation, ...]:
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
        for e in _preparing(case.program, accused)
    ]


def _accuse(
    engine: Engine, broken: Law, alone: Case, accused: Equation, laws: Mapping[str, Law]
) -> Iterator[Accusation]:
    """Yield an accusation per argument and mode whose rule breaks the law alone."""
    if accused.bodies:
        yield from _accuse_nesting(engine, broken, alone, accused, laws)
        return
    found = False
    for position in range(len(alone.x)) if broken.mode != "value" else ():
        part = alone if len(alone.x) == 1 else holding_all_but(alone, position)
        for probe in _probes(broken, laws):
            verdict = judge(probe, observe(engine, part))
            if verdict.status in FINDINGS:
                found = True
                yield _accusation(probe, verdict, part, accused, _position(alone, accused, position))
    if not found:
        verdict = judge(broken, observe(engine, alone))
        if verdict.status in FINDINGS:
            one = _mode(broken, verdict) != "value" and len(alone.program.inputs) == 1
            yield _accusation(broken, verdict, alone, accused, _position(alone, accused, 0) if one else None)


def _accuse_nesting(
    engine: Engine, broken: Law, alone: Case, accused: Equation, laws: Mapping[str, Law]
) -> Iterator[Accusation]:
    """Yield the accusation of an equation with bodies that breaks the law though all rules in it keep it."""
    verdict = judge(broken, observe(engine, alone))
    if verdict.status in FINDINGS:
        wrong = [p.mode for p in _probes(broken, laws) if judge(p, observe(engine, alone)).status in FINDINGS]
        mode = wrong[0] if len(wrong) == 1 else _mode(broken, verdict)
        where = f"nesting of {accused.primitive}" if accused.primitive in DERIVATIVES else accused.primitive
        cause = Cause(where=where, argument=None, mode=mode, symptom=verdict.symptom)
        yield Accusation(cause=cause, law=broken, case=alone, verdict=verdict)


def _probes(broken: Law, laws: Mapping[str, Law]) -> list[Law]:
    """Return the laws that tell push from pull: the truth's, or the broken law where it says itself."""
    if broken.mode == "each":
        return [half_of(broken, mode) for mode in ("push", "pull")]
    if broken.mode:
        return [broken]
    return [laws[name] for name in ("truth_push", "truth_pull") if name in laws] or [broken]


def _position(alone: Case, accused: Equation, number: int) -> int | None:
    """Return where among the arguments of the accused equation the differentiated input `number` stands."""
    equation = next(e for e in alone.program.equations if e.name == accused.name)
    places = {a.text: i for i, a in enumerate(equation.args) if isinstance(a, Name)}
    return places.get(alone.wrt[number], *places.values() if len(places) == 1 else (None,))


def _accusation(
    law: Law, verdict: Verdict, case: Case, accused: Equation, argument: int | None
) -> Accusation:
    mode = _mode(law, verdict)
    cause = Cause(where=accused.primitive, argument=argument, mode=mode, symptom=verdict.symptom)
    return Accusation(cause=cause, law=law, case=case, verdict=verdict)


def _mode(law: Law, verdict: Verdict) -> str:
    """Return the half that a verdict accuses: the law's, its worst claim's, or where it crashed."""
    if law.mode == "each":
        return verdict.claim.mode if verdict.claim else _STAGES.get(verdict.stage, "")
    return law.mode or _STAGES.get(verdict.stage, "")


def _merged(accused: list[Accusation]) -> list[Accusation]:
    """Return the accusations, those of a primitive that raises for every argument as one."""
    raising = [a for a in accused if a.verdict.status == "crashed"]
    if len({a.cause.argument for a in raising}) < 2:
        return accused
    merged = {a.cause.mode: replace(a, cause=replace(a.cause, argument=None)) for a in reversed(raising)}
    return [*(a for a in accused if a.verdict.status != "crashed"), *merged.values()]


def _composition(engine: Engine, broken: Law, verdict: Verdict, case: Case) -> Accusation:
    where = "engine"
    if broken.accuses == "rule" and _right_without_fan_out(engine, broken, case):
        where = "fan-out"
    elif broken.accuses == "rule" and case.program.depth:
        nested = (e.primitive for e in case.program.all_equations() if e.primitive in DERIVATIVES)
        where = f"nesting of {next(nested)}"
    mode = _mode(broken, verdict)
    cause = Cause(where=where, argument=None, mode=mode, symptom=verdict.symptom)
    return Accusation(cause=cause, law=broken, case=case, verdict=verdict)


def _right_without_fan_out(engine: Engine, broken: Law, case: Case) -> bool:
    """Return whether the law holds once every use of every shared name reads a copy of its own."""
    shared = [name for name, uses in case.program.use_counts().items() if uses > 1 and name not in case.held]
    if not shared:
        return False
    if broken.name == "fan_out":
        return True
    return judge(broken, observe(engine, unshared(case))).status not in FINDINGS


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
