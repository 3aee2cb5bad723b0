"""A derivative within a program is that of its own variable, whichever mode takes it.

Why: engines tell the variables of nested derivatives apart by tags, levels or stacks. Where two are
confused, or the tangent of an outer variable is lost in an inner derivative, every first derivative is
right, and Newton steps, Hessians, meta-gradients and physics-informed losses are wrong.

Source: Siskind and Pearlmutter, Perturbation Confusion and Referential Transparency, 2005; Manzyuk
et al., Perturbation Confusion in Forward Automatic Differentiation of Higher-Order Functions, 2019.

A minimal violation: d/dx (x · d/dy (x + y)) = 2, with one tag for both variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.case import Case
from adspec.language.rewriting import by_other_operators
from adspec.language.standin import NUMPY
from adspec.law import EVERYTHING, Claim, agree_in, inside, law
from adspec.law.where import NESTED
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="a program with derivatives in it has the value and the derivative of its mathematics, "
    "whichever mode takes the inner ones",
    needs=("jvp", "vjp"),
    where=(NESTED,),
    # No law of a rule: y of such a program is a derivative, so `value` falls with this one. Which rule of a
    # body is wrong, or right with a wrong derivative, is for blame to find.
    explained_by=("determinism",),
    tiers=("programs", "contracts"),
    source="Siskind and Pearlmutter, Perturbation Confusion and Referential Transparency, 2005",
)
def nesting(obs: Observation) -> Iterator[Claim]:
    """Compare y, J u and Jᵀ v to the truth, and to those with each inner operator exchanged."""
    truth, other = truth_of(obs.case), observe(obs.engine, _by_other_operators(obs.case))
    for name, says in EVERYTHING.items():
        if name == "y" or truth.judged:
            for left, interval in zip(getattr(obs, name), getattr(truth, name), strict=False):
                yield inside(left, interval, says, "truth")
        both = "{}", "{}, inner derivatives by another operator"
        yield from agree_in([name], (obs, other), obs.case, both)


def _by_other_operators(case: Case) -> Case:
    with np.errstate(all="ignore"):
        env = case.program.everywhere(NUMPY, case.values(case.x), case.dtype)
    return replace(case, program=by_other_operators(case.program, env))
