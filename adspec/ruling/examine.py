"""The examination: a function shown at its points, in its ways, to every law that applies.

The plain way sees all laws at the example; the compiled way, where there is one, sees the truth at every
point, since it costs microseconds there. A batch, the other dtype and other shapes get a few points each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adspec.discovery import find_laws
from adspec.engine import Engine
from adspec.findings.tally import deepest
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import FINDINGS, Law, Verdict, judge
from adspec.observation import EngineError, Observation, observe
from adspec.ruling.plan import EAGER, FEW, Plan, elsewhere, rows_of
from adspec.ruling.points import Pointed
from adspec.ruling.strict import STRICT, truth_pull, truth_push, truth_second
from adspec.ruling.subject import Asked, Subject, Way, case_of, twice, ways_of

RELATIONS = ("purity", "determinism", "primal", "tangent_space", "linear_push", "linear_pull", "transpose")
NUMBERS: tuple[Law, ...] = (truth_push, truth_pull)
HALVES = {"push": ("jvp", "raw_push"), "pull": ("vjp", "raw_pull")}
# what engines say of a half that they do not have
LACKS = {
    "push": ("custom_vjp", "forward-mode", "jvp"),
    "pull": ("reverse-mode differentiation does not work",),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A broken law with the case on which it broke, the way it was shown, and what falls with it.

    `argument` is the number of the moving array whose rule is wrong, None where nobody has asked yet, or
    nobody can tell.
    """

    law: Law
    verdict: Verdict
    case: Asked
    way: str
    says: str
    falls_with: tuple[str, ...]
    engine: Engine
    argument: int | None = None


@dataclass(slots=True)
class Record:
    """All that was seen: per law and status how often, what broke, and where nothing could be said."""

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    powers: list[float] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    held: list[tuple[str, str, Asked]] = field(default_factory=list)  # law, way, case
    notes: dict[str, str] = field(default_factory=dict)
    silences: dict[str, str] = field(default_factory=dict)  # law -> why it said nothing, the first time
    cases: int = 0

    def count(self, verdict: Verdict) -> None:
        """Add a verdict."""
        row = self.counts.setdefault(verdict.law, {})
        row[verdict.status] = row.get(verdict.status, 0) + 1
        if verdict.status == "holds" and verdict.power and verdict.law.startswith("truth"):
            self.powers.append(verdict.power)
        if verdict.status in {"inconclusive", "vacuous"} and verdict.law in {r.name for r in NUMBERS}:
            self.silences.setdefault(f"{verdict.law} says nothing", verdict.reason or "both sides are zero")

    def why_inconclusive(self) -> dict[str, str]:
        """Return the notes of a run that came to no verdict."""
        nothing = {"no case": "f has no finite floating-point value at any point that was tried"}
        return {**self.notes, **(self.silences if self.cases else nothing)}

    def times(self, law: str, status: str) -> int:
        """Return how often a law came to a status."""
        return self.counts.get(law, {}).get(status, 0)


def examine(subject: Subject, teller: Callable[[Case], Any], plan: Plan) -> Record:
    """Return what the laws came to.

    Cost: one observation per point and way.
    """
    record = Record()
    laws = {rule.name: rule for rule in (*find_laws(RELATIONS), *STRICT)}
    show = _Show(subject, teller, laws, record)
    rows = rows_of(subject, plan)
    ways = show.without_missing(ways_of(subject), rows[0])
    plain = ways[""]
    main = ways.get("jit", plain)
    relations = [laws[name] for name in RELATIONS]
    for k, at in enumerate(rows):
        if (plan.wide and k < EAGER) or main is plain:
            show(plain, at, [*relations, *NUMBERS], k)
        if main is not plain:
            show(main, at, [laws["linear_pull"], *NUMBERS], k)
    for k, at in enumerate(rows[: plan.profile.second] if plan.wide and len(rows) > FEW else ()):
        show.twice(main, at, k)
    for at, way in elsewhere(plan, ways, main, rows, subject):
        show(way, at, NUMBERS, 0)
    return record


class _Show:
    """Shows a point in a way and keeps what the laws say."""

    def __init__(
        self, subject: Subject, teller: Callable[[Case], Any], laws: Mapping[str, Law], record: Record
    ) -> None:
        self.subject, self._teller, self._laws, self._record = subject, teller, laws, record
        self._cases: dict[object, tuple[Pointed, Asked]] = {}

    def __call__(self, way: Way, at: Pointed, laws: Sequence[Law], turn: int) -> None:
        """Judge the laws at a point; where f raises or has no finite value there is nothing to judge."""
        outputs = self._outputs(way, at)
        if outputs is not None:
            self._judge(way, way.engine, self._case(at, outputs, turn), at, laws)

    def twice(self, way: Way, at: Pointed, turn: int) -> None:
        """Judge the second derivative at a point."""
        outputs = self._outputs(way, at)
        if outputs is not None and way.second is not None and outputs[0].dtype.kind == "f":
            case = self._case(at, outputs, turn)
            self._judge(way, way.second, twice(case, self.subject.name), at, [truth_second])

    def _case(self, at: Pointed, outputs: Sequence[Array], turn: int) -> Asked:
        """Return the case of a point, one for all ways that answer alike: its truth is told once."""
        key = id(at), turn, tuple((a.shape, a.dtype.name) for a in outputs)
        if key not in self._cases:
            self._cases[key] = at, case_of(self.subject, at, outputs, self._teller, turn)
        return self._cases[key][1]

    def _judge(self, way: Way, engine: Engine, case: Asked, at: Pointed, laws: Sequence[Law]) -> None:
        obs = observe(engine, case)
        verdicts = [_softened(judge(rule, obs), self._record) for rule in laws]
        self._record.cases += 1
        roots, fallen = deepest(verdicts, self._laws)
        for verdict in verdicts:
            self._record.count(verdict)
            if verdict.status == "holds":
                self._record.held.append((verdict.law, way.name, case))
        falls = tuple(sorted({f.law for f in fallen}))
        self._record.findings += [
            Finding(
                law=self._laws[v.law],
                verdict=v,
                case=case,
                way=way.name,
                says=at.says,
                falls_with=falls,
                engine=engine,
            )
            for v in roots
        ]

    def _outputs(self, way: Way, at: Pointed) -> list[Array] | None:
        """Return the arrays of f's result at a point, None where it raises or is not finite there."""
        probe = _bare(case_of(self.subject, at, [np.zeros(())], self._teller))
        try:
            found = observe(way.engine, probe).y
        except EngineError as error:
            self._record.notes.setdefault(f"not shown: {way.name or at.says}", _first_line(error.error))
            return None
        is_finite = all(np.isfinite(a).all() for a in found)
        return list(found) if found and (is_finite or at.says == "the example") else None

    def without_missing(self, ways: Mapping[str, Way], at: Pointed) -> dict[str, Way]:
        """Return the ways without a push or a pull where this function has none, which is no fault."""
        found = dict(ways)
        for half, (operator, asked) in HALVES.items():
            engine = found[""].engine
            outputs = self._outputs(found[""], at) if getattr(engine, operator) else None
            if outputs is None:
                continue
            try:
                getattr(observe(engine, self._case(at, outputs, 0)), asked)
            except EngineError as error:
                if _is_missing(error.error, half):
                    self._record.notes[f"no {half}"] = _first_line(error.error)
                    found = {name: _without(way, operator) for name, way in found.items()}
        return found


def _without(way: Way, operator: str) -> Way:
    engine = replace(way.engine, **{operator: None})  # type: ignore[arg-type]  # one of two fields
    return replace(way, engine=engine, second=None if operator == "vjp" else way.second)


def _bare(case: Asked) -> Asked:
    """Return a case whose program returns what f returns, whatever that is."""
    return replace(case, program=replace(case.program, equations=case.program.equations[:1], outputs=("a",)))


def _is_missing(error: BaseException, half: str) -> bool:
    """Return whether an exception says that there is no rule for a half, as JAX has none of a while loop."""
    says = str(error).lower()
    return isinstance(error, NotImplementedError) or any(word in says for word in LACKS[half])


def _softened(verdict: Verdict, record: Record) -> Verdict:
    """Return a verdict as it counts: a rule without a second derivative lacks one, and is not wrong."""
    if verdict.law == truth_second.name and verdict.status == "crashed":
        record.notes.setdefault("no second order", verdict.reason.splitlines()[0])
        return replace(verdict, status="unsupported")
    return verdict


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text.splitlines()[0][:200]}" if text else type(error).__name__


def broken(verdict: Verdict) -> bool:
    """Return whether a verdict is a finding."""
    return verdict.status in FINDINGS


def observation_of(finding: Finding, case: Asked) -> Observation:
    """Return the observation of another case in the way of a finding."""
    return observe(finding.engine, case)
