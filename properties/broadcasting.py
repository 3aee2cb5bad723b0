"""Arguments that are broadcast are arguments repeated: their cotangents are summed over the repeats.

Why: x + b with a bias b of shape (3,) is x + B with every row of B equal to b, so the cotangent of b
is the sum over the rows. A rule that is right on arrays of equal shapes says nothing of that; what
sums is often another place in the engine, with an axis to mistake.

Source: NumPy, "Broadcasting"; HIPS autograd, `numpy_vjps.unbroadcast`.

A minimal violation: add(x0, x1) at shapes (2,) and () whose pull returns v for both.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.language import spaces
from adspec.language.entries import entrywise
from adspec.language.variants import repeated
from adspec.law import Claim, agree, agree_in, answered, law, nothing, same
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="an op on broadcast arguments = the op on arguments repeated; cotangents are summed back",
    mode="each",
    explained_by=("value", "primal"),
    source="HIPS autograd, numpy_vjps.unbroadcast",
)
def broadcasting(obs: Observation) -> Iterator[Claim]:
    """Repeat by hand what is broadcast, and sum by hand."""
    equation = entrywise(obs.case.program)
    by_hand = repeated(obs.case, equation) if equation else obs.case
    if spaces.alike(by_hand.x, obs.case.x):
        yield nothing("nothing is broadcast")
        return
    other = observe(obs.engine, by_hand)
    halves = {half.mode for half in answered(obs, other)}
    if "push" in halves and spaces.alike(obs.Ju, other.Ju):
        yield from agree_in(["Ju"], (obs, other), obs.case, ("{}", "{} of repeats"), "push")
    if "pull" in halves:
        yield from _pulled(obs, other)


def _pulled(obs: Observation, other: Observation) -> Iterator[Claim]:
    for k, (x, a, b) in enumerate(zip(obs.case.x, obs.JTv, other.JTv, strict=True)):
        if x.shape == b.shape or b.shape != obs.case.v[0].shape:
            continue
        if a.shape == x.shape:
            says = "Jᵀ v", "Jᵀ v of repeats, summed"
            truth = lambda k=k: [truth_of(obs.case).JTv[k]]
            yield from agree([a], [spaces.summed_like(b, x)], truth, says, "pull")
        elif a.shape == b.shape:  # another shape is another law's
            yield same(a.shape, x.shape, "shape of Jᵀ v", "shape of x", symptom="shape", mode="pull")
