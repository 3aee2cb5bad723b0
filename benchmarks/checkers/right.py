"""Right rules, and points for them with |x| log-uniform in 1e-8 … 1e8."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.checkers.rules import SEED, Rule

ENDS = (1e-8, 1e8)
ENTRIES = 3


def _sigmoid(m: Any, x: Any) -> Any:
    small = m.exp(-abs(x))
    return m.where(x > 0, 1 / (1 + small), small / (1 + small))


def _bell(m: Any, x: Any) -> Any:
    small = m.exp(-abs(x))
    return small / (1 + small) ** 2


# name: f, f', whether x must be positive
RIGHT: dict[str, tuple[Callable[..., Any], Callable[..., Any], bool]] = {
    "exp": (lambda m, x: m.exp(x), lambda m, x: m.exp(x), False),
    "log": (lambda m, x: m.log(x), lambda _, x: 1 / x, True),
    "sin": (lambda m, x: m.sin(x), lambda m, x: m.cos(x), False),
    "tanh": (lambda m, x: m.tanh(x), lambda m, x: 1 - m.tanh(x) ** 2, False),
    "sqrt": (lambda m, x: m.sqrt(x), lambda m, x: 0.5 / m.sqrt(x), True),
    "reciprocal": (lambda _, x: 1 / x, lambda _, x: -1 / x**2, False),
    "cube": (lambda _, x: x**3, lambda _, x: 3 * x**2, False),
    "log1p": (lambda m, x: m.log1p(x), lambda _, x: 1 / (1 + x), True),
    "atan": (lambda m, x: m.arctan(x), lambda _, x: 1 / (1 + x**2), False),
    "sigmoid": (lambda m, x: 1 / (1 + m.exp(-x)), _bell, False),
    "softplus": (lambda m, x: m.log1p(m.exp(-abs(x))) + x * (x > 0), _sigmoid, False),
}


def right_rules() -> Iterator[Rule]:
    """Yield the right rules."""
    for name, (f, slope, _) in RIGHT.items():
        yield Rule(name, f, _times(slope))


def _times(slope: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    return lambda m, _y, xs, v: (v * slope(m, *xs),)


def points(name: str, many: int) -> Iterator[np.ndarray]:
    """Yield points for a right rule, the same ones for every checker."""
    rng = np.random.default_rng(SEED)
    for _ in range(many):
        sizes = np.exp(rng.uniform(np.log(ENDS[0]), np.log(ENDS[1]), ENTRIES))
        yield sizes * (1.0 if RIGHT[name][2] else rng.choice([-1.0, 1.0], ENTRIES))
