"""Rewriting: other programs for one function, and for functions made of it. No derivative is known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.equations import Equation, Name, Program
from adspec.language.higher import DERIVATIVES

# -------------------------------------------------------------- the same function


def computed_again(program: Program) -> Program:
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


def by_other_operators(program: Program, env: Mapping[str, Any]) -> Program:
    """Return the program with every operator in it exchanged for another of the same meaning there.

    Math: a gradient is the pull of 1. Where all is 0-d, push and pull are the same: the transpose of
    one slope is the slope. `env` has the values of all names; in a branch not taken there are none.
    """
    return replace(program, equations=tuple(_by_another(e, env) for e in program.equations))


def _by_another(e: Equation, env: Mapping[str, Any]) -> Equation:
    line = replace(e, bodies=tuple(by_other_operators(body, env) for body in e.bodies))
    if e.primitive not in DERIVATIVES:
        return line
    if e.primitive == "grad":
        return replace(line, primitive="pull", args=(*e.args, 1.0))
    [body] = e.bodies
    ends = (body.inputs[0], body.outputs[0], *(a.text for a in e.args if isinstance(a, Name)))
    if any(name not in env or np.ndim(env[name]) for name in ends):
        return line
    return replace(line, primitive={"push": "pull", "pull": "push"}[e.primitive])


# -------------------------------------------------------------- functions made of it


def squared(program: Program) -> Program:
    """Return the program of f², output by output."""
    return _followed(program, lambda line, y: line("square", y))


def mixed_with_its_square(program: Program, alpha: float, beta: float) -> Program:
    """Return the program of α·f + β·f², output by output."""
    return _followed(
        program,
        lambda line, y: line("add", line("multiply", alpha, y), line("multiply", beta, line("square", y))),
    )


Line = Callable[..., Name]


def _followed(program: Program, end: Callable[[Line, Name], Name]) -> Program:
    """Return the program whose every output is followed by more lines, the last of which is returned."""
    names, lines = program.fresh_names(), list[Equation]()

    def line(primitive: str, *args: Any) -> Name:
        lines.append(Equation(name=next(names), primitive=primitive, args=args))
        return Name(lines[-1].name)

    outputs = tuple(end(line, Name(output)).text for output in program.outputs)
    return replace(program, equations=(*program.equations, *lines), outputs=outputs)


# -------------------------------------------------------------- what a program is


def tower(program: Program) -> tuple[int, str]:
    """Return how many derivatives are taken within each other, and the text of the innermost function.

    It is a function of z of at most two lines; where there is more to a program, the text is empty.
    """
    if len(program.equations) == 1 and program.equations[0].primitive in DERIVATIVES:
        e = program.equations[0]
        if (e.args[0], *e.args[1:]) in {(Name(program.inputs[0]),), (Name(program.inputs[0]), 1.0)}:
            n, text = tower(e.bodies[0])
            return n + 1, text
    if len(program.inputs) > 1 or len(program.equations) > 2 or not program.is_flat:
        return 0, ""
    names = dict(zip([e.name for e in program.equations], "ab", strict=False))
    plain = program.renamed({**names, program.inputs[0]: "z"})
    return 0, "\n".join(map(str, plain.equations))
