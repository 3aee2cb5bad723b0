"""Meanwhile: what may happen between a call of f by vjp and the pull, and the pull after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.observation.observation import Arrays, Observation, observe
from adspec.observation.watching import Step, steps_of
from adspec.observation.ways import outcome

Event = Callable[[Observation, list[Step]], None]


def pulled_after(obs: Observation, meanwhile: Event) -> Arrays | Exception:
    """Return Jᵀ v by a pullback that is called when something has happened, or what is raised then."""
    fresh = observe(obs.engine, obs.case)
    vjp = fresh.operators.vjp
    assert vjp is not None

    def pull() -> Arrays:
        steps = steps_of(fresh, lambda f: fresh.once("vjp", "vjp", lambda: vjp(f, fresh.x)))
        outcome(lambda: meanwhile(fresh, steps))
        return fresh.JTv

    found: Arrays | Exception = outcome(pull)
    return found


def _overwrite(arrays: list[Any]) -> None:
    for a in arrays:
        if isinstance(a, np.ndarray) and a.dtype.kind in "fc":
            np.add(a, 1, out=a)


def _constants(obs: Observation, steps: list[Step]) -> list[Any]:
    """Return the arrays that operations of f were given as they are, but for x."""
    arrays = spaces.leaves([step.args for step in steps])
    return [a for a in arrays if not any(a is x for x in obs.x)]


def _differentiate(obs: Observation, _: list[Step]) -> None:
    elsewhere = replace(obs.case, x=tuple(x + x.dtype.type(1) for x in obs.case.x))
    observe(obs.engine, elsewhere).JTv  # noqa: B018 -- computed on first use


# Arrays may be locked, and a pull that finds them changed may raise; another derivative is never refused.
OVERWRITING: Mapping[str, Event] = {
    "x is overwritten": lambda fresh, _: _overwrite(list(fresh.x)),
    "y is overwritten": lambda fresh, _: _overwrite(spaces.leaves(fresh.raw_vjp[0])),
    "a constant of f is overwritten": lambda fresh, steps: _overwrite(_constants(fresh, steps)),
}
EVENTS: Mapping[str, Event] = {**OVERWRITING, "another derivative": _differentiate}
