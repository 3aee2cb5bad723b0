"""A push of the push of the pull is d/dt H(x + t u₂) u, the slope of the second derivative H u of ⟨v, f⟩.

Why: a pull rule is a program as well, and can be right to second order only. Paired with u it is the third
derivative that a push of the push of the push gives.

Source: Griewank and Walther, Evaluating Derivatives, §5.4 and ch. 13; adspec/truth/hessian.

A minimal violation: the pull of cosh by a sinh whose own slope takes x for a constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_product_slope, unjudged_thrice
from adspec.observation import Observation, second_of


@law(
    says="for what acts entry by entry, a push of the push of the pull is d/dt H(x + t u₂) u",
    needs=("jvp", "vjp"),
    mode="push of push of pull",
    explained_by=("push_of_pull", "third_push"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 13",
)
def third_pull(obs: Observation) -> Iterator[Claim]:
    """Differentiate the pull twice, and compare with the truth, where it has one."""
    if (reason := unjudged_thrice(obs)) is not None:
        yield reason
        return
    obs.raw_push, obs.raw_pull  # noqa: B018 -- where it cannot be differentiated once, this raises
    second_of(obs).push_of_pull  # noqa: B018 -- nor twice
    yield from is_product_slope(second_of(obs).push_of_push_of_pull, obs, "d/dt H(x + t u₂) u")
