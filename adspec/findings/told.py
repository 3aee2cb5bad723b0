"""What is told of one quantity: by the engine, by the reference, by the truth, and how the engine's is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adspec.findings.cuts import Answer
from adspec.language.spaces import Array
from adspec.law import grade_entries
from adspec.truth.interval import Interval, real_view

RIGHT = "right"


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One quantity as it is answered; `truth` is an interval, or the reason why there is none.

    `doubt` is why numbers are not judged by it: then only one is wrong that is not finite where it is.

    `status` is "right", the symptom of a wrong number ("wrong value", "nan", "shape", "dtype", "raises",
    "inaccurate"), or "" where nobody can tell. `is_complex` says that the truth is shown in real parts.
    """

    engine: Answer = None
    reference: Answer = None
    truth: Interval | str = ""
    status: str = ""
    is_complex: bool = False
    doubt: str = ""

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to tell."""
        return self.engine is None and self.reference is None

    @property
    def is_wrong(self) -> bool:
        """Return whether the engine's answer is wrong."""
        return self.status not in {"", RIGHT}

    @property
    def right(self) -> Array | None:
        """Return the one number that is right; None where nobody says it, or it is one of several."""
        if isinstance(self.truth, Interval) and np.array_equal(self.truth.lo, self.truth.hi):
            known = self.truth.lo
            return known[..., 0] + 1j * known[..., 1] if self.is_complex else known
        return None


def judged(engine: Answer, reference: Answer, truth: Interval | str, home: Array, doubt: str = "") -> Told:
    """Return what is told of a vector (or value) of the space of `home`, judged by the truth."""
    return Told(
        engine=engine,
        reference=reference,
        truth=truth,
        status=_status(engine, truth, home, doubt),
        is_complex=np.iscomplexobj(home),
        doubt=doubt or (truth if isinstance(truth, str) else ""),
    )


def _status(found: Answer, truth: Interval | str, home: Array, doubt: str) -> str:
    if not isinstance(found, np.ndarray):
        return "" if found is None else "raises"
    if isinstance(home, tuple) or found.shape != np.shape(home) or found.dtype != np.asarray(home).dtype:
        return "shape" if found.shape != np.shape(home) else "dtype"
    return _grade(found, truth, doubt)


def _grade(found: Array, truth: Interval | str, doubt: str) -> str:
    """Return how an array of the right shape and dtype is by the truth."""
    if isinstance(truth, str) or real_view(found).shape != truth.lo.shape:
        return ""
    eps = np.finfo(found.dtype if found.dtype.kind in "fc" else np.float64).eps
    grade = grade_entries(real_view(found), truth, float(eps))
    if grade["status"] in {"broken", "inaccurate"} and not doubt:
        return str(grade["symptom"])
    if _is_lost(real_view(found), truth):
        return "nan" if np.isnan(found).any() else "inf"
    return RIGHT if grade["status"] in {"holds", "vacuous"} and not doubt else ""


def _is_lost(found: Array, truth: Interval) -> bool:
    """Return whether an entry is not finite where the truth has finite ends, whatever is allowed there."""
    known = np.isfinite(truth.lo) & np.isfinite(truth.hi)
    return bool(np.any(known & ~np.isfinite(found)))
