"""Wrong operators: what is made of a right push and a right pull, or of their rules, is not right.

A row is a fault: its name, what is exchanged in the reference engine, the law that must find it.
"""

from __future__ import annotations

from typing import Any

from adspec.conformance.engines.reference_engine import engine_of
from adspec.conformance.mutants.mutant import Mutant
from adspec.reference_engine import RULES, Rule, with_rules
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.tracing import Primitive, Traced

# ------------------------------------------------------------------ right rules with wrong derivatives


def _number(x: Any) -> Any:
    """Return the array behind a traced value: a constant to whoever differentiates."""
    while type(x) is Traced:
        x = x.value
    return x


_forgetful = Primitive("forgetful", lambda x: x)  # has a push rule, and pulls nothing back
_FORGETFUL = Rule(push=(lambda u, *_: u,), pull=(None,))


def _twice(name: str, where: str, law: str, *, says: str, **ways: Any) -> Mutant:
    """Return the mutant in which a rule of one argument is right once, and wrong when differentiated."""
    rules = {**RULES, "forgetful": _FORGETFUL, where: RULES[where].replace(**ways)}
    return Mutant(
        engine=engine_of(with_rules(rules), name),
        where=where,
        argument=0,
        law=law,
        mode=law.replace("_", " "),
        says=says,
    )


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    _twice("square_push_keeps_a_number", "square", "push_of_push",
           push={0: lambda u, _y, x: 2 * u * _number(x)},
           says="2·x with x as a constant: J u is right, and its slope is 0"),
    _twice("exp_pull_keeps_a_number", "exp", "push_of_pull",
           pull={0: lambda v, y, _x: v * _number(y)},
           says="the value kept instead of the traced value: Jᵀ v is right, and its slope is 0"),
    _twice("sin_push_pulls_nothing_back", "sin", "pull_of_push",
           push={0: lambda u, _y, x: u * _forgetful(ad.cos(x))},
           says="a push rule made of something that can be pushed and not pulled"),
    _twice("cos_pull_pulls_nothing_back", "cos", "pull_of_pull",
           pull={0: lambda v, _y, x: -v * _forgetful(ad.sin(x))},
           says="a pull rule made of something that can be pushed and not pulled"),
)
# fmt: on
