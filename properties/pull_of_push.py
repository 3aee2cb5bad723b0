"""H u by a pull of the push: the gradient of ⟨v, J u⟩, with H the Hessian of ⟨v, f⟩.

Why: it is the cheapest way to ∇⟨v, J u⟩ where an engine has both modes, and the only one that pulls
cotangents back through the push rules.

Source: Christianson, Automatic Hessians by reverse accumulation, 1992; adspec/truth/hessian.

A minimal violation: a push of multiply that reads its second factor as a constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_product, unpulled
from adspec.law.where import PULLED, PUSHED
from adspec.observation import Observation, second_of


@law(
    says="a pull of the push is ∇⟨v, J u⟩",
    needs=("jvp", "vjp"),
    mode="pull of push",
    where=(PUSHED, PULLED),
    explained_by=(
        "empty_and_0d",
        "accuracy",
        "truth_push",
        "truth_pull",
        "linear_push",
        "linear_pull",
        "tangent_space",
        "push_of_push",
    ),
    source="Christianson, Automatic Hessians by reverse accumulation, IMA J. Numerical Analysis 12, 1992",
)
def pull_of_push(obs: Observation) -> Iterator[Claim]:
    """Differentiate the push, and compare with the truth, where it has one."""
    if (reason := unpulled(obs)) is not None:
        yield reason
        return
    yield from is_product(second_of(obs).pull_of_push, obs, "∇⟨v, J u⟩")
