"""A small, exact engine for automatic differentiation, NumPy only.

    >>> from adspec.reference_engine import grad, numpy as np
    >>> grad(lambda x: np.sum(np.sin(x) * x))(np.asarray([0.0, 1.0]))

Reading order: tracing, rule, trees, calling, forward, reverse, fitting, recording, gradients,
matrices, operators; then the tables in rules/, one row per primitive.
"""

from __future__ import annotations

from adspec.reference_engine import numpy as numpy
from adspec.reference_engine.operators import STANDARD, Operators, with_rules
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules import RULES
from adspec.reference_engine.tracing import EscapedTracerError, MissingRuleError
from adspec.reference_engine.trees import register_container

jvp = STANDARD.jvp
vjp = STANDARD.vjp
linearize = STANDARD.linearize
grad = STANDARD.grad
value_and_grad = STANDARD.value_and_grad
jacobian = STANDARD.jacobian
hessian = STANDARD.hessian
hvp = STANDARD.hvp
elementwise_grad = STANDARD.elementwise_grad
holomorphic_grad = STANDARD.holomorphic_grad
checkpoint = STANDARD.checkpoint
explain = STANDARD.explain

__all__ = [
    "RULES",
    "EscapedTracerError",
    "MissingRuleError",
    "Operators",
    "Rule",
    "checkpoint",
    "elementwise_grad",
    "explain",
    "grad",
    "hessian",
    "holomorphic_grad",
    "hvp",
    "jacobian",
    "jvp",
    "linearize",
    "register_container",
    "value_and_grad",
    "vjp",
    "with_rules",
]
