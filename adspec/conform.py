"""Conformance: one call runs the laws on engines and returns a report.

The street: cases of three tiers are shown to an engine, each once; every applicable law reads
the same observation; what breaks is reduced to its deepest law, blamed, and, where its cause is
new, made small and turned into a counterexample. Rules come first, then contracts, then programs
made of the primitives whose rules held, so that what breaks there is composition.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from time import perf_counter
from traceback import format_exc

from adspec import __version__
from adspec.discovery import find_engine, find_laws
from adspec.engine import Engine
from adspec.expecting.beyond import beyond
from adspec.expecting.replaying import Replayed, asked_of, replayed
from adspec.findings.counterexample import Counterexample
from adspec.findings.court import Court, Hearing
from adspec.findings.coverage import Ledger, provided_cells
from adspec.findings.docket import Docket
from adspec.findings.expectation import Expectation, Known
from adspec.findings.summary import EngineSummary, Report
from adspec.findings.tally import Tally
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Primitive
from adspec.law import Law
from adspec.observation import unwarned
from adspec.plan import PROFILES, Plan
from adspec.runners import TIME_LIMIT, Here, Isolated, Runner
from adspec.search.reducer import reduce_case
from adspec.smoke import require_sound

Progress = Callable[[str, int, int, str], None]


def conform(  # noqa: PLR0913 - the one call: each option is one way to restrict a run
    engines: Sequence[Engine | str],
    *,
    laws: Sequence[Law] | None = None,
    primitives: Sequence[str] | None = None,
    profile: str = "quick",
    seed: int = 0,
    workers: int = 0,
    limit: float = TIME_LIMIT,
    known: Mapping[str, Sequence[Expectation]] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return the report of running laws on engines; the same seed gives the same verdicts.

    `laws` and `primitives` restrict the run (all by default); with `primitives` only the rules
    tier runs, and the whole of each ladder, whatever the profile. A KeyboardInterrupt ends the run
    early: what was found is returned, incomplete. A case on which adspec itself fails is among the
    `faults` of the report, and the run goes on.

    With 0 `workers` engine code runs in this process. With more it runs in as many processes of its own,
    where a case may take `limit` seconds: an engine that does not end, or ends its process, costs one case.
    They load engines by name, so name the engines then, as `find_engine` takes it, and install the laws.

    `known` are the causes that are expected, by the engine's name. Their witnesses are replayed before the
    search; what a restricted run is not about is not asked.

    Raises: KeyError for an unknown profile or primitive; DiscoveryError for an engine that cannot be had,
    or whose adapter is wrong; TypeError for an engine that workers cannot load.
    Cost: one observation per engine and case; see PROFILES.
    """
    found = [find_engine(engine) if isinstance(engine, str) else engine for engine in engines]
    chosen = tuple(find_laws() if laws is None else laws)
    words = {name: VOCABULARY[name] for name in (primitives or VOCABULARY)}
    plan = Plan(
        profile=PROFILES[profile], seed=seed, words=words, whole=primitives is None, shared=len(engines) > 1
    )
    header = _header(plan)
    seats = _Seats(engines=engines, workers=workers, limit=limit, laws=chosen)
    done: list[EngineSummary] = []
    for engine, named in zip(found, engines, strict=True):
        expected = (known or {}).get(engine.name, ())
        runner = seats.runner(engine, named)
        done.append(_Examination(engine, runner, chosen, plan, expected, progress or _silent).summary())
        if not done[-1].complete:
            break
    complete = all(s.complete for s in done) and len(done) == len(engines)
    return Report(header=header, engines=tuple(done), complete=complete)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seats:
    """Where the courts of a run sit."""

    engines: Sequence[Engine | str]
    workers: int
    limit: float
    laws: Sequence[Law]

    def runner(self, engine: Engine, named: Engine | str) -> Runner:
        """Return the runner of one engine; blame tells push from pull by laws that were not asked for."""
        if self.workers == 0:
            require_sound(engine)
            known = {rule.name: rule for rule in (*find_laws(), *self.laws)}
            return Here(Court(engine, known, cache(self._oracles), reduce_case))
        if not isinstance(named, str):
            raise TypeError(f"engine {engine.name}: workers load engines by name. Give its import string.")
        names = [e for e in self._all() if isinstance(e, str)]
        return Isolated(engine, named, names, self.workers, self.limit)

    def _all(self) -> tuple[Engine | str, ...]:
        """Return the engines of the run, and the reference engine, which is always an oracle."""
        names = {e if isinstance(e, str) else e.name for e in self.engines}
        return (*self.engines, *(() if "reference" in names else ("reference",)))

    def _oracles(self) -> tuple[Engine, ...]:
        return tuple(find_engine(e) if isinstance(e, str) else e for e in self._all())


class _Examination:
    """One engine's run through the three tiers."""

    def __init__(  # noqa: PLR0913, PLR0917 - who is examined, by whom, under what, how, and what is expected
        self,
        engine: Engine,
        runner: Runner,
        laws: Sequence[Law],
        plan: Plan,
        expected: Sequence[Expectation],
        progress: Progress,
    ) -> None:
        self._engine, self._runner, self._laws = engine, runner, laws
        self._plan, self._progress = plan, progress
        self._words = {n: row for n, row in plan.words.items() if n in engine.ops}
        self._total = len(self._words) + (2 if plan.whole else 0)
        self._tally = Tally(laws)
        self._ledger = Ledger(provided_cells(engine, self._words.values(), laws))
        self._expected = asked_of(expected, {rule.name for rule in laws}, plan.words, whole=plan.whole)
        self._replayed = Replayed(known=Known(), expected=())
        self._docket = Docket(runner.reduce)
        self._cases, self._done = 0, 0
        self._faults: list[str] = []

    def summary(self) -> EngineSummary:
        """Run the tiers and return what was found; after an interruption what was found so far."""
        start = perf_counter()
        complete = True
        try:
            with unwarned():
                self._run()
        except KeyboardInterrupt:
            complete = False
        finally:
            self._runner.close()
        return EngineSummary(
            engine=self._engine.name,
            version=self._engine.version,
            rows=self._tally.rows(),
            causes=self._docket.counterexamples(),
            cases=self._cases,
            seconds=perf_counter() - start,
            complete=complete,
            not_provided=tuple(n for n in self._plan.words if n not in self._words),
            coverage=self._ledger.coverage(),
            faults=(*self._replayed.faults, *self._faults),
            expected=self._replayed.told(self._docket.count),
            beneath=self._docket.beneath(),
        )

    def _run(self) -> None:
        self._replay()
        for name, row in self._words.items():
            self._show("rules", self._plan.rules_for(self._engine, name), row)
        if self._plan.whole:
            self._show("contracts", self._plan.contracts_for(self._engine))
            self._show("programs", self._plan.programs_for(self._engine, self._accused()))
        if self._replayed.known:
            self._docket.drop(self._is_old)
        self._report("done")

    def _replay(self) -> None:
        """Hear the witnesses of what is expected, before the search."""
        if not self._expected:
            return
        self._report("witnesses")
        self._replayed = replayed(self._runner, self._expected)
        self._docket = Docket(self._runner.reduce, self._replayed.known)

    def _accused(self) -> set[str]:
        """Return what is broken: by what was met, or by a witness, for a short search does not meet all."""
        return self._docket.accused() | {e.cause.where for e in self._replayed.known}

    def _is_old(self, found: Counterexample) -> bool:
        """Return whether a cause, made small, is a known one: blame may name it otherwise in a large case."""
        [heard] = self._runner.hearings([found.case], [found.law])
        return self._replayed.known.explains(heard)

    def _show(self, tier: str, cases: Iterable[Case], row: Primitive | None = None) -> None:
        laws = [rule.name for rule in self._laws if tier in rule.tiers]
        where = tier if row is None else row.name
        self._report(where)
        for heard in self._runner.hearings(cases, laws) if laws else ():
            fault = heard.fault or self._note(heard, row)
            if fault:
                self._faults.append(f"{fault}on this case of {tier}:\n{heard.case}\n")
            self._report(where)
        self._done += 1

    def _note(self, heard: Hearing, row: Primitive | None) -> str:
        """Write down what came of a case; return the traceback where adspec fails in it, else ""."""
        self._cases += 1
        known = self._replayed.known
        further = list(beyond(heard, known, self._runner))
        alone = bool(heard.charges) and all(known.explains(h) for h in (heard, *further) if h.charges)
        self._tally.count(known.verdicts(heard, alone=alone))
        self._tally.explain(() if alone else heard.explained)
        if row is not None:
            self._ledger.note(row, heard.case, heard.verdicts)
        try:
            self._docket.file(heard)
            for again in further:
                self._docket.charge(again)
        except Exception:  # noqa: BLE001 -- one case must not cost a long run its findings
            return format_exc()
        return ""

    def _report(self, where: str) -> None:
        """Report the progress: parts that are done, and cases that are."""
        self._progress(self._engine.name, self._done, self._total, f"{where}, {self._cases:,} cases")


def _header(plan: Plan) -> dict[str, str]:
    return {
        "adspec": __version__,
        "profile": plan.profile.name,
        "seed": str(plan.seed),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "numpy": version("numpy"),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _silent(engine: str, done: int, total: int, text: str) -> None:
    """Report no progress."""
