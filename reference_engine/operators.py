"""The differential operators as one set, for a table of rules.

    Math:  jvp  u ↦ J u     one call of f for each direction
           vjp  v ↦ Jᵀ v    one call of f, then none for any number of directions

All others are made of these two. The table travels with the traces: nothing is
registered anywhere, and sets with different tables may be nested.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Any

from adspec.reference_engine import fitting
from adspec.reference_engine.explaining import explain, trace
from adspec.reference_engine.forward import jvp
from adspec.reference_engine.gradients import (
    Function,
    elementwise_grad,
    grad,
    holomorphic_grad,
    value_and_grad,
)
from adspec.reference_engine.matrices import hessian, hvp, jacobian
from adspec.reference_engine.recomputing import checkpoint
from adspec.reference_engine.recording import linearize, vjp
from adspec.reference_engine.rule import Rule, Semantics
from adspec.reference_engine.rules import RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """The differential operators of one table of rules."""

    jvp: Function
    vjp: Function
    linearize: Function
    grad: Function
    value_and_grad: Function
    jacobian: Function
    hessian: Function
    hvp: Function
    elementwise_grad: Function
    holomorphic_grad: Function
    checkpoint: Function
    explain: Function
    trace: Function


def with_rules(
    rules: Mapping[str, Rule],
    *,
    add: Callable[[Any, Any], Any] = operator.add,
    push_to: fitting.Fit = fitting.push_to,
    pull_to: fitting.Fit = fitting.pull_to,
) -> Operators:
    """Return the operators that work with these rules.

    `add` accumulates tangents and cotangents; `push_to` and `pull_to` bring them
    into the space of their value. To build an engine that is wrong on purpose:

        with_rules({**RULES, "sin": RULES["sin"].replace(pull={0: wrong})})
    """
    semantics = Semantics(rules=rules, add=add, push_to=push_to, pull_to=pull_to)
    operators: tuple[Function, ...] = (
        *(jvp, vjp, linearize, grad, value_and_grad, jacobian, hessian, hvp),
        *(elementwise_grad, holomorphic_grad, checkpoint, explain, trace),
    )
    return Operators(**{f.__name__: update_wrapper(partial(f, semantics), f) for f in operators})


STANDARD = with_rules(RULES)
