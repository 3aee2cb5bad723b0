"""Differentiating does not change the value: jvp, vjp and value_and_grad return f(x).

Why: a derivative is taken at the value that the program really computed. An engine that evaluates
something else under differentiation differentiates something else.

Source: the definitions of jvp and vjp; Griewank and Walther, Evaluating Derivatives, §3.1-3.2.

A minimal violation: `jvp(f, x, u)` returns y as float32 where f(x) is float64.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, agree, containers, law, same, same_bits, same_space
from adspec.law.where import REAL_NUMBER
from adspec.observation import EngineError, Observation, refused, value_of
from adspec.truth import truth_of

STAGES = {"jvp": "push", "vjp": "vjp", "value_and_grad": "grad"}


@law(
    says="jvp, vjp and value_and_grad return the value, shape, dtype, structure and exception of f(x)",
    explained_by=("purity", "determinism", "nesting", "branches_and_loops"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.1-3.2",
)
def primal(obs: Observation) -> Iterator[Claim]:
    """Compare every value that comes with a derivative to the plain call's."""
    plain = refused(lambda: obs.y)
    has_gradient = plain is None and REAL_NUMBER.holds(obs)
    for name in STAGES:
        if obs.engine.provides((name,)) and (has_gradient or name != "value_and_grad"):
            says = f"value of {name}", "f(x)"
            yield from _like_plain(obs, name, says) if plain is None else _refuses(obs, name, plain, says)


def _refuses(obs: Observation, name: str, plain: EngineError, says: tuple[str, str]) -> Iterator[Claim]:
    refusal = refused(lambda: value_of(obs, name))
    if refusal is not None and isinstance(refusal.error, NotImplementedError):
        return  # a missing rule, met on the way to what the plain call raises
    answer = "a value" if refusal is None else type(refusal.error).__name__
    yield same(answer, type(plain.error).__name__, *says, symptom="another exception")


def _like_plain(obs: Observation, name: str, says: tuple[str, str]) -> Iterator[Claim]:
    value = value_of(obs, name)
    yield from containers(obs, name, says)
    yield same(spaces.structure(value), spaces.structure(obs.raw_y), *says, symptom="structure")
    values = obs.arrays(value, STAGES[name])
    for left, right in zip(values, obs.y, strict=False):
        yield from same_space(left, right, says)
        yield same_bits(np.isfinite(left), np.isfinite(right), *says)
    if spaces.alike(values, obs.y):
        yield from agree(values, obs.y, lambda: truth_of(obs.case).y, says)
