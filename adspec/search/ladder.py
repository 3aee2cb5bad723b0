"""The ladder: the deterministic cases of one primitive, simplest first.

First every form with plain values, then the points at which rules go wrong: the row's own
rungs, and for elementwise primitives zeros, units, tiny and huge numbers, the ends of the domain,
kinks and their neighbours, ties. Last the other kinds of numbers and the other presentations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import numpy as np

from adspec.language.case import Case, case_to_json
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive
from adspec.search.cases import fill, form_case, make_case, rung_case
from adspec.search.presenting import presented

TINY = 1e-310  # subnormal, yet with digits to compare: 5e-324 has a single bit
NEAR = 2.0**-30
_POINTS = (0.0, 1.0, -1.0, -0.0, 1e-8, 20.0, -20.0, 700.0, 1e-160, 1e150, TINY, -1e150)
_PAIRS = (
    (1.0, 1.0),
    (0.0, 0.0),
    (0.0, -0.0),
    (-1.0, -1.0),
    (0.0, 1.0),
    (1.0, 0.0),
    (1e-160, 1e-160),
    (1e150, 1e150),
    (1.0, 1e-8),
    (20.0, -700.0),
)

# Functions that sum a series term by term may iterate for hours at 1e150.
_SERIES_PAIRS = tuple(pair for pair in _PAIRS if max(pair) < 1e100)


def ladder(primitive: Primitive) -> tuple[Case, ...]:
    """Return the cases of a primitive, each once.

    Cost: two calls of the NumPy meaning per case.
    """
    seen: dict[str, Case] = {}
    for case in _climb(primitive):
        seen.setdefault(json.dumps(case_to_json(case)), case)
    return tuple(seen.values())


def _climb(primitive: Primitive) -> Iterator[Case]:
    yield from (form_case(primitive, form) for form in primitive.forms)
    yield from (rung_case(primitive, rung) for rung in primitive.rungs)
    if primitive.elementwise:
        yield from _edges(primitive)
    yield from _kinds(primitive)
    yield from presented(primitive)


# ------------------------------------------------------------------ points


def _edges(primitive: Primitive) -> Iterator[Case]:
    arity = len(primitive.forms[0].args)
    if arity == 1:
        yield from (make_case(primitive, (np.float64(p),)) for p in edge_points(primitive))
    elif arity == 2:
        for pair in _SERIES_PAIRS if primitive.needs == "scipy" else _PAIRS:
            domains = [primitive.domain(i) for i in range(2)]
            if all(_reaches(d, p) and p not in d.holes for d, p in zip(domains, pair, strict=True)):
                yield make_case(primitive, tuple(np.float64(p) for p in pair))


def edge_points(primitive: Primitive) -> tuple[float, ...]:
    """Return the edge points of an elementwise primitive of one argument, within its domain.

    The ends of the domain count as within, and so do the holes: there a derivative is infinite
    or missing, and an engine should say so rather than raise.
    """
    domain = primitive.domain(0)
    around = [q for kink in primitive.kinks for q in (kink, *neighbours(kink))]
    ends = [q for end in (domain.lo, domain.hi) if np.isfinite(end) for q in (end, *neighbours(end))]
    points = (*_POINTS, *around, *ends)
    return _distinct(p for p in points if _reaches(domain, p))


def neighbours(point: float) -> tuple[float, ...]:
    """Return the points next to a kink or an end: an ulp away, and farther than what rounding may cross.

    An ulp away a rule must still take the right side, though there may be too little to judge digits by.
    """
    if point == 0:
        return TINY, -TINY
    apart = abs(point) * NEAR
    beside = float(np.nextafter(point, np.inf)), float(np.nextafter(point, -np.inf))
    return *beside, point + apart, point - apart


def _reaches(domain: Domain, point: float) -> bool:
    return domain.lo <= point <= domain.hi


def _distinct(points: Iterator[float]) -> tuple[float, ...]:
    """Return the points without repetition; 0.0 and -0.0 are two."""
    return tuple({p.hex(): p for p in points}.values())


# ------------------------------------------------------------------ kinds of numbers


def _kinds(primitive: Primitive) -> Iterator[Case]:
    some = _some(primitive)
    yield from _as_narrow(form_case(primitive, form, dtype="float32") for form in some)
    yield from _mixed(primitive, some[0], ("float32", "float64"))
    if primitive.complex:
        yield from (form_case(primitive, form, dtype="complex128") for form in some)
        yield from _mixed(primitive, some[min(1, len(some) - 1)], ("float64", "complex128"))
        yield from _as_narrow(form_case(primitive, f, dtype="complex64") for f in _reaching(primitive))


def _as_narrow(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield those cases whose results are no wider than single precision."""
    for case in cases:
        if all(v.dtype.itemsize <= 4 * (1 + (v.dtype.kind == "c")) for v in case.v):
            yield case


def _mixed(primitive: Primitive, form: Form, kinds: tuple[str, str]) -> Iterator[Case]:
    """Yield a call with arguments of two kinds of numbers, where there are two.

    An update of an array by numbers of another kind is not asked for: engines convert either way.
    """
    if len(form.shapes) == 2 and primitive.family != "indexing" and not primitive.alike:
        dtypes = iter(kinds)
        domains = iter((primitive.domain(0), primitive.domain(1)))
        args = [
            a if isinstance(a, Fixed) else fill(next(domains), a, len(a), next(dtypes)) for a in form.args
        ]
        yield make_case(primitive, args, form.params)


def _some(primitive: Primitive) -> tuple[Form, ...]:
    """Return forms that stand for the others: the simplest, one with more axes, one per further argument."""
    first, *rest = primitive.forms
    more = [max(rest[:4], key=lambda f: sum(map(len, f.shapes)))] if rest else []
    chosen = [first, *more, *_reaching(primitive)]
    return tuple(form for i, form in enumerate(chosen) if not any(form is other for other in chosen[:i]))


def _reaching(primitive: Primitive) -> Iterator[Form]:
    """Yield the forms with an array argument where no earlier form has one; the simplest is one."""
    reached: set[int] = set()
    for form in primitive.forms:
        places = {i for i, a in enumerate(form.args) if not isinstance(a, Fixed)}
        if not places <= reached:
            yield form
            reached |= places
