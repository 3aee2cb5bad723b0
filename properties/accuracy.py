"""All the digits of J u and Jᵀ v are right that the case allows, over the whole range of floats.

Why: an answer may be the right derivative and still have lost half of its digits, by a cancellation
that another formula avoids or by a constant typed in too short. The allowance says how many digits
a rounded evaluation of this very program can keep; what is lost beyond it is the rule's doing.
A verdict says how many are left, and how far off the last place is.

Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §1.7 (cancellation).

A minimal violation: square(x) with the pull 2·v·x·(1 + 1e-9).
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, inside, law, nothing, readings
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="J u and Jᵀ v have all the digits that the case allows",
    mode="each",
    explained_by=("truth_push", "truth_pull", "kinks", "precision"),
    source="Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §1.7",
)
def accuracy(obs: Observation) -> Iterator[Claim]:
    """Count the digits of what is not wrong altogether."""
    truth = truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    for reading in readings(obs):
        for left, interval in reading.pairs:
            yield inside(left, interval, reading.says, "truth", mode=reading.mode, degree="inaccurate")
