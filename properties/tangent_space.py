"""J u lives where y lives, and Jᵀ v where x lives: structure, shape, dtype and kind of array.

Why: tangents and cotangents are vectors of one space each. A gradient of another shape broadcasts
silently in the next update of a parameter; one of another dtype doubles memory or loses digits.

Source: Spivak, Calculus on Manifolds, ch. 4 (tangent spaces); Elliott, The Simple Essence of
Automatic Differentiation, 2018, §2.

A minimal violation: `sum(x, axis=0)` whose pull returns v as it is, without the summed axis.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adspec.language import spaces
from adspec.law import Claim, containers, is_array, law, same, same_space
from adspec.observation import Observation


@law(
    says="J u has the structure, shape, dtype and kind of array of y; Jᵀ v that of x",
    mode="each",
    explained_by=("primal", "precision", "empty_and_0d", "broadcasting"),
    source="Elliott, The Simple Essence of Automatic Differentiation, 2018, §2",
)
def tangent_space(obs: Observation) -> Iterator[Claim]:
    """Compare the spaces of J u and Jᵀ v with those of y and x."""
    if obs.engine.provides(("jvp",)):
        Ju = obs.raw_push[1]
        yield from containers(obs, "J u", ("J u", "y"), "push")
        there, home = spaces.structure(Ju), spaces.structure(obs.raw_y)
        yield same(there, home, "J u", "y", symptom="structure", mode="push")
        yield from _alike(obs, Ju, obs.raw_y, "push", ("J u", "y"))
    if obs.engine.provides(("vjp",)):
        found = _provided(obs)
        yield from containers(obs, "Jᵀ v", ("Jᵀ v", "x"), "pull")
        there, home = spaces.structure(found), spaces.structure([*obs.x[: len(found)]])
        yield same(there, home, "Jᵀ v", "x", symptom="structure", mode="pull")
        yield from _alike(obs, found, obs.x, "pull", ("Jᵀ v", "x"))


def _provided(obs: Observation) -> list[Any]:
    """Return the cotangents, zeros standing for those that the engine's dialect leaves out."""
    absent, raw = obs.engine.dialect.unused_input == "none", obs.raw_pull
    found = zip(raw if isinstance(raw, (tuple, list)) else [raw], obs.x, strict=False)
    return [x if absent and part is None else part for part, x in found]


def _alike(obs: Observation, vector: Any, home: Any, stage: str, says: tuple[str, str]) -> Iterator[Claim]:
    for leaf, b in zip(spaces.leaves(vector), obs.arrays(home), strict=False):
        if leaf is None:
            yield same("None", "an array", *says, symptom="None", mode=stage)
            continue
        (a,) = obs.arrays([leaf], stage)
        kind = "array" if is_array(obs, leaf) else type(leaf).__name__
        yield same(kind, "array", *says, symptom="kind of array", mode=stage)
        yield from same_space(a, b, says, stage)
