"""Presenting: the cases of a primitive that are shown otherwise, few of each kind.

Each kind of presentation is asked for where it makes a difference: Fortran order of arrays with
two axes, Python numbers where a form has 0-d arguments, methods where arrays have one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.case import Case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import METHODS, OPERATORS, REFLECTED
from adspec.language.primitives.row import Fixed, Form, Primitive
from adspec.language.spaces import Array
from adspec.search.cases import form_case, make_case

# a Python number cannot be indexed, nor has it a dtype
ARRAYS_ONLY = frozenset({"astype", "copy", "getitem"})
SIDES = REFLECTED | {"matmul"}  # operators that ask the values on both sides
JUMPING = frozenset({"floor_divide", "remainder"})  # at the multiples of plain numbers, as integers are
PACKED = frozenset({"divide", "matmul"})  # of two arguments that may not be exchanged


def presented(primitive: Primitive) -> Iterator[Case]:
    """Yield cases of a primitive in all presentations that it has."""
    widest = max(primitive.forms[:4], key=_axes)
    yield from _spelled(primitive, widest)
    for presentation in ("read_only", "strided", "reversed"):
        yield form_case(primitive, widest, presentation=presentation, offset=1)
    for presentation in CONTAINERS if primitive.name in PACKED else ():
        yield form_case(primitive, widest, presentation=presentation, offset=1)
    if any(len(shape) > 1 for shape in widest.shapes):
        yield form_case(primitive, widest, presentation="fortran", offset=2)
    yield from _repeating(primitive, widest)
    if primitive.name not in ARRAYS_ONLY:
        single = [form for form in primitive.forms if form.shapes and not any(form.shapes)]
        yield from (
            form_case(primitive, form, presentation="python_numbers", offset=1) for form in single[:1]
        )


def _spelled(primitive: Primitive, widest: Form) -> Iterator[Case]:
    """Yield what is written with operators and methods instead of functions."""
    if primitive.name in OPERATORS:
        for form in (*primitive.forms[:2], *_with_literals(primitive)):
            yield form_case(primitive, form, presentation="operators")
    if primitive.name in REFLECTED:
        for form in (primitive.forms[0], *_with_literals(primitive)[-3:]):
            yield form_case(primitive, form, presentation="numpy_scalars", offset=1)
    if primitive.name in SIDES:
        yield from _beside(primitive)
    if primitive.name in METHODS:
        for form in (widest, primitive.forms[0]):
            yield form_case(primitive, form, presentation="methods", offset=1)


def _axes(form: Form) -> int:
    return sum(map(len, form.shapes))


def _with_literals(primitive: Primitive) -> list[Form]:
    """Return forms in which an argument is a literal; the last ones have it on the left, `2.0 * x`."""
    forms = [form for form in primitive.forms if any(isinstance(a, Fixed) for a in form.args)]
    left = [form for form in forms if isinstance(form.args[0], Fixed)]
    if primitive.name in REFLECTED and not left:
        left = [Form(args=(Fixed(2.25), (3,)))]  # no multiple of the plain numbers, where remainders jump
    others = [form for form in forms if form not in left]
    return [*others[: 4 - len(left[:2])], *left[:2]]


def _beside(primitive: Primitive) -> Iterator[Case]:
    """Yield operators between x and what has operators of its own: a constant array, on either side.

    And between x and a number that must not widen it, or is an integer; Python numbers beside 0-d arrays.
    """
    form = next(form for form in primitive.forms if len(form.shapes) == 2 and all(form.shapes))
    args = [primitive.domain(i).fill(shape, 2 + 7 * i) for i, shape in enumerate(form.shapes)]
    ways = [("operators", args)]
    if primitive.name in REFLECTED:
        ways.append(("python_numbers", [a.ravel()[0] for a in args]))
        narrow = _with_literals(primitive)[-1]
        yield form_case(primitive, narrow, dtype="float32", presentation="operators", offset=2)
        if primitive.name not in JUMPING:
            yield form_case(primitive, Form(args=(Fixed(3), (3,))), presentation="operators", offset=3)
    for presentation, values in ways:
        for held in (0, 1):
            yield replace(make_case(primitive, values, held=(held,)), presentation=presentation)


def _repeating(primitive: Primitive, form: Form) -> Iterator[Case]:
    """Yield a call on arrays whose rows are equal, as views with a stride of zero.

    Matrix algorithms are left out, since equal rows make a matrix singular.
    """
    if primitive.family == "linalg" or any(d.build is not None for d in primitive.domains):
        return
    position, args = 0, list(form.args)
    for i, argument in enumerate(form.args):
        if not isinstance(argument, Fixed):
            args[i] = _equal_rows(primitive.domain(position).fill((1, *argument[1:]), 2 * position), argument)
            position += 1
    yield replace(make_case(primitive, args, form.params), presentation="broadcast")


def _equal_rows(row: Array, shape: tuple[int, ...]) -> Array:
    return np.array(np.broadcast_to(row, shape)) if shape else row[0]
