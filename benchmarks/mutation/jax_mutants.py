"""Mutants of JAX: its rules wrapped in memory, one at a time, in a process of its own.

A rule here is what JAX registers for one of its own primitives: how tangents are pushed, or how a linear
primitive is transposed. Pulls come from both, so that a wrong push may be blamed by push or by pull. Since
JAX compiles anew for every shape, a mutant is shown the rules tier of the word that it stands for alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adspec.conform import PROFILES, VOCABULARY, Plan
from adspec.discovery import find_engine
from adspec.findings.cause import Cause
from benchmarks.mutation.faults import Fault
from benchmarks.mutation.mutants import Score
from benchmarks.mutation.processes import alone
from benchmarks.mutation.trial import Suite, tried

# a word of the language: the primitive of JAX that it is, and whether JAX transposes it by the public table,
# which holds for linear ones, but for mul and dot_general since 0.10
WORDS: Mapping[str, tuple[str, bool]] = {
    "sin": ("sin", False),
    "exp": ("exp", False),
    "log": ("log", False),
    "tanh": ("tanh", False),
    "sqrt": ("sqrt", False),
    "negative": ("neg", True),
    "subtract": ("sub", True),
    "multiply": ("mul", False),
    "divide": ("div", True),
    "sum": ("reduce_sum", True),
    "cumulative_sum": ("cumsum", True),
    "matmul": ("dot_general", False),
    "concat": ("concatenate", True),
    "permute_dims": ("transpose", True),
}
CHANGES: Mapping[str, Callable[[Any], Any]] = {
    "sign": lambda t: t * -1,
    "factor": lambda t: t * 2,
    "dropped": lambda t: t * 0,
}
TABLES = {"push": "primitive_jvps", "transpose": "primitive_transposes"}


@dataclass(frozen=True, kw_only=True)
class Wrapped:
    """One wrong rule of JAX: of the primitive that a word is, in which table, and how it is wrong."""

    word: str
    table: str
    kind: str

    def put(self) -> None:
        """Put the wrong rule in place of the right one, in this process."""
        from jax.interpreters import ad

        table, change = getattr(ad, TABLES[self.table]), CHANGES[self.kind]
        name = WORDS[self.word][0]
        key = next(p for p in table if p.name == name)
        right = table[key]

        def spoilt(t: Any) -> Any:
            return t if t is None or isinstance(t, ad.Zero) else change(t)

        def pushed(*args: Any, **params: Any) -> Any:
            y, t = right(*args, **params)
            return y, spoilt(t)

        def transposed(*args: Any, **params: Any) -> Any:
            return [spoilt(t) for t in right(*args, **params)]

        table[key] = pushed if self.table == "push" else transposed

    def is_accused(self, cause: Cause) -> bool:
        """Return whether a cause accuses this rule; a transpose is used by pulls alone."""
        modes = {"pull" if mode == "grad" else mode for mode in cause.mode.split(" of ")}
        return cause.where == self.word and bool(
            modes & ({"push", "pull"} if self.table == "push" else {"pull"})
        )

    def fault(self, number: int) -> Fault:
        """Return the mutant in the words of all faults."""
        name = WORDS[self.word][0]
        return Fault(
            file="jax",
            number=number,
            kind=self.kind,
            line=0,
            column=0,
            owner=f"{self.table} of {name}",
            before="t",
            after=self.kind,
        )


def wrapped() -> list[Wrapped]:
    """Return all mutants."""
    return [
        Wrapped(word=word, table=table, kind=kind)
        for word, (_, transposed) in WORDS.items()
        for table in ("push", "transpose")[: 1 + transposed]
        for kind in CHANGES
    ]


def sample(many: int, seed: int) -> list[Wrapped]:
    """Return mutants drawn evenly from all."""
    those = wrapped()
    return random.Random(seed).sample(those, min(many, len(those)))  # noqa: S311 -- a named seed


def score(mutant: Wrapped, number: int, profile: str) -> Score:
    """Return what came of one mutant. Cost: a process for it, and one for the clean engine."""
    clean = alone(lambda: {"causes": [_row(c) for c in _suite(mutant.word, profile).known]})
    known = {Cause(**row) for row in clean.get("causes", ())}

    def ours() -> dict[str, Any]:
        suite = _suite(mutant.word, profile, learn=False)
        suite.known = known
        mutant.put()
        met = tried(suite.engine, suite, ())
        accused = met.primary or met.causes
        return {
            "killed_by": met.killed_by,
            "seconds": met.seconds,
            "cases": met.cases,
            "causes": [str(cause) for cause in accused],
            "blamed": any(mutant.is_accused(cause) for cause in accused),
        }

    ran = alone(ours)
    return Score(
        fault=mutant.fault(number),
        suspects=(mutant.word,),
        killed_by=ran.get("killed_by") or ran.get("died", ""),
        causes=tuple(ran.get("causes", ())),
        blamed=ran.get("blamed", False),
        cases=ran.get("cases", 0),
        seconds=ran.get("seconds", ran["cpu"]),
        peer_killed_by="",
        peer_seconds=0.0,
        equivalent="",
    )


def _suite(word: str, profile: str, *, learn: bool = True) -> Suite:
    """Return the rules tier of one word; JAX starts its threads here, and not before the fork."""
    engine = find_engine("jax")
    plan = Plan(profile=PROFILES[profile], seed=0, words={word: VOCABULARY[word]}, whole=True, shared=True)
    suite = Suite(plan=plan, engine=engine, only=(word,))
    if learn:
        suite.learn(suite.parts(()))
    return suite


def _row(cause: Cause) -> dict[str, Any]:
    return {"where": cause.where, "argument": cause.argument, "mode": cause.mode, "symptom": cause.symptom}


def scores_of(mutants: Sequence[Wrapped], profile: str, told: Callable[[Score], None]) -> list[Score]:
    """Return the scores of all mutants, each told when it is there."""
    found = []
    for number, mutant in enumerate(mutants):
        found.append(score(mutant, number, profile))
        told(found[-1])
    return found
