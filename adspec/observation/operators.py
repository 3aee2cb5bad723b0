"""What the engine's own operators answer: matrices, and functions made of functions.

A matrix is asked for with respect to one input, the others held where they are: engines differ in
what they return for several, and a law has nothing to say of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adspec.language.spaces import Array
from adspec.observation.observation import Arrays, Observation


def along(obs: Observation, k: int, stage: str) -> Callable[[Any], Any]:
    """Return f as a function of its k-th differentiated input, its calls counted under `stage`."""
    f, xs = obs.f(stage), obs.x
    return lambda x: f(*xs[:k], x, *xs[k + 1 :])


def operated(obs: Observation, operator: str, k: int, *more: Any) -> Array:
    """Return what "jacobian", "hessian" or the like gives for the k-th input, computed once.

    The calls of f are counted by operator and input: `obs.calls["jacobian 0"]`.
    """
    apply, stage = getattr(obs.engine, operator), f"{operator} {k}"
    raw = obs.once(stage, operator, lambda: apply(along(obs, k, stage), obs.x[k], *more))
    (found,) = obs.arrays((raw,), operator)
    return found


def value_of(obs: Observation, operator: str) -> Any:
    """Return y as "jvp", "vjp" or "value_and_grad" gives it beside a derivative."""
    answers = {"jvp": "raw_push", "vjp": "raw_vjp", "value_and_grad": "value_and_grad"}
    return getattr(obs, answers[operator])[0]


def mapped(obs: Observation, f: Callable[..., Any], batch: Sequence[Array]) -> Arrays:
    """Return the arrays of the engine's own vmap of a function, on a batch of each of its arguments."""
    assert obs.engine.vmap is not None
    with obs.stage("vmap"):
        return obs.arrays(obs.engine.vmap(f)(*map(obs.engine.from_numpy, batch)), "vmap")


def linearized(obs: Observation) -> tuple[Any, Callable[..., Any]]:
    """Return the engine's own (y, push), computed once."""
    assert obs.engine.linearize is not None
    linearize = obs.engine.linearize
    found: tuple[Any, Callable[..., Any]] = obs.once(
        "linearize", "linearize", lambda: linearize(obs.f("linearize"), obs.x)
    )
    return found
