"""Thousands of equations in a row are differentiated without overflow, and at a cost that grows linearly.

Why: time steps, iterations and layers make long chains. An engine that walks its graph by calling
itself, forwards, backwards or when the graph is thrown away, ends where Python's stack does (1,000
calls), or, in C, where the process does. A chain from one array to another like it is composed with
itself 2,000 times (engines that compile: until it has 1,200 equations), and the cost is counted, in calls
of functions.

Source: HIPS autograd, `util.toposort`, which is a loop for this reason.

A minimal violation: a pull that calls itself for each equation raises RecursionError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from adspec.law import Claim, law, nothing, same
from adspec.law.where import FLAT
from adspec.observation import Observation
from adspec.observation.costs import calls_of, growth
from adspec.observation.ways import composed, described, halves_of, outcome

TIMES = 2000  # beyond Python's 1,000 calls; a program of 50 equations makes 100,000 of it
COMPILED = 1200  # equations, beyond Python's 1,000 calls as well; each costs such engines milliseconds
PART = 10  # the cost is counted on a tenth and on a twentieth


@law(
    says="thousands of equations in a row neither overflow the stack nor cost more than linearly",
    where=(FLAT,),
    explained_by=("primal",),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd, util.toposort",
)
def deep_chain(obs: Observation) -> Iterator[Claim]:
    """Compose f with itself, and push and pull through all of it."""
    program, equations = obs.case.program, len(obs.case.program.equations)
    is_chain = equations and set(program.use_counts().values()) == {1}
    if not is_chain or composed(obs, 1) is None or obs.y[0].dtype != np.float64:
        yield nothing("f is no chain of equations from one array of float64 to another like it")
        return
    times = COMPILED // equations if obs.engine.compiles else TIMES
    for name in halves_of(obs):
        says = f"{name} through {times * equations:,} equations", "what there must be"
        with obs.stage(name):
            found = outcome(_through(obs, name, times))
            short, long = (calls_of(_through(obs, name, times // part)) for part in (2 * PART, PART))
        yield same(described(found), "an answer", *says, symptom=described(found))
        says = f"calls by {name} through twice as many equations", "growth"
        yield same(growth(short, long), "linear", *says, symptom="costs too much")


def _through(obs: Observation, name: str, times: int) -> Callable[[], Any]:
    return halves_of(obs, composed(obs, times))[name]
