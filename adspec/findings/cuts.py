"""Cuts: a program up to a name, and a program from a name on, as cases of their own.

The tangent at a name is J u of the program up to it, the cotangent there is Jᵀ v of the program from it on,
with all that does not come through it held. So every number inside a run can be asked of anybody who can
differentiate, whether or not it can show a run: of engines, and of the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from adspec.engine import Engine
from adspec.findings.parts import plain
from adspec.language.case import Case
from adspec.language.program import Program
from adspec.language.spaces import Array
from adspec.observation import EngineError, Observation, observe, traced

Answer = Array | str | None  # a number, why there is none, or nothing to ask for


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What one engine answers at one name."""

    value: Answer = None
    tangent: Answer = None
    cotangent: Answer = None


def moving(case: Case) -> frozenset[str]:
    """Return the names whose values depend on a differentiated input."""
    found = set(case.wrt)
    for equation in case.program.equations:
        if found.intersection(equation.uses()):
            found.add(equation.name)
    return frozenset(found)


def needed(program: Program) -> frozenset[str]:
    """Return the names on which an output depends."""
    alive = program.without_dead()
    return frozenset((*alive.outputs, *(name for e in alive.equations for name in e.uses())))


def up_to(case: Case, name: str, value: Array) -> Case:
    """Return the case of the program that ends at a name."""
    program = replace(case.program, outputs=(name,)).without_dead()
    return replace(case, program=program, v=(plain(value, (1.0,)),))


def from_on(case: Case, name: str, env: Mapping[str, Array]) -> Case:
    """Return the case of the program that begins at a name, all inputs held."""
    program = case.program if name in case.program.inputs else case.program.from_name(name)
    program = program.without_dead()
    held = {n: np.asarray(env[n]) for n in program.inputs if n != name}
    x = np.asarray(env[name])
    return replace(case, program=program, x=(x,), u=(plain(x, (1.0,)),), held=held)


def asked(engine: Engine, case: Case) -> dict[str, Asked]:
    """Return what an engine answers at every name: of one run where it can show it, else by cuts.

    Cost: where it cannot, one push and one pull per equation, each of a part of the program.
    """
    obs = observe(engine, case)
    shown = traced(obs)
    names = (*case.program.inputs, *(e.name for e in case.program.equations))
    moves, alive = moving(case), needed(case.program)
    if shown is None:
        return {name: _cut(obs, name, moves, alive) for name in names}
    return {
        name: Asked(
            value=shown[name][0],
            tangent=shown[name][1] if name in moves else None,
            cotangent=shown[name][2] if name in moves & alive else None,
        )
        for name in names
    }


def _cut(obs: Observation, name: str, moves: frozenset[str], alive: frozenset[str]) -> Asked:
    engine, case = obs.engine, obs.case
    value = attempt(lambda: obs.value(name))
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fc" or name not in moves:
        return Asked(value=value)
    tangent: Answer = dict(zip(case.wrt, case.u, strict=True)).get(name)
    if tangent is None and engine.provides(("jvp",)):
        tangent = attempt(lambda: observe(engine, up_to(case, name, value)).Ju[0])
    cotangent: Answer = None
    if name in alive and engine.provides(("vjp",)):
        inputs = case.values(case.x)
        part = from_on(case, name, {**inputs, name: value})
        cotangent = attempt(
            lambda: obs.JTv[case.wrt.index(name)] if name in case.wrt else observe(engine, part).JTv[0]
        )
    return Asked(value=value, tangent=tangent, cotangent=cotangent)


def attempt(ask: Callable[[], Array | None]) -> Answer:
    """Return an answer, or what the engine raised instead."""
    try:
        return ask()
    except EngineError as error:
        return f"raises {type(error.error).__name__}: {error.error}"
