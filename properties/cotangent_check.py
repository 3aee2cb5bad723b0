"""What is no cotangent of y is refused, and what is no tangent of x: never silently used.

Why: NumPy broadcasts. A seed of the wrong shape flows through the rules and comes out as a gradient of
the wrong shape, or worse, of the right one: a seed of shape () for a vector y is a vector of ones in
disguise. Any exception refuses. A cotangent in another precision is cast to that of y; engines that
refuse it, or compute in its own, say so (dialect question "cotangent_dtype").

Source: JAX, `vjp`: "cotangent type must match"; PyTorch, "Mismatch in shape".

A minimal violation: `pull(np.ones((2, 3)))` for y = sin x of shape (3,) returns an array.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.law import HALVES, Claim, as_declared, law, nothing, same
from adspec.observation import Observation
from adspec.observation.strangers import dtypes_of_a_wide_pull, pulls, pushes
from adspec.observation.ways import Run, outcome


@law(
    says="a cotangent or tangent of the wrong shape or structure is refused, never silently used",
    explained_by=("primal", "tangent_space"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, vjp",
)
def cotangent_check(obs: Observation) -> Iterator[Claim]:
    """Give the engine vectors of other spaces, and see whether it computes with them."""
    halves = [half for half in HALVES if obs.engine.provides((half.operator,))]
    moving = {half.mode for half in halves if any(a.any() for a in half.of(obs))}
    for words, run in pulls(obs) if "pull" in moving else ():
        yield _refusal(obs, run, "cotangent", words)
    for words, run in pushes(obs) if "push" in moving else ():
        yield _refusal(obs, run, "tangent", words)
    if "pull" in moving and [y.dtype for y in obs.y] == [np.float32]:
        yield from _of_another_width(obs)
    if not moving:
        yield nothing("y does not depend on x: nothing is used")


def _refusal(obs: Observation, run: Run, what: str, words: str) -> Claim:
    with obs.stage(what):
        is_refused = isinstance(outcome(lambda: obs.arrays(run())), Exception)
    answer = "is refused" if is_refused else "is used"
    return same(answer, "is refused", f"a {what} with {words}", "what it must be", f"uses a wrong {what}")


def _of_another_width(obs: Observation) -> Iterator[Claim]:
    with obs.stage("cotangent"):
        found = outcome(lambda: dtypes_of_a_wide_pull(obs))
    is_cast = found == [x.dtype for x in obs.case.x]
    answer = "refused" if isinstance(found, Exception) else "cast" if is_cast else "kept"
    says, dialect = ("a float64 cotangent for a float32 y", "what it must be"), obs.engine.dialect
    return as_declared(answer, dialect.cotangent_dtype, "cast", says, f"float64 cotangent {answer}")
