"""A mapped function is the loop over its first axis: in its values, and in its derivatives row by row.

Why: batches are how derivatives are used. A rule that mixes the batch axis with its own (a sum over all
axes, a transposition) is right for every single example.

Source: JAX, `vmap`; Frostig, Johnson and Leary, Compiling machine learning programs, 2018.

A minimal violation: a vmap that repeats the first row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.law import Claim, agree, law, nothing
from adspec.observation import Arrays, Observation, observe
from adspec.truth import truth_of

NEARBY = 2.0**-10  # of u: how far the second row of the batch is from x


@law(
    says="rows of vmap(f) are f of rows, and rows of the mapped pull the pulls of rows",
    needs=("vjp", "vmap"),
    explained_by=("value", "truth_pull", "linear_pull", "tangent_space", "primal"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, vmap",
)
def vmap(obs: Observation) -> Iterator[Claim]:
    """Map over x and a point beside it."""
    if not obs.case.program.is_flat or len(obs.y) != 1:
        yield nothing("the program has functions in it, or several outputs")
        return
    obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    rows = obs, observe(obs.engine, _beside(obs.case))
    assert obs.engine.vjp is not None
    f, vjp, v = obs.f("vmap"), obs.engine.vjp, obs.v
    values = _mapped(obs, f, rows)
    pulls = _mapped(obs, lambda *xs: vjp(f, xs)[1](v), rows)
    for i, row in enumerate(rows):
        truth = truth_of(row.case)
        yield from agree(
            [a[i] for a in values],
            row.y,
            partial(getattr, truth, "y"),
            (f"row {i} of vmap(f)", f"f of row {i}"),
        )
        says = f"row {i} of the mapped Jᵀ v", f"Jᵀ v at row {i}"
        with obs.stage("vmap"):
            found = obs.cotangents(tuple(obs.engine.from_numpy(np.array(a[i])) for a in pulls))
        yield from agree(found, row.JTv, partial(getattr, truth, "JTv"), says)


def _beside(case: Case) -> Case:
    return replace(case, x=tuple(spaces.add(case.x, spaces.scale(NEARBY, case.u))))


def _mapped(obs: Observation, f: Callable[..., Any], rows: tuple[Observation, Observation]) -> Arrays:
    """Return the arrays of vmap(f) on the batch of both rows."""
    assert obs.engine.vmap is not None
    batch = tuple(np.stack(pair) for pair in zip(*(row.case.x for row in rows), strict=True))
    with obs.stage("vmap"):
        return obs.arrays(obs.engine.vmap(f)(*(obs.engine.from_numpy(b) for b in batch)), "vmap")
