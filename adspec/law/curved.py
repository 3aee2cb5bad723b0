"""Claims about second derivatives, against the truth from function values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law.claims import deviates, equal, inside, nothing
from adspec.law.words import Claim
from adspec.observation import Observation
from adspec.truth import curvature_of, truth_of
from adspec.truth.interval import Interval, blurred, real_view

LARGEST = 16  # real coordinates of x, and of y: a rule has no other second derivative where there are more


def unjudged(obs: Observation) -> Claim | None:
    """Return why second derivatives of a case are not judged; None where they are."""
    case = obs.case
    if not case.program.is_flat or case.presentation != "functions":
        return nothing("the program has functions in it, or the case is shown in another way")
    if max(spaces.dimension(case.x), spaces.dimension(case.v)) > LARGEST:
        return nothing(f"x or y has more than {LARGEST} coordinates")
    if not all(_is_moderate(a) for a in (*case.x, *case.held.values(), *obs.y)):
        return nothing("x or y is so large or small that its powers are no floats")
    if obs.engine.dialect.subnormals == "flushed" and spaces.has_subnormals((*case.x, *case.v)):
        return deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
    truth = truth_of(case)
    if truth.judged:
        return None
    return nothing(truth.reason, "inconclusive" if truth.kind in {"abstained", "ambiguous"} else "vacuous")


def unpulled(obs: Observation) -> Claim | None:
    """Return why a second pull is not asked for: it is compiled, and a push tells as much of a rule."""
    case = obs.case
    if obs.engine.compiles and len(case.program.equations) == 1 and spaces.dimension(case.x) > 1:
        return nothing("an engine that compiles is asked to pull twice in programs, and at single numbers")
    return unjudged(obs)


def _is_moderate(a: Array) -> bool:
    """Return whether the fourth powers of all entries are floats, since second derivatives take powers."""
    if a.dtype.kind not in "fc":
        return True
    number, size = np.finfo(a.dtype), np.abs(a[np.isfinite(a) & (a != 0)])
    return bool(np.all((size > float(number.tiny) ** 0.25) & (size < float(number.max) ** 0.25)))


def is_along(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per output, are D²f[u, u₂]."""
    truth = curvature_of(obs.case)
    is_near = len(found) == len(truth.sharp) and all(map(_is_within, found, truth.sharp))
    for part, interval in zip(found, truth.sharp if is_near else truth.along, strict=False):
        yield inside(part, interval, says, "truth", degree="broken")


def is_product(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per input, are H u for the Hessian H of ⟨v, f⟩.

    Math: ⟨H u, u₂⟩ = ⟨v, D²f[u, u₂]⟩ is one number, of which the truth is cheap; only where it is
    missed are the entries judged, one by one.
    """
    truth = curvature_of(obs.case)
    if spaces.alike(found, obs.case.x):
        left = np.asarray(spaces.pairing(found, obs.case.u2))
        for noise in (False, True):
            right = _with_roundoff(truth.paired(noise=noise), found, obs)
            if _is_within(left, right):
                both = f"⟨{says}, u₂⟩", "⟨v, D²f[u, u₂]⟩"
                yield equal(left, right.lo, right.allowance, *both, floor=right.floor)
                return
    for part, interval in zip(found, truth.Hu, strict=False):
        yield inside(part, interval, says, "truth", degree="broken")


def _is_within(left: Array, right: Interval) -> bool:
    """Return whether every entry of which something is known lies within its allowance."""
    view = real_view(left)
    if view.shape != right.lo.shape:
        return False
    return bool(np.all((np.abs(view - right.lo) <= right.allowance) | ~np.isfinite(right.lo)))


def _with_roundoff(right: Interval, found: Sequence[Array], obs: Observation) -> Interval:
    """Return the interval of a pairing with u₂, wider by the roundoff of its terms."""
    size = spaces.pairing([np.abs(a) for a in found], [np.abs(b) for b in obs.case.u2])
    number = np.finfo(obs.case.dtype)
    return blurred(right, 4 * (float(number.eps) * size + float(number.tiny)))
