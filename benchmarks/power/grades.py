"""Faults of graded size: a rule whose answer is too large by a factor of 1 + d, and whether that is seen.

Each rule of the reference engine is spoilt alone, on plain cases of its primitive: its form with plain
values, in double and single precision and complex. What the report states as power, for the same case and
the right rule, is the smallest relative error that would have been seen. So an error of ten times as much
must be seen, and one of a tenth must not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.discovery import find_laws
from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.law import FINDINGS, half_of, judge
from adspec.observation import observe, unwarned
from adspec.reference_engine import RULES, with_rules
from adspec.search.cases import form_case

SIZES = tuple(10.0**-k for k in range(3, 16))
MODES = ("push", "pull")
LATITUDE = 10.0


@dataclass(frozen=True, kw_only=True)
class Grade:
    """One spoilt rule on one case: the power stated, and the sizes of the fault that were seen."""

    primitive: str
    dtype: str
    mode: str
    power: float
    seen: tuple[float, ...]

    def is_seen(self, size: float) -> bool:
        """Return whether a fault of this size was seen."""
        return size in self.seen

    @property
    def complaints(self) -> tuple[str, ...]:
        """Return where the statement is wrong by more than the latitude."""
        name = f"{self.primitive}, {self.dtype}, {self.mode}: a fault of"
        says = f"with a stated power of {self.power:.1e}"
        missed = [s for s in SIZES if s >= LATITUDE * self.power and not self.is_seen(s)]
        beyond = [s for s in self.seen if s <= self.power / LATITUDE]
        return (
            *(f"{name} {s:.0e} is missed {says}" for s in missed),
            *(f"{name} {s:.0e} is seen {says}" for s in beyond),
        )


def grades(words: Sequence[str], dtypes: Sequence[str]) -> Iterator[Grade]:
    """Yield the grade of every rule of these primitives that states a power.

    Cost: two observations and the truth of a case per primitive, dtype and mode, one more per size.
    """
    for name in words:
        row = VOCABULARY[name]
        if name in ENGINE.ops and name in RULES and row.forms:
            for dtype in dtypes:
                if dtype.startswith("complex") <= row.complex:
                    case = form_case(row, row.forms[0], dtype=dtype)
                    yield from _graded(name, dtype, case)


def _graded(name: str, dtype: str, case: Case) -> Iterator[Grade]:
    for mode in MODES if case.x else ():
        status, power = _told(ENGINE, case, mode)
        if status == "holds" and power:
            seen = tuple(s for s in SIZES if _told(spoilt(name, mode, s), case, mode)[0] in FINDINGS)
            yield Grade(primitive=name, dtype=dtype, mode=mode, power=power, seen=seen)


def spoilt(name: str, mode: str, size: float) -> Engine:
    """Return the reference engine in which one way of a rule answers 1 + size times what is right."""
    right = RULES[name]

    def way(i: int) -> Any:
        return lambda *args, **params: getattr(right, mode)[i](*args, **params) * (1 + size)

    rule = right.replace(**{mode: {i: way(i) for i in range(len(VOCABULARY[name].forms[0].args))}})
    return engine_of(with_rules({**RULES, name: rule}), f"{name}_{mode}_too_large")


def _told(engine: Engine, case: Case, mode: str) -> tuple[str, float | None]:
    """Return the worse status of truth and accuracy on a half of an engine, and the power."""
    laws = {law.name: law for law in find_laws(["accuracy", f"truth_{mode}"])}
    with unwarned():
        obs = observe(engine, case)
        verdicts = [judge(half_of(laws["accuracy"], mode), obs), judge(laws[f"truth_{mode}"], obs)]
    found = next((v for v in verdicts if v.status in FINDINGS), verdicts[0])
    return found.status, found.power
