"""Ways: the derivatives of an observation as calls that can be made anywhere, and their answers.

An observation computes everything once, in a scope of its own. The laws of an engine's life ask for
more: derivatives that fail, that run on another thread, or inside each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adspec.language import spaces
from adspec.observation.observation import Observation

Run = Callable[[], Any]


def runs_of(obs: Observation, g: Callable[..., Any] | None = None) -> dict[str, Run]:
    """Return the engine's derivatives of f by name, "push", "pull" and "grad", each a call of its own.

    What is shown is made ready now; the calls enter no scope. `grad` is asked whatever f is, and may
    refuse it. With g, which must have the spaces of f, they are those of g.
    """
    f = obs.f("ways") if g is None else g
    jvp, vjp, grad = obs.engine.jvp, obs.engine.vjp, obs.engine.grad
    runs: dict[str, Run] = {}
    if jvp is not None:
        x, u = obs.x, obs.u
        runs["push"] = lambda: jvp(f, x, u)[1]
    if vjp is not None:
        x, v = obs.x, obs.v
        runs["pull"] = lambda: vjp(f, x)[1](v)
    if grad is not None:
        x = obs.x
        runs["grad"] = lambda: grad(f, x)
    return runs


def halves_of(obs: Observation, g: Callable[..., Any] | None = None) -> dict[str, Run]:
    """Return push and pull alone, which an engine has for whatever f is."""
    return {name: run for name, run in runs_of(obs, g).items() if name != "grad"}


def given(raw: Any) -> list[Any]:
    """Return the arrays of an answer; engines may answer None for what would be zero."""
    return [leaf for leaf in spaces.leaves(raw) if leaf is not None]


def outcome(run: Run) -> Any:
    """Return what a call returns, or the exception that it raises."""
    try:
        return run()
    except Exception as error:  # noqa: BLE001 -- handed to the caller, as an answer
        return error


def described(found: Any) -> str:
    """Return what an outcome is, in words: "an answer", or what was raised."""
    return f"raises {type(found).__name__}" if isinstance(found, Exception) else "an answer"


def exchanged(obs: Observation) -> list[Any]:
    """Return all that is shown to the engine and all that it answers."""
    found = [*spaces.leaves(obs.raw_y)]
    if obs.engine.provides(("jvp",)):
        found += spaces.leaves((obs.x, obs.u, obs.raw_push))
    if obs.engine.provides(("vjp",)):
        found += spaces.leaves((obs.x, obs.v, obs.raw_vjp[0], obs.raw_pull))
    return found


def mixed_runs(obs: Observation, f: Callable[..., Any]) -> dict[str, Run]:
    """Return the mixed derivatives by name, "push" of a push and "pull" of a pull.

    Math: ∂/∂x0 (∂f/∂xn), the inner derivative with respect to the last input, within the outer one
    with respect to the first, which f sees in both. The outer one has begun when f is called plainly.
    There are none where f has a single input.
    """
    if len(obs.x) < 2:
        return {}
    jvp, vjp, (x, *between, last) = obs.engine.jvp, obs.engine.vjp, obs.x

    def inner(z: Any, derivative: Callable[..., Any]) -> Any:
        f(z, *between, last)
        return derivative(lambda w: f(z, *between, w), (last,))

    runs: dict[str, Run] = {}
    if jvp is not None:
        first, *_, u = obs.u
        pushed = lambda g, at: jvp(g, at, (u,))[1]
        runs["push"] = lambda: jvp(lambda z: inner(z, pushed), (x,), (first,))[1]
    if vjp is not None:
        v, w = obs.v, obs.u[-1]
        pulled = lambda g, at: vjp(g, at)[1](v)[0]
        runs["pull"] = lambda: vjp(lambda z: inner(z, pulled), (x,))[1](w)
    return runs


def composed(obs: Observation, times: int) -> Callable[[Any], Any] | None:
    """Return f∘f∘…∘f, so many times; None where f does not lead from one array to another like it."""
    if len(obs.x) != 1 or [(y.shape, y.dtype) for y in obs.y] != [(x.shape, x.dtype) for x in obs.case.x]:
        return None
    f = obs.f("ways")

    def chain(x: Any) -> Any:
        for _ in range(times):
            x = f(x)
        return x

    return chain
