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

from adspec.language.higher import CONTROL
from adspec.language.literals import as_argument
from adspec.language.program import Name
from adspec.language.unrolling import unrolled
from adspec.law import Claim, agree, law, nothing
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="a branch has the derivative of its body taken, a loop that of its unrolling",
    needs=("jvp", "vjp"),
    explained_by=("determinism",),
    tiers=("programs", "contracts"),
    source="Baydin et al., Automatic Differentiation in Machine Learning: a Survey, 2018, §3.1",
)
def branches_and_loops(obs: Observation) -> Iterator[Claim]:
    """Compare the program with the straight one that Python runs."""
    program = obs.case.program
    if not set(CONTROL).intersection(program.primitives()):
        yield nothing("no control flow")
        return
    taken = {e.name: _taken(obs, e.args[0]) for e in program.equations if e.primitive == "branch"}
    straight = observe(obs.engine, replace(obs.case, program=unrolled(program, taken)))
    truth = truth_of(obs.case)
    yield from agree(obs.y, straight.y, lambda: truth.y, ("f(x)", "f(x), written out"))
    yield from agree(obs.Ju, straight.Ju, lambda: truth.Ju, ("J u", "J u, written out"))
    yield from agree(obs.JTv, straight.JTv, lambda: truth.JTv, ("Jᵀ v", "Jᵀ v, written out"))


def _taken(obs: Observation, condition: object) -> int:
    """Return which body of a branch runs."""
    value = obs.value(condition.text) if isinstance(condition, Name) else as_argument(condition)
    return 0 if np.all(np.asarray(value) > 0) else 1
