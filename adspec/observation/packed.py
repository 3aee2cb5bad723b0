"""Packed: an engine's operators, with containers at its boundary and plain tuples outside.

f({"p0": …, "p1": …}) in place of f(x0, x1), and several outputs, tangents and cotangents in containers
of the same kind. What comes back in another container is remembered as it came; its arrays are
taken left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adspec.engine import Engine
from adspec.language import spaces
from adspec.language.containers import Container

Function = Callable[..., Any]


class Packed:
    """The operators of an engine with the signatures of `Engine`, asked about f of one container.

    `structures` has, per answer, the structure in which it first came and that of its home: of "J u", of
    "Jᵀ v", of "grad" and "grad beside y", and of the values that "jvp" and "vjp" return.
    """

    def __init__(self, engine: Engine, container: Container) -> None:
        """Ask nothing yet."""
        self._engine, self._container = engine, container
        self.structures: dict[str, tuple[str, str]] = {}

    def jvp(self, f: Function, xs: Sequence[Any], us: Sequence[Any]) -> Any:
        """Return (y, J u), or what the engine answered where that is no pair."""
        assert self._engine.jvp is not None
        pack, g = self._container.pack, _Of(f, len(xs), self._container)
        answer = self._engine.jvp(g, (pack(xs),), (pack(us),))
        if not _is_pair(answer):
            return answer
        return self._unpacked(answer[0], g.outputs, "jvp"), self._unpacked(answer[1], g.outputs, "J u")

    def vjp(self, f: Function, xs: Sequence[Any]) -> Any:
        """Return (y, pull), or what the engine answered where that is no such pair."""
        assert self._engine.vjp is not None
        pack, g = self._container.pack, _Of(f, len(xs), self._container)
        answer = self._engine.vjp(g, (pack(xs),))
        if not _is_pair(answer) or not callable(answer[1]):
            return answer
        y, pull = answer
        outputs = g.outputs  # what f does later is not this pullback's

        def flat(v: Any) -> Any:
            packed = pack(v) if outputs is not None and isinstance(v, tuple) else v
            return self._alone(pull(packed), len(xs), "Jᵀ v")

        return self._unpacked(y, outputs, "vjp"), flat

    def grad(self, f: Function, xs: Sequence[Any]) -> Any:
        """Return one gradient per x."""
        assert self._engine.grad is not None
        found = self._engine.grad(_Of(f, len(xs), self._container), (self._container.pack(xs),))
        return self._alone(found, len(xs), "grad")

    def value_and_grad(self, f: Function, xs: Sequence[Any]) -> Any:
        """Return the value and one gradient per x, or what the engine answered where that is no pair."""
        assert self._engine.value_and_grad is not None
        answer = self._engine.value_and_grad(_Of(f, len(xs), self._container), (self._container.pack(xs),))
        if not _is_pair(answer):
            return answer
        return answer[0], self._alone(answer[1], len(xs), "grad beside y")

    def _alone(self, found: Any, n: int, name: str) -> Any:
        """Return the n arrays of the one container that an operator answered for its one argument."""
        alone = found[0] if isinstance(found, tuple) and len(found) == 1 else found
        return self._unpacked(alone, n, name)

    def _unpacked(self, tree: Any, n: int | None, name: str) -> Any:
        """Return the n arrays of a container, or the one array that stands for itself."""
        home = "*" if n is None else spaces.structure(self._container.pack([0.0] * n))
        came = spaces.structure(tree)
        self.structures.setdefault(name, (came, home))  # the first: a later question may be a wrong one
        if n is None:
            return tree
        return tuple(self._container.unpack(tree, n) if came == home else spaces.leaves(tree))


class _Of:
    """f of n arrays as a function of one container; `outputs` counts what f returned, None for an array."""

    def __init__(self, f: Function, n: int, container: Container) -> None:
        self._f, self._n, self._container = f, n, container
        self.outputs: int | None = None

    def __call__(self, tree: Any) -> Any:
        y = self._f(*self._container.unpack(tree, self._n))
        self.outputs = len(y) if isinstance(y, tuple) else None
        return y if self.outputs is None else self._container.pack(y)


def _is_pair(answer: Any) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2
