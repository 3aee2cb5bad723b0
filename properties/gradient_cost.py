"""The gradient of f: Rⁿ → R takes n pushes, n calls of f, or one pull, one call of f; both agree.

Why: this is why reverse mode exists. A push answers for one direction and calls f each time; a pull
answers for all of them after one call. In the experiment f(x) = x0·x1 + x0² + sin x2 at
[1, 2, 0.5] the gradient is [4, 1, 0.87758256], by three calls of f or by one.

Source: Griewank and Walther, Evaluating Derivatives, §3.3; Baur and Strassen, 1983.

A minimal violation: a pull that calls f once per coordinate of x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, agree, law, nothing, same
from adspec.law.where import REAL, REAL_NUMBER
from adspec.observation import Observation, observe
from adspec.truth import truth_of

LARGEST = 32  # coordinates of x; beyond it n pushes say nothing new


@law(
    says="f: Rⁿ → R: n pushes (n calls of f) and one pull (one call of f) give the same gradient",
    needs=("jvp", "vjp"),
    where=(REAL_NUMBER, REAL),
    explained_by=("evaluation_count", "transpose", "truth_push", "truth_pull", "fan_out"),
    subsumed_by="evaluation_count",
    accuses="engine",
    tiers=("contracts",),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.3",
)
def gradient_cost(obs: Observation) -> Iterator[Claim]:
    """Compute the gradient both ways, and count."""
    case, n = obs.case, spaces.dimension(obs.case.x)
    if n > LARGEST:
        yield nothing("x has many coordinates")
        return
    fresh, dialect = observe(obs.engine, replace(case, v=(np.ones((), obs.y[0].dtype),))), obs.engine.dialect
    slopes = [fresh.push(e)[0] for e in spaces.basis(case.x)]
    pulled = fresh.JTv
    per_pull = dialect.vjp_calls + dialect.pull_calls
    counts = [(f"{n} pushes", fresh.calls["push again"], n * dialect.push_calls)]
    counts += [("one pull", fresh.calls["vjp"], per_pull)]
    for what, found, allowed in counts:
        yield same(found, allowed, f"calls of f by {what}", "calls of f allowed", "calls of f")
    if any(slope.shape for slope in slopes) or not spaces.alike(pulled, case.x):
        yield nothing("a derivative has not the shape of its space")
        return
    columns = spaces.unflatten(case.x, np.asarray(slopes))
    says = "gradient by one pull", f"gradient by {n} pushes"
    yield from agree(pulled, columns, lambda: truth_of(fresh.case).JTv, says)
