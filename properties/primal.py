"""Differentiating does not change the value: jvp, vjp and value_and_grad return f(x).

Why: a derivative is taken at the value that the program really computed. An engine that evaluates
something else under differentiation differentiates something else.

Source: the definitions of jvp and vjp; Griewank and Walther, Evaluating Derivatives, §3.1-3.2.

A minimal violation: `jvp(f, x, u)` returns y as float32 where f(x) is float64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.presentation import NotShown
from adspec.law import Claim, agree, containers, law, same, same_bits
from adspec.observation import EngineError, Observation
from adspec.truth import truth_of


@law(
    says="jvp, vjp and value_and_grad return the value, shape, dtype, structure and exception of f(x)",
    explained_by=("purity", "determinism", "nesting", "branches_and_loops"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.1-3.2",
)
def primal(obs: Observation) -> Iterator[Claim]:
    """Compare every value that comes with a derivative to the plain call's."""
    operators: dict[str, Callable[[], Any]] = {"jvp": lambda: obs.raw_push[0], "vjp": lambda: obs.raw_vjp[0]}
    try:
        plain, is_scalar = obs.raw_y, [(y.shape, y.dtype.kind) for y in obs.y] == [((), "f")]
    except EngineError as refusal:
        if isinstance(refusal.error, NotShown):
            raise  # NumPy's own numbers have no such method: a tracer's may well be there
        plain, is_scalar = refusal, False
    if is_scalar:
        operators["value_and_grad"] = lambda: obs.value_and_grad[0]
    for name, run in operators.items():
        if obs.engine.provides((name,)):
            says = f"value of {name}", "f(x)"
            refused = isinstance(plain, EngineError)
            yield from _refuses_alike(run, plain, says) if refused else _like_plain(obs, run(), name, says)


def _refuses_alike(run: Callable[[], Any], plain: EngineError, says: tuple[str, str]) -> Iterator[Claim]:
    try:
        run()
        answer = "a value"
    except EngineError as refusal:
        answer = type(refusal.error).__name__
        if isinstance(refusal.error, NotImplementedError):
            return  # a missing rule, met on the way to what the plain call raises
    yield same(answer, type(plain.error).__name__, *says, symptom="another exception")


def _like_plain(obs: Observation, value: Any, name: str, says: tuple[str, str]) -> Iterator[Claim]:
    yield from containers(obs, name, says)
    yield same(spaces.structure(value), spaces.structure(obs.raw_y), *says, symptom="structure")
    values = obs.arrays(value, STAGES[name])
    for left, right in zip(values, obs.y, strict=False):
        yield same(left.shape, right.shape, *says, symptom="shape")
        yield same(left.dtype.name, right.dtype.name, *says, symptom="dtype")
        yield same_bits(np.isfinite(left), np.isfinite(right), *says)
    if spaces.alike(values, obs.y):
        yield from agree(values, obs.y, lambda: truth_of(obs.case).y, says)


STAGES = {"jvp": "push", "vjp": "vjp", "value_and_grad": "grad"}
