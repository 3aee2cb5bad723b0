"""D³f[u, u₂, u] by a push of the push of the push is the slope of D²f[u, u₂] along u.

Why: what a push rule is made of is differentiated twice. A rule can be right, and its derivative too, and the
third derivative wrong: jerk, Halley's method and equations of third order see it first.

Source: the definition; Griewank and Walther, Evaluating Derivatives, ch. 13; adspec/truth/second.

A minimal violation: the push of sinh by a cosh whose own slope takes x for a constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_thrice, unjudged_thrice
from adspec.observation import Observation, second_of


@law(
    says="for what acts entry by entry, a push of the push of the push is D³f[u, u₂, u]",
    needs=("jvp",),
    mode="push of push of push",
    explained_by=("push_of_push",),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 13",
)
def third_push(obs: Observation) -> Iterator[Claim]:
    """Differentiate the push twice, and compare with the truth, where it has one."""
    if (reason := unjudged_thrice(obs)) is not None:
        yield reason
        return
    obs.raw_push  # noqa: B018 -- where it cannot be differentiated once, this raises
    second_of(obs).push_of_push  # noqa: B018 -- nor twice
    yield from is_thrice(second_of(obs).push_of_push_of_push, obs, "d/dt D²f(x + t u)[u, u₂]")
