"""Evidence: what a cause looked like on a few of the cases that it broke, as they were seen.

A shrunk case hides what went wrong: at x = 1, u = 1 most mistakes look alike. So the docket keeps, of
every cause, a few broken cases unshrunk: the answer and the right one, entry by entry, and what they
were made of. Nothing is run again for it; the engine had answered already, and the truth was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.findings.blame import Accusation
from adspec.findings.cause import Cause
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.law import Claim
from adspec.observation import EngineError
from adspec.truth import truth_of
from adspec.truth.interval import Interval

FEW = 6  # broken cases that are kept of a cause, those with most entries
LARGE = 8  # entries: a larger array tells no more


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Evidence:
    """One broken case as it was seen; `wrong` and `right` are None where the fault is no number.

    The `claim` that broke may be about something else. Where the right answer is not one number (at a
    kink), its entry is nan. Of what is no word of the vocabulary, `entrywise` says whether it acts entry by
    entry, and `value` what it gives at x.
    """

    law: str
    symptom: str
    mode: str
    where: str = ""
    argument: int | None = None
    case: Case | None = None
    wrong: Any = None  # arrays
    right: Any = None
    claim: Claim | None = field(default=None, repr=False)
    entrywise: bool = False
    value: Array | None = None

    @property
    def digits(self) -> float:
        """Return the relative difference that half of the digits make: agreement, for a diagnosis."""
        given = np.zeros(0) if self.wrong is None or self.wrong.dtype.kind not in "fc" else self.wrong
        kind = self.case.dtype if self.case is not None else given.dtype
        return float(np.sqrt(np.finfo(kind).eps))

    @property
    def by_entries(self) -> bool:
        """Return whether what is accused acts entry by entry."""
        row = VOCABULARY.get(self.where)
        return self.entrywise or (row is not None and row.elementwise)

    @property
    def y(self) -> Array:
        """Return the value at x."""
        assert self.case is not None
        return np.asarray(self.case.run(NUMPY, self.case.x) if self.value is None else self.value)

    @property
    def comparable(self) -> bool:
        """Return whether there are two arrays of numbers of one shape, with an entry that is known."""
        pair = self.wrong, self.right
        if any(a is None or a.dtype.kind not in "fciub" for a in pair):
            return False
        wrong, right = (np.asarray(a) for a in pair)
        return wrong.shape == right.shape and bool(np.any(np.isfinite(right)))

    @property
    def off(self) -> Array:
        """Return which entries are wrong: they differ from the right ones in more than half of the digits.

        Zeros are compared with the roundoff of the largest entry.
        """
        return np.asarray(~near(self.wrong, self.right, self.digits) & np.isfinite(self.right))

    @property
    def cause(self) -> Cause:
        """Return the cause that it speaks of."""
        return Cause(where=self.where, argument=self.argument, mode=self.mode, symptom=self.symptom)

    @property
    def largest(self) -> int:
        """Return the entries of the largest array of its case, as far as they count."""
        arrays = () if self.case is None else (*self.case.v, *self.case.x)
        return min(max((a.size for a in arrays), default=0), LARGE)

    @property
    def size(self) -> int:
        """Return how much there is to read from it."""
        return 0 if self.wrong is None else min(self.wrong.size, LARGE)


def near(a: Any, b: Any, digits: float) -> Array:
    """Return which entries of two arrays agree to `digits`, a relative difference.

    What is small beside the largest entry, as roundoff is, agrees with 0.
    """
    a, b = np.asarray(a), np.asarray(b)
    sizes = np.maximum(np.abs(a), np.abs(b))
    largest = float(np.max(np.abs(b), initial=0.0, where=np.isfinite(b)))
    roundoff = 64 * digits * digits * largest
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(a - b) <= np.maximum(digits * sizes, roundoff))


# ------------------------------------------------------------------ collecting


def evidence_of(accusation: Accusation) -> Evidence:
    """Return what an accusation shows: the accused half's answer beside the truth's.

    Cost: the truth of its part, which blame has asked for already where a law compared with it.
    """
    cause, claim = accusation.cause, accusation.verdict.claim
    wrong, right = _halves(accusation)
    if wrong is None and claim is not None and claim.interval is not None and not _is_pairing(claim):
        wrong, right = comparable(claim)
    return Evidence(
        law=accusation.law.name,
        symptom=cause.symptom,
        mode=cause.mode,
        where=cause.where,
        argument=cause.argument,
        case=accusation.case,
        wrong=wrong,
        right=right,
        claim=claim,
    )


def _is_pairing(claim: Claim) -> bool:
    """Return whether two pairings differ: then nobody knows which of them is the wrong one."""
    return claim.left_says.startswith("⟨")


def _halves(accusation: Accusation) -> tuple[Array | None, Array | None]:
    """Return J u or Jᵀ v by the engine and by the truth; of several arrays the first that is wrong."""
    obs, case, mode = accusation.obs, accusation.case, accusation.cause.mode
    if obs is None or mode not in {"push", "pull"} or case.program.depth:
        return None, None
    try:
        found = obs.Ju if mode == "push" else obs.JTv
    except EngineError:
        return None, None
    pairs = list(zip(found, true_half(case, mode), strict=False))
    wrong = (p for p in pairs if p[1] is not None and not _agree(*p, case))
    return next(wrong, pairs[0] if pairs else (None, None))


def _agree(a: Array, b: Array | None, case: Case) -> bool:
    digits = float(np.sqrt(np.finfo(case.dtype).eps))
    return b is not None and np.shape(a) == b.shape and bool(np.all(near(a, b, digits)))


def true_half(case: Case, mode: str) -> list[Array | None]:
    """Return J u or Jᵀ v by the truth, nan where it is not one number; None for what is not judged."""
    truth = truth_of(case)
    if not truth.judged:
        return [None for _ in (case.v if mode == "push" else case.x)]
    intervals, home = (truth.Ju, case.v) if mode == "push" else (truth.JTv, case.x)
    return [_number(i, np.iscomplexobj(a)) for i, a in zip(intervals, home, strict=False)]


def _number(interval: Interval, is_complex: bool) -> Array:  # noqa: FBT001 -- one of two views
    real = np.where(interval.lo == interval.hi, interval.lo, np.nan)
    if not is_complex:
        return real
    with np.errstate(invalid="ignore"):  # infinite parts
        return np.asarray(real[..., 0] + 1j * real[..., 1])


def comparable(claim: Claim) -> tuple[Array, Array]:
    """Return both sides as arrays; the truth of a complex one, shown in real parts, as complex numbers."""
    left, right = np.asarray(claim.left), np.asarray(claim.right)
    if right.shape == (*left.shape, 2):
        right = right[..., 0] + 1j * right[..., 1]
    return left, right


class Collection:
    """The evidence of every cause, a few cases each."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: dict[Cause, list[Evidence]] = {}
        self._seen: dict[Cause, set[str]] = {}

    def add(self, seen: Evidence) -> None:
        """Keep what a case shows, where it is new and there is room, or more to read than before."""
        kept, known = self._kept.setdefault(seen.cause, []), self._seen.setdefault(seen.cause, set())
        if len(kept) == FEW and seen.largest <= min(e.size for e in kept):
            return
        text = "" if seen.case is None else f"{seen.case.program} {seen.case.x}"
        if text not in known:
            known.add(text)
            kept.append(seen)
        if len(kept) > FEW:
            del kept[_least(kept)]

    def of(self, cause: Cause) -> tuple[Evidence, ...]:
        """Return the evidence of a cause, in the order in which it was seen."""
        return tuple(self._kept.get(cause, ()))


def _least(kept: Sequence[Evidence]) -> int:
    """Return the place of the last one of those with least to read."""
    return min(range(len(kept)), key=lambda i: (kept[i].size, -i))
