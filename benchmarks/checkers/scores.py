"""What a checker makes of all rules, and what that cost."""

from __future__ import annotations

import sys
import time
import warnings
from dataclasses import dataclass, field

import numpy as np

from benchmarks.checkers.asked import Arrays, Checker
from benchmarks.checkers.right import points, right_rules
from benchmarks.checkers.rules import Rule, wrong_rules

POINTS = 30  # per right rule and checker; adspec tries as many points in each of its calls
CALLS = 4  # of adspec per right rule
TOO_LARGE = "too large"


@dataclass
class Score:
    """What a checker said: of each wrong rule, and of each right one at its points; CPU seconds per call."""

    wrong: dict[str, str] = field(default_factory=dict)
    right: dict[str, list[str]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    @property
    def asked(self) -> list[str]:
        """Return all that was said of right rules."""
        return [said for row in self.right.values() for said in row]

    def share(self, status: str) -> float:
        """Return how often right rules came to a status."""
        return self.asked.count(status) / max(len(self.asked), 1)


def score(name: str, checker: Checker, only: str) -> Score:
    """Return what one checker makes of the rules whose name has a text."""
    found = Score()
    for rule in wrong_rules():
        if only in rule.name:
            found.wrong[rule.name] = _ask(checker, rule, rule.example, found)
            print(f"{name}: {rule.name}: {found.wrong[rule.name]}", file=sys.stderr, flush=True)
    for rule in right_rules():
        if only in rule.name:
            at = points(rule.name, CALLS if checker.is_ours else POINTS)
            found.right[rule.name] = [_ask(checker, rule, (x,), found) for x in at]
            print(f"{name}: right {rule.name}: {found.right[rule.name]}", file=sys.stderr, flush=True)
    return found


def _ask(checker: Checker, rule: Rule, xs: Arrays, found: Score) -> str:
    """Return what a checker says of a rule, and note its CPU; warnings are not its answer."""
    if sum(x.size for x in xs) > checker.largest:
        return TOO_LARGE
    f = checker.make(rule)
    start = time.process_time()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        said = checker.ask(f, xs)
    found.seconds.append(time.process_time() - start)
    return said
