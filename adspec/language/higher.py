"""Higher-order words: equations that take functions, which see the names around them.

    b = push(g, x, u)          the tangent  J_g(x) u          by the engine's own forward mode
    b = pull(g, x, v)          the cotangent J_g(x)ᵀ v        by the engine's own reverse mode
    b = grad(g, x)             the gradient of a scalar g     by the engine's own operator
    b = branch(g, h, c, x)     g(x) if c > 0 else h(x)        Python's own
    b = iterate(g, x, times=n) g(g(… g(x)))                   Python's own

The first three stand for real functions only: how complex cotangents are paired is a dialect's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Higher:
    """One higher-order word.

    It is called with `bodies` functions of one array each, then with `args` arguments, of which
    the one at `point` is what the functions are first called with. `needs` is the operator of an
    engine that it stands for ("" where it is plain Python).
    """

    says: str
    bodies: int
    args: int
    point: int = 0
    needs: str = ""
    params: tuple[str, ...] = ()


HIGHER: Mapping[str, Higher] = {
    "push": Higher(says="J_g(x) u", bodies=1, args=2, needs="jvp"),
    "pull": Higher(says="J_g(x)ᵀ v", bodies=1, args=2, needs="vjp"),
    "grad": Higher(says="the gradient of g at x", bodies=1, args=1, needs="grad"),
    "branch": Higher(says="g(x) if c > 0 else h(x)", bodies=2, args=2, point=1),
    "iterate": Higher(says="g applied to x so many times", bodies=1, args=1, params=("times",)),
}
DERIVATIVES = frozenset(name for name, word in HIGHER.items() if word.needs)


def branch(g: Callable[[Any], Any], h: Callable[[Any], Any], c: Any, x: Any) -> Any:
    """Return g(x) where c is positive, else h(x): the Python of whoever uses an engine."""
    return g(x) if c > 0 else h(x)


def iterate(g: Callable[[Any], Any], x: Any, *, times: int) -> Any:
    """Return g applied to x so many times."""
    for _ in range(times):
        x = g(x)
    return x


CONTROL: Mapping[str, Callable[..., Any]] = {"branch": branch, "iterate": iterate}
