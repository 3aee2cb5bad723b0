"""What is no cotangent of y is refused, and what is no tangent of x: never silently used.

Why: NumPy broadcasts. A seed of the wrong shape flows through the rules and comes out as a gradient of
the wrong shape, or worse, of the right one: a seed of shape () for a vector y is a vector of ones in
disguise. Any exception refuses. A cotangent in another precision is cast to that of y; engines that
refuse it, or compute in its own, say so (dialect question "cotangent_dtype").

Source: JAX, `vjp`: "cotangent type must match"; PyTorch, "Mismatch in shape".

A minimal violation: `pull(np.ones((2, 3)))` for y = sin x of shape (3,) returns an array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.law import Claim, deviates, law, nothing, same
from adspec.observation import Observation
from adspec.observation.ways import outcome


@law(
    says="a cotangent or tangent of the wrong shape or structure is refused, never silently used",
    explained_by=("primal", "tangent_space"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, vjp",
)
def cotangent_check(obs: Observation) -> Iterator[Claim]:
    """Give the engine vectors of other spaces, and see whether it computes with them."""
    moves = False
    if obs.engine.provides(("vjp",)) and any(a.any() for a in obs.JTv):
        pull, moves = obs.raw_vjp[1], True
        for words, wrong in _other_trees(obs, obs.case.v):
            yield _refusal(obs, partial(pull, wrong), "cotangent", words)
        yield from _precision(obs)
    if obs.engine.provides(("jvp",)) and any(a.any() for a in obs.Ju):
        moves, jvp, (first, *rest) = True, obs.operators.jvp, obs.case.u
        for words, wrong in _other_shapes(first):
            assert jvp is not None
            push = partial(jvp, obs.f("wrong"), obs.x, obs.shown([wrong, *rest]))
            yield _refusal(obs, push, "tangent", words)
    if not moves:
        yield nothing("y does not depend on x: nothing is used")


def _refusal(obs: Observation, run: Callable[[], Any], what: str, words: str) -> Claim:
    with obs.stage(what):
        is_refused = isinstance(outcome(lambda: obs.arrays(run())), Exception)
    answer = "is refused" if is_refused else "is used"
    return same(answer, "is refused", f"a {what} with {words}", "what it must be", f"uses a wrong {what}")


def _other_shapes(a: Array) -> Iterator[tuple[str, Array]]:
    """Yield arrays of other shapes; the first and the last would broadcast."""
    yield "one axis more", np.stack([a, a])
    if a.ndim:
        yield "one entry more", np.concatenate([a, a[..., :1]], axis=-1)
    if a.size > 1:
        yield "one number for all", np.asarray(a.ravel()[0])


def _other_trees(obs: Observation, v: tuple[Array, ...]) -> Iterator[tuple[str, Any]]:
    """Yield cotangents of other spaces as the engine would get them."""
    for words, wrong in _other_shapes(v[0]):
        shown = obs.shown([wrong, *v[1:]])
        yield words, shown if len(v) > 1 else shown[0]
    shown = obs.shown(v)
    yield "one array more", (*shown, shown[0])
    yield "another structure", shown[0] if len(v) > 1 else shown


def _precision(obs: Observation) -> Iterator[Claim]:
    """Pull a cotangent in double precision where y has single precision."""
    (y, *others), (pull, declared) = obs.y, (obs.raw_vjp[1], obs.engine.dialect.cotangent_dtype)
    if y.dtype != np.float32 or others:
        return
    (wide,) = obs.shown([obs.case.v[0].astype(np.float64)])
    with obs.stage("cotangent"):
        found = outcome(lambda: [a.dtype for a in obs.arrays(pull(wide))])
    is_cast = found == [x.dtype for x in obs.case.x]
    answer = "refused" if isinstance(found, Exception) else "cast" if is_cast else "kept"
    says = "a float64 cotangent for a float32 y", "what it must be"
    yield same(answer, declared, *says, symptom=f"float64 cotangent {answer}")
    yield from [] if declared == "cast" else [deviates(answer, "cast", *says)]
