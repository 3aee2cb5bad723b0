"""The truth laws as one rule is judged by them, and the second derivative.

A user's rule has one author, who is told of every digit: what is beyond the allowance and beyond the
absolute error that floating point costs anybody there (the floor) breaks the law, however many digits
are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law import Claim, Law, flushed, law, nothing
from adspec.observation import Observation
from adspec.truth import Truth, truth_of
from adspec.truth.interval import Interval, blurred, real_view
from adspec.truth.paired import paired
from adspec.truth.second import second_order


def _is_lost(found: Sequence[Array], truth: Truth) -> bool:
    """Return whether an answer is not finite though f is smooth; kinks on the way excuse numbers alone."""
    return truth.kind == "smooth" and not all(np.isfinite(a).all() for a in found)


def _only_lost(found: Array, interval: Interval) -> Interval:
    """Return the interval of those entries that came out not finite; of the others it says nothing."""
    lost = ~np.isfinite(found).reshape(found.shape)
    if lost.shape != interval.lo.shape:
        return interval
    return replace(interval, lo=np.where(lost, interval.lo, np.nan), hi=np.where(lost, interval.hi, np.nan))


def _claims(
    found: Sequence[Array], truths: Sequence[Interval], says: str, smallest: float
) -> Iterator[Claim]:
    """Yield the claims that arrays are true, up to the smallest number that the engine keeps."""
    for left, interval in zip(found, truths, strict=False):
        yield _inside(left, _for_lost(left, blurred(_floored(interval), smallest)), says)


def _floored(interval: Interval) -> Interval:
    """Return the interval with at least the error that floating point costs anybody."""
    return replace(interval, allowance=np.maximum(interval.allowance, interval.floor))


def _for_lost(found: Array, interval: Interval) -> Interval:
    """Return the interval without allowance where an answer is not finite: rounding excuses no nan."""
    seen = real_view(found)
    if seen.shape != interval.lo.shape:
        return interval
    return replace(interval, allowance=np.where(np.isfinite(seen), interval.allowance, 0.0))


def _inside(left: Array, interval: Interval, says: str) -> Claim:
    return Claim(left=left, right=interval.lo, interval=interval, left_says=says, right_says="truth")


@law(
    says="J u equals the derivative of f along u",
    needs=("jvp",),
    mode="push",
    explained_by=("tangent_space", "linear_push", "purity", "determinism"),
)
def truth_push(obs: Observation) -> Iterator[Claim]:
    """Compare J u with the truth, where it has one."""
    found, truth, smallest = obs.Ju, truth_of(obs.case), flushed(obs, obs.case.u)
    if not truth.judged and _is_lost(found, truth):
        yield from _claims(
            found, [_only_lost(a, i) for a, i in zip(found, truth.Ju, strict=True)], "J u", smallest
        )
        return
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    yield from _claims(found, truth.Ju, "J u", smallest)


@law(
    says="Jᵀ v equals the gradient of ⟨v, f⟩",
    needs=("vjp",),
    mode="pull",
    explained_by=("tangent_space", "linear_pull", "purity", "determinism"),
)
def truth_pull(obs: Observation) -> Iterator[Claim]:
    """Compare Jᵀ v with the truth; of more entries than are moved one by one, its product with u."""
    found, truth, smallest = obs.JTv, truth_of(obs.case), flushed(obs, obs.case.v)
    if not truth.judged and _is_lost(found, truth):
        yield from _claims(
            found, [_only_lost(a, i) for a, i in zip(found, truth.JTv, strict=True)], "Jᵀ v", smallest
        )
        return
    if not truth.judged:
        yield nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")
        return
    if not spaces.alike(found, obs.case.x):
        yield nothing("Jᵀ v has not the shape of x")
        return
    yield from _claims(found, truth.JTv, "Jᵀ v", smallest)
    if any(np.isnan(i.lo).any() for i in truth.JTv):
        right = paired(obs.case.v, truth.Ju)
        left = np.asarray(spaces.pairing(found, obs.case.u))
        size = spaces.pairing([np.abs(a) for a in found], [np.abs(a) for a in obs.case.u])
        roundoff = float(np.finfo(obs.case.dtype).eps) * size
        yield _inside(left, replace(right, allowance=right.allowance + 4 * roundoff), "⟨Jᵀ v, u⟩")


@law(
    says="the derivative of the pull along u is that of ⟨v, f⟩, twice",
    needs=("vjp",),
    mode="second order",
    explained_by=("truth_pull", "truth_push", "tangent_space", "linear_pull", "purity"),
)
def truth_second(obs: Observation) -> Iterator[Claim]:
    """Pull u back through the pull of v, and pair it with u."""
    first = obs.case.first  # type: ignore[attr-defined]  # the law is shown the cases of `twice` alone
    found = obs.JTv[: len(first.x)]
    truth = truth_of(first)
    if not truth.judged or truth.kind != "smooth":
        yield nothing(truth.reason or "a kink")
        return
    if truth.machine is None:  # it was measured, once
        yield nothing("second derivatives are not measured", "inconclusive")
        return
    right = paired(first.v, second_order(first, first.u, truth.machine))
    right = blurred(_floored(right), flushed(obs, (*first.u, *first.v)))
    yield _inside(np.asarray(spaces.pairing(found, first.u)), right, "⟨D(Jᵀ v) u, u⟩")


STRICT: tuple[Law, ...] = (truth_push, truth_pull, truth_second)
