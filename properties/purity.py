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
from adspec.law import Claim, law, nothing, same_bits
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
        for now, before in zip(obs.arrays(seen), original, strict=True):
            yield same_bits(now, before, f"{name} afterwards", name, symptom=f"{name} is changed")
    if first:
        yield from _memoryless(obs, first)


def _memoryless(obs: Observation, first: tuple[Array, ...]) -> Iterator[Claim]:
    """Claim that the pullback answers as before after calls with w, of itself and of a twin."""
    w = tuple(map(spaces.another, obs.case.v))
    obs.pull(w)
    observe(obs.engine, replace(obs.case, v=w)).pull(w)
    again = obs.pull(obs.case.v)
    for now, then, kept in zip(again, first, obs.JTv, strict=True):
        yield same_bits(now, then, "Jᵀ v again", "Jᵀ v", symptom="another answer the second time")
        yield same_bits(kept, then, "Jᵀ v after later pulls", "Jᵀ v", symptom="an answer changes later")
