"""A campaign: batches of random cases by seed, all laws on each, and what these came to.

A batch is one random call of every primitive, some programs and some with derivatives in them, all drawn
from the batch's seed, which is its number: a campaign goes on where it stopped, and any alarm can be had
again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adspec.conform import VOCABULARY, Court, conform, find_laws, reduce_case, unwarned
from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.higher import HIGHER
from adspec.language.primitives.row import Primitive
from adspec.law import FINDINGS, Claim, Law
from adspec.search.single import singles
from adspec.search.strategies import draw, nested_cases, program_cases

PROGRAMS, NESTED = 40, 10  # per batch


@dataclass(kw_only=True)
class Count:
    """What was judged so far; `batches` is also the seed of the next one."""

    engine: str
    batches: int = 0
    cases: int = 0
    claims: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    inconclusive: Counter[str] = field(default_factory=Counter)  # by law
    alarms: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path | None, engine: str) -> Count:
        """Return the count that a file has, or a new one.

        Raises: ValueError where it is another engine's.
        """
        if path is None or not path.exists():
            return cls(engine=engine)
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["engine"] != engine:
            raise ValueError(f"{path}: counts {kept['engine']}, not {engine}. Name another file.")
        return cls(**{**kept, **{key: Counter(kept[key]) for key in ("verdicts", "inconclusive")}})

    def write(self, path: Path) -> None:
        """Keep the count in a file."""
        path.write_text(json.dumps(vars(self), indent=1), encoding="utf-8")


class Campaign:
    """One engine under all laws, on the rules that a quick run finds right."""

    def __init__(self, engine: Engine, count: Count) -> None:
        """Judge the engine's rules by a quick run, unless it is the reference engine, where all are right."""
        self._count, self._engine = count, engine
        laws = {law.name: self._counted(law) for law in find_laws()}
        self._tiers = {
            tier: [n for n, law in laws.items() if tier in law.tiers] for tier in ("rules", "programs")
        }
        self._court = Court(engine, laws, lambda: (), reduce_case)
        wrong = set() if engine.name == "reference" else accused(engine)
        self.words: Mapping[str, Primitive] = {
            name: row for name, row in VOCABULARY.items() if name in engine.ops and name not in wrong
        }
        self._nesting = [n for n in HIGHER if not engine.lacks([n])]

    def batch(self) -> Iterator[Case]:
        """Judge the next batch, and yield each case when it is judged; it counts when all are."""
        for tier, case in self._drawn(self._count.batches):
            self._judge(tier, case)
            yield case
        self._count.batches += 1

    def _drawn(self, seed: int) -> Iterator[tuple[str, Case]]:
        limits = self._engine.limits
        admitted: Callable[[Any], Any] = lambda cases: filter(limits.admit, cases)
        for row in limits.rows(self.words).values():
            yield from (("rules", case) for case in admitted(singles(row, 1, seed) if row.forms else ()))
        words = limits.rows(self.words)
        plain = {n: row for n, row in words.items() if not row.needs}
        yield from (("programs", case) for case in admitted(draw(program_cases(words), PROGRAMS, seed)))
        nested = draw(nested_cases(plain, self._nesting), NESTED, seed)
        yield from (("programs", case) for case in admitted(nested))

    def _judge(self, tier: str, case: Case) -> None:
        with unwarned():
            hearing = self._court.hear(case, self._tiers[tier])
        self._count.cases += 1
        self._count.verdicts.update(v.status for v in hearing.verdicts)
        self._count.inconclusive.update(v.law for v in hearing.verdicts if v.status == "inconclusive")
        for charge in hearing.charges:
            said = {"law": charge.law, "cause": str(charge.cause), "batch": str(self._count.batches)}
            self._count.alarms.append({**said, "case": str(charge.case)})
        if any(v.status in FINDINGS for v in hearing.verdicts) and not hearing.charges:
            self._count.alarms.append({"law": "?", "cause": "nobody is accused", "case": str(case)})

    def _counted(self, law: Law) -> Law:
        """Return a law whose claims are counted."""

        def predicate(obs: Any) -> Iterator[Claim]:
            for claim in law.predicate(obs):
                self._count.claims += 1
                yield claim

        return replace(law, predicate=predicate)


def accused(engine: Engine) -> set[str]:
    """Return the primitives that a quick run accuses, crowds one by one."""
    report = conform([engine])
    found = {cause.cause.where for cause in report.engines[0].causes}
    crowds = (cause.notes.get("primitives", "") for cause in report.engines[0].causes)
    return found | {name.strip() for names in crowds for name in names.split(",")}
