"""J u is the derivative of f along u, in sign, size and place; how many digits it has is for accuracy.

Why: this is what forward mode is for. The truth comes from values of f alone, in ball arithmetic, so
it shares no rule, no step size and no tolerance with anyone.

Source: the definition, J u = lim (f(x + h·u) − f(x − h·u)) / 2h; adspec/truth.

A minimal violation: sin with the push u·sin(x).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.law import Claim, Reading, deviates, flushes, inside, law, nothing, reading, single_valued
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="J u is the derivative of f along u, be it to few digits",
    needs=("jvp",),
    mode="push",
    explained_by=(
        *("value", "tangent_space", "linear_push", "fan_out", "chain_rule"),
        *("presentation", "complex_pairing", "finite"),
    ),
    source="lim (f(x + h·u) − f(x − h·u)) / 2h",
)
def truth_push(obs: Observation) -> Iterator[Claim]:
    """Compare J u with the truth, where it has one."""
    truth = truth_of(obs.case)
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
    elif flushes(obs, "push"):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
    else:
        yield from _claims(reading(obs, "push"))


def _claims(found: Reading) -> Iterator[Claim]:
    for left, interval in found.pairs:
        one = single_valued(interval)
        if left.size and np.all(interval.lo < interval.hi):
            yield nothing("a kink, where there is more than one derivative")
        else:
            yield inside(left, one, found.says, "truth", degree="broken")
