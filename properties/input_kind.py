"""What has no derivative is refused: grad with respect to integers, text or None raises.

Why: an integer has no tangent. An engine that answers all the same rounds a cotangent to the dtype of x,
and nobody notices: `grad(f)(np.array([1, 2]))` trains nothing. An engine whose answer is None, which is
no number, says so (dialect question "whole_input").

Source: JAX, `grad` ("requires real- or complex-valued inputs"); HIPS autograd, issue 64 (integer arrays).

A minimal violation: `grad(sum)(array([1, 2]))` returns an array of integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from adspec.language.presentation import NotShown
from adspec.law import Claim, as_granted, law, raising
from adspec.law.where import FLAT, GRADIENT, REAL, REAL_NUMBER
from adspec.observation import EngineError, Observation
from adspec.observation.ways import given

ABSENT = "returns None"


@law(
    says="grad with respect to integers, text or None raises a TypeError",
    needs=("grad",),
    where=(REAL_NUMBER, REAL, FLAT, GRADIENT),
    explained_by=("scalar_output", "primal"),
    mode="grad",
    accuses="engine",
    tiers=("contracts",),
    source="JAX, grad: requires real- or complex-valued inputs",
)
def input_kind(obs: Observation) -> Iterator[Claim]:
    """Ask for the gradient at what is no point of a real space."""
    whole = obs.shown([np.rint(a).astype(np.int64) for a in obs.case.x])
    kinds = {"integers": whole, "text": ("1",) * len(whole), "None": (None,) * len(whole)}
    dialect = obs.engine.dialect
    granted = ABSENT if dialect.whole_input == "none" else None
    for kind, xs in kinds.items():
        answer = _answer(obs, xs)
        says = f"grad with respect to {kind}", "what it must do"
        yield as_granted(answer, granted, raising(dialect.input_error), says, f"{kind}: {answer}")


def _answer(obs: Observation, xs: tuple[Any, ...]) -> str:
    assert obs.engine.grad is not None
    try:
        with obs.stage("grad"):
            found = obs.engine.grad(obs.f("input kind"), xs)
    except EngineError as refusal:
        if isinstance(refusal.error, NotShown):
            raise  # it was the way of showing that refused, not the engine
        return raising(obs.engine.dialect.input_error, refusal.error)
    return "returns a gradient" if given(found) else ABSENT
