"""D²f[u, u₂] by a push of the push is the slope of J u along u₂.

Why: a push rule is itself a program, and is differentiated when it is pushed once more. It can be right
and have a wrong derivative: where it stops at a constant, divides by zero, or asks for the value only.

Source: the definition, d/dt J(x + t u₂) u; Griewank and Walther, §13.1; adspec/truth/second.

A minimal violation: the push of square with 2x taken for a constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_along, unjudged
from adspec.law.where import PUSHED
from adspec.observation import Observation, second_of


@law(
    says="a push of the push is d/dt J(x + t u₂) u",
    needs=("jvp",),
    mode="push of push",
    where=(PUSHED,),
    explained_by=("empty_and_0d", "accuracy", "truth_push", "linear_push", "tangent_space"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §13.1",
)
def push_of_push(obs: Observation) -> Iterator[Claim]:
    """Differentiate the push, and compare with the truth, where it has one."""
    if (reason := unjudged(obs)) is not None:
        yield reason
        return
    yield from is_along(second_of(obs).push_of_push, obs, "d/dt J(x + t u₂) u")
