"""Why is my gradient nan, zero or wrong, and which line does it? A run forward and back, unit by unit.

Forward, every value is held against its value in balls: the first that overflows, is undefined, or has
lost half of its digits while its inputs had not, is named. Backward, every cotangent is looked at: the first
unit whose cotangent is finite and whose pull is not, or that turns a cotangent into zeros. And each rule
alone, at the numbers that it really saw, is held against its own truth: the first that is wrong is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.program import Equation, Name, Program
from adspec.language.spaces import Array
from adspec.law import grade_entries
from adspec.lifting.graph import Lifted, Place
from adspec.lifting.seen import Run, Seen
from adspec.report import numbers
from adspec.ruling.remedies import remedy_for
from adspec.truth.interval import Interval, real_view
from adspec.truth.truth import Truth

LARGE = 4096  # entries of a unit's inputs, beyond which its own truth is not asked for
HARMLESS = 1e3  # roundoffs of a result that nobody asks about
MOST = 400  # units whose rules are tried alone


Ends = tuple[Array, Array]  # the right answer lies between them; they differ at a kink alone


@dataclass(frozen=True, kw_only=True, slots=True)
class Trouble:
    """The first place where something goes wrong: `kind` is "value" or "cotangent", `symptom` what it is."""

    kind: str
    symptom: str
    word: str
    place: Place | None
    inputs: tuple[Array, ...]
    cotangent: Array | None
    found: Array
    right: Ends | None
    remedy: str
    entry: int | None = None

    def __str__(self) -> str:
        """Return what happens there, with the numbers of the first bad entry, and the usual remedy."""
        return "\n".join(_lines(self))


def first_trouble(run: Run, lifted: Lifted | None) -> Trouble | None:
    """Return the first trouble of a run: of values, else of cotangents that are lost, else of wrong rules.

    Cost: the truth of one unit for each unit that is tried.
    """
    if not _finite(run.outputs):
        return next(_values(run, lifted), None)
    if not _finite(run.gradient):
        return _first_nonfinite(run) or next(_values(run, lifted), None)
    if not any(np.any(g) for g in run.gradient):
        return _first_zero(run)
    lost = (t for t in _values(run, lifted) if t.symptom == "digits")
    return _first_wrong(run) or (next(lost, None) if _matters(run, lifted) else None)


def _matters(run: Run, lifted: Lifted | None) -> bool:
    """Return whether a result has lost more than two of its digits; lost on the way, they need not show."""
    if lifted is None or len(lifted.outputs) != len(run.outputs):
        return False
    for name, y in zip(lifted.outputs, run.outputs, strict=True):
        if _is_balls(lifted.values[name]) and y.dtype.kind == "f":
            right = _floats(lifted.values[name])
            with np.errstate(all="ignore"):
                off = np.abs(y - right) / np.abs(right)
            if np.any(off[right != 0] > HARMLESS * np.finfo(y.dtype).eps):
                return True
    return False


# ------------------------------------------------------------------ forward


def _values(run: Run, lifted: Lifted | None) -> Iterator[Trouble]:
    """Yield the units whose values go wrong while their inputs were right."""
    known = _known(run, lifted)
    bad: set[int] = set()
    for k, unit in enumerate(run.units):
        if bad.intersection(s for s in unit.sources if s is not None):
            bad.add(k)
            continue
        for place, value in enumerate(unit.outputs):
            symptom, right, entry = _value_trouble(value, known.get((k, place)))
            if symptom:
                bad.add(k)
                ends = None if right is None else (right, right)
                yield _trouble("value", symptom, unit, value, ends, entry)
                break


def _known(run: Run, lifted: Lifted | None) -> dict[tuple[int, int], Any]:
    """Return the balls of every float result, where both walks met the same units."""
    if lifted is None or [u.word for u in lifted.units] != [u.word for u in run.units]:
        return {}
    found = {}
    for k, (unit, seen) in enumerate(zip(lifted.units, run.units, strict=True)):
        names = [o for o in unit.outputs if isinstance(o, Name) and _is_balls(lifted.values[o.text])]
        if len(names) == len(seen.outputs):
            found.update({(k, i): lifted.values[n.text] for i, n in enumerate(names)})
    return found


def _is_balls(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == object


def _value_trouble(value: Array, balls: Any) -> tuple[str, Array | None, int | None]:
    """Return what is wrong with a value, the right one, and its first bad entry."""
    right = None if balls is None else _floats(balls)
    flat = np.ravel(value)
    with np.errstate(all="ignore"):
        lost = ~np.isfinite(flat)
        if lost.any():
            entry = int(np.flatnonzero(lost)[0])
            symptom = "nan" if np.isnan(flat[entry]) else "inf"
            return symptom, right, entry
        if right is None or right.shape != value.shape or value.dtype.kind != "f":
            return "", None, None
        exact = np.ravel(right)
        off = np.abs(flat - exact) / np.where(exact == 0, 1, np.abs(exact))
        half = np.sqrt(np.finfo(value.dtype).eps)
        far = np.isfinite(exact) & (off > half) & (np.abs(exact) > np.finfo(value.dtype).tiny)
    return ("digits", right, int(np.flatnonzero(far)[0])) if far.any() else ("", None, None)


def _floats(balls: Any) -> Array:
    def number(e: Any) -> float:
        return float(e.mid()) if hasattr(e, "mid") and e.is_finite() else np.nan

    return np.asarray([number(e) for e in balls.ravel()]).reshape(balls.shape)


# ------------------------------------------------------------------ backward


def _first_nonfinite(run: Run) -> Trouble | None:
    """Return the last unit, going backwards, whose cotangent is finite and whose own pull is not."""
    for unit in reversed(run.units):
        if not _finite(unit.cotangents) or not unit.outputs:
            continue
        pulled = _pull(unit)
        if pulled is not None and not _finite(pulled):
            which = next(k for k, a in enumerate(pulled) if not np.isfinite(a).all())
            entry = int(np.flatnonzero(~np.isfinite(np.ravel(pulled[which])))[0])
            bad = np.ravel(pulled[which])[entry]
            return _trouble(
                "cotangent",
                "nan" if np.isnan(bad) else "inf",
                unit,
                pulled[which],
                _right(unit, which),
                entry,
            )
    return None


def _first_zero(run: Run) -> Trouble | None:
    """Return the last unit, going backwards, that turns a cotangent into zeros."""
    for unit in reversed(run.units):
        if unit.outputs and any(np.any(c) for c in unit.cotangents):
            pulled = _pull(unit)
            if pulled is not None and not any(np.any(a) for a in pulled):
                found = pulled[0] if pulled else np.zeros_like(unit.cotangents[0])
                return _trouble("cotangent", "zero", unit, found, _right(unit, 0) or (found, found), 0)
    return None


def _first_wrong(run: Run) -> Trouble | None:
    """Return the first unit, going backwards, whose own pull is not what its own values say."""
    for unit in list(reversed(run.units))[:MOST]:
        if not unit.outputs or sum(a.size for a in unit.inputs) > LARGE:
            continue
        pulled, intervals = _pull(unit), _truth(unit)
        for a, interval in zip(pulled or (), intervals or (), strict=False):
            entry = _wrong_entry(a, interval)
            if entry is not None:
                return _trouble("cotangent", "wrong", unit, a, (interval.lo, interval.hi), entry)
    return None


def _wrong_entry(found: Array, interval: Interval) -> int | None:
    if real_view(found).shape != interval.lo.shape or found.dtype.kind != "f":
        return None
    grade = grade_entries(real_view(found), interval, float(np.finfo(found.dtype).eps))
    if grade["status"] not in {"broken", "inaccurate"}:
        return None
    with np.errstate(all="ignore"):
        off = np.abs(found - interval.lo) - np.maximum(interval.allowance, interval.floor)
    return int(np.nanargmax(off.ravel())) if np.nanmax(off, initial=-1.0) > 0 else None


def _finite(arrays: Sequence[Array]) -> bool:
    return all(np.isfinite(a).all() for a in arrays)


def _pull(unit: Seen) -> tuple[Array, ...] | None:
    try:
        return unit.pull(unit.cotangents)
    except Exception:  # noqa: BLE001 - a unit without a pull of its own says nothing
        return None


def _truth(unit: Seen) -> tuple[Interval, ...] | None:
    """Return what the values of one unit say of its pull, at the very numbers that it saw."""
    if sum(a.size for a in unit.inputs) > LARGE:
        return None
    try:
        lifted = unit.lift()
        names = lifted.inputs
        whole = Equation(name="a", primitive=unit.word, args=tuple(map(Name, names)))
        case = Case(
            program=Program(inputs=names, equations=(whole,), outputs=("a",)),
            x=unit.inputs,
            u=tuple(np.ones_like(a) for a in unit.inputs),
            v=unit.cotangents,
        )
        truth = Truth(case, lifted.machine(names, {}), single=True)
    except Exception:  # noqa: BLE001 - what a user's function raises on arrays that are not its own: no truth
        return None
    return truth.JTv if truth.judged else None


def _right(unit: Seen, which: int) -> Ends | None:
    intervals = _truth(unit)
    return None if intervals is None else (intervals[which].lo, intervals[which].hi)


# ------------------------------------------------------------------ words


def _trouble(  # noqa: PLR0913, PLR0917 - what a trouble has
    kind: str, symptom: str, unit: Seen, found: Array, right: Ends | None, entry: int | None
) -> Trouble:
    return Trouble(
        kind=kind,
        symptom=symptom,
        word=unit.word,
        place=unit.place,
        inputs=unit.inputs,
        cotangent=unit.cotangents[0] if unit.cotangents and kind == "cotangent" else None,
        found=found,
        right=right,
        remedy=remedy_for(kind, symptom, unit.word, unit.place.text if unit.place else ""),
        entry=entry,
    )


SAYS = {
    ("value", "nan"): "the value becomes nan",
    ("value", "inf"): "the value overflows",
    ("value", "digits"): "the value has lost its digits",
    ("cotangent", "nan"): "the cotangent becomes nan",
    ("cotangent", "inf"): "the cotangent becomes infinite",
    ("cotangent", "zero"): "the cotangent becomes zero",
    ("cotangent", "wrong"): "the cotangent becomes wrong",
}


def _lines(t: Trouble) -> Iterator[str]:
    where = f" at {t.place}" if t.place else ""
    yield f"First      {SAYS[t.kind, t.symptom]}{where}"
    if t.place and t.place.text:
        yield f"           {t.place.text}"
    seen = "; ".join(_entry(a, t) for a in t.inputs)
    back = "" if t.cotangent is None else f", cotangent {_entry(t.cotangent, t)}"
    yield f"There      {t.word} of {seen}{back}"
    yield f"           gives {_entry(t.found, t)}; right is {_right_text(t)}"
    if t.remedy:
        yield f"Remedy     {t.remedy}"


def _right_text(t: Trouble) -> str:
    if t.right is None:
        return "nothing finite"
    low, high = (float(np.ravel(end)[_at(end, t)]) for end in t.right)
    if not np.isfinite([low, high]).all():
        return "nothing finite"
    return _entry(t.right[0], t) if low == high else f"anything from {low:.17g} to {high:.17g}"


def _at(a: Array, t: Trouble) -> int:
    return min(t.entry or 0, max(np.size(a) - 1, 0)) if np.size(a) == np.size(t.found) else 0


def _entry(a: Array, t: Trouble) -> str:
    """Return the bad entry of an array of the size of the bad one; a short array whole."""
    if t.entry is not None and np.size(a) == np.size(t.found) and np.size(a) > 1:
        index = np.unravel_index(_at(a, t), np.shape(a))
        shown = ", ".join(str(int(i)) for i in index)
        return f"{float(np.ravel(a)[_at(a, t)]):.17g} (entry {shown})"
    return f"{float(np.ravel(a)[0]):.17g}" if np.size(a) == 1 else numbers.array(a)
