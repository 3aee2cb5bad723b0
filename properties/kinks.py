"""At a kink an answer lies in the hull of the derivatives near by, and push and pull choose alike.

Why: at 0, |x| has no derivative, and an engine may answer −1, 0, 1 or what lies between; optimisers
live with any of them. An answer from outside is the derivative of nothing. And a push and a pull
that choose differently belong to two different linear maps, so that forward and reverse disagree.
Which answer an engine gives is recorded, not judged. One primitive only: a program may add up
choices that no point near by has.

Source: Clarke, Optimization and Nonsmooth Analysis, §2.6 (the generalised Jacobian).

A minimal violation: abs(x) at x = 0.0 whose push is 0, as sign(0), and whose pull is v, as 0 ≥ 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, inside, law, many_valued, nothing, readings, transposed
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="at a kink J u and Jᵀ v lie in the hull of the derivatives near by, and are transposes",
    mode="each",
    explained_by=("ties", "finite", "value", "tangent_space", "linear_push", "linear_pull", "presentation"),
    source="Clarke, Optimization and Nonsmooth Analysis, §2.6",
)
def kinks(obs: Observation) -> Iterator[Claim]:
    """Look at the entries for which the truth has more than one number."""
    found = [(reading, a, many_valued(i)) for reading in readings(obs) for a, i in reading.pairs]
    kinked = [(reading, a, i) for reading, a, i in found if (i.lo < i.hi).any()]
    if not kinked or not truth_of(obs.case).judged:
        yield nothing("no kink here")
        return
    for reading, left, interval in kinked:
        yield inside(left, interval, reading.says, "truth", mode=reading.mode, degree="broken")
    if obs.engine.provides(("jvp", "vjp")) and len({reading.mode for reading, _, _ in found}) == 2:
        yield transposed(obs)
