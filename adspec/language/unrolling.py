"""Unrolling: the straight program that Python runs where a program branches and loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adspec.language.equations import Equation, Name, Program, closed
from adspec.language.higher import HIGHER


def unrolled(program: Program, taken: Mapping[str, int]) -> Program:
    """Return the program with the bodies of its control flow written out where they run.

    `taken` says which body of a branch runs, by the name of its equation; a branch that is not
    named stays, and so does one in the body of a derivative, whose loops are written out.
    """
    return _unrolled(program, taken, program.fresh_names())


def _unrolled(program: Program, taken: Mapping[str, int], names: Iterator[str]) -> Program:
    """Return the program unrolled, with new names from an iterator that knows the names of everything."""
    lines, becomes = list[Equation](), dict[str, str]()
    for equation in program.equations:
        e = equation.renamed(becomes)
        point = e.args[HIGHER[e.primitive].point] if e.bodies else None
        runs = _runs(e, taken)
        if not runs or not isinstance(point, Name):
            lines.append(replace(e, bodies=tuple(_with_straight_loops(b, names) for b in e.bodies)))
            continue
        z = point.text
        for body in runs:
            inner = _written_out(body, z, names)
            lines.extend(inner.equations)
            z = inner.outputs[0]
        becomes[e.name] = z
    outputs = tuple(becomes.get(name, name) for name in program.outputs)
    return Program(inputs=program.inputs, equations=tuple(lines), outputs=outputs)


def _runs(e: Equation, taken: Mapping[str, int]) -> list[Program]:
    """Return the bodies that run, in order; none for what is no control flow, or is not known."""
    if e.primitive == "branch" and e.name in taken:
        return [e.bodies[taken[e.name]]]
    return [e.bodies[0]] * e.params["times"] if e.primitive == "iterate" else []


def _written_out(body: Program, z: str, names: Iterator[str]) -> Program:
    """Return the lines of a body called at z, with names that stand nowhere else."""
    own = list(dict.fromkeys(body.own_names()))[1:]
    return body.renamed({body.inputs[0]: z, **{name: next(names) for name in own}})


def _with_straight_loops(body: Program, names: Iterator[str]) -> Program:
    straight = _unrolled(body, {}, names)
    return closed(body.inputs[0], straight.equations, straight.outputs[0])
