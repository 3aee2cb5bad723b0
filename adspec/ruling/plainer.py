"""A smaller finding: plainer numbers that break the same law in the same way, for the same argument."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.law import FINDINGS, Verdict, judge
from adspec.observation import EngineError, observe
from adspec.ruling.examine import Finding
from adspec.ruling.subject import Asked, Twice

PLAIN = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.25, -0.25, 0.0)


def plainer(found: Finding) -> Finding:
    """Return a finding on plainer numbers that break the same law in the same way."""
    if isinstance(found.case, Twice) or sum(a.size for a in found.case.x) > 64:
        return found
    best = found
    for case in _simpler(found):
        verdict = _judged(found, case)
        if verdict is not None and verdict.status in FINDINGS and verdict.symptom == found.verdict.symptom:
            best = replace(found, case=case, verdict=verdict)
            break
    return best


def _judged(found: Finding, case: Asked) -> Verdict | None:
    try:
        if not all(np.isfinite(a).all() for a in observe(found.engine, case).y):
            return None
    except EngineError:
        return None
    return judge(found.law, observe(found.engine, case))


def _simpler(found: Finding) -> Iterator[Asked]:
    """Yield cases of the same shapes with all entries one plain number, then with short ones."""
    case = found.case
    ones = replace(case, u=tuple(np.ones_like(a) for a in case.u), v=tuple(np.ones_like(a) for a in case.v))
    for value in PLAIN:
        yield replace(ones, x=tuple(np.full_like(a, value) for a in case.x))
    for digits in (0, 1, 2):
        yield replace(ones, x=tuple(np.round(a, digits) for a in case.x))
        yield replace(case, x=tuple(np.round(a, digits) for a in case.x))
    yield ones
