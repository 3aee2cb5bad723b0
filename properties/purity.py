"""Differentiating changes nothing: x, u and v stay as they are, and a pullback has no memory.

Why: a pullback is a function of its cotangent. Where it writes into what it was given, or keeps
state between calls, the second answer differs from the first, and no test of one call sees it.

Source: the definition of a function; JAX documentation, "Pure functions".

A minimal violation: a pull that multiplies v in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law import Claim, all_same_bits, law, nothing
from adspec.observation import EngineError, Observation, observe


@law(
    says="x, u and v are unchanged; a pullback called again, or between calls of others, gives the same bits",
    source="the definition of a function",
)
def purity(obs: Observation) -> Iterator[Claim]:
    """Look at the inputs after push and pull, then pull v, w and v again."""
    try:
        Ju = obs.Ju if obs.engine.provides(("jvp",)) else ()
        first = tuple(map(np.array, obs.JTv)) if obs.engine.provides(("vjp",)) else ()
    except EngineError:
        yield nothing("there is no derivative to look at")
        return
    given = [("x", obs.x, obs.case.x)]
    given += [("u", obs.u, obs.case.u)] if Ju else []
    given += [("v", obs.v, obs.arrays(obs.shown_cotangent(obs.case.v)))] if first else []
    for name, seen, original in given:
        yield from all_same_bits(obs.arrays(seen), original, f"{name} afterwards", name, f"{name} is changed")
    if first:
        yield from _memoryless(obs, first)


def _memoryless(obs: Observation, first: tuple[Array, ...]) -> Iterator[Claim]:
    """Claim that the pullback answers as before after calls with w, of itself and of a twin."""
    w = tuple(map(spaces.another, obs.case.v))
    obs.pull(w)
    observe(obs.engine, replace(obs.case, v=w)).pull(w)
    again, kept = obs.pull(obs.case.v), obs.JTv
    yield from all_same_bits(again, first, "Jᵀ v again", "Jᵀ v", "another answer the second time")
    yield from all_same_bits(kept, first, "Jᵀ v after later pulls", "Jᵀ v", "an answer changes later")
