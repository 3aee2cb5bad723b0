"""Where the derivative is finite, so is the answer: no NaN, no infinity on the way to a finite number.

Why: one NaN in a gradient destroys every parameter of a model, steps after it arose. It comes from
0·∞ or 0/0 inside a rule whose limit is finite: a product divided by one of its factors, the branch
that `where` did not take, a norm near 0. The truth is asked for finite values, so infinite slopes
say nothing here.

Source: JAX, "Gradients contain NaN where using where" (FAQ); Griewank and Walther, Evaluating
Derivatives, §14.

A minimal violation: prod(x) at x = [0.0] whose pull is v·y/x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.spaces import Array
from adspec.law import Claim, inside, law, readings, same
from adspec.observation import Observation
from adspec.truth.interval import Interval, real_view


@law(
    says="where the derivative is finite, J u and Jᵀ v are finite",
    mode="each",
    explained_by=("value", "tangent_space", "linear_push", "linear_pull"),
    source="JAX FAQ: gradients contain NaN where using where",
)
def finite(obs: Observation) -> Iterator[Claim]:
    """Look for entries that are not finite where the truth is."""
    for reading in readings(obs):
        for left, interval in reading.pairs:
            yield from _finite(left, interval, reading.says, reading.mode)


def _finite(left: Array, interval: Interval, says: str, mode: str) -> Iterator[Claim]:
    known = np.isfinite(interval.lo) & np.isfinite(interval.hi)
    lost = known & ~np.isfinite(real_view(left))
    if lost.any():
        allowance = np.where(lost, 0.0, np.inf)  # the other entries are told, and not judged
        yield inside(left, replace(interval, allowance=allowance), says, "truth", mode=mode)
    elif known.any():
        yield same("finite", "finite", says, "truth", symptom="nan", mode=mode)
