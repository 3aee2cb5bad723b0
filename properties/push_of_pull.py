"""H u by a push of the pull: the slope of Jᵀ v along u, with H the Hessian of ⟨v, f⟩.

Why: it is the usual way to a Hessian times a vector, one push along the tape of a gradient. It
asks of a pull rule that it has a right derivative where it is right itself: x¹ and sinc at 0.

Source: Pearlmutter, Fast exact multiplication by the Hessian, 1994; adspec/truth/hessian.

A minimal violation: the pull of exp that multiplies by the number y, not by the traced value.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_product, unjudged
from adspec.law.where import PULLED, PUSHED
from adspec.observation import Observation, second_of


@law(
    says="a push of the pull is d/dt J(x + t u)ᵀ v",
    needs=("jvp", "vjp"),
    mode="push of pull",
    where=(PUSHED, PULLED),
    explained_by=(
        "empty_and_0d",
        "accuracy",
        "truth_push",
        "truth_pull",
        "linear_push",
        "linear_pull",
        "tangent_space",
    ),
    source="Pearlmutter, Fast exact multiplication by the Hessian, Neural Computation 6, 1994",
)
def push_of_pull(obs: Observation) -> Iterator[Claim]:
    """Differentiate the pull, and compare with the truth, where it has one."""
    if (reason := unjudged(obs)) is not None:
        yield reason
        return
    yield from is_product(second_of(obs).push_of_pull, obs, "d/dt J(x + t u)ᵀ v")
