"""Claims about second and third derivatives, against the truth from function values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import Array
from adspec.law.claims import deviates, equal, inside, nothing
from adspec.law.words import Claim
from adspec.observation import Observation
from adspec.truth import curvature_of, truth_of
from adspec.truth.interval import Interval, blurred, real_view

FEW, PLAIN = 4, 4  # coordinates of x, and what they lie within, where third derivatives are asked for
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


def unjudged_thrice(obs: Observation) -> Claim | None:
    """Return why third derivatives of a case are not judged; None where they are.

    It is asked for where it tells of a rule and costs little: entry by entry, at few plain numbers. Few
    engines have third derivatives of what is SciPy's; one that compiles would compile every rule once more.
    """
    case = obs.case
    if not case.program.equations or not all(map(acts_by_entries, case.program.primitives())):
        return nothing("not every equation acts entry by entry, or one is SciPy's")
    if spaces.dimension(case.x) > FEW or any(a.dtype.kind != "f" for a in (*case.x, *case.v)):
        return nothing(f"x has more than {FEW} coordinates, or is complex")
    if not all(np.all((np.abs(a) >= 1 / PLAIN) & (np.abs(a) <= PLAIN)) for a in case.x):
        return nothing(f"x is not between 1/{PLAIN} and {PLAIN}")
    if obs.engine.compiles and len(case.program.equations) == 1:
        return nothing("an engine that compiles is asked for third derivatives in programs")
    return unjudged(obs)


def acts_by_entries(name: str) -> bool:
    """Return whether a primitive acts entry by entry, and is not SciPy's."""
    row = VOCABULARY.get(name)
    return row is not None and row.elementwise and not row.needs


def _is_moderate(a: Array) -> bool:
    """Return whether the fourth powers of all entries are floats, since second derivatives take powers."""
    if a.dtype.kind not in "fc":
        return True
    number, size = np.finfo(a.dtype), np.abs(a[np.isfinite(a) & (a != 0)])
    return bool(np.all((size > float(number.tiny) ** 0.25) & (size < float(number.max) ** 0.25)))


def is_along(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per output, are D²f[u, u₂]."""
    truth = curvature_of(obs.case)
    yield from _are_inside(found, truth.sharp, lambda: truth.along, says)


def is_thrice(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per output, are D³f[u, u₂, u]."""
    truth = curvature_of(obs.case)
    yield from _are_inside(found, truth.sharp_thrice, lambda: truth.thrice, says)


def _are_inside(
    found: Sequence[Array], sharp: Sequence[Interval], wide: Callable[[], Sequence[Interval]], says: str
) -> Iterator[Claim]:
    """Yield the claims that arrays lie in intervals; the wide ones cost more, and are for the doubtful."""
    is_near = len(found) == len(sharp) and all(map(_is_within, found, sharp))
    for part, interval in zip(found, sharp if is_near else wide(), strict=False):
        yield inside(part, interval, says, "truth", degree="broken")


def is_product(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per input, are H u for the Hessian H of ⟨v, f⟩.

    Math: ⟨H u, u₂⟩ = ⟨v, D²f[u, u₂]⟩ is one number, of which the truth is cheap; only where it is
    missed are the entries judged, one by one.
    """
    truth, both = curvature_of(obs.case), (f"⟨{says}, u₂⟩", "⟨v, D²f[u, u₂]⟩")
    yield from _is_paired(found, obs, obs.case.u2, truth.paired, both) or (
        inside(part, interval, says, "truth", degree="broken")
        for part, interval in zip(found, truth.Hu, strict=False)
    )


def is_product_slope(found: Sequence[Array], obs: Observation, says: str) -> Iterator[Claim]:
    """Yield the claims that arrays, one per input, are d/dt H(x + t u₂) u, judged as H u is."""
    truth, both = curvature_of(obs.case), (f"⟨{says}, u⟩", "⟨v, D³f[u, u₂, u]⟩")
    yield from _is_paired(found, obs, obs.case.u, truth.paired_thrice, both) or (
        inside(part, interval, says, "truth", degree="broken")
        for part, interval in zip(found, truth.Hu_slope, strict=False)
    )


def _is_paired(
    found: Sequence[Array],
    obs: Observation,
    u: Sequence[Array],
    truth: Callable[..., Interval],
    both: tuple[str, str],
) -> list[Claim]:
    """Return the claim that the pairing of arrays with u is the truth's; none where it is missed."""
    if spaces.alike(found, obs.case.x):
        left = np.asarray(spaces.pairing(found, u))
        for noise in (False, True):
            right = _with_roundoff(truth(noise=noise), found, u, obs.case.dtype)
            if _is_within(left, right):
                return [equal(left, right.lo, right.allowance, *both, floor=right.floor)]
    return []


def _is_within(left: Array, right: Interval) -> bool:
    """Return whether every entry of which something is known lies within its allowance."""
    view = real_view(left)
    if view.shape != right.lo.shape:
        return False
    return bool(np.all((np.abs(view - right.lo) <= right.allowance) | ~np.isfinite(right.lo)))


def _with_roundoff(right: Interval, found: Sequence[Array], u: Sequence[Array], dtype: Any) -> Interval:
    """Return the interval of a pairing with u, wider by the roundoff of its terms."""
    size = spaces.pairing([np.abs(a) for a in found], [np.abs(b) for b in u])
    number = np.finfo(dtype)
    return blurred(right, 4 * (float(number.eps) * size + float(number.tiny)))
