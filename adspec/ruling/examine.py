"""The examination: a function shown at its points, in its ways, to every law that applies.

The plain way sees all laws at the example; the compiled way, where there is one, sees the truth at every
point, since it costs microseconds there. A batch, the other dtype and other shapes get a few points each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from adspec.ruling.points import Domain, Pointed, points
from adspec.ruling.strict import STRICT, truth_pull, truth_push, truth_second
from adspec.ruling.subject import Asked, Subject, Way, case_of, twice, ways_of

RELATIONS = ("purity", "determinism", "primal", "tangent_space", "linear_push", "linear_pull", "transpose")
NUMBERS: tuple[Law, ...] = (truth_push, truth_pull)
LARGE = 2_000  # entries; beyond, few points are shown
FEW, EAGER = 3, 2  # points
OTHER = {"float64": "float32", "float32": "float64", "complex128": "complex64", "complex64": "complex128"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """How much is shown. Units: `random` and `elsewhere` are points per way, `second` likewise."""

    random: int
    elsewhere: int
    second: int


PROFILES: Mapping[str, Profile] = {
    "quick": Profile(random=12, elsewhere=4, second=6),
    "default": Profile(random=40, elsewhere=8, second=12),
    "deep": Profile(random=400, elsewhere=30, second=60),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A broken law with the case on which it broke, the way it was shown, and what falls with it."""

    law: Law
    verdict: Verdict
    case: Asked
    way: str
    says: str
    falls_with: tuple[str, ...]
    engine: Engine


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is shown: the domains, how much, from which seed.

    `wide` is from tiny to large and in every way, as suits a rule; otherwise next to the example.
    """

    domains: Sequence[Domain]
    profile: Profile
    seed: int
    wide: bool
    entrywise: bool


def examine(subject: Subject, teller: Callable[[Case], Any], plan: Plan) -> Record:
    """Return what the laws came to.

    Cost: one observation per point and way.
    """
    record = Record()
    laws = {rule.name: rule for rule in (*find_laws(RELATIONS), *STRICT)}
    show = _Show(subject, teller, laws, record)
    rows = _rows(subject, plan)
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
    for at, way in _elsewhere(plan, ways, main, rows, subject):
        show(way, at, NUMBERS, 0)
    return record


def _rows(subject: Subject, plan: Plan) -> list[Pointed]:
    """Return the points: few where they are large, next to the example where they are not `wide`."""
    signature = subject.signature
    total = sum(signature.example[k].size for k in signature.moving)
    if plan.wide:
        rows = points(signature.example, signature.moving, plan.domains, plan.seed, plan.profile.random)
        return list(rows)[: FEW if total > LARGE else None]
    rng = np.random.default_rng(plan.seed)
    found = [Pointed(signature.example, "the example")]
    for _ in range(1 if total > LARGE else 3):
        x = list(signature.example)
        for k in signature.moving:
            x[k] = np.asarray(x[k] * rng.uniform(0.5, 1.5, x[k].shape)).astype(x[k].dtype)
        found.append(Pointed(tuple(x), "next to the example"))
    return found


def _elsewhere(
    plan: Plan, ways: Mapping[str, Way], main: Way, rows: list[Pointed], subject: Subject
) -> Iterator[tuple[Pointed, Way]]:
    """Yield what else is shown: a batch, the other dtype, other shapes where f acts entry by entry."""
    few = rows[: 1 + plan.profile.elsewhere]
    if "vmap" in ways and plan.wide:
        yield from ((at, ways["vmap"]) for at in few)
    if plan.wide:
        yield from ((other, main) for at in few if (other := _in_other_dtype(at, subject)))
    if plan.entrywise:
        for shape in ((), (2, 3)):
            if rows[0].x[0].shape != shape:
                yield from ((_reshaped(at, shape), main) for at in few[1:] if at.x[0].size)


def _in_other_dtype(at: Pointed, subject: Subject) -> Pointed | None:
    moving = subject.signature.moving
    kinds = {at.x[k].dtype.name for k in moving}
    if len(kinds) != 1 or not kinds <= OTHER.keys():
        return None
    dtype = OTHER[next(iter(kinds))]
    x = tuple(a.astype(dtype) if k in moving else a for k, a in enumerate(at.x))
    return Pointed(x, f"{dtype}, {at.says}")


def _reshaped(at: Pointed, shape: tuple[int, ...]) -> Pointed:
    size = int(np.prod(shape))
    return Pointed(tuple(np.resize(a, size).reshape(shape) for a in at.x), f"shape {shape}, {at.says}")


class _Show:
    """Shows a point in a way and keeps what the laws say."""

    def __init__(
        self, subject: Subject, teller: Callable[[Case], Any], laws: Mapping[str, Law], record: Record
    ) -> None:
        self.subject, self._teller, self._laws, self._record = subject, teller, laws, record

    def __call__(self, way: Way, at: Pointed, laws: Sequence[Law], turn: int) -> None:
        """Judge the laws at a point; where f raises or has no finite value there is nothing to judge."""
        outputs = self._outputs(way, at)
        if outputs is not None:
            self._judge(way, way.engine, case_of(self.subject, at, outputs, self._teller, turn), at, laws)

    def twice(self, way: Way, at: Pointed, turn: int) -> None:
        """Judge the second derivative at a point."""
        outputs = self._outputs(way, at)
        if outputs is not None and way.second is not None and outputs[0].dtype.kind == "f":
            case = case_of(self.subject, at, outputs, self._teller, turn)
            self._judge(way, way.second, twice(case, self.subject.name), at, [truth_second])

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
        """Return the ways without a push where this function has none, which is no fault."""
        plain = ways[""]
        outputs = self._outputs(plain, at) if plain.engine.jvp else None
        if outputs is not None:
            try:
                observe(plain.engine, case_of(self.subject, at, outputs, self._teller)).raw_push  # noqa: B018
            except EngineError as error:
                if _is_missing(error.error):
                    self._record.notes["no push"] = _first_line(error.error)
                    return {n: replace(w, engine=replace(w.engine, jvp=None)) for n, w in ways.items()}
        return dict(ways)


def _bare(case: Asked) -> Asked:
    """Return a case whose program returns what f returns, whatever that is."""
    return replace(case, program=replace(case.program, equations=case.program.equations[:1], outputs=("a",)))


def _is_missing(error: BaseException) -> bool:
    """Return whether an exception says that there is no forward rule."""
    says = str(error).lower()
    return (
        isinstance(error, NotImplementedError)
        or "custom_vjp" in says
        or "forward-mode" in says
        or "jvp" in says
    )


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
