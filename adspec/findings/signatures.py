"""Signatures of what is no number, no finite number, or nearly right."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from adspec.findings.brief import ENOUGH, Brief
from adspec.findings.evidence import Evidence
from adspec.language.spaces import Array

# ------------------------------------------------------------------ what is no number

# symptom -> the mistake it is; a law found it by looking for it
SYMPTOMS: Mapping[str, tuple[str, str]] = {
    "other pairing": (
        "conjugated",
        "conjugated: a conj too many or too few, as in a rule of the other pairing",
    ),
    "conjugated": ("conjugated", "conjugated: a conj too many or too few"),
    "rounded to float32": ("precision", "reduced precision: computed in float32 inside"),
    "dtype": ("width", "another precision on the way out: not cast back to that of the argument"),
    "structure": ("container", "a list or a tuple where an array is due, or another container"),
    "v is changed": ("in place", "works in place: writes into the cotangent that it was given"),
    "u is changed": ("in place", "works in place: writes into the tangent that it was given"),
    "x is changed": ("in place", "works in place: writes into the point that it was given"),
    "another answer the second time": (
        "stale",
        "a stale cache: what an earlier call left behind is used again",
    ),
}


def symptom(brief: Brief) -> str:
    """Return what the symptom alone says."""
    return SYMPTOMS.get(brief.first.symptom, ("", ""))[1]


def _shapes(brief: Brief) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    known = [e for e in brief.all if e.wrong is not None and e.right is not None]
    return [(w, r) for e in known if (w := np.shape(e.wrong)) != (r := np.shape(e.right))]


def unsummed(brief: Brief) -> str:
    """Return whether Jᵀ v kept the axes along which the argument was broadcast, or has more of them."""
    seeds = {np.shape(v) for e in brief.all if e.case is not None for v in e.case.v}
    kept = [w in seeds or len(w) > len(r) or np.prod(w) > np.prod(r) for w, r in _shapes(brief)]
    may_be = brief.first.mode in {"pull", ""}
    return "not summed over a broadcast axis (wrong shape)" if may_be and kept and all(kept) else ""


def misshapen(brief: Brief) -> str:
    """Return whether there are answers of another shape."""
    return "summed or broadcast to the wrong shape" if _shapes(brief) else ""


def kind(brief: Brief) -> str:
    """Return whether complex and real are exchanged."""
    pairs = [(np.iscomplexobj(e.wrong), np.iscomplexobj(e.right)) for e in brief.all if e.comparable]
    if pairs and all(pair == (True, False) for pair in pairs):
        return "complex where it should be real: take the real part"
    if pairs and all(pair == (False, True) for pair in pairs):
        return "real where it should be complex: a part is dropped"
    return ""


# ------------------------------------------------------------------ nan and inf


def _lost(brief: Brief, symptom: str) -> bool:
    """Return whether a law found no number in all evidence, or the numbers alone show it."""

    def is_lost(e: Evidence) -> bool:
        lost = np.isnan if symptom == "nan" else np.isinf
        found = e.comparable and bool((lost(np.asarray(e.wrong)) & np.isfinite(np.asarray(e.right))).any())
        return e.symptom == symptom or (not e.symptom and found)

    return all(map(is_lost, brief.all))


def _overflows(e: Evidence) -> bool:
    """Return whether exp of an argument is no float."""
    limit = np.log(np.finfo(e.case.dtype).max) if e.case else np.inf
    arrays = (*e.case.x, *e.case.held.values()) if e.case else ()
    return any(bool(np.any(np.abs(a) > limit)) for a in arrays)


def overflow(brief: Brief) -> str:
    """Return whether an infinity appears inside where the result is finite."""
    if _lost(brief, "nan"):
        is_so = all(map(_overflows, brief.all))
        return "overflow inside the rule: ∞/∞ or ∞ − ∞ where the result is finite" if is_so else ""
    says = "infinite inside the rule where the result is finite: an overflow, or a division by zero"
    return says if _lost(brief, "inf") else ""


def nan_trap(brief: Brief) -> str:
    """Return whether there is a nan where the result is finite."""
    return "nan trap: 0·inf or 0/0 inside the rule where the limit is finite" if _lost(brief, "nan") else ""


# ------------------------------------------------------------------ what laws of points see


def ties(brief: Brief) -> str:
    """Return whether the weights of equal entries sum to more than 1."""
    sums = [
        np.ravel(e.claim.left)
        for e in brief.all
        if e.law == "ties" and e.claim is not None and e.claim.interval
    ]
    more = len(sums) == len(brief.all) and all(bool(np.any(np.real(s) > 1.5)) for s in sums)
    return "each of several equal entries is counted whole: share between them" if more else ""


def sides(brief: Brief) -> str:
    """Return whether push and pull choose different slopes at a kink."""
    differ = all(e.law == "kinks" and e.mode == "" for e in brief.all)
    return "push and pull take different sides of a kink" if differ else ""


# ------------------------------------------------------------------ the last digits


def _errors(brief: Brief) -> Array:
    """Return the relative errors of all entries, where all evidence lost digits and nothing else."""
    errors = []
    for e in brief.all if brief.first.symptom == "inaccurate" else ():
        if e.comparable:
            wrong, right = np.ravel(e.wrong), np.ravel(e.right)
            known = np.isfinite(right) & (right != 0)
            errors.append(np.real(wrong[known] / right[known]) - 1)
    return np.concatenate(errors) if errors else np.zeros(0)


def _roundoff(brief: Brief) -> float:
    known = (float(np.finfo(e.case.dtype).eps) for e in brief.all if e.case is not None)
    return max(known, default=brief.digits**2)


def short_constant(brief: Brief) -> str:
    """Return whether everything is off by one and the same factor."""
    errors = _errors(brief)
    if errors.size < ENOUGH or len(brief.all) < ENOUGH:
        return ""
    spread, least = float(np.ptp(errors)), float(np.min(np.abs(errors)))
    is_one = spread <= 16 * _roundoff(brief) and least > 64 * _roundoff(brief)
    return "the same factor, nearly 1, everywhere: a constant with too few digits" if is_one else ""


def cancellation(brief: Brief) -> str:
    """Return whether digits are lost at some points more than at others."""
    errors = np.abs(_errors(brief))
    varies = errors.size > 0 and float(np.max(errors)) > 64 * _roundoff(brief)
    return "the leading digits are right, the last ones lost: cancellation" if varies else ""
