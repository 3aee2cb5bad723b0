"""A mapped function is the loop over its first axis: in its values, and in its derivatives row by row.

Why: batches are how derivatives are used. A rule that mixes the batch axis with its own (a sum over all
axes, a transposition) is right for every single example.

Source: JAX, `vmap`; Frostig, Johnson and Leary, Compiling machine learning programs, 2018.

A minimal violation: a vmap that repeats the first row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, agree, law
from adspec.law.where import FLAT, ONE_OUTPUT, PULLED
from adspec.observation import Observation, mapped, observe
from adspec.truth import truth_of

NEARBY = 2.0**-10  # of u: how far the second row of the batch is from x


@law(
    says="rows of vmap(f) are f of rows, and rows of the mapped pull the pulls of rows",
    needs=("vjp", "vmap"),
    where=(FLAT, ONE_OUTPUT, PULLED),
    explained_by=("value", "truth_pull", "linear_pull", "tangent_space", "primal"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, vmap",
)
def vmap(obs: Observation) -> Iterator[Claim]:
    """Map over x and a point beside it."""
    nearby = tuple(spaces.add(obs.case.x, spaces.scale(NEARBY, obs.case.u)))
    rows = obs, observe(obs.engine, replace(obs.case, x=nearby))
    assert obs.engine.vjp is not None
    f, vjp, v = obs.f("vmap"), obs.engine.vjp, obs.v
    batch = [np.stack(pair) for pair in zip(*(row.case.x for row in rows), strict=True)]
    values = mapped(obs, f, batch)
    pulls = mapped(obs, lambda *xs: vjp(f, xs)[1](v), batch)
    for i, row in enumerate(rows):
        truth = truth_of(row.case)
        says = f"row {i} of vmap(f)", f"f of row {i}"
        yield from agree([a[i] for a in values], row.y, partial(getattr, truth, "y"), says)
        with obs.stage("vmap"):
            found = obs.cotangents(tuple(obs.engine.from_numpy(np.array(a[i])) for a in pulls))
        says = f"row {i} of the mapped Jᵀ v", f"Jᵀ v at row {i}"
        yield from agree(found, row.JTv, partial(getattr, truth, "JTv"), says)
