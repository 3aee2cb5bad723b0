"""Arguments that are broadcast are arguments repeated: their cotangents are summed over the repeats.

Why: x + b with a bias b of shape (3,) is x + B with every row of B equal to b, so the cotangent of b
is the sum over the rows. A rule that is right on arrays of equal shapes says nothing of that; what
sums is often another place in the engine, with an axis to mistake.

Source: NumPy, "Broadcasting"; HIPS autograd, `numpy_vjps.unbroadcast`.

A minimal violation: add(x0, x1) at shapes (2,) and () whose pull returns v for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.law import Claim, agree, law, nothing, same
from adspec.observation import EngineError, Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval

NEEDS = {"push": "jvp", "pull": "vjp"}
ALSO = frozenset({"clip", "pow", "where"})  # act entry by entry, though not on every argument alike


@law(
    says="an op on broadcast arguments = the op on arguments repeated; cotangents are summed back",
    mode="each",
    explained_by=("value", "primal"),
    source="HIPS autograd, numpy_vjps.unbroadcast",
)
def broadcasting(obs: Observation) -> Iterator[Claim]:
    """Repeat by hand what is broadcast, and sum by hand."""
    repeated = observe(obs.engine, _repeated(obs.case) if _is_entrywise(obs.case) else obs.case)
    if spaces.alike(repeated.case.x, obs.case.x):
        yield nothing("nothing is broadcast")
        return
    for mode, operator in (("push", _pushed), ("pull", _pulled)):
        try:
            yield from operator(obs, repeated) if obs.engine.provides((NEEDS[mode],)) else ()
        except EngineError:  # what raises is another law's
            yield nothing(f"there is no {mode}")


def _is_entrywise(case: Case) -> bool:
    row = VOCABULARY.get(case.program.equations[0].primitive) if case.program.equations else None
    return row is not None and len(case.program.equations) == 1 and (row.elementwise or row.name in ALSO)


def _repeated(case: Case) -> Case:
    def whole(name: str, a: Array) -> Array:
        used = name in case.program.equations[0].uses()
        return np.array(np.broadcast_to(a, case.v[0].shape)) if used else a

    x, u = (tuple(map(whole, case.wrt, arrays)) for arrays in (case.x, case.u))
    return replace(case, x=x, u=u, held={name: whole(name, a) for name, a in case.held.items()})


def _pushed(obs: Observation, repeated: Observation) -> Iterator[Claim]:
    if spaces.alike(obs.Ju, repeated.Ju):
        says = "J u", "J u of repeats"
        yield from agree(obs.Ju, repeated.Ju, lambda: truth_of(obs.case).Ju, says, "push")


def _pulled(obs: Observation, repeated: Observation) -> Iterator[Claim]:
    for k, (x, a, b) in enumerate(zip(obs.case.x, obs.JTv, repeated.JTv, strict=True)):
        if x.shape == b.shape or b.shape != obs.case.v[0].shape:
            continue
        if a.shape == x.shape:
            says = "Jᵀ v", "Jᵀ v of repeats, summed"
            yield from agree([a], [_summed(b, x)], partial(_truth, obs.case, k), says, "pull")
        elif a.shape == b.shape:  # another shape is another law's
            yield same(a.shape, x.shape, "shape of Jᵀ v", "shape of x", symptom="shape", mode="pull")


def _truth(case: Case, k: int) -> list[Interval]:
    return [truth_of(case).JTv[k]]


def _summed(b: Array, x: Array) -> Array:
    """Return b summed over the axes along which x is repeated in it."""
    axes = tuple(i for i, n in enumerate((1,) * (b.ndim - x.ndim) + x.shape) if n == 1)
    return np.asarray(np.sum(b, axis=axes, dtype=b.dtype).reshape(x.shape))
