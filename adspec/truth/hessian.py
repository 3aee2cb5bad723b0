"""The truth of second derivatives of a case: D²f[u, u₂], and H u for the Hessian H of ⟨v, f⟩.

Both follow from function values (`second`). The Hessian is symmetric, so that one number answers
for both orders, and ⟨v, D²f[u, u₂]⟩ = ⟨H u, u₂⟩; H u entry by entry takes a second direction per
coordinate of x, and is computed only where a law must know which entry is wrong. The same holds of
their slopes, D³f[u, u₂, u] and d/dt H(x + t u₂) u.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from weakref import WeakKeyDictionary, ref

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.truth.interval import Interval
from adspec.truth.paired import paired
from adspec.truth.second import second_order, third_order


class Curvature:
    """What the second derivative of one case is, by function values alone.

    Shapes: along, sharp, thrice: one interval per output; Hu: one per differentiated input, in the real inner
    product. Entries of which nothing can be said are nan.
    """

    def __init__(self, case: Case) -> None:
        """Keep the case; compute nothing."""
        self._case = ref(case)

    @property
    def case(self) -> Case:
        """Return the case, which lives as long as whoever asks for its truth."""
        case = self._case()
        assert case is not None, "the truth of a case is asked for while the case is there"
        return case

    @cached_property
    def along(self) -> tuple[Interval, ...]:
        """Return D²f[u, u₂]. Cost: that of `sharp`, and four evaluations per sample of noise."""
        return second_order(self.case, self.case.u2)

    @cached_property
    def sharp(self) -> tuple[Interval, ...]:
        """Return D²f[u, u₂] with no allowance but for the last rounding. Cost: six evaluations of f."""
        return second_order(self.case, self.case.u2, noise=False)

    @cached_property
    def thrice(self) -> tuple[Interval, ...]:
        """Return D³f[u, u₂, u]. Cost: that of `sharp_thrice`, and eight evaluations per sample of noise."""
        return third_order(self.case, self.case.u2, self.case.u)

    @cached_property
    def sharp_thrice(self) -> tuple[Interval, ...]:
        """Return D³f[u, u₂, u] with no allowance but for the last rounding. Cost: twelve evaluations of f."""
        return third_order(self.case, self.case.u2, self.case.u, noise=False)

    def paired_thrice(self, *, noise: bool) -> Interval:
        """Return ⟨v, D³f[u, u₂, u]⟩, by `thrice` or without noise by `sharp_thrice`."""
        return paired(self.case.v, self.thrice if noise else self.sharp_thrice)

    def paired(self, *, noise: bool) -> Interval:
        """Return ⟨v, D²f[u, u₂]⟩ = ⟨H u, u₂⟩, by `along` or without noise by `sharp`."""
        return paired(self.case.v, self.along if noise else self.sharp)

    @cached_property
    def Hu(self) -> tuple[Interval, ...]:
        """Return H u, entry by entry. Cost: that of `along` per real coordinate of x."""
        return self._by_entries(lambda e: second_order(self.case, e))

    @cached_property
    def Hu_slope(self) -> tuple[Interval, ...]:
        """Return d/dt H(x + t u₂) u, entry by entry. Cost: that of `thrice` per real coordinate of x."""
        return self._by_entries(lambda e: third_order(self.case, self.case.u2, e))

    def _by_entries(self, along: Callable[[tuple[Array, ...]], tuple[Interval, ...]]) -> tuple[Interval, ...]:
        """Return the pairings with v of what a basis vector of x leads to, laid out as x is."""
        case = self.case
        entries = [paired(case.v, along(e)) for e in spaces.basis(case.x)]
        sides = [
            np.asarray([getattr(e, side) for e in entries]) for side in ("lo", "hi", "allowance", "floor")
        ]
        parts = [_laid_out(case.x, side) for side in sides]
        return tuple(Interval(*four) for four in zip(*parts, strict=True))


def _laid_out(x: tuple[Array, ...], flat: Array) -> list[Array]:
    """Return real coordinates in the order of `flatten` as one real view per array of x."""
    found, start = [], 0
    for a in x:
        parts = 1 + np.iscomplexobj(a)
        block = flat[start : start + parts * a.size].reshape(parts, *a.shape)
        start += parts * a.size
        found.append(np.moveaxis(block, 0, -1) if parts > 1 else block[0])
    return found


_CURVATURES: WeakKeyDictionary[Case, Curvature] = WeakKeyDictionary()


def curvature_of(case: Case) -> Curvature:
    """Return the second-order truth of a case; the same record for the same object."""
    if case not in _CURVATURES:
        _CURVATURES[case] = Curvature(case)
    return _CURVATURES[case]
