"""Python control flow is differentiated as it runs: the branch taken, the loop written out.

Why: an engine that traces by running sees one straight program, whatever Python did to get there. One that
compiles, caches a trace, or has operators of its own for branches and loops can differentiate the
branch not taken, both of them, or a step too few.

Source: Baydin et al., Automatic Differentiation in Machine Learning: a Survey, JMLR 2018, §3.1.

A minimal violation: x² if x > 0 else 3x, with the derivative 3 at x = 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.literals import as_argument
from adspec.language.program import Name
from adspec.language.unrolling import unrolled
from adspec.law import EVERYTHING, Claim, agree_in, law
from adspec.law.where import CONTROLLED
from adspec.observation import Observation, observe


@law(
    says="a branch has the derivative of its body taken, a loop that of its unrolling",
    needs=("jvp", "vjp"),
    where=(CONTROLLED,),
    explained_by=("determinism",),
    tiers=("programs", "contracts"),
    source="Baydin et al., Automatic Differentiation in Machine Learning: a Survey, 2018, §3.1",
)
def branches_and_loops(obs: Observation) -> Iterator[Claim]:
    """Compare the program with the straight one that Python runs."""
    program = obs.case.program
    taken = {e.name: _taken(obs, e.args[0]) for e in program.equations if e.primitive == "branch"}
    straight = observe(obs.engine, replace(obs.case, program=unrolled(program, taken)))
    yield from agree_in(EVERYTHING, (obs, straight), obs.case, ("{}", "{}, written out"))


def _taken(obs: Observation, condition: object) -> int:
    """Return which body of a branch runs."""
    value = obs.value(condition.text) if isinstance(condition, Name) else as_argument(condition)
    return 0 if np.all(np.asarray(value) > 0) else 1
