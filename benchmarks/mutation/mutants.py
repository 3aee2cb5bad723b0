"""The mutants of autograd's rule files: sampled, and each tried by both testers."""

from __future__ import annotations

import ast
import gc
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from adspec.engine import Engine
from benchmarks.mutation.equivalent import why_equivalent
from benchmarks.mutation.faults import Fault, faults, mutated, observed
from benchmarks.mutation.peer import passed, tried_by_peer
from benchmarks.mutation.private import FILES, private_engine, source_of
from benchmarks.mutation.processes import alone
from benchmarks.mutation.trial import Met, Suite, comes_to, suite_of, tried
from benchmarks.mutation.whose import Rules

MARK = "__reached__"  # the name of the function that is called where a fault would be


@dataclass(frozen=True, kw_only=True)
class Score:
    """What came of one mutant: by adspec, and by the peer; CPU seconds of the processes until the kill.

    `blamed` says whether a rule that owns the fault is accused; `reached` whether any case of the run
    comes through the changed code, None where that was not asked (of what is killed).
    """

    fault: Fault
    suspects: tuple[str, ...]
    killed_by: str
    causes: tuple[str, ...]
    blamed: bool
    cases: int
    seconds: float
    peer_killed_by: str
    peer_seconds: float
    equivalent: str
    reached: bool | None = None

    def row(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        return {**asdict(self), "key": self.fault.key}


class Bench:
    """The rule files, the suite of the clean engine, and what the peer passes on it."""

    def __init__(self, profile: str) -> None:
        """Run the clean engine. Cost: a run of the profile; the truths stay known to all forks."""
        self.sources = {file: source_of(file) for file in FILES}
        self.rules = Rules(self.sources)
        file, text = next(iter(self.sources.items()))
        self.suite: Suite = suite_of(private_engine(file, ast.parse(text)), profile)
        self._peer = passed(self.suite.engine)
        gc.collect()
        gc.freeze()  # the forks share these pages then

    @cached_property
    def faults(self) -> list[Fault]:
        """Return all faults of all files."""
        return [fault for file, text in self.sources.items() for fault in faults(file, text)]

    def sample(self, many: int, seed: int, only: str) -> list[Fault]:
        """Return faults drawn evenly from all, or from those whose key has a text."""
        those = [fault for fault in self.faults if only in fault.key]
        return random.Random(seed).sample(those, min(many, len(those)))  # noqa: S311 -- a named seed

    def score(self, fault: Fault, *, near: bool = False) -> Score:
        """Return what came of one fault, each tester in a process of its own."""
        suspects = self.rules.suspects(fault)
        own = tuple(dict.fromkeys(s.word for s in sorted(suspects, key=str)))
        first = (*own, *(w for w in self._first(fault) if w not in own)) if near else self._first(fault)

        def ours() -> dict[str, Any]:
            met = self._made(fault, lambda engine: tried(engine, self.suite, first))
            accused = met.primary or met.causes
            blamed = any(s.is_accused(cause) for s in suspects for cause in accused)
            texts = [str(cause) for cause in accused]
            return {**_row(met), "causes": texts, "blamed": blamed}

        def theirs() -> dict[str, Any]:
            return _row(self._made(fault, lambda engine: tried_by_peer(engine, first, self._peer)))

        ran, peer, why = alone(ours), alone(theirs), why_equivalent(fault)
        killed = ran.get("killed_by") or ran.get("died", "")
        return Score(
            fault=fault,
            suspects=tuple(sorted(map(str, suspects))),
            killed_by=killed,
            causes=tuple(ran.get("causes", ())),
            blamed=ran.get("blamed", False),
            cases=ran.get("cases", 0),
            seconds=ran.get("seconds", ran["cpu"]),
            peer_killed_by=peer.get("killed_by") or peer.get("died", ""),
            peer_seconds=peer.get("seconds", peer["cpu"]),
            equivalent=why,
            reached=None if killed or why else self._reached(fault),
        )

    # -------------------------------------------------------------- parts

    def _first(self, fault: Fault) -> Sequence[str]:
        return self.rules.words_of(fault.file)

    def _made(self, fault: Fault, work: Callable[[Engine], Met]) -> Met:
        """Return what comes of the engine with a fault, whose files may not even be imported."""
        try:
            engine = private_engine(fault.file, mutated(self.sources[fault.file], fault.number))
        except Exception as error:  # noqa: BLE001 -- whatever a wrong file raises
            return Met(killed_by=f"the import: {type(error).__name__}")
        return work(engine)

    def _reached(self, fault: Fault) -> bool:
        """Return whether any case of the run comes through the place of a fault."""

        def work() -> dict[str, Any]:
            count = [0]

            def mark(value: Any) -> Any:
                count[0] += 1
                return value

            tree = observed(self.sources[fault.file], fault.number, MARK)
            engine = private_engine(fault.file, tree, {MARK: mark})
            count[0] = 0  # the import may come through, too
            found = comes_to(engine, self.suite, self._first(fault), lambda: count[0] > 0)
            return {"reached": found}

        return bool(alone(work).get("reached"))


def _row(met: Met) -> dict[str, Any]:
    return {"killed_by": met.killed_by, "cases": met.cases, "seconds": met.seconds}
