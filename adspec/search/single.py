"""Single calls: random cases of one primitive, from a stream of small choices.

The ladder has the plain values and the edge points; these cases go between them: other parts of
the pools, and wide points, whose entries run over sixteen powers of ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.presentation import OF_RULES
from adspec.language.primitives.domains import REAL
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.search.cases import fill, form_case, make_case
from adspec.search.fitting import silence
from adspec.search.points import wide
from adspec.search.tape import Choose, choices

DTYPES = ("float64",) * 5 + ("float32", "complex128", "complex128")  # the last only where judged
REACHES = (0.0, 8.0, 0.0, 3.0)  # powers of ten on both sides of 1; 0 is plain
# The reach where a primitive brings entries together: what it rounds inside (differences, partial sums,
# factors) grows with their spread, and no reading of its values tells how.
TAME = 1.0
WIDE = 8.0
RULE_TAPE = 20  # bytes
SHOWN = ("functions",) * 18 + OF_RULES


def singles(row: Primitive, count: int, seed: int) -> list[Case]:
    """Return `count` random calls of a primitive: the same for a seed in every process.

    The tapes come from the named seed and not from Hypothesis, whose import alone takes as long as it
    does to judge all cases of one primitive. It would give the same: bytes, all alike.
    """
    tapes = np.random.default_rng((seed, *row.name.encode()))
    return [single(row, choices(tapes.bytes(RULE_TAPE))) for _ in range(count)]


def single(row: Primitive, choose: Choose) -> Case:
    """Return a case of one call, at points where its value is finite.

    Cost: three calls of the NumPy meaning, more where a wide point overflows.
    """
    form = row.forms[choose(len(row.forms))]
    dtype = DTYPES[choose(len(DTYPES) if row.complex else len(DTYPES) - 2)]
    reach, k = REACHES[choose(len(REACHES))], choose(1024)
    reach = min(reach, row.reach if row.elementwise else TAME)
    places = [place for place, a in enumerate(form.args) if not isinstance(a, Fixed)]
    held = places[choose(len(places)) :][:1] if len(places) > 1 and choose(8) == 7 else []
    offset = choose(8)
    tries = (_points(row, form, k, r, dtype) for r in dict.fromkeys((reach, min(reach, 2.0), 0.0)))
    made = (_finite(row, form, args, held, offset) for args in tries)
    case = next((case for case in made if case is not None), None) or form_case(row, form)
    shown = SHOWN[choose(len(SHOWN))]
    if choose(4) == 3:
        far = TAME if row.normwise else WIDE
        case = replace(case, u=_directions(case.u, k, far), v=_directions(case.v, k + 17, far))
    return replace(case, presentation=shown)


def _finite(row: Primitive, form: Form, args: list[Any], held: Sequence[int], offset: int) -> Case | None:
    """Return the case of a call, None where its value is not finite (or there is none)."""
    with silence():
        try:
            case = make_case(row, args, form.params, held=held, offset=offset)
            y = case.run({**NUMPY, row.name: row.value}, case.x)
        except (ArithmeticError, ValueError):  # an overflow, a singular matrix
            return None
    return case if all(np.all(np.isfinite(part)) for part in (y if isinstance(y, tuple) else (y,))) else None


def _points(row: Primitive, form: Form, k: int, reach: float, dtype: str) -> list[Any]:
    """Return the arguments of a form: arrays of its domains, no two from the same place."""
    position, args = 0, list(form.args)
    for place, argument in enumerate(form.args):
        if not isinstance(argument, Fixed):
            args[place] = _point(row.domain(position), argument, k + 5 * position, reach, dtype)
            position += 1
    return args


def _point(domain: Domain, shape: tuple[int, ...], k: int, reach: float, dtype: str) -> Array:
    if not reach:
        return fill(domain, shape, k, dtype)
    real = wide(domain, shape, k, reach)
    return (real + 1j * wide(REAL, shape, k + 3, reach) if dtype == "complex128" else real).astype(dtype)


def _directions(arrays: Sequence[Array], k: int, reach: float) -> tuple[Array, ...]:
    """Return wide tangents or cotangents in place of plain ones."""
    return tuple(_point(REAL, a.shape, k + 11 * (i + 1), reach, a.dtype.name) for i, a in enumerate(arrays))
