"""Laws, their claims, and the verdicts on them.

A law is a predicate on an observation that yields claims and never asserts. A claim says that
an array lies in an interval whose width was derived (`adspec.truth`), or that two plain things
(a shape, a count, a kind of exception) are the same. Judging a law is pure: the same
observation gives the same verdict.
"""

from __future__ import annotations

from adspec.law.claims import (
    agree,
    all_same_bits,
    as_declared,
    as_granted,
    close,
    deviates,
    equal,
    inside,
    measured,
    multiple,
    nothing,
    raising,
    same,
    same_bits,
    same_space,
    same_width,
)
from adspec.law.judging import grade_entries, judge, judge_all
from adspec.law.linearity import Map, linear
from adspec.law.pairings import transposed
from adspec.law.readings import (
    HALVES,
    Half,
    Reading,
    answered,
    containers,
    flushed,
    flushes,
    has_width,
    is_array,
    many_valued,
    reading,
    readings,
    single_valued,
)
from adspec.law.relations import EVERYTHING, agree_in, entries, of_parts
from adspec.law.words import FINDINGS, STATUSES, Claim, Law, Verdict, Where, half_of, law

__all__ = [
    "EVERYTHING",
    "FINDINGS",
    "HALVES",
    "STATUSES",
    "Claim",
    "Half",
    "Law",
    "Map",
    "Reading",
    "Verdict",
    "Where",
    "agree",
    "agree_in",
    "all_same_bits",
    "answered",
    "as_declared",
    "as_granted",
    "close",
    "containers",
    "deviates",
    "entries",
    "equal",
    "flushed",
    "flushes",
    "grade_entries",
    "half_of",
    "has_width",
    "inside",
    "is_array",
    "judge",
    "judge_all",
    "law",
    "linear",
    "many_valued",
    "measured",
    "multiple",
    "nothing",
    "of_parts",
    "raising",
    "reading",
    "readings",
    "same",
    "same_bits",
    "same_space",
    "same_width",
    "single_valued",
    "transposed",
]
