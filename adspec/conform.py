"""Conformance: one call runs the laws on engines and returns a report.

The street: cases of three tiers are shown to an engine, each once; every applicable law reads
the same observation; what breaks is reduced to its deepest law, blamed, and, where its cause is
new, made small and turned into a counterexample. Rules come first, then contracts, then programs
made of the primitives whose rules held, so that what breaks there is composition.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from traceback import format_exception

from adspec import __version__
from adspec.discovery import find_engine, find_laws
from adspec.engine import Engine
from adspec.findings.coverage import Ledger, moving_arguments, provided_cells
from adspec.findings.docket import Docket, Oracles
from adspec.findings.summary import EngineSummary, Report
from adspec.findings.tally import Tally, deepest
from adspec.language.case import Case
from adspec.language.higher import HIGHER
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Primitive
from adspec.law import Law, judge_all
from adspec.observation import observe, unwarned
from adspec.search.contracts import contract_cases
from adspec.search.ladder import ladder
from adspec.search.palette import palette, spread
from adspec.search.reducer import reduce_case
from adspec.search.single import singles

Progress = Callable[[str, int, int, str], None]

REMEMBERED = 32  # equations: JAX compiles each in ten ways or more, and keeps a megabyte of code for each


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """How much is searched.

    Units: `rungs` is cases per primitive taken from its ladder, evenly (0 takes all; so does a run
    of chosen primitives), `random` is random cases per primitive after them, `programs` is random
    programs, to which come a quarter as many with derivatives, branches or loops in them. An engine
    that compiles for each new shape is shown `shapes` of them per primitive (those that reach the
    most cells of coverage first) and no random case, and a tenth of the programs (0 makes no
    difference to other engines).
    """

    name: str
    rungs: int
    shapes: int
    random: int
    programs: int


PROFILES: Mapping[str, Profile] = {
    p.name: p
    for p in (
        Profile(name="quick", rungs=6, shapes=1, random=1, programs=40),
        Profile(name="default", rungs=0, shapes=6, random=20, programs=400),
        Profile(name="deep", rungs=0, shapes=0, random=150, programs=3000),
    )
}


def conform(  # noqa: PLR0913 - the one call: each option is one way to restrict a run
    engines: Sequence[Engine],
    *,
    laws: Sequence[Law] | None = None,
    primitives: Sequence[str] | None = None,
    profile: str = "quick",
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Return the report of running laws on engines; the same seed gives the same verdicts.

    `laws` and `primitives` restrict the run (all by default); with `primitives` only the rules
    tier runs, and the whole of each ladder, whatever the profile. A KeyboardInterrupt ends the run
    early: what was found is returned, incomplete. A case on which adspec itself fails is among the
    `faults` of the report, and the run goes on.

    Raises: KeyError for an unknown profile or primitive.
    Cost: one observation per engine and case; see PROFILES.
    """
    chosen = tuple(find_laws() if laws is None else laws)
    words = {name: VOCABULARY[name] for name in (primitives or VOCABULARY)}
    plan = _Plan(
        profile=PROFILES[profile], seed=seed, words=words, whole=primitives is None, shared=len(engines) > 1
    )
    header = _header(plan)
    oracles = cache(lambda: _with_reference(engines))
    done: list[EngineSummary] = []
    for engine in engines:
        done.append(_Examination(engine, oracles, chosen, plan, progress or _silent).summary())
        if not done[-1].complete:
            break
    complete = all(s.complete for s in done) and len(done) == len(engines)
    return Report(header=header, engines=tuple(done), complete=complete)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Plan:
    """What a run shows to its engines; several of them share the rules, and what the truth says of each.

    One engine alone needs no case again: kept to the end, a deep run's cases would fill gigabytes.
    """

    profile: Profile
    seed: int
    words: Mapping[str, Primitive]
    whole: bool
    shared: bool
    _drawn: dict[str, tuple[Case, ...]] = field(default_factory=dict)

    def rules_for(self, engine: Engine, name: str) -> Sequence[Case]:
        """Return the rules tier of one primitive as an engine is shown it."""
        cases, most = self.rules(name), self.profile.shapes
        if not engine.compiles or most == 0:
            return cases
        reached: dict[str, set[tuple[int, str]]] = {}
        for case in cases:
            moving = moving_arguments(name, case) if all(v.size for v in case.v) else ()
            reached.setdefault(_compiled_for(case), set()).update(moving)
        chosen = palette(reached, most)
        return [case for case in cases if _compiled_for(case) in chosen]

    def rules(self, name: str) -> tuple[Case, ...]:
        """Return the rules tier of one primitive."""
        if name in self._drawn:
            return self._drawn[name]
        row = self.words[name]
        rungs = spread(ladder(row), self.profile.rungs if self.whole else 0)
        drawn = (*rungs, *singles(row, self.profile.random, self.seed))
        if self.shared:
            self._drawn[name] = drawn
        return drawn

    def programs_for(self, engine: Engine, accused: set[str]) -> Sequence[Case]:
        """Return random programs over what the engine provides and is not accused of."""
        from adspec.search.strategies import draw, nested_cases, program_cases  # Hypothesis takes 0.4 s

        few = engine.compiles and self.profile.shapes > 0
        count = self.profile.programs // (10 if few else 1)
        words = {n: row for n, row in self.words.items() if n in engine.ops and n not in accused}
        nesting = [n for n in HIGHER if not engine.lacks([n]) and not {n, f"nesting of {n}"} & accused]
        # few engines have the third derivatives of what is SciPy's
        plain = {n: row for n, row in words.items() if not row.needs}
        programs = draw(program_cases(words), count, self.seed) if words else []
        nested = draw(nested_cases(plain, nesting), -(-count // 4), self.seed) if plain else []
        return (*programs, *nested)


class _Examination:
    """One engine's run through the three tiers."""

    def __init__(
        self, engine: Engine, oracles: Oracles, laws: Sequence[Law], plan: _Plan, progress: Progress
    ) -> None:
        self._engine, self._laws, self._plan, self._progress = engine, laws, plan, progress
        self._words = {n: row for n, row in plan.words.items() if n in engine.ops}
        self._total = len(self._words) + (2 if plan.whole else 0)
        self._tally = Tally(laws)
        self._ledger = Ledger(provided_cells(engine, self._words.values(), laws))
        # Blame tells push from pull by the truth laws even where only others were asked for.
        known = {rule.name: rule for rule in (*find_laws(), *laws)}
        self._known = known
        self._docket = Docket(engine, known, oracles, reduce_case)
        self._cases, self._done, self._seen = 0, 0, 0
        self._faults: list[str] = []

    def summary(self) -> EngineSummary:
        """Run the tiers and return what was found; after an interruption what was found so far."""
        start = time.perf_counter()
        complete = True
        try:
            with unwarned():
                self._run()
        except KeyboardInterrupt:
            complete = False
        return EngineSummary(
            engine=self._engine.name,
            version=self._engine.version,
            rows=self._tally.rows(),
            causes=self._docket.counterexamples(),
            cases=self._cases,
            seconds=time.perf_counter() - start,
            complete=complete,
            not_provided=tuple(n for n in self._plan.words if n not in self._words),
            coverage=self._ledger.coverage(),
            faults=tuple(self._faults),
        )

    def _run(self) -> None:
        for name, row in self._words.items():
            self._show("rules", self._plan.rules_for(self._engine, name), row)
        if self._plan.whole:
            self._show("contracts", contract_cases(deep=self._plan.profile.name == "deep"))
            self._show("programs", self._plan.programs_for(self._engine, self._docket.accused()))
        self._report("done")

    def _show(self, tier: str, cases: Iterable[Case], row: Primitive | None = None) -> None:
        laws = [rule for rule in self._laws if tier in rule.tiers]
        for case in cases if laws else ():
            self._report(tier if row is None else row.name)
            try:
                self._judge(case, laws, row)
            except Exception as error:  # noqa: BLE001 -- one case must not cost a long run its findings
                self._faults.append(f"{''.join(format_exception(error))}on this case of {tier}:\n{case}\n")
            self._forget_some(case)
        self._done += 1

    def _judge(self, case: Case, laws: Sequence[Law], row: Primitive | None) -> None:
        verdicts = list(judge_all(laws, observe(self._engine, case)))
        roots, explained = deepest(verdicts, self._known)
        self._cases += 1
        self._tally.count(verdicts)
        self._tally.explain(explained)
        if row is not None:
            self._ledger.note(row, case, verdicts)
        self._docket.file(case, roots, explained, verdicts)

    def _forget_some(self, case: Case) -> None:
        """Count the equations that the engine has seen, and tell it to forget when there are many."""
        self._seen += sum(1 for _ in case.program.all_equations())
        if self._engine.forget is not None and self._seen >= REMEMBERED:
            self._engine.forget()
            self._seen = 0

    def _report(self, where: str) -> None:
        """Report the progress: parts that are done, and cases that are."""
        self._progress(self._engine.name, self._done, self._total, f"{where}, {self._cases:,} cases")


def _with_reference(engines: Sequence[Engine]) -> tuple[Engine, ...]:
    """Return the oracles of a run: its engines, and the reference engine, which is always there."""
    named = {e.name for e in engines}
    return (*engines, *(() if "reference" in named else (find_engine("reference"),)))


def _header(plan: _Plan) -> dict[str, str]:
    return {
        "adspec": __version__,
        "profile": plan.profile.name,
        "seed": str(plan.seed),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "numpy": version("numpy"),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _compiled_for(case: Case) -> str:
    """Return what an engine that compiles would compile anew for: shapes, dtypes and the program."""
    return f"{case.program} {[(a.shape, a.dtype.name) for a in (*case.x, *case.held.values())]}"


def _silent(engine: str, done: int, total: int, text: str) -> None:
    """Report no progress."""
