"""Differentiating does not change the value: jvp, vjp and value_and_grad return f(x).

Why: a derivative is taken at the value that the program really computed. An engine that evaluates
something else under differentiation differentiates something else.

Source: the definitions of jvp and vjp; Griewank and Walther, Evaluating Derivatives, §3.1-3.2.

A minimal violation: `jvp(f, x, u)` returns y as float32 where f(x) is float64.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, close, law, same, same_bits
from adspec.observation import EngineError, Observation
from adspec.truth import truth_of


@law(
    says="jvp, vjp and value_and_grad return the value, shape, dtype, structure and exception of f(x)",
    explained_by=("purity", "determinism"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.1-3.2",
)
def primal(obs: Observation) -> Iterator[Claim]:
    """Compare every value that comes with a derivative to the plain call's."""
    operators = {"jvp": lambda: obs.raw_push[0], "vjp": lambda: obs.raw_vjp[0]}
    for name, run in operators.items():
        if obs.engine.provides((name,)):
            yield from _like_plain(obs, name, run)
    if obs.engine.provides(("value_and_grad",)) and _is_scalar(obs):
        yield from _like_plain(obs, "value_and_grad", lambda: obs.value_and_grad[0])


STAGES = {"jvp": "push", "vjp": "vjp", "value_and_grad": "grad"}


def _is_scalar(obs: Observation) -> bool:
    y = obs.raw_y
    return not isinstance(y, (tuple, list)) and np.shape(y) == () and obs.y[0].dtype.kind == "f"


def _like_plain(obs: Observation, name: str, run: Any) -> Iterator[Claim]:
    says = f"value of {name}", "f(x)"
    try:
        plain = obs.raw_y
    except EngineError as refusal:
        yield same(_what_it_raises(run), type(refusal.error).__name__, *says, symptom="another exception")
        return
    value = run()
    yield same(spaces.structure(value), spaces.structure(plain), *says, symptom="structure")
    for k, (left, right) in enumerate(zip(obs.arrays(value, STAGES[name]), obs.y, strict=False)):
        yield same(left.shape, right.shape, *says, symptom="shape")
        yield same(left.dtype.name, right.dtype.name, *says, symptom="dtype")
        if np.array_equal(left, right, equal_nan=True):
            yield same_bits(left, right, *says)
        else:
            yield same_bits(np.isfinite(left), np.isfinite(right), *says)
            yield close(left, right, [right], lambda k=k: [truth_of(obs.case).y[k]] * 2, says)


def _what_it_raises(run: Any) -> str:
    try:
        run()
    except EngineError as refusal:
        return type(refusal.error).__name__
    return "a value"
