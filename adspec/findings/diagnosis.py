"""Diagnosis: the likely mistake, recognised from how wrong answers relate to the right ones.

One table row per mistake: its name, and the signature that knows it. A row speaks only where it fits
all the evidence of a cause and there is enough of it: one number is any multiple of another, so two
different points are the least from which a factor is read off. The first row that fits speaks, with how
many cases it was held against; where none fits nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from adspec.findings import factors, formulas, neighbours, places, signatures, suspects
from adspec.findings.brief import Brief, Signature
from adspec.findings.evidence import Evidence
from adspec.findings.signatures import SYMPTOMS
from adspec.language.spaces import Array


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """The name of a mistake, the mistake in words, and the number of cases that it was held against."""

    mistake: str = ""
    says: str = ""
    cases: int = 0

    def __str__(self) -> str:
        """Return the words with their confidence; nothing where nothing is known."""
        if not self.says:
            return ""
        seen = "the one case seen" if self.cases == 1 else f"{self.cases} of {self.cases} cases"
        return f"{self.says} (in {seen})"


NOTHING = Diagnosis()


def diagnose(evidence: Iterable[Evidence]) -> Diagnosis:
    """Return the likely mistake; `NOTHING` where no row fits all evidence.

    Cost: arithmetic on a few arrays; where no row on numbers fits, some truths of small cases.
    """
    brief = Brief(tuple(evidence))
    if not brief.all:
        return NOTHING
    with np.errstate(all="ignore"):
        for mistake, signature in ROWS:
            says = signature(brief)
            if says:
                name = mistake or SYMPTOMS[brief.first.symptom][0]
                return Diagnosis(mistake=name, says=says, cases=len(brief.all))
    return NOTHING


def diagnose_pair(wrong: Array, right: Array) -> Diagnosis:
    """Return the likely mistake in one answer of which nothing but the right one is known."""
    pair = np.asarray(wrong), np.asarray(right)
    return diagnose([Evidence(law="", symptom="", mode="", wrong=pair[0], right=pair[1])])


# The order is that of certainty: what is no number, what is no finite number, then the plain factors,
# then what needs the arguments or the truth, and last what fits most easily.
# fmt: off
ROWS: tuple[tuple[str, Signature], ...] = (
    ("",                 signatures.symptom),
    ("not summed",       signatures.unsummed),
    ("shape",            signatures.misshapen),
    ("kind",             signatures.kind),
    ("overflow",         signatures.overflow),
    ("nan",              signatures.nan_trap),
    ("ties",             signatures.ties),
    ("sides",            signatures.sides),
    ("short constant",   signatures.short_constant),
    ("cancellation",     signatures.cancellation),
    ("lost order",       factors.lost_order),
    ("dropped",          factors.dropped),
    ("absolute",         factors.absolute),
    ("sign",             factors.sign),
    ("conjugated",       factors.conjugated),
    ("passed on",        factors.passed_on),
    ("twice",            factors.twice),
    ("half",             factors.half),
    ("n times",          factors.n_times),
    ("1/n",              factors.nth_part),
    ("inverted",         factors.inverted),
    ("constant",         factors.constant),
    ("square",           formulas.unsquared),
    ("input for output", formulas.input_for_output),
    ("output for input", neighbours.output_for_input),
    ("factor",           formulas.factor),
    ("transposed",       places.transposed),
    ("transposed",       suspects.transpose_for_map),
    ("permuted",         places.permuted),
    ("other entries",    places.other_entries),
    ("overwritten",      suspects.overwritten),
    ("misplaced",        places.misplaced),
    ("swapped",          suspects.swapped),
    ("swallowed",        suspects.swallowed),
    ("neighbour",        neighbours.neighbour),
    ("neighbour",        neighbours.neighbour_value),
)
# fmt: on
MISTAKES: frozenset[str] = frozenset(
    [name for name, _ in ROWS if name] + [name for name, _ in SYMPTOMS.values()]
)
