"""The derivative of a derivative, four ways: push or pull, of a push or of a pull.

Math: with H the Hessian of ⟨v, f⟩, a push of the push along u gives D²f[u, u₂], all the others H u:

    push of push  d/dt J(x + t u₂) u     pull of push  ∇⟨v, J u⟩
    push of pull  d/dt J(x + t u)ᵀ v     pull of pull  ∇⟨u, Jᵀ v⟩

A third time it is pushed: a push of the push of the push along u gives D³f[u, u₂, u], one of the pull the
slope of H u along u₂.

What is differentiated a second time is the engine's own operator, with u and v as constants. A
cotangent that comes out of an inner pull is the engine's own; it is paired with u as it stands,
since Re(conj(u)·conj(c)) = Re(u·c).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adspec.observation.observation import Arrays, Observation

Function = Callable[..., Any]


class Second:
    """The second derivatives of an observation, each computed once, on first use."""

    def __init__(self, obs: Observation) -> None:
        """Compute nothing."""
        self._obs = obs

    @property
    def push_of_push(self) -> Arrays:
        """Return D²f[u, u₂], one array per output."""
        found = self._once("push of push", lambda: self._push(self._pushed(), self._obs.u2)[1])
        return self._obs.arrays(found, "push of push")

    @property
    def push_of_pull(self) -> Arrays:
        """Return H u, one array per input."""
        found = self._once("push of pull", lambda: self._push(self._pulled(), self._obs.u)[1])
        return self._obs.cotangents(found)

    @property
    def pull_of_push(self) -> Arrays:
        """Return H u, one array per input."""
        found = self._once("pull of push", lambda: self._pull(self._pushed(), self._obs.v))
        return self._obs.cotangents(found)

    @property
    def pull_of_pull(self) -> Arrays:
        """Return H u, one array per input."""
        found = self._once(
            "pull of pull", lambda: self._pull(self._pulled(), _bare_if_one(list(self._obs.u)))
        )
        return self._obs.cotangents(found)

    @property
    def push_of_push_of_push(self) -> Arrays:
        """Return D³f[u, u₂, u], one array per output."""
        obs, way = self._obs, "push of push of push"
        twice = self._along(self._pushed(), obs.u2)
        return obs.arrays(self._once(way, lambda: self._push(twice, obs.u)[1]), way)

    @property
    def push_of_push_of_pull(self) -> Arrays:
        """Return d/dt H(x + t u₂) u, one array per input."""
        obs = self._obs
        product = self._along(self._pulled(), obs.u)
        found = self._once("push of push of pull", lambda: self._push(product, obs.u2)[1])
        return obs.cotangents(found)

    def _along(self, f: Function, u: Any) -> Function:
        """Return x ↦ the push of f along u."""
        assert self._obs.engine.jvp is not None
        jvp = self._obs.engine.jvp
        return lambda *xs: jvp(f, xs, u)[1]

    def _once(self, way: str, compute: Callable[[], Any]) -> Any:
        return self._obs.once(way, way, compute)

    def _push(self, f: Function, u: Any) -> Any:
        assert self._obs.engine.jvp is not None
        return self._obs.engine.jvp(f, self._obs.x, u)

    def _pull(self, f: Function, v: Any) -> Any:
        assert self._obs.engine.vjp is not None
        return self._obs.engine.vjp(f, self._obs.x)[1](v)

    def _pushed(self) -> Function:
        """Return x ↦ J u."""
        return self._along(self._obs.f("second"), self._obs.u)

    def _pulled(self) -> Function:
        """Return x ↦ Jᵀ v, as the engine pairs it; bare where there is one input."""
        obs, f, v = self._obs, self._obs.f("second"), self._obs.v
        assert obs.engine.vjp is not None
        vjp = obs.engine.vjp
        return lambda *xs: _bare_if_one(obs.filled(vjp(f, xs)[1](v)))


def second_of(obs: Observation) -> Second:
    """Return the second derivatives of an observation; the same record each time."""
    found: Second = obs.once("second", "second", lambda: Second(obs))
    return found


def _bare_if_one(answers: list[Any]) -> Any:
    return answers[0] if len(answers) == 1 else tuple(answers)
