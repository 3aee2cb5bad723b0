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
from adspec.observation import Arrays, Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view

OTHER = {"bilinear": "hermitian", "hermitian": "bilinear"}


@law(
    says="on complex numbers the pull is the transpose of the real map J, in the declared pairing",
    mode="each",
    explained_by=("value", "tangent_space", "linear_push", "linear_pull", "presentation"),
    source="Kreutz-Delgado, The Complex Gradient Operator and the CR-Calculus, 2009",
)
def complex_pairing(obs: Observation) -> Iterator[Claim]:
    """Where the declared pairing does not fit the truth, see whether the other one does."""
    case, declared = obs.case, obs.engine.dialect.pairing
    if not any(map(np.iscomplexobj, (*case.x, *case.v))) or not truth_of(case).judged:
        yield nothing("there is no complex number, or no derivative")
        return
    for reading in readings(obs):
        if reading.mode == "push":
            found, turned = obs.Ju, tuple(spaces.conj(a) for a in obs.Ju)
            fits = _fits(found, truth_of(case).Ju), _fits(turned, truth_of(case).Ju)
            answer = "conjugated" if fits == (False, True) else "J u"
            yield same(answer, "J u", "J u by a push", "the real map", symptom="conjugated", mode="push")
        else:
            answer = OTHER[declared] if not _fits(obs.JTv, truth_of(case).JTv) and _crossed(obs) else declared
            yield same(
                answer, declared, "pairing of a pull", "declared", symptom="other pairing", mode="pull"
            )


def _crossed(obs: Observation) -> bool:
    """Return whether the answer is right when it is read in the other pairing.

    Math: the engine was given w and answered r. One pairing reads this as Jᵀ w = r, the other as
    Jᵀ conj(w) = conj(r); the case has one of w and conj(w) as its v, so the other is conj(v).
    """
    turned = replace(obs.case, v=tuple(spaces.conj(a) for a in obs.case.v))
    return _fits(tuple(spaces.conj(a) for a in obs.JTv), truth_of(turned).JTv)


def _fits(found: Arrays, truth: tuple[Interval, ...]) -> bool:
    """Return whether the arrays lie in the intervals, wherever these say something."""
    for a, interval in zip(found, truth, strict=True):
        view = real_view(a)
        if view.shape != interval.lo.shape:
            return False
        with np.errstate(all="ignore"):
            off = np.maximum(interval.lo - view, view - interval.hi)
            known = np.isfinite(interval.lo) & np.isfinite(interval.hi) & np.isfinite(interval.allowance)
            if bool(np.any(known & ~(off <= interval.allowance))):
                return False
    return True
