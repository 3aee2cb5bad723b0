"""What a run costs, in counts: they are the same on every machine, where times are not. A rise fails.

The numbers are those of a fixed small run, four primitives and a few programs; who makes adspec do less
writes the smaller number down.
"""

from dataclasses import replace

import pytest

from adspec.conform import PROFILES, VOCABULARY, Court, Plan, find_laws, reduce_case
from adspec.discovery import find_engine
from adspec.truth.evaluator import Machine
from adspec.truth.rerun import Rerun

WORDS = ("sin", "multiply", "sum", "matmul")
PROGRAMS = 10
OPERATORS = ("jvp", "vjp", "grad", "value_and_grad", "linearize")


class Work:
    """Counts of one run."""

    def __init__(self, name, monkeypatch):
        self.cases = self.claims = self.calls = self.evaluations = 0
        for owner, method in ((Machine, "run"), (Rerun, "__init__")):
            monkeypatch.setattr(owner, method, self._counted("evaluations", getattr(owner, method)))
        right = find_engine(name)
        given = {n: getattr(right, n) for n in OPERATORS if getattr(right, n) is not None}
        self.engine = replace(right, **{n: self._counted("calls", way) for n, way in given.items()})
        self.laws = {law.name: replace(law, predicate=self._claiming(law.predicate)) for law in find_laws()}
        self._run()

    def _counted(self, what, way):
        def counted(*args, **words):
            setattr(self, what, getattr(self, what) + 1)
            return way(*args, **words)

        return counted

    def _claiming(self, predicate):
        def claiming(obs):
            for claim in predicate(obs):
                self.claims += 1
                yield claim

        return claiming

    def _run(self):
        words = {name: VOCABULARY[name] for name in WORDS}
        plan = Plan(profile=PROFILES["quick"], seed=0, words=words, whole=True, shared=False)
        court = Court(self.engine, self.laws, lambda: (), reduce_case)
        shown = [("rules", case) for name in WORDS for case in plan.rules_for(self.engine, name)]
        shown += [("programs", case) for case in plan.programs_for(self.engine, set())[:PROGRAMS]]
        for tier, case in shown:
            court.hear(case, [n for n, law in self.laws.items() if tier in law.tiers])
            self.cases += 1


# fmt: off
MOST = {  # per case: claims, at least; calls of the engine's operators, and evaluations of the truth, at most
    "reference": (76, 18, 21),  # of which half precision, which is asked of rules in single, has one
    "autograd":  (71, 17, 25),
}
# fmt: on


@pytest.mark.parametrize("name", MOST)
def test_a_case_costs_no_more_than_it_did(name, monkeypatch):
    if name == "autograd":
        pytest.importorskip("autograd")
    work = Work(name, monkeypatch)
    claims, calls, evaluations = MOST[name]
    assert work.claims >= claims * work.cases
    assert work.calls <= calls * work.cases
    assert work.evaluations <= evaluations * work.cases
