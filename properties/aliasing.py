"""What an engine returns belongs to the caller: J u and Jᵀ v share no memory with x, u, v or each other.

Why: optimisers update in place. `g = grad(f)(x); g *= 0.9` must not change v, x, or the gradient
of another parameter. The exception are arrays that cannot be written to.

Source: HIPS autograd, "In-place updates" of its tutorial; NumPy, `numpy.shares_memory`.

A minimal violation: y = x whose pullback returns v itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, law, nothing, same
from adspec.observation import Observation


@law(
    says="J u and Jᵀ v share no memory with x, u, v, or each other",
    explained_by=("purity", "primal"),
    accuses="engine",
    tiers=("contracts",),
    source="NumPy, numpy.shares_memory",
)
def aliasing(obs: Observation) -> Iterator[Claim]:
    """Look for memory that two of the engine's arrays share."""
    if obs.engine.dialect.immutable:
        yield nothing("no array of this engine can be written to")
        return
    given: dict[str, list[Any]] = {"x": spaces.leaves(obs.x)}
    if obs.engine.provides(("jvp",)):
        given["u"] = spaces.leaves(obs.u)
        yield from _apart(spaces.leaves(obs.raw_push[1]), "J u", given)
    if obs.engine.provides(("vjp",)):
        given["v"] = spaces.leaves(obs.v)
        yield from _apart(spaces.leaves(obs.raw_pull), "Jᵀ v", given)


def _apart(results: list[Any], name: str, given: dict[str, list[Any]]) -> Iterator[Claim]:
    for k, result in enumerate(results):
        others = {**given, f"another {name}": results[:k]}
        shared = [other for other, arrays in others.items() if any(_meet(result, a) for a in arrays)]
        yield same(", ".join(shared), "", f"what {name} shares memory with", "nothing", symptom="aliases")


def _meet(a: Any, b: Any) -> bool:
    return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and np.shares_memory(a, b)
