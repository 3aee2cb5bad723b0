"""Smaller points: the steps of the reducer that take elements away and make numbers plain.

Arrays lose elements and axes together with whatever has the same lengths, literal lists among
them; then one by one. Numbers become plain all at once, then array by array, then one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from adspec.language.case import Case
from adspec.language.equations import Equation
from adspec.language.primitives.domains import POSITIVE, REAL
from adspec.language.spaces import Array
from adspec.search.cases import fill
from adspec.search.fitting import Draft, draft_of
from adspec.search.inside import rewritten
from adspec.search.simplicity import plainer

Values = Mapping[str, Any]
Trim = Callable[[Array], Array]
Step = Callable[[Case, Values], Iterator[Draft]]


# ------------------------------------------------------------------ elements


def fewer_elements(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the case with single elements, then with single slices, then with one slice less."""
    arrays = {**draft_of(case).values, **_literal_arrays(case)}
    largest = max((a.size for a in arrays.values()), default=0)
    for i in range(largest):
        yield _trimmed(case, arrays, partial(_entry, i))
    lengths = sorted({n for a in arrays.values() for n in a.shape if n > 1})
    for trim in (*_slices(lengths), _without_unit_axis(0), _without_unit_axis(-1)):
        yield _trimmed(case, arrays, trim)
    for name, array in arrays.items():
        own = (
            *_slices(sorted({n for n in array.shape if n > 1})),
            *map(_without_unit_axis, range(array.ndim)),
        )
        for trim in own:
            yield _trimmed(case, {name: array}, trim)


def _entry(i: int, array: Array) -> Array:
    return np.asarray(array.ravel()[i % array.size]) if array.size else array


def _slices(lengths: list[int]) -> Iterator[Trim]:
    """Yield what keeps one slice, or all but one, along every axis of a length."""
    for n in lengths:
        yield from (partial(_kept, n, [i]) for i in range(n))
        yield from (partial(_kept, n, [j for j in range(n) if j != i]) for i in reversed(range(n)) if n > 2)


def _kept(length: int, indices: list[int], array: Array) -> Array:
    for axis in range(array.ndim):
        if array.shape[axis] == length:
            array = np.take(array, indices, axis=axis)
    return array


def _without_unit_axis(axis: int) -> Trim:
    return lambda a: np.squeeze(a, axis=axis) if -a.ndim <= axis < a.ndim and a.shape[axis] == 1 else a


def _literal_arrays(case: Case) -> dict[str, Array]:
    """Return the literal lists among the arguments as arrays, keyed by equation and place."""
    return {
        f"{e.name} {place}": np.asarray(a)
        for e in case.program.equations
        for place, a in enumerate(e.args)
        if isinstance(a, list)
    }


def _trimmed(case: Case, arrays: Mapping[str, Array], trim: Trim) -> Draft:
    """Return the case with the arrays named trimmed, their tangents alike, and cotangents where they fit."""
    draft, cut = draft_of(case), {name: trim(a) for name, a in arrays.items()}
    equations = tuple(
        replace(
            e,
            args=tuple(cut[k].tolist() if (k := f"{e.name} {i}") in cut else a for i, a in enumerate(e.args)),
        )
        for e in case.program.equations
    )
    return replace(
        draft,
        program=replace(case.program, equations=equations),
        values={name: cut.get(name, a) for name, a in draft.values.items()},
        tangents={name: trim(a) if name in arrays else a for name, a in draft.tangents.items()},
    )


# ------------------------------------------------------------------ numbers


def plain_arrays(case: Case, _: Values) -> Iterator[Draft]:
    """Yield the case with plain numbers throughout, then in single arrays."""
    draft = draft_of(case)
    moving = {name: a for name, a in draft.values.items() if a.dtype.kind in "fc"}
    bare = replace(draft, tangents={}, cotangents=())
    ones = {name: np.ones_like(a) for name, a in moving.items()}
    for values in (ones, *(_pooled(moving, domain) for domain in (REAL, POSITIVE)), {}):
        yield _with_ones(replace(draft, values={**draft.values, **values}), case)
        yield replace(bare, values={**draft.values, **values})
        yield replace(draft, values={**draft.values, **values})
    for name in moving:
        for values in (ones, _pooled(moving, REAL), _pooled(moving, POSITIVE)):
            yield replace(draft, values={**draft.values, name: values[name]})
    yield _with_ones(draft, case, cotangents=False)
    yield replace(draft, tangents={})
    yield _with_ones(draft, case, tangents=False)
    yield replace(draft, cotangents=())


def _pooled(arrays: Mapping[str, Array], domain: Any) -> dict[str, Array]:
    return {name: fill(domain, a.shape, 3 * i, a.dtype.name) for i, (name, a) in enumerate(arrays.items())}


def _with_ones(draft: Draft, case: Case, *, tangents: bool = True, cotangents: bool = True) -> Draft:
    u = {name: np.ones_like(a) for name, a in draft.tangents.items()} if tangents else draft.tangents
    v = tuple(np.ones_like(a) for a in case.v) if cotangents else draft.cotangents
    return replace(draft, tangents=u, cotangents=v)


class Place(NamedTuple):
    """One number of a case: in "x", "u", "v" or "literal", the array's name, the position, and the part."""

    where: str
    name: str
    position: int
    part: str


def places(case: Case) -> Iterator[Place]:
    """Yield the places of all numbers of a case, those of x first."""
    draft = draft_of(case)
    for where, arrays in (("x", draft.values), ("u", draft.tangents), ("v", dict(_numbered(case.v)))):
        for name, a in arrays.items():
            parts = {"f": ("real",), "c": ("imag", "real")}.get(a.dtype.kind, ())
            yield from (Place(where, name, i, part) for i in range(a.size) for part in parts)
    for e in case.program.all_equations():
        yield from (Place("literal", e.name, i, "real") for i, a in enumerate(e.args) if isinstance(a, float))


def plainer_number(place: Place) -> Step:
    """Return the step that makes the number in one place plainer."""

    def step(case: Case, _: Values) -> Iterator[Draft]:
        draft = draft_of(case)
        if place.where == "literal":
            yield from _plainer_literal(draft, place)
            return
        arrays = {"x": draft.values, "u": draft.tangents, "v": dict(_numbered(case.v))}[place.where]
        array = arrays[place.name]
        number = float(getattr(array.ravel()[place.position], place.part))
        for candidate in plainer(number):
            changed = {**arrays, place.name: _set(array, place, candidate)}
            yield {
                "x": lambda c=changed: replace(draft, values=c),
                "u": lambda c=changed: replace(draft, tangents=c),
                "v": lambda c=changed: replace(draft, cotangents=tuple(c.values())),
            }[place.where]()

    return step


def _plainer_literal(draft: Draft, place: Place) -> Iterator[Draft]:

    def ways(e: Equation) -> Iterator[tuple[Equation, ...]]:
        for candidate in plainer(e.args[place.position]) if e.name == place.name else ():
            yield (replace(e, args=(*e.args[: place.position], candidate, *e.args[place.position + 1 :])),)

    for lines in rewritten(draft.program.equations, ways):
        yield replace(draft, program=replace(draft.program, equations=lines))


def _set(array: Array, place: Place, number: float) -> Array:
    flat = array.flatten()
    if array.dtype.kind == "c":
        old = flat[place.position]
        flat[place.position] = (
            complex(number, old.imag) if place.part == "real" else complex(old.real, number)
        )
    else:
        flat[place.position] = number
    return flat.reshape(array.shape)


def _numbered(arrays: tuple[Array, ...]) -> Iterator[tuple[str, Array]]:
    return ((str(i), a) for i, a in enumerate(arrays))
