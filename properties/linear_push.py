"""J(a·u + b·w) = a·J u + b·J w: the push is linear in the tangent.

Why: a derivative is a linear map. A rule that looks at the size of its tangent, clips it or takes
its absolute value, may be right on every unit vector and wrong in between. Both sides round, so
they agree up to what each is allowed; and 0 goes to 0.

Source: the definition of the derivative as a linear map; Spivak, Calculus on Manifolds, ch. 2.

A minimal violation: y = x with the push u ↦ |u|.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.law import Claim, Map, law, linear
from adspec.law.where import PUSH_AT_HOME
from adspec.observation import Observation
from adspec.truth import truth_of


@law(
    says="J(a·u + b·w) = a·J u + b·J w; 0 goes to 0",
    needs=("jvp",),
    mode="push",
    where=(PUSH_AT_HOME,),
    explained_by=("tangent_space", "determinism"),
    source="Spivak, Calculus on Manifolds, ch. 2: a derivative is a linear map",
)
def linear_push(obs: Observation) -> Iterator[Claim]:
    """Scale u, add another tangent w to it, take none."""
    push = Map(says="J", of=obs.push, truth=lambda u: truth_of(replace(obs.case, u=u)).Ju)
    yield from linear(push, ("u", obs.case.u), obs.Ju)
