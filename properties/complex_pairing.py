"""On complex numbers J is a real linear map of pairs, and the pull its transpose in the declared pairing.

Why: R-linear maps have one transpose, yet engines disagree about how to write it: ⟨v, w⟩ as Re Σ v·w
(bilinear: HIPS autograd, JAX) or as Re Σ conj(v)·w (hermitian: PyTorch, TensorFlow). Either is right
if every rule keeps to it. A rule that was copied from the other world is the conjugate of what it
should be, and right on all real numbers. The truth knows no convention: it is asked for the map.

Source: Kreutz-Delgado, The Complex Gradient Operator and the CR-Calculus, 2009; JAX, "The Autodiff
Cookbook", complex numbers and differentiation.

A minimal violation: square(z) with the pull 2·v·conj(z) among rules that do not conjugate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, law, nothing, readings, same
from adspec.law.fits import fits
from adspec.observation import Observation
from adspec.truth import truth_of

OTHER = {"bilinear": "hermitian", "hermitian": "bilinear"}


@law(
    says="on complex numbers the pull is the transpose of the real map J, in the declared pairing",
    mode="each",
    explained_by=("value", "tangent_space", "linear_push", "linear_pull", "presentation"),
    source="Kreutz-Delgado, The Complex Gradient Operator and the CR-Calculus, 2009",
)
def complex_pairing(obs: Observation) -> Iterator[Claim]:
    """Where the declared pairing does not fit the truth, see whether the other one does."""
    case, declared, truth = obs.case, obs.engine.dialect.pairing, truth_of(obs.case)
    if not any(map(np.iscomplexobj, (*case.x, *case.v))) or not truth.judged:
        yield nothing("there is no complex number, or no derivative")
        return
    modes = {reading.mode for reading in readings(obs)}
    if "push" in modes:
        turned = not fits(obs.Ju, truth.Ju) and fits(spaces.conj(obs.Ju), truth.Ju)
        answer, says = "conjugated" if turned else "J u", ("J u by a push", "the real map")
        yield same(answer, "J u", *says, symptom="conjugated", mode="push")
    if "pull" in modes:
        crossed = not fits(obs.JTv, truth.JTv) and _is_crossed(obs)
        answer, says = OTHER[declared] if crossed else declared, ("pairing of a pull", "declared")
        yield same(answer, declared, *says, symptom="other pairing", mode="pull")


def _is_crossed(obs: Observation) -> bool:
    """Return whether the answer is right when it is read in the other pairing.

    Math: the engine was given w and answered r. One pairing reads this as Jᵀ w = r, the other as
    Jᵀ conj(w) = conj(r); the case has one of w and conj(w) as its v, so the other is conj(v).
    """
    turned = replace(obs.case, v=spaces.conj(obs.case.v))
    return fits(spaces.conj(obs.JTv), truth_of(turned).JTv)
