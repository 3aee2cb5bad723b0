"""The truth of a case: y, J u and Jᵀv with their allowances, and what kind of point x is.

Everything follows from function values in ball arithmetic; nothing here knows a derivative rule.
All is computed on first use: y does not compute J u, J u does not compute Jᵀv.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar
from weakref import WeakKeyDictionary

from adspec.language.case import Case
from adspec.truth import allowance, turns
from adspec.truth.allowance import Noisy
from adspec.truth.balls import Ambiguous, precision
from adspec.truth.directional import Slopes, has_digits
from adspec.truth.evaluator import Machine
from adspec.truth.interval import Interval
from adspec.truth.meanings import EXACT, SELECTING
from adspec.truth.pulling import pull
from adspec.truth.shaping import Bounds, nothing, split
from adspec.truth.values import Values, point_of, tangent
from adspec.truth.within import derives_at_kink

LEVELS = 2  # of the precision: 300 bits, 1200 (which settles a slope of 0 among floats), 4800
UNDECIDED = 1  # levels tried on account of undecided comparisons: a true tie of inexact values stays one


class Abstained(ArithmeticError):  # noqa: N818 -- an answer, not a fault
    """The truth says nothing of a whole case, and why."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


Answer = TypeVar("Answer")


class Truth:
    """What the derivative of one case is, by function values alone.

    Shapes: y, Ju: one interval per output; JTv: one per differentiated input, in the real inner
    product. Entries of which nothing can be said are nan.
    """

    def __init__(self, case: Case, program: Machine | None = None, *, single: bool | None = None) -> None:
        """Read the case; compute nothing.

        `program` stands for the case's own, of which nothing but its inputs and outputs is read then;
        `single` says whether it is judged as one primitive, at kinks too.
        """
        self._at = point_of(case, program)
        lone = len(case.program.equations) <= 1 and not any(e.bodies for e in case.program.equations)
        self._single = lone if single is None else single
        self._levels: dict[int, Values] = {}
        self._noisy: dict[tuple[int, bool], Noisy] = {}

    # -------------------------------------------------------------- what laws read

    @cached_property
    def y(self) -> tuple[Interval, ...]:
        """Return f(x)."""
        values = self._base
        if isinstance(values, Abstained):
            return nothing(self._at.v)
        with precision(values.bits):
            return split(self._at.v, allowance.of_values(values, self._noise(values)), self._at.dtype)

    @cached_property
    def Ju(self) -> tuple[Interval, ...]:
        """Return J u; at a kink of a single primitive, the hull of what lies between left and right."""
        if isinstance(self._along_u, Abstained):
            return nothing(self._at.v)
        values, found = self._along_u
        with precision(values.bits):
            kink = found.worst == "kink" or turns.hides_kinks(values)
            near = turns.neighbours(values) if kink else []
            ends = turns.ends(turns.hull(values, found, lambda: tangent(self._at, self._at.u), near))
            bounds = allowance.of_slopes(values, self._noise(values, found), found, ends)
            return split(self._at.v, bounds, self._at.dtype)

    @cached_property
    def JTv(self) -> tuple[Interval, ...]:
        """Return Jᵀv, entry by entry. Cost: two evaluations per real coordinate of x, and noise."""
        found = self._search(self._pull)
        return (
            nothing(self._at.x) if isinstance(found, Abstained) else split(self._at.x, found, self._at.dtype)
        )

    @cached_property
    def kind(self) -> str:
        """Return the worst kind of the point along u over all entries."""
        found = self._along_u
        return found.kind if isinstance(found, Abstained) else found[1].worst

    @cached_property
    def kinks_on_the_way(self) -> bool:
        """Return whether an equation of a program of two or more meets a kink, edge or jump."""
        if self._single or isinstance(self._along_u, Abstained):
            return False
        values, _ = self._along_u
        try:
            with precision(values.bits):
                return turns.on_the_way(values)
        except Ambiguous:
            return True

    @cached_property
    def judged(self) -> bool:
        """Return whether J u and Jᵀv may be judged by these intervals."""
        return not self.reason

    @cached_property
    def reason(self) -> str:
        """Return why the derivative is not judged; nothing where it is."""
        found = self._along_u
        if isinstance(found, Abstained):
            return str(found)
        if found[1].kinds and not {"smooth", "kink"} & set(found[1].kinds):
            return f"the point is of kind {self.kind} along u"
        return "a kink on the way, where engines may choose" if self.kinks_on_the_way else ""

    @property
    def machine(self) -> Machine:
        """Return the program that is evaluated."""
        return self._at.machine

    # -------------------------------------------------------------- how it is found

    @cached_property
    def _base(self) -> Values | Abstained:
        """Return f(x) with digits enough in every entry that is finite."""

        def attempt(level: int) -> Values | None:
            values = self._at_level(level)
            finite = [e for e in values.zero if e.is_finite()]
            is_vague = not all(has_digits(e, self._at.tiny) for e in finite)
            if is_vague or (len(finite) < len(values.zero) and level == 0):
                return None
            with precision(values.bits):
                if derives_at_kink(values):
                    raise ArithmeticError("a derivative within the program is taken at a kink")
            return values

        return self._search(attempt)

    @cached_property
    def _along_u(self) -> tuple[Values, Slopes] | Abstained:
        """Return values at a precision at which every slope along u has digits enough."""
        if isinstance(self._base, Abstained):
            return self._base
        base, tiny = self._base, self._at.tiny

        def attempt(level: int) -> tuple[Values, Slopes] | None:
            values = base if base.level >= level else self._at_level(level)
            with precision(values.bits):
                found = values.slopes(values.along_u)
            judged = [
                s for kind, s in zip(found.kinds, found.central, strict=True) if kind in {"smooth", "kink"}
            ]
            is_vague = not all(has_digits(s, tiny) for s in judged)
            return None if is_vague or "unsettled" in found.kinds else (values, found)

        return self._search(attempt)

    def _pull(self, level: int) -> Bounds:
        base = self._base
        if isinstance(base, Abstained):
            raise base
        values = base if base.level >= level else self._at_level(level)
        with precision(values.bits):
            return pull(values, self._noise, self._finer)

    def _finer(self, values: Values) -> Values | None:
        """Return the values at the next precision, if there is one."""
        return self._at_level(values.level + 1) if values.level < LEVELS else None

    def _at_level(self, level: int) -> Values:
        if level not in self._levels:
            self._levels[level] = Values(self._at, level)
        return self._levels[level]

    def _is_made_of(self, names: frozenset[str]) -> bool:
        """Return whether all primitives of f are of these."""
        return all(step.primitive in names for step in self._at.machine.steps)

    def _noise(self, values: Values, found: Slopes | None = None) -> Noisy:
        """Return the noise for values, or for slopes.

        None may leave a kink of a primitive, nor move what is exact: the comparisons of one that only
        picks among its inputs, and the values of those that pick or round.
        """
        if found is None:
            rounds = not self._is_made_of(EXACT)
        else:
            rounds = not (self._single and (self._is_made_of(SELECTING) or "kink" in found.kinds))
        return self._noisy.setdefault((id(values), rounds), Noisy(values, rounds_values=rounds))

    def _search(self, attempt: Callable[[int], Answer | None]) -> Answer | Abstained:
        """Return the first attempt that succeeds at a higher precision, or why none does."""
        for level in range(LEVELS + 1):
            try:
                found = attempt(level)
            except Ambiguous as error:
                if level >= UNDECIDED:
                    return Abstained("ambiguous", f"a comparison cannot be decided: {str(error)[:80]}")
                continue
            except (ArithmeticError, ValueError) as error:  # others are our own faults and come out
                return Abstained("abstained", f"{type(error).__name__}: {error}")
            if found is not None:
                return found
        return Abstained("abstained", "too many digits cancel")


_TRUTHS: WeakKeyDictionary[Case, Truth] = WeakKeyDictionary()


def truth_of(case: Case) -> Truth:
    """Return the truth of a case; the same record for the same object.

    A case whose program has words without a meaning here brings its own `teller` of the truth.
    """
    if case not in _TRUTHS:
        _TRUTHS[case] = getattr(case, "teller", Truth)(case)
    return _TRUTHS[case]
