"""Whereabouts: the kind of cases in which a rule fails, and only there, as far as a run has seen.

Every case of a primitive is boiled down to its traits: shapes, kinds of numbers, special values, static
parameters. A trait that all broken cases of a cause have, and none of those on which its rule was seen to
be right, is where the rule fails. With few cases on either side nothing is said: two cases differ in
many ways. Nothing is run again, and no case is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.findings.cause import Cause
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array

BROKEN, HELD = 2, 4  # the fewest cases that were broken, and that held, from which something is said
BIG = 20.0  # exp(-20) is beyond the digits of float32, and near those of float64


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One call of a primitive: the accused argument, the others, and what the equation says.

    `x` is None where the argument is no input of the case but made of one.
    """

    x: Array | None
    others: tuple[Array, ...]
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    equation: Equation
    presentation: str

    @property
    def size(self) -> int:
        """Return how many results there are."""
        return int(np.prod(self.shape))

    @property
    def axis(self) -> Any:
        """Return the axis parameter, () where there is none."""
        return self.equation.params.get("axis", ())


Trait = Callable[[Call], bool]


def _entries(test: Callable[[Array], Any]) -> Trait:
    """Return whether some entry of the argument, of a complex one its real part, passes a test."""

    def holds(call: Call) -> bool:
        numeric = call.x is not None and call.x.dtype.kind in "fc"
        return bool(numeric and np.any(test(np.real(np.asarray(call.x)))))

    return holds


def _array(test: Callable[[Array], Any]) -> Trait:
    """Return whether the argument as a whole passes a test."""
    return lambda call: call.x is not None and bool(test(call.x))


def _is_broadcast(call: Call) -> bool:
    row = VOCABULARY.get(call.equation.primitive)
    return row is not None and row.elementwise and call.x is not None and call.x.shape != call.shape


def _another_is_broadcast(call: Call) -> bool:
    row = VOCABULARY.get(call.equation.primitive)
    return row is not None and row.elementwise and any(a.shape != call.shape for a in call.others)


def _all_are_zero(call: Call) -> bool:
    """Return whether several arguments are all 0 at some entry, or all entries of one array are."""
    if call.x is None or (not call.others and call.x.size == call.size):
        return False
    if not call.others:
        return call.x.size > 0 and not np.any(call.x)
    try:
        arrays = np.broadcast_arrays(call.x, *call.others)
    except ValueError:
        return False
    return bool(np.any(np.all([a == 0 for a in arrays], axis=0)))


def _ties(call: Call) -> bool:
    """Return whether two entries are equal that meet: of one array, or of two."""
    if call.x is None or call.x.dtype.kind != "f":
        return False
    if not call.others:
        return len(set(call.x.ravel().tolist())) < call.x.size
    try:
        return any(
            bool(np.any(call.x == a)) for a in call.others if np.broadcast_shapes(call.x.shape, a.shape)
        )
    except ValueError:
        return False


def _repeats(call: Call) -> bool:
    """Return whether an index stands twice in a list of them."""
    lists = [np.ravel(a) for a in _literals(call.equation) if isinstance(a, list)]
    return any(a.dtype.kind == "i" and len(set(a.tolist())) < a.size for a in lists)


def _literals(equation: Equation) -> Iterator[Any]:
    for a in (*(a for a in equation.args if not isinstance(a, Name)), *equation.params.values()):
        yield from (a if isinstance(a, tuple) else (a,))


# From the sharpest to the widest: the first that tells broken from right speaks.
# fmt: off
TRAITS: Mapping[str, Trait] = {
    "for empty arrays":                  _array(lambda x: x.size == 0),
    "where all arguments are 0":         _all_are_zero,
    "where x = 0":                       _array(lambda x: np.any(x == 0)),
    "where x < 0":                       _entries(lambda x: x < 0),
    "where x > 0":                       _entries(lambda x: x > 0),
    "where x < -1":                      _entries(lambda x: x < -1),
    "where x > 1":                       _entries(lambda x: x > 1),
    "where |x| > 1":                     _entries(lambda x: np.abs(x) > 1),
    "where |x| < 1":                     _entries(lambda x: np.abs(x) < 1),
    f"where |x| ≥ {BIG:.0f}":            _entries(lambda x: np.abs(x) >= BIG),
    "where entries are equal":           _ties,
    "with an index that stands twice":   _repeats,
    "for 0-d arrays":                    _array(lambda x: x.ndim == 0),
    "for complex numbers":               lambda call: call.dtype.kind == "c",
    "for complex numbers that are not real": _array(lambda x: bool(np.any(np.imag(x)))),
    "for real numbers":                  lambda call: call.dtype.kind == "f",
    "in float32":                        lambda call: call.dtype.name == "float32",
    "in single precision":               lambda call: call.dtype.name in {"float32", "complex64"},
    "in double precision":               lambda call: call.dtype.name in {"float64", "complex128"},
    "where the argument is broadcast":   _is_broadcast,
    "where another argument is broadcast": _another_is_broadcast,
    "with keepdims":                     lambda call: call.equation.params.get("keepdims") is True,
    "with a negative axis":              lambda call: isinstance(call.axis, int) and call.axis < 0,
    "with several axes":                 lambda call: isinstance(call.axis, tuple) and len(call.axis) > 1,
    "over one axis":                     lambda call: isinstance(call.axis, int),
    "for arrays of one entry":           _array(lambda x: x.size == 1),
    "for arrays with two axes or more":  _array(lambda x: x.ndim > 1),
    "for arrays that are not 0-d":       _array(lambda x: x.ndim > 0),
}
# fmt: on


def traits_of(case: Case, primitive: str, argument: int | None) -> frozenset[str]:
    """Return the traits of the one call of a primitive in a case; none where there are several calls."""
    call = _call(case, primitive, argument)
    if call is None:
        return frozenset()
    with np.errstate(all="ignore"):
        found = {says for says, holds in TRAITS.items() if holds(call)}
    params = {f"with {key}={value!r}" for key, value in call.equation.params.items() if key != "axis"}
    shown = set() if call.presentation == "functions" else {f"presented as {call.presentation}"}
    return frozenset(found | params | shown)


def _call(case: Case, primitive: str, argument: int | None) -> Call | None:
    calls = [e for e in case.program.equations if e.primitive == primitive]
    if len(calls) != 1 or case.program.depth or not case.x:
        return None
    [equation] = calls
    values = case.values(case.x)
    places = {i: a.text for i, a in enumerate(equation.args) if isinstance(a, Name)}
    moving = [i for i, name in places.items() if name in case.wrt]
    place = argument if argument is not None else next(iter(moving), None)
    x = values.get(places.get(-1 if place is None else place, ""))
    others = tuple(values[name] for i, name in places.items() if i != place and name in values)
    dtype = np.result_type(*(a.dtype for a in case.x))
    return Call(
        x=x,
        others=others,
        shape=case.v[0].shape if case.v else (),
        dtype=dtype,
        equation=equation,
        presentation=case.presentation,
    )


class Whereabouts:
    """The traits of the cases of one engine's run: those that broke, by cause, and those that held."""

    def __init__(self) -> None:
        """Start with none."""
        self._broken: dict[Cause, Counter[frozenset[str]]] = {}
        self._held: dict[tuple[str, int | None], Counter[tuple[frozenset[str], frozenset[str]]]] = {}

    def broke(self, cause: Cause, case: Case) -> None:
        """Note a case on which the accused rule fails alone."""
        traits = traits_of(case, cause.where, cause.argument)
        self._broken.setdefault(cause, Counter())[traits] += 1

    def held(self, case: Case, laws: Iterable[str]) -> None:
        """Note a case of a primitive on which no law is broken, and the laws that were seen to hold."""
        names = dict.fromkeys(case.program.primitives())
        for name in names:
            inputs = {
                a.text
                for e in case.program.equations
                if e.primitive == name
                for a in e.args
                if isinstance(a, Name)
            }
            if not inputs & set(case.wrt) or all(bool(np.all(x == 1)) for x in case.x):
                continue  # at 1 most wrong powers, products and quotients are right
            kept = frozenset(laws)
            for place in (None, *_moving(case, name)):
                held = self._held.setdefault((name, place), Counter())
                held[traits_of(case, name, place), kept] += 1

    def only(self, cause: Cause, law: str) -> str:
        """Return in which kind of cases a cause is seen and its rule is not right: `only where x < 0`."""
        broken = self._broken.get(cause, Counter())
        judged = {law, f"truth_{cause.mode}"}
        seen = self._held.get((cause.where, cause.argument), Counter())
        held = [(traits, n) for (traits, laws), n in seen.items() if laws & judged]
        if broken.total() < BROKEN or sum(n for _, n in held) < HELD:
            return ""
        common = frozenset.intersection(*broken)
        telling = common.difference(*(traits for traits, _ in held))
        known = [says for says in TRAITS if says in telling]
        return f"only {(known or sorted(telling))[0]}" if telling else ""


def _moving(case: Case, primitive: str) -> Iterator[int]:
    """Yield the positions at which calls of a primitive have a differentiated input."""
    for equation in case.program.equations:
        if equation.primitive == primitive:
            yield from (i for i, a in enumerate(equation.args) if isinstance(a, Name) and a.text in case.wrt)
