"""A derivative within a program is that of its own variable, whichever mode takes it.

Why: engines tell the variables of nested derivatives apart by tags, levels or stacks. Where two are
confused, or the tangent of an outer variable is lost in an inner derivative, every first derivative is
right, and Newton steps, Hessians, meta-gradients and physics-informed losses are wrong.

Source: Siskind and Pearlmutter, Perturbation Confusion and Referential Transparency, 2005; Manzyuk
et al., Perturbation Confusion in Forward Automatic Differentiation of Higher-Order Functions, 2019.

A minimal violation: d/dx (x · d/dy (x + y)) = 2, with one tag for both variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.higher import DERIVATIVES
from adspec.language.program import Equation, Name, Program
from adspec.language.standin import NUMPY
from adspec.law import Claim, agree, inside, law, nothing
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="a program with derivatives in it has the value and the derivative of its mathematics, "
    "whichever mode takes the inner ones",
    needs=("jvp", "vjp"),
    # No law of a rule: y of such a program is a derivative, so `value` falls with this one. Which rule of a
    # body is wrong, or right with a wrong derivative, is for blame to find.
    explained_by=("determinism",),
    tiers=("programs", "contracts"),
    source="Siskind and Pearlmutter, Perturbation Confusion and Referential Transparency, 2005",
)
def nesting(obs: Observation) -> Iterator[Claim]:
    """Compare y, J u and Jᵀ v to the truth, and to those with each inner operator exchanged."""
    if not obs.case.program.depth:
        yield nothing("no derivative is taken within the program")
        return
    truth, other = truth_of(obs.case), observe(obs.engine, _by_other_modes(obs.case))
    for name, says in {"y": "f(x)", "Ju": "J u", "JTv": "Jᵀ v"}.items():
        found, intervals = getattr(obs, name), getattr(truth, name)
        if name == "y" or truth.judged:
            for left, interval in zip(found, intervals, strict=False):
                yield inside(left, interval, says, "truth")
        both = says, f"{says}, inner derivatives by another operator"
        yield from agree(found, getattr(other, name), partial(getattr, truth, name), both)


def _by_other_modes(case: Case) -> Case:
    """Return the case with every inner operator exchanged for another that has the same meaning there."""
    with np.errstate(all="ignore"):
        env = case.program.everywhere(NUMPY, case.values(case.x), case.dtype)
    return replace(case, program=_exchanged(case.program, env))


def _exchanged(program: Program, env: Mapping[str, Any]) -> Program:
    return replace(program, equations=tuple(_other(e, env) for e in program.equations))


def _other(e: Equation, env: Mapping[str, Any]) -> Equation:
    """Return the equation with its operator exchanged: a gradient is the pull of 1.

    Where all is 0-d, push and pull are the same: the transpose of one slope is the slope.
    """
    line = replace(e, bodies=tuple(_exchanged(body, env) for body in e.bodies))
    if e.primitive not in DERIVATIVES:
        return line
    if e.primitive == "grad":
        return replace(line, primitive="pull", args=(*e.args, 1.0))
    [body] = e.bodies
    ends = (body.inputs[0], body.outputs[0], *(a.text for a in e.args if isinstance(a, Name)))
    if any(name not in env or np.ndim(env[name]) for name in ends):  # in a branch not taken, nothing is known
        return line
    return replace(line, primitive={"push": "pull", "pull": "push"}[e.primitive])
