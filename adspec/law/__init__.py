"""Laws, their claims, and the verdicts on them.

A law is a predicate on an observation that yields claims and never asserts. A claim says that
an array lies in an interval whose width was derived (`adspec.truth`), or that two plain things
(a shape, a count, a kind of exception) are the same. Judging a law is pure: the same
observation gives the same verdict.
"""

from __future__ import annotations

from adspec.law.claims import (
    agree,
    close,
    deviates,
    equal,
    inside,
    measured,
    multiple,
    nothing,
    same,
    same_bits,
)
from adspec.law.judging import grade_entries, judge, judge_all
from adspec.law.pairings import transposed
from adspec.law.readings import Reading, containers, flushes, many_valued, reading, readings, single_valued
from adspec.law.words import FINDINGS, STATUSES, Claim, Law, Verdict, half_of, law

__all__ = [
    "FINDINGS",
    "STATUSES",
    "Claim",
    "Law",
    "Reading",
    "Verdict",
    "agree",
    "close",
    "containers",
    "deviates",
    "equal",
    "flushes",
    "grade_entries",
    "half_of",
    "inside",
    "judge",
    "judge_all",
    "law",
    "many_valued",
    "measured",
    "multiple",
    "nothing",
    "reading",
    "readings",
    "same",
    "same_bits",
    "single_valued",
    "transposed",
]
