"""Drafts: cases in the making, and the one place where they become cases.

A draft may lack tangents and cotangents. Fitting puts the names in order (x or x0, x1, … for
inputs, a, b, … for equations) and fills in plain tangents and cotangents of the right shapes
and kinds, which takes one run of the program over NumPy.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.equations import Equation, letters
from adspec.language.program import Program
from adspec.language.spaces import Array
from adspec.search.cases import cotangents, tangents

Ops = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A case whose u and v may be missing: a value per input, perhaps a tangent, perhaps cotangents.

    What is missing becomes plain, taken from the pools from the offsets `u` and `v` on.
    """

    program: Program
    values: Mapping[str, Array]
    tangents: Mapping[str, Array] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    cotangents: tuple[Array | None, ...] = ()
    presentation: str = "functions"
    u: int = 0
    v: int = 0

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the real dtype of the draft, as `Case.dtype` does."""
        kinds = [a.dtype for a in self.values.values() if a.dtype.kind in "fc"]
        return np.dtype(np.result_type(*kinds).type(0).real.dtype) if kinds else np.dtype(np.float64)


@contextmanager
def silence() -> Iterator[None]:
    """Run NumPy without its floating-point noise and SciPy without its warnings."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def draft_of(case: Case) -> Draft:
    """Return the draft that fits to `case`."""
    return Draft(
        program=case.program,
        values=case.values(case.x),
        tangents=dict(zip(case.wrt, case.u, strict=True)),
        held=frozenset(case.held),
        cotangents=case.v,
        presentation=case.presentation,
    )


def environment(draft: Draft, ops: Ops) -> dict[str, Any]:
    """Return every value of a draft's program, in bodies too.

    Raises: whatever an operation raises.
    """
    with silence():
        return draft.program.everywhere(ops, draft.values, draft.dtype)


def fit(draft: Draft, env: Mapping[str, Any]) -> Case:
    """Return the case of a draft whose program has the values `env`.

    Raises: TypeError for an output that has no cotangent (an integer, a tuple).
    """
    program, names = in_order(draft.program)
    wrt = [name for name in draft.program.inputs if name not in draft.held]
    x = [draft.values[name] for name in wrt]
    y = [_floating(env[name], name) for name in draft.program.outputs]
    return Case(
        program=program,
        x=tuple(x),
        u=_filled([draft.tangents.get(name) for name in wrt], x, partial(tangents, offset=draft.u)),
        v=_filled([*draft.cotangents, *(None for _ in y)], y, partial(cotangents, offset=draft.v)),
        held={names[name]: draft.values[name] for name in draft.program.inputs if name in draft.held},
        presentation=draft.presentation,
    )


def _floating(value: Any, name: str) -> Array:
    if isinstance(value, (tuple, list)):
        raise TypeError(f"output {name!r} is a {type(value).__name__}: only its parts have cotangents")
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        raise TypeError(f"output {name!r} of {array.dtype}: it has no cotangent")
    return array


def _filled(
    given: Sequence[Array | None], space: Sequence[Array], plain: Callable[[Sequence[Array]], list[Array]]
) -> tuple[Array, ...]:
    """Return what is given where it lies in the space, plain arrays elsewhere."""
    fits = [
        a is not None and a.shape == s.shape and a.dtype == s.dtype
        for a, s in zip(given, space, strict=False)
    ]
    spare = space if all(fits) else plain(space)
    return tuple(a if fit and a is not None else b for a, b, fit in zip(given, spare, fits, strict=False))


def in_order(program: Program) -> tuple[Program, dict[str, str]]:
    """Return the program with its names in order, and the new name of each old one."""
    inputs = ("x",) if len(program.inputs) == 1 else tuple(f"x{i}" for i in range(len(program.inputs)))
    names = dict(zip(program.inputs, inputs, strict=True))
    fresh = letters()
    for name in itertools.chain(*(_in_reading_order(e) for e in program.equations)):
        names[name] = next(fresh)
    return program.renamed(names), names


def _in_reading_order(equation: Equation) -> Iterator[str]:
    """Yield the names that an equation and its bodies define, from the first line of its text to the last."""
    for body in equation.bodies:
        yield body.inputs[0]
        for line in body.equations:
            yield from _in_reading_order(line)
    yield equation.name
