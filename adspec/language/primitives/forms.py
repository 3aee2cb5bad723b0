"""Forms that many primitives share: shapes and static parameters, simplest first.

The palette of shapes is small on purpose: (), (1,), (2,), (3,), (2, 3), (3, 2), (0,), (0, 3),
(2, 1, 3) and few others, since engines that compile do so once per operation and shape.
"""

from __future__ import annotations

from typing import Any

from adspec.language.primitives.row import Fixed, Form, Rung, Shape


def form(*args: Any, **params: Any) -> Form:
    """Return a form: shapes and `Fixed` literals, then static parameters."""
    return Form(args=args, params=params)


def rung(*args: Any, held: tuple[int, ...] = (), **params: Any) -> Rung:
    """Return a rung: values and `Fixed` literals, then static parameters."""
    return Rung(args=args, params=params, held=held)


def on(*shapes: Shape, **params: Any) -> tuple[Form, ...]:
    """Return one-argument forms with the same parameters, one per shape."""
    return tuple(form(shape, **params) for shape in shapes)


def along(axes: tuple[int, ...], **params: Any) -> tuple[Form, ...]:
    """Return forms of a function along one axis: a vector, then a matrix for each of `axes`, then size 1."""
    return (
        form((3,), axis=0, **params),
        *(form((2, 3), axis=axis, **params) for axis in axes),
        form((2, 1, 3), axis=1, **params),
    )


UNARY = on((), (3,), (2, 3), (0,))
BINARY = (
    form((), ()),
    form((3,), (3,)),
    form((3,), ()),
    form((), (3,)),
    form((2, 3), (3,)),
    form((1,), (3,)),
    form((2, 3), (2, 1)),
    form((0,), (1,)),
)
# Two arguments of which the first or the second is a Python number: `x * 2.0`, `2.0 * x`.
SCALARS = (form((3,), Fixed(2.0)), form(Fixed(2.0), (3,)))
TERNARY = (
    form((), (), ()),
    form((3,), (3,), (3,)),
    form((2, 3), (3,), ()),
    form((), (3,), (2, 1)),
)
# A reduction over nothing needs a value to start from: `EMPTY` is for sum, prod and their like.
REDUCTION = (
    form((3,)),
    form(()),
    form((2, 3)),
    form((2, 3), axis=0),
    form((2, 3), axis=-1, keepdims=True),
    form((2, 3), axis=(0, 1)),
    form((2, 1, 3), axis=(0, -1)),
    form((2, 1, 3), axis=1),
    form((1,), axis=0),
    form((2, 3), keepdims=True),
)
EMPTY = (form((0,)), form((0, 3), axis=0), form((0, 3), axis=1))
