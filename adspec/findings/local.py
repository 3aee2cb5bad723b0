"""One use of a value by one equation: what it pushes there, what comes back, and the Jacobian between.

The equation is a case of its own at the values that it saw, every argument an input (see `parts.single`).
A pull multiplies with the transpose of its Jacobian and never builds it; the truth builds it here, column
by column, for whoever wants to look.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from adspec.engine import Engine
from adspec.findings.cuts import Answer, Asked, attempt, moving
from adspec.findings.parts import preparing, single
from adspec.findings.told import Told, judged
from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array
from adspec.language.variants import holding_all_but
from adspec.observation import observe
from adspec.truth import truth_of

LARGEST = 64  # entries of a local Jacobian that is still written down


@dataclass(frozen=True, kw_only=True, slots=True)
class Edge:
    """One use of `source`: number `number` of the equation's uses, as argument `argument`.

    That is None within a function that the equation takes.

    Shapes: `jacobian`: the entries of the equation's value, then those of the source; None where it is too
    large, complex, or where there is none. `size` is how many real numbers that are.
    """

    source: str
    number: int
    argument: int | None
    pushed: Told
    pulled: Told
    jacobian: Array | None
    size: int


def edges_of(
    case: Case,
    equation: Equation,
    engine: Engine,
    ours: Mapping[str, Asked],
    env: Mapping[str, Array],
) -> tuple[Edge, ...]:
    """Return the uses that an equation makes of values that depend on x.

    `ours` is what the engine has at each name: what is pushed is its tangent at the source, what is pulled
    its cotangent at the equation. Nothing is tried where a value is no array of numbers, or where an argument
    must keep a structure.
    """
    names = (equation.name, *equation.uses())
    if any(isinstance(env[name], (tuple, list)) for name in names) or preparing(case.program, equation):
        return ()
    if np.asarray(env[equation.name]).dtype.kind not in "fc":
        return ()
    alone = replace(single(case, [equation], env), presentation="functions")
    uses = zip(equation.uses(), range(len(equation.uses())), _places(equation), strict=True)
    tried = dict(zip(alone.program.inputs, uses, strict=True))
    return tuple(
        _edge(
            holding_all_but(alone, k),
            engine,
            (ours[tried[name][0]].tangent, ours[equation.name].cotangent),
            tried[name],
        )
        for k, name in enumerate(alone.wrt)
        if tried[name][0] in moving(case)
    )


def _places(equation: Equation) -> list[int | None]:
    """Return for each use the position of the argument that it is; None for what functions see."""
    own = [i for i, a in enumerate(equation.args) if isinstance(a, Name)]
    return [*own, *[None] * (len(equation.uses()) - len(own))]


def _edge(
    part: Case, engine: Engine, arrived: tuple[Answer, Answer], use: tuple[str, int, int | None]
) -> Edge:
    """Return one use, tried with the tangent and the cotangent that arrived at it."""
    u, v = (_usable(a, home) for a, home in zip(arrived, (part.x[0], part.v[0]), strict=True))
    part = replace(part, u=part.u if u is None else (u,), v=part.v if v is None else (v,))
    truth = truth_of(part)
    pushed: Answer = None
    pulled: Answer = None
    if u is not None and engine.provides(("jvp",)):
        pushed = attempt(lambda: observe(engine, part).Ju[0])
    if v is not None and engine.provides(("vjp",)):
        pulled = attempt(lambda: observe(engine, part).JTv[0])
    wide = f"more than {LARGEST} numbers" if spaces.dimension(part.x) > LARGEST else ""
    is_complex = np.iscomplexobj(part.x[0]) or np.iscomplexobj(part.v[0])
    size = spaces.dimension(part.x) * spaces.dimension(part.v)
    return Edge(
        source=use[0],
        number=use[1],
        argument=use[2],
        pushed=judged(pushed, None, truth.Ju[0], part.v[0], truth.reason),
        pulled=judged(pulled, None, wide or truth.JTv[0], part.x[0], truth.reason),
        jacobian=_jacobian(part) if size <= LARGEST and not is_complex else None,
        size=size,
    )


def _usable(arrived: Answer, home: Array) -> Array | None:
    """Return a vector that an engine can be given, None where it is not finite or of another space."""
    if isinstance(arrived, np.ndarray) and arrived.shape == home.shape and np.all(np.isfinite(arrived)):
        return np.asarray(arrived)
    return None


def _jacobian(part: Case) -> Array | None:
    """Return the Jacobian of a case with one input, by the truth; None where there is none at this point.

    Cost: the truth of one push per real coordinate of x.
    """
    columns = []
    for e in spaces.basis(part.x):
        truth = truth_of(replace(part, u=tuple(e)))
        if truth.reason:
            return None
        columns.append(truth.Ju[0].lo.reshape(-1))
    return np.stack(columns, axis=-1) if columns else None
