"""The rules that are shown to every checker, in the words that NumPy, jax.numpy and torch share.

A wrong rule is wrong in one way only; the first sixteen are the classes by which checkers are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

SEED = 1
X = np.array([0.5, 1.5, 0.75])
Y = np.array([1.5, 0.75, 1.25])
MANY = np.linspace(0.1, 1.4, 20_000)


@dataclass(frozen=True)
class Rule:
    """A function and its pull; m is the module."""

    name: str
    f: Callable[..., Any]  # (m, *xs) -> y
    pull: Callable[..., tuple[Any, ...]]  # (m, y, xs, v) -> one cotangent per x
    example: tuple[np.ndarray, ...] = (X,)


def sixteen() -> list[Rule]:
    """Return the sixteen classes."""
    return [*_factors(), *_only_where(), *_unseen()]


def wrong_rules() -> list[Rule]:
    """Return the sixteen classes, then some more."""
    return [*sixteen(), *_more()]


def _sin(name: str, change: Callable[..., Any], example: np.ndarray = X) -> Rule:
    """Return sin with a pull that is changed: change(m, x, v, v·cos x)."""
    return Rule(
        name,
        lambda m, x: m.sin(x),
        lambda m, _y, xs, v: (change(m, xs[0], v, v * m.cos(xs[0])),),
        (example,),
    )


def _sin_times(name: str, pull: Callable[..., tuple[Any, ...]]) -> Rule:
    return Rule(name, lambda m, x, y: m.sin(x) * y, pull, (X, Y))


def _factors() -> Iterator[Rule]:
    """Yield what is wrong everywhere."""
    yield _sin("wrong sign", lambda _m, _x, _v, g: -g)
    yield _sin("factor 2", lambda _m, _x, _v, g: 2 * g)
    yield _sin("factor 1.001", lambda _m, _x, _v, g: 1.001 * g)
    yield _sin("factor 1 + 1e-5", lambda _m, _x, _v, g: (1 + 1e-5) * g)
    yield Rule(
        "gradient of 1e-8, 2x",
        lambda m, x: 1e-8 * m.sin(x),
        lambda m, _y, xs, v: (2e-8 * v * m.cos(xs[0]),),
    )
    yield _sin_times("second argument dropped", lambda m, _y, xs, v: (v * m.cos(xs[0]) * xs[1], 0 * v))


def _only_where() -> Iterator[Rule]:
    """Yield what is wrong at some points or in some entries."""
    yield _sin("only for x < 0", lambda m, x, _v, g: m.where(x < 0, 2 * g, g))
    yield _sin("only for 0-d", lambda _m, x, _v, g: 2 * g if x.ndim == 0 else g)
    yield _sin("only for |x| > 100", lambda m, x, _v, g: m.where(abs(x) > 100, 2 * g, g))
    yield _sin("only at x = 0", lambda m, x, _v, g: m.where(x == 0, 0 * g, g))
    yield _sin("one of 20,000", lambda m, x, _v, g: m.where(_places(m, x) == 777, 2 * g, g), MANY)


def _unseen() -> Iterator[Rule]:
    """Yield what a sum, one call, or the first order does not see."""
    yield _sin("pull clips at 3", lambda m, x, v, _g: m.clip(v, -3, 3) * m.cos(x))
    calls = count(1)
    yield _sin("stateful pull", lambda _m, _x, _v, g: g * (1.0 if next(calls) % 2 else 2.0))
    rng = np.random.default_rng(SEED)
    yield _sin("noise of 1e-8", lambda _m, _x, _v, g: g * (1 + 1e-8 * rng.normal()))
    yield _sin("unseen by the sum", _orthogonal, np.array([0.5, 1.5, 0.75, 1.25]))
    yield Rule(
        "second order at y = 0",
        lambda m, x: m.expm1(x),
        lambda m, y, xs, v: (m.where(y == 0, v, v * m.exp(xs[0])),),
    )


def _more() -> Iterator[Rule]:
    yield _sin("factor 1 + 1e-9", lambda _m, _x, _v, g: (1 + 1e-9) * g)
    yield _sin_times("swapped arguments", lambda m, _y, xs, v: (v * m.sin(xs[0]), v * m.cos(xs[0]) * xs[1]))
    yield _sin("y for x", lambda m, x, v, _g: v * m.cos(m.sin(x)))
    yield Rule("nan at 0", lambda _m, x: x**3, lambda _m, _y, xs, v: (v * 3 * xs[0] ** 3 / xs[0],))
    yield Rule(
        "constant of 7 digits",
        lambda _m, x: x * 0.6931471805599453,
        lambda _m, _y, _xs, v: (v * 0.6931472,),
    )
    yield Rule(
        "wrong beyond a sum",
        lambda m, x: m.sum(x**2) + 0 * x,
        lambda _m, _y, xs, v: (2 * xs[0] * v,),
    )


def _places(m: Any, x: Any) -> Any:
    """Return 1, 2, 3 and so on in the shape of x."""
    return m.cumsum(0 * x + 1, 0)


def _orthogonal(m: Any, x: Any, v: Any, g: Any) -> Any:
    """Return g and something that the sum over all entries does not see."""
    signs = m.where(_places(m, x) % 2 == 0, 0 * x + 1.0, 0 * x - 1.0)
    return g + signs * m.sum(v)
