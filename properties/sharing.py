"""Naming a value once or computing it again is the same; so is any order of equations, so is dead code.

Why: a program is its mathematics. Engines that keep tables of what they have seen (to compute a common
part once, to skip what is not needed) can give a copy the derivative of nothing.

Source: referential transparency; Siskind and Pearlmutter, 2005; Griewank and Walther, §4.1.

A minimal violation: b = sin(x), c = sin(x) where the second is taken from a table, as a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language.program import Equation, Name, Program
from adspec.law import Claim, agree, law, nothing
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="y, J u and Jᵀ v stay when a value is computed again per use, equations change places, code is dead",
    needs=("jvp", "vjp"),
    explained_by=("fan_out", "chain_rule", "independence", "determinism"),
    tiers=("programs", "contracts"),
    source="referential transparency",
)
def sharing(obs: Observation) -> Iterator[Claim]:
    """Write the same function in three other ways."""
    obs.raw_push, obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    program = obs.case.program
    if not program.is_flat or not program.equations:
        yield nothing("there is no equation, or one with a function in it")
        return
    ways = {"computed again per use": again, "in another order": reordered, "with dead code": with_dead_code}
    for says, way in ways.items():
        if (other := way(program)) != program:
            yield from _same(obs, observe(obs.engine, replace(obs.case, program=other)), says)


def _same(obs: Observation, other: Observation, says: str) -> Iterator[Claim]:
    truth = truth_of(obs.case)
    yield from agree(other.y, obs.y, lambda: truth.y, (f"y, {says}", "y"))
    yield from agree(other.Ju, obs.Ju, lambda: truth.Ju, (f"J u, {says}", "J u"))
    yield from agree(other.JTv, obs.JTv, lambda: truth.JTv, (f"Jᵀ v, {says}", "Jᵀ v"))


def again(program: Program) -> Program:
    """Return the program in which every use but the first of a value has an equation of its own."""
    fresh, seen, lines = program.fresh_names(), set[str](), list[Equation]()
    source = {e.name: e for e in program.equations}

    def own(name: str) -> str:
        if name not in source or name not in seen:
            seen.add(name)
            return name
        lines.append(replace(source[name], name=next(fresh)))
        return lines[-1].name

    for e in program.equations:
        args = tuple(Name(own(a.text)) if isinstance(a, Name) else a for a in e.args)
        lines.append(replace(e, args=args))
    outputs = tuple(own(name) for name in program.outputs)
    return replace(program, equations=tuple(lines), outputs=outputs)


def reordered(program: Program) -> Program:
    """Return the program with every equation as late as it may stand, the last ones first."""
    waiting, known, lines = list(program.equations), set(program.inputs), list[Equation]()
    while waiting:
        ready = next(e for e in reversed(waiting) if known.issuperset(e.uses()))
        waiting.remove(ready)
        known.add(ready.name)
        lines.append(ready)
    return replace(program, equations=tuple(lines))


def with_dead_code(program: Program) -> Program:
    """Return the program with its first equation once more, under a name that nobody reads."""
    dead = replace(program.equations[0], name=next(program.fresh_names()))
    return replace(program, equations=(*program.equations, dead))
