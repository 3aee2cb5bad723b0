"""What a derivative rule is: two functions per argument, side by side.

`push[i](u, y, *args, **params)` carries a tangent u of argument i to the output
y; `pull[i](v, y, *args, **params)` carries a cotangent v of y back to argument i:

    Math:  y = f(a, b)    push: u ↦ (∂f/∂aᵢ) u    pull: v ↦ (∂f/∂aᵢ)ᵀ v

Rules are written with traced functions, hence can be differentiated again. They
need not mind broadcasting or dtypes: the traces sum a cotangent to the shape of
its argument, take the real part for a real one, and broadcast a tangent to the
shape of its output. Transposition is bilinear, Re(v·Ju) without conjugation, as
in HIPS autograd and JAX; so an analytic function multiplies by f′ both ways.

`None` says that the derivative with respect to this argument is zero. An entry
that is not there is a missing rule, and an error.

A parameter whose name begins with an underscore is read for its shape and dtype at
most. Of a large array that no way reads, the tape keeps no more than these (`Space`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

Way = Callable[..., Any]


class Ways(Protocol):
    """One function per argument: a tuple, or made on demand by `Each`."""

    def __getitem__(self, i: int, /) -> Way | None: ...


class Space:
    """What remains of an array that no rule reads: where it lived."""

    __slots__ = ("dtype", "shape")

    def __init__(self, array: Any) -> None:
        self.shape: tuple[int, ...] = array.shape
        self.dtype: Any = array.dtype


class Reads(NamedTuple):
    """Which values one way of a rule reads: y, each argument, any further ones."""

    y: bool
    args: tuple[bool, ...]
    rest: bool

    def arg(self, i: int) -> bool:
        """Return whether argument i is read."""
        return self.args[i] if i < len(self.args) else self.rest


ALL = Reads(y=True, args=(), rest=True)


def reads_of(ways: Ways) -> tuple[Reads, ...]:
    """Return what each way reads, by the names of its parameters; () if unknown."""
    if not isinstance(ways, tuple):
        return ()
    return tuple(ALL if way is None else reads_of_way(way) for way in ways)


def reads_of_way(way: Way) -> Reads:
    """Return what a way reads."""
    # A slope has the same parameters as the way made of it, but for the first, u.
    slope = getattr(way, "slope", None)
    names: list[bool] = []
    rest = False
    for parameter in inspect.signature(slope or way).parameters.values():
        read = not parameter.name.startswith("_")
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = read
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            names.append(read)
    y, *args = (names if slope else names[1:]) or [rest]
    return Reads(y=y, args=tuple(args), rest=rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The derivative of one primitive, forward and reverse.

    `elementwise` promises that an entry of the output depends on one entry of
    each argument only, so that a zero entry of a cotangent pulls back to zero.
    """

    push: Ways
    pull: Ways
    elementwise: bool = False
    push_reads: tuple[Reads, ...] = field(init=False, repr=False, compare=False)
    pull_reads: tuple[Reads, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "push_reads", reads_of(self.push))
        object.__setattr__(self, "pull_reads", reads_of(self.pull))

    def replace(
        self,
        *,
        push: Mapping[int, Way | None] | None = None,
        pull: Mapping[int, Way | None] | None = None,
    ) -> Rule:
        """Return the rule with the ways of some arguments exchanged."""
        return Rule(
            push=changed(self.push, push) if push else self.push,
            pull=changed(self.pull, pull) if pull else self.pull,
            elementwise=self.elementwise,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Semantics:
    """What a derivative is made of: the rules, and how their results combine."""

    rules: Mapping[str, Rule]
    add: Callable[[Any, Any], Any]
    push_to: Callable[[Any, Any], Any]
    pull_to: Callable[[Any, Any], Any]


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


def changed(ways: Ways, changes: Mapping[int, Way | None]) -> Ways:
    """Return the ways with some exchanged, still a tuple if they were one."""
    if not isinstance(ways, tuple):
        return Changed(ways, changes)
    return tuple(changes.get(i, way) for i, way in enumerate(ways))


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
