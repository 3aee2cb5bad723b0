"""What happens between f and the pull does not change Jᵀ v: it is as if it had been computed at once.

Why: buffers are used again. A training loop overwrites x with the next batch, or the loss with its
logarithm, before it pulls; a pullback that looks at them only then gives the derivative of a function
that nobody evaluated. It is as wrong where another derivative in between leaves its traces. The answer
must have the same bits; overwriting may also be refused (arrays are locked, or the pull raises), and
arrays that cannot be written to are safe.

Source: HIPS autograd 1.9.1, whose rules keep the caller's arrays; PyTorch, "Correctness checks for
in-place operations".

A minimal violation: y = x·x, x overwritten before the pull.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, law, nothing, same, same_bits
from adspec.observation import Arrays, Observation, observe
from adspec.observation.watching import Step, steps_of
from adspec.observation.ways import outcome

Event = Callable[[Observation, list[Step]], None]


@law(
    says="overwriting x, y or a constant of f before the pull has no effect, nor has another derivative",
    needs=("vjp",),
    explained_by=("purity", "determinism", "evaluation_count"),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd 1.9.1; PyTorch, in-place correctness checks",
)
def stale_input(obs: Observation) -> Iterator[Claim]:
    """Call f, let something happen, and pull."""
    if obs.case.program.depth:
        yield nothing("f has derivatives of its own")
        return
    wanted = obs.JTv
    for what, meanwhile in _EVENTS.items():
        pulled = outcome(lambda: _pulled_after(obs, meanwhile))  # noqa: B023 -- called at once
        if not isinstance(pulled, Exception):
            for now, before in zip(pulled, wanted, strict=True):
                yield same_bits(now, before, f"Jᵀ v after {what}", "Jᵀ v", symptom=f"changes by {what}")
        elif meanwhile is _differentiate:  # all the others may be refused, which is as good
            answer = f"raises {type(pulled).__name__}"
            yield same(answer, "an answer", f"Jᵀ v after {what}", "Jᵀ v", symptom=f"changes by {what}")


def _pulled_after(obs: Observation, meanwhile: Event) -> Arrays:
    """Return Jᵀ v by a pullback that is called when something has happened."""
    fresh = observe(obs.engine, obs.case)
    vjp = fresh.operators.vjp
    assert vjp is not None
    steps = steps_of(fresh, lambda f: fresh.once("vjp", "vjp", lambda: vjp(f, fresh.x)))
    outcome(lambda: meanwhile(fresh, steps))
    return fresh.JTv


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


_EVENTS: dict[str, Event] = {
    "x is overwritten": lambda fresh, _: _overwrite(list(fresh.x)),
    "y is overwritten": lambda fresh, _: _overwrite(spaces.leaves(fresh.raw_vjp[0])),
    "a constant of f is overwritten": lambda fresh, steps: _overwrite(_constants(fresh, steps)),
    "another derivative": _differentiate,
}
