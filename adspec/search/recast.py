"""Recast calls: the steps of the reducer that ask for the same thing in a plainer way.

A plainer form of the primitive with plain values, which mostly ends the search at once; the plain
presentation; float64; shorter literals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.containers import CONTAINERS
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Fixed, Form
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array
from adspec.search.cases import form_case, rung_case
from adspec.search.fitting import Draft, draft_of, silence

Values = Mapping[str, Any]


def plain_call(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the forms and rungs of the one primitive that the case is about, with plain values."""
    name = subject(case)
    if name is None:
        return
    row = VOCABULARY[name]
    for dtype in dict.fromkeys(("float64", *(a.dtype.name for a in case.x))):
        forms = (partial(form_case, row, form, dtype=dtype) for form in row.forms)
        rungs = (partial(rung_case, row, rung, dtype=dtype) for rung in row.rungs)
        for make in (*forms, *rungs):
            made = _made(make)
            if made is not None:
                yield draft_of(made)


def _made(make: Callable[[], Case]) -> Case | None:
    """Return the case that `make` makes, None where the row has no such call in this dtype."""
    try:
        with silence():
            return make()
    except (ArithmeticError, IndexError, TypeError, ValueError):
        return None


def subject(case: Case) -> str | None:
    """Return the primitive that the case is about: of its only equation, or of a call with its observable."""
    equations = case.program.equations
    names = [e.primitive for e in equations if is_whole(e) or len(equations) == 1]
    return names[0] if names and names[0] in VOCABULARY else None


def is_whole(equation: Equation) -> bool:
    """Return whether an equation has a meaning only with what its row puts before or after it."""
    row = VOCABULARY.get(equation.primitive)
    return row is not None and any((*row.observable, *row.prepare))


def in_arrays(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the case with its arrays as they are, where they are in a container.

    This is tried first: what fails in a container mostly fails without.
    """
    if case.presentation in CONTAINERS:
        yield replace(draft_of(case), presentation="functions")


def plainly_shown(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the case in the plain presentation, and in float64 or complex128."""
    draft = draft_of(case)
    yield replace(draft, presentation="functions")
    yield _mapped(draft, lambda a: a.real.astype(np.float64))
    yield _mapped(draft, lambda a: a.astype(np.result_type(a, np.float64)))


def _mapped(draft: Draft, f: Callable[[Array], Array]) -> Draft:
    """Return the draft with f of its floating-point arrays."""

    def g(a: Array | None) -> Any:
        return f(a) if a is not None and a.dtype.kind in "fc" else a

    return replace(
        draft,
        values={name: g(a) for name, a in draft.values.items()},
        tangents={name: g(a) for name, a in draft.tangents.items()},
        cotangents=tuple(map(g, draft.cotangents)),
    )


def lighter_literals(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the case without one parameter, with zeros as indices, with the literals of another form."""
    for place, equation in enumerate(case.program.equations):
        args = tuple(0 * np.asarray(a) if _is_indices(a) else a for a in equation.args)
        zeros = tuple(a.tolist() if isinstance(a, np.ndarray) else a for a in args)
        yield with_equation(case, place, replace(equation, args=zeros))
        for key in equation.params if not equation.bodies else ():
            fewer = {k: value for k, value in equation.params.items() if k != key}
            yield with_equation(case, place, replace(equation, params=fewer))
        row = VOCABULARY.get(equation.primitive)
        for form in row.forms if row else ():
            if [isinstance(a, Fixed) for a in form.args] == [not isinstance(a, Name) for a in equation.args]:
                args = _filled(form, equation)
                yield with_equation(case, place, replace(equation, args=args, params=form.params))


def _is_indices(argument: Any) -> bool:
    return isinstance(argument, list) and np.asarray(argument).dtype.kind == "i"


def _filled(form: Form, equation: Equation) -> tuple[Any, ...]:
    return tuple(
        a.value if isinstance(a, Fixed) else b for a, b in zip(form.args, equation.args, strict=True)
    )


def with_equation(case: Case, place: int, equation: Equation) -> Draft:
    """Return the draft of the case with another equation in a place."""
    draft, equations = draft_of(case), list(case.program.equations)
    equations[place] = equation
    return replace(draft, program=replace(draft.program, equations=tuple(equations)))
