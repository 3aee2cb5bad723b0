"""What a derivative rule is: two functions per argument, side by side.

`push[i](u, y, *args, **params)` carries a tangent u of argument i to the output
y; `pull[i](v, y, *args, **params)` carries a cotangent v of y back to argument i:

    Math:  y = f(a, b)    push: u ↦ (∂f/∂aᵢ) u    pull: v ↦ (∂f/∂aᵢ)ᵀ v

Rules are written with traced functions, hence can be differentiated again. They
need not mind broadcasting or dtypes: the traces sum a cotangent to the shape of
its argument, take the real part for a real one, and broadcast a tangent to the
shape of its output. Transposition is bilinear, Re(v·Ju) without conjugation, as
in HIPS autograd and JAX; so an analytic function multiplies by f′ both ways.

`None` says that the derivative with respect to this argument is zero. An entry that
is not there, in a tuple too short or a dict, is a missing rule, and an error.

A parameter whose name begins with an underscore is read for its shape and dtype at
most. Of a large array that no way reads, the tape keeps no more than these (`Space`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from adspec.reference_engine.tracing import Primitive, Traced, escaped, missing, serial

Way = Callable[..., Any]


class Ways(Protocol):
    """One function per argument: a tuple, a dict, or made on demand by `Each`."""

    def __getitem__(self, i: int, /) -> Way | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The derivative of one primitive, forward and reverse.

    `elementwise` promises that an entry of the output depends on one entry of
    each argument only, so that a zero entry of a cotangent pulls back to zero.
    """

    push: Ways
    pull: Ways
    elementwise: bool = False

    def replace(
        self,
        *,
        push: Mapping[int, Way | None] | None = None,
        pull: Mapping[int, Way | None] | None = None,
    ) -> Rule:
        """Return the rule with the ways of some arguments exchanged."""
        return Rule(
            push=Changed(self.push, push or {}),
            pull=Changed(self.pull, pull or {}),
            elementwise=self.elementwise,
        )


class Each:
    """The ways of a primitive with any number of arguments: `way(i, …)`."""

    __slots__ = ("way",)

    def __init__(self, way: Way) -> None:
        self.way = way

    def __getitem__(self, i: int, /) -> Way:
        return partial(self.way, i)


class Changed:
    """The ways of `base`, except for those in `changes`."""

    __slots__ = ("base", "changes")

    def __init__(self, base: Ways, changes: Mapping[int, Way | None]) -> None:
        self.base = base
        self.changes = changes

    def __getitem__(self, i: int, /) -> Way | None:
        return self.changes[i] if i in self.changes else self.base[i]


class Space:
    """What remains of an array that no rule reads: where it lived."""

    __slots__ = ("dtype", "shape")

    def __init__(self, array: Any) -> None:
        self.shape: tuple[int, ...] = array.shape
        self.dtype: Any = array.dtype


def reads(way: Way | None, place: int) -> bool:
    """Return whether a way reads y (place 0) or argument k (place k + 1), by its parameters' names."""
    # A slope has the same parameters as the way made of it, but for the first, u.
    slope = getattr(way, "slope", None)
    code = getattr(slope or way, "__code__", None)
    if code is None:
        return True
    place += slope is None
    if place >= code.co_argcount:
        place = code.co_argcount + code.co_kwonlyargcount
        if not code.co_flags & inspect.CO_VARARGS:
            return True
    return not code.co_varnames[place].startswith("_")


# ---- how a trace meets an equation


@dataclass(frozen=True, slots=True, kw_only=True)
class Semantics:
    """What a derivative is made of: the rules, and how their results combine."""

    rules: Mapping[str, Rule]
    add: Callable[[Any, Any], Any]
    push_to: Callable[[Any, Any], Any]
    pull_to: Callable[[Any, Any], Any]


class Trace:
    """What both modes have in common: their level, their rules, and how they look at arguments."""

    __slots__ = ("is_open", "level", "semantics")

    def __init__(self, semantics: Semantics) -> None:
        self.level = next(serial)
        self.semantics = semantics
        self.is_open = True

    def taken_up(self, primitive: Primitive, args: Any, mode: str) -> tuple[Rule, list[Any], list[Any]]:
        """Return the rule, the arguments without the marks of this trace, and the marks.

        A mark comes as (argument, mark), and only where the derivative is not zero.

        Raises: EscapedTracerError, MissingRuleError
        """
        rule = self.semantics.rules.get(primitive.name)
        if rule is None:
            raise missing(primitive.name, None, mode)
        ways: Ways = getattr(rule, mode)
        values, marks = [], []
        for i, a in enumerate(args):
            x = a
            if type(a) is Traced:
                if a.traced_by is self:
                    if not self.is_open:
                        raise escaped(a)
                    try:
                        if ways[i] is not None:
                            marks.append((i, a.mark))
                    except LookupError:
                        raise missing(primitive.name, i, mode) from None
                    x = a.value
            elif type(a) is list or type(a) is tuple:
                x = np.asarray(a)
            values.append(x)
        return rule, values, marks


# ---- the common forms, so that most rows say only what is special about them


def scale(*slopes: Way | None, elementwise: bool = True) -> Rule:
    """Return the rule that multiplies by a slope, `slope(y, *args)`, both ways.

    Math: push u·f′, pull v·f′
    """
    ways = tuple(map(times, slopes))
    return Rule(push=ways, pull=ways, elementwise=elementwise)


def times(slope: Way | None) -> Way | None:
    """Return the way that multiplies by a slope."""
    if slope is None:
        return None

    def way(u: Any, y: Any, *args: Any, **params: Any) -> Any:
        return u * slope(y, *args, **params)

    way.slope = slope  # type: ignore[attr-defined]
    return way


def same(*ways: Way | None) -> Rule:
    """Return the rule of symmetric Jacobians: one way per argument serves both modes."""
    return Rule(push=ways, pull=ways, elementwise=True)


def linear(function: Way, transposed: Way) -> Rule:
    """Return the rule of a function linear in its only array argument.

    Math: push f(u), pull fᵀ(v), the latter given as `transposed(v, y, x, …)`
    """
    return Rule(push=(lambda u, _y, _x, **params: function(u, **params),), pull=(transposed,))


def bilinear(function: Way, first: Way, second: Way) -> Rule:
    """Return the rule of a product, linear in each of its two arguments.

    Math: push f(u, b) and f(a, u); pull as given, `(v, y, a, b, …)`
    """
    return Rule(
        push=(
            lambda u, _y, _a, b, **params: function(u, b, **params),
            lambda u, _y, a, _b, **params: function(a, u, **params),
        ),
        pull=(first, second),
    )


def flat(arguments: int = 1) -> Rule:
    """Return the rule of a piecewise constant function: zero everywhere."""
    return Rule(push=(None,) * arguments, pull=(None,) * arguments, elementwise=True)
