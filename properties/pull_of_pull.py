"""H u by a pull of the pull: the gradient of ⟨u, Jᵀ v⟩, with H the Hessian of ⟨v, f⟩.

Why: engines without a forward mode have no other second derivative, and grad of grad is how most
users ask for one.

Source: the definition, ∇⟨u, Jᵀ v⟩; HIPS autograd, `hessian`; adspec/truth/hessian.

A minimal violation: a pull of sin that keeps cos x as a number between forward and backward.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law
from adspec.law.curved import is_product, unpulled
from adspec.law.where import PULLED
from adspec.observation import Observation, second_of


@law(
    says="a pull of the pull is ∇⟨u, Jᵀ v⟩",
    needs=("vjp",),
    mode="pull of pull",
    where=(PULLED,),
    explained_by=("empty_and_0d", "accuracy", "truth_pull", "linear_pull", "tangent_space", "push_of_pull"),
    source="HIPS autograd, differential_operators.hessian",
)
def pull_of_pull(obs: Observation) -> Iterator[Claim]:
    """Differentiate the pull, and compare with the truth, where it has one."""
    if (reason := unpulled(obs)) is not None:
        yield reason
        return
    yield from is_product(second_of(obs).pull_of_pull, obs, "∇⟨u, Jᵀ v⟩")
