"""At a tie the weights are shares: of a largest, smallest, middle or sorted entry, ≥ 0 and of sum 1.

Why: what picks one entry out of several moves as they do when all of them move alike, tie or no tie:
f(x + c) = f(x) + c. So each row of J sums to 1, whichever of the equal entries an engine follows, or
however it shares between them. A mask `x == max(x)` counts every one of them whole, and the gradient
grows with the number of ties.

Source: HIPS autograd, `grad_chooser`, which divides by the number of ties; Clarke, Optimization and
Nonsmooth Analysis, §2.8 (pointwise maxima).

A minimal violation: max(x) at x = [1.0, 1.0] with the pull [v, v].
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.language.entries import picking
from adspec.language.program import Name
from adspec.law import Claim, close, law, many_valued, nothing, readings, same
from adspec.observation import Observation


@law(
    says="at ties of max, min, sort and median the weights are ≥ 0 and sum to 1",
    mode="each",
    explained_by=("finite", "value", "tangent_space", "linear_push", "linear_pull", "presentation"),
    source="HIPS autograd, numpy_vjps.grad_chooser",
)
def ties(obs: Observation) -> Iterator[Claim]:
    """Push all entries alike, and pull every output entry by itself."""
    found = {reading.mode: reading for reading in readings(obs) if _is_tie(obs)}
    intervals = [many_valued(i) for reading in found.values() for _, i in reading.pairs]
    if not any((i.lo < i.hi).any() for i in intervals):
        yield nothing("no tie here")
        return
    if "push" in found:
        (row,) = obs.push([np.ones_like(x) for x in obs.case.x])
        yield close(row, np.ones_like(row), [row, row], list, ("J 1", "1"), mode="push")
    for e in spaces.basis(obs.case.v) if "pull" in found else ():
        weights = [w for part in obs.pull(e) for w in part.ravel()]
        total = np.sum(weights, dtype=obs.case.dtype)
        says = "the sum of the weights of one output entry", "1"
        yield close(total, np.ones_like(total), weights, list, says, mode="pull")
        least = "not negative" if min(weights, default=0) >= 0 else "negative"
        yield same(least, "not negative", "the least of the weights", "all weights", "wrong value", "pull")


def _is_tie(obs: Observation) -> bool:
    """Return whether all arguments of a picking primitive are differentiated."""
    e = picking(obs.case.program)
    return e is not None and not obs.case.held and all(isinstance(a, Name) for a in e.args)
