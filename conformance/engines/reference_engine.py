"""The reference engine, adspec's own; seen from outside like any other."""

from __future__ import annotations

from typing import Any

from adspec import __version__
from adspec.conformance.idioms import IDIOMS
from adspec.engine import Engine, namespace
from adspec.engine import operators as known
from adspec.reference_engine import Operators, numpy, with_rules
from adspec.reference_engine.rules import RULES

OPS = namespace(numpy)


def engine_of(operators: Operators, name: str = "reference") -> Engine:
    """Return the engine with these operators: one table of rules, right or wrong."""

    def for_all(operator: Any) -> Any:
        return lambda f, xs: operator(f, argnum=tuple(range(len(xs))))(*xs)

    return Engine(
        name=name,
        version=__version__,
        ops=OPS,
        jvp=operators.jvp,
        vjp=lambda f, xs: operators.vjp(f, *xs),
        grad=for_all(operators.grad),
        value_and_grad=for_all(operators.value_and_grad),
        **known(operators),
        forward_jacobian=lambda f, x: operators.jacobian(f, mode="forward")(x),
        linearize=lambda f, xs: operators.linearize(f, *xs),
        trace=operators.trace,
        idiom=IDIOMS["reference"],
        trees=("dict", "list", "nested_tuples"),
    )


ENGINE = engine_of(with_rules(RULES))
