"""A chain of n diamonds costs O(n): each equation is pushed and pulled once, however many paths lead there.

Why: where a value is used twice and the uses meet again, the number of paths from x to y doubles. A
derivative that is summed path by path is right, and takes 2ⁿ steps; the order of the tape, or of a
topological sort, is what makes it n. A program in which a name is used twice is composed with itself
4, 8 and 16 times, and calls of functions are counted. So the cost of a derivative over that of f is bounded;
what it is, is an engine's style, and reported.

Source: Griewank and Walther, Evaluating Derivatives, §3.2; HIPS autograd, `util.toposort`.

A minimal violation: a pull that walks from each use to the inputs by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from adspec.law import Claim, law, measured, nothing, same
from adspec.law.where import UNNESTED
from adspec.observation import Observation
from adspec.observation.costs import calls_of, growth
from adspec.observation.ways import composed, halves_of

TIMES = (4, 8, 16)


@law(
    says="a chain of n diamonds costs O(n) and not 2ⁿ",
    where=(UNNESTED,),
    explained_by=("primal", "evaluation_count"),
    accuses="engine",
    tiers=("contracts",),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.2",
)
def linear_cost(obs: Observation) -> Iterator[Claim]:
    """Count the calls of push and pull through more and more diamonds, as long as they are linear."""
    is_diamond = max(obs.case.program.use_counts().values(), default=0) > 1
    longest = composed(obs, TIMES[-1]) if is_diamond else None
    if longest is None:
        yield nothing("f has no value that is used twice, or leads to another space")
        return
    with obs.stage("primal"):
        is_finite = all(np.all(np.isfinite(a)) for a in obs.arrays(longest(*obs.x)))
    if not is_finite:
        yield nothing("the values overflow")
        return
    for name in halves_of(obs):
        for few, many in pairwise(TIMES):
            with obs.stage(name):
                short, long = (calls_of(halves_of(obs, composed(obs, n))[name]) for n in (few, many))
            says = f"calls by {name} through {few}, then {many} diamonds", "growth"
            yield same(growth(short, long), "linear", *says, symptom="costs too much")
            if growth(short, long) != "linear":
                break
        else:
            with obs.stage(name):
                yield measured(long / calls_of(lambda: longest(*obs.x)), f"calls by a {name} over calls by f")
