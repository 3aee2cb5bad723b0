"""Again: causes in which another one shows once more, by another symptom or in another place."""

from __future__ import annotations

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample


def is_written_by(cause: Cause, other: Cause, found: Counterexample | None) -> bool:
    """Return whether a cause, found so, is another one's writing in place.

    What the whole engine overwrites shows in single rules too, where f(x) = x has nothing to show; and
    arrays that cannot be written to refuse it: then the rule raises.
    """
    if not other.symptom.endswith(" is changed") or other.where not in {"engine", cause.where}:
        return False
    if found is not None and cause.symptom == "raises ValueError":
        return found.case.presentation == "read_only" and "read-only" in found.reason
    return cause.symptom == other.symptom and cause.where != other.where


def is_listed_by(cause: Cause, other: Cause) -> bool:
    """Return whether what is no array at a number is a list, or a tuple, of numbers elsewhere."""
    is_one_place = (cause.where, cause.argument, cause.mode) == (other.where, other.argument, other.mode)
    return is_one_place and (cause.symptom, other.symptom) == ("kind of array", "structure")
