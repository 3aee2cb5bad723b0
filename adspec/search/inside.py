"""Inside bodies: the steps of the reducer that make functions within programs smaller.

A body is made smaller as a program is: it ends earlier, goes without an equation, or takes a value that
it computed from outside, where it becomes a fresh input. A higher-order word gives way to its body,
written out as if the operator were not there. Arguments without an axis become literals.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.equations import Equation, Name, Program, closed
from adspec.language.higher import HIGHER
from adspec.language.literals import LanguageError
from adspec.search.fitting import Draft
from adspec.search.simpler import redraft, swept

Values = Mapping[str, Any]
Lines = tuple[Equation, ...]


def written_out(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program with one body written out where its operator stood."""
    yield from _drafts(case, env, rewritten(case.program.equations, _written_out))


def simpler_bodies(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program with one body made smaller, the shortest first."""
    yield from _drafts(case, env, sorted(rewritten(case.program.equations, _smaller), key=_length))


def literal_arguments(case: Case, env: Values) -> Iterator[Draft]:
    """Yield the program with an argument of a higher-order word as a literal: 1.0, or the value it has."""

    def ways(e: Equation) -> Iterator[Lines]:
        for place, a in enumerate(e.args if e.bodies else ()):
            if isinstance(a, Name) and a.text in env and np.ndim(env[a.text]) == 0:
                for number in (1.0, float(np.real(env[a.text]))):
                    yield (replace(e, args=(*e.args[:place], number, *e.args[place + 1 :])),)
        if e.primitive == "iterate":
            yield from ((replace(e, params={"times": n}),) for n in range(1, e.params["times"]))

    yield from _drafts(case, env, rewritten(case.program.equations, ways))


def rewritten(lines: Lines, ways: Callable[[Equation], Iterable[Lines]]) -> Iterator[Lines]:
    """Yield the lines with one equation, in a body perhaps, replaced in one of several ways."""
    for i, e in enumerate(lines):
        before, after = lines[:i], lines[i + 1 :]
        for new in ways(e):
            yield (*before, *new, *after)
        for k, body in enumerate(e.bodies):
            for inner in rewritten(body.equations, ways):
                yield from ((*before, *new, *after) for new in _with_body(e, k, body, inner, body.outputs[0]))


# ------------------------------------------------------------------ ways to change an equation


def _written_out(e: Equation) -> Iterator[Lines]:
    """Yield the lines of each body at the point at which it is called, under the equation's name."""
    point = e.args[HIGHER[e.primitive].point] if e.bodies else None
    for body in e.bodies:
        if isinstance(point, Name) and body.outputs[0] in {line.name for line in body.equations}:
            yield body.renamed({body.inputs[0]: point.text, body.outputs[0]: e.name}).equations


def _smaller(e: Equation) -> Iterator[Lines]:
    """Yield the equation with one body that ends earlier, or lacks an equation."""
    for k, body in enumerate(e.bodies):
        parameter, lines, output = body.inputs[0], body.equations, body.outputs[0]
        for line in lines:
            yield from _with_body(e, k, body, lines, line.name)
            rest = tuple(other for other in lines if other is not line)
            for used in dict.fromkeys(line.uses()):
                others = tuple(other.renamed({line.name: used}) for other in rest)
                yield from _with_body(e, k, body, others, used if line.name == output else output)
            if line.name != output:
                yield from _with_body(e, k, body, rest, output)  # its value comes from outside
        if lines:
            yield from _with_body(e, k, body, (), parameter)


def _with_body(e: Equation, k: int, body: Program, lines: Lines, output: str) -> Iterator[Lines]:
    """Yield the equation whose body k has these lines and this output, of which what is not needed goes."""
    whole = closed(body.inputs[0], lines, output)
    new = closed(body.inputs[0], whole.without_dead().equations, output)
    if new != body:
        yield (replace(e, bodies=(*e.bodies[:k], new, *e.bodies[k + 1 :])),)


def _length(lines: Lines) -> int:
    return sum(1 + sum(_length(body.equations) for body in e.bodies) for e in lines)


# ------------------------------------------------------------------ drafts


def _drafts(case: Case, env: Values, found: Iterable[Lines]) -> Iterator[Draft]:
    """Yield the drafts of the program with other lines; what they no longer define are its inputs."""
    for lines in found:
        defined = {*case.program.inputs, *(e.name for e in lines)}
        used = itertools.chain(*(e.uses() for e in lines), case.program.outputs)
        free = tuple(dict.fromkeys(name for name in used if name not in defined))
        try:
            program = Program(
                inputs=(*case.program.inputs, *free), equations=lines, outputs=case.program.outputs
            )
        except LanguageError:  # two bodies had one name for two values
            continue
        if all(name in env for name in free):
            yield from redraft(case, env, swept(program, case.program))
