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

from adspec.language.program import Program
from adspec.law import Claim, law, nothing, same
from adspec.observation import Observation
from adspec.observation.costs import calls_of
from adspec.observation.ways import composed, outcome, runs_of

TIMES = 2000  # beyond Python's 1,000 calls; a program of 50 equations makes 100,000 of it
COMPILED = 1200  # equations, beyond Python's 1,000 calls as well; each costs such engines milliseconds
PART = 10  # the cost is counted on a tenth and on a twentieth
LINEAR = 3  # twice the length costs at most so many times as much: 2, or 4 if it grew quadratically


@law(
    says="thousands of equations in a row neither overflow the stack nor cost more than linearly",
    explained_by=("primal",),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd, util.toposort",
)
def deep_chain(obs: Observation) -> Iterator[Claim]:
    """Compose f with itself, and push and pull through all of it."""
    equations = len(obs.case.program.equations)
    if not _is_chain(obs.case.program) or composed(obs, 1) is None or obs.y[0].dtype != np.float64:
        yield nothing("f is no chain of equations from one array of float64 to another like it")
        return
    times = COMPILED // equations if obs.engine.compiles else TIMES
    for name in (way for way in runs_of(obs) if way != "grad"):
        says = f"{name} through {times * equations:,} equations", "what there must be"
        with obs.stage(name):
            found = outcome(_through(obs, name, times))
            short, long = (calls_of(_through(obs, name, times // part)) for part in (2 * PART, PART))
        answer = f"raises {type(found).__name__}" if isinstance(found, Exception) else "an answer"
        yield same(answer, "an answer", *says, symptom=answer)
        growth = "linear" if long <= LINEAR * short else f"from {short:,} to {long:,}"
        says = f"calls by {name} through twice as many equations", "growth"
        yield same(growth, "linear", *says, symptom="costs too much")


def _is_chain(program: Program) -> bool:
    is_plain = not any(e.bodies for e in program.equations)
    return bool(program.equations) and is_plain and set(program.use_counts().values()) == {1}


def _through(obs: Observation, name: str, times: int) -> Callable[[], Any]:
    return runs_of(obs, composed(obs, times))[name]
