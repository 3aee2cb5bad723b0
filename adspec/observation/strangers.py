"""Strangers: vectors of other spaces than those of x and y, given to an engine's push and pull."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from adspec.language.case import output_tree
from adspec.language.spaces import strangers
from adspec.observation.observation import Observation
from adspec.observation.ways import Run


def pushes(obs: Observation) -> Iterator[tuple[str, Run]]:
    """Yield pushes of what is no tangent of x, and what that has."""
    jvp, (first, *rest) = obs.operators.jvp, obs.case.u
    assert jvp is not None
    for words, wrong in strangers(first):
        yield words, partial(jvp, obs.f("wrong"), obs.x, obs.shown([wrong, *rest]))


def pulls(obs: Observation) -> Iterator[tuple[str, Run]]:
    """Yield pulls of what is no cotangent of y, and what that has: another shape, or another structure."""
    pull, (first, *rest) = obs.raw_vjp[1], obs.case.v
    for words, wrong in strangers(first):
        yield words, partial(pull, output_tree(obs.case, obs.shown([wrong, *rest])))
    shown = obs.shown(obs.case.v)
    yield "one array more", partial(pull, (*shown, shown[0]))
    yield "another structure", partial(pull, shown[0] if rest else shown)


def dtypes_of_a_wide_pull(obs: Observation) -> list[Any]:
    """Return the dtypes of the cotangents that come from a float64 one, whatever the dtype of the one output.

    Raises: what the engine raises.
    """
    (wide,) = obs.shown([obs.case.v[0].astype(np.float64)])
    return [a.dtype for a in obs.arrays(obs.raw_vjp[1](wide))]
