"""In which class of cases a law breaks, and only there, by what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from adspec.language.spaces import Array
from adspec.ruling.examine import Finding, Record
from adspec.ruling.sides import is_wrong
from adspec.ruling.subject import Asked
from adspec.truth import truth_of
from adspec.truth.interval import Interval

MANY = 30  # cases that are looked at for what they have in common


def only_where(group: Sequence[Finding], record: Record) -> str:
    """Return in which class of cases a law breaks, and only there: `only where x < 0`."""
    law = group[0].law.name
    held = [(way, case) for name, way, case in record.held if name == law]
    seen = [(f.way, f.case) for f in group]
    for says, belongs in _CLASSES:
        inside = [belongs(way, case) for way, case in held]
        if held and all(belongs(way, case) for way, case in seen) and not any(inside):
            return f"only {says}"
    return _entries(group, held)


def _entries(group: Sequence[Finding], held: list[tuple[str, Asked]]) -> str:
    """Return what the wrong entries have in common that no right one has, where x and Jᵀ v go together."""
    wrong: list[float] = []
    right: list[float] = []
    for _, case in held[:MANY]:
        interval = _interval(group[0].law.name, case)
        if interval is None or interval.lo.shape != case.x[0].shape:
            return ""
        right += _numbers(case, _tells(interval))
    for found in group[:MANY]:
        claim = found.verdict.claim
        if claim is None or claim.interval is None or np.shape(claim.left) != np.shape(found.case.x[0]):
            return ""
        bad = is_wrong(claim.left, claim.interval)
        wrong += _numbers(found.case, bad)
        right += _numbers(found.case, ~bad & _tells(claim.interval))
    for says, belongs in _NUMBERS:
        if wrong and right and all(map(belongs, wrong)) and not any(map(belongs, right)):
            return f"only where {says}"
    return ""


def _interval(law: str, case: Asked) -> Interval | None:
    truth = truth_of(case)
    told = truth.JTv if law == "truth_pull" else truth.Ju if law == "truth_push" else ()
    return told[0] if len(told) == len(case.x) == 1 else None


def _tells(interval: Interval) -> Array:
    """Return where no entry is right by chance: the truth is not zero, nor within its allowance."""
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(interval.lo) > 2 * np.maximum(interval.allowance, interval.floor))


def _numbers(case: Asked, mask: Array | None) -> list[float]:
    if case.x[0].dtype.kind != "f":
        return []
    return [float(e) for e in (case.x[0].ravel() if mask is None else case.x[0][mask])]


Class = tuple[str, Callable[[str, Asked], bool]]
_CLASSES: tuple[Class, ...] = (
    ("for 0-d arrays", lambda _, c: c.x[0].shape == ()),
    ("for arrays that are not 0-d", lambda _, c: c.x[0].shape != ()),
    ("in float32", lambda _, c: c.x[0].dtype == np.float32),
    ("in float64", lambda _, c: c.x[0].dtype == np.float64),
    ("under vmap", lambda way, _: way == "vmap"),
    ("under jit and vmap", lambda way, _: way != ""),
    ("without jit", lambda way, _: way == ""),
)
_NUMBERS: tuple[tuple[str, Callable[[float], bool]], ...] = (
    ("x = 0", lambda e: e == 0),
    ("x < 0", lambda e: e < 0),
    ("x > 0", lambda e: e > 0),
    ("x ≤ -1", lambda e: e <= -1),
    ("x ≥ 1", lambda e: e >= 1),
    ("|x| < 1", lambda e: abs(e) < 1),
    ("|x| > 1", lambda e: abs(e) > 1),
)
