"""Who tells the truth about a function: itself, lifted; the user; another implementation; or measurement.

In this order: `truth=` (a function of values, lifted as NumPy-like code), the function itself lifted,
`reference=` (another implementation, lifted likewise), and where nothing can be lifted a measurement
that knows its error (`measured`). Each says who it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.spaces import Array, dimension
from adspec.lifting.graph import Lifted, UnsupportedError
from adspec.ruling.large import truth_for
from adspec.ruling.subject import Subject
from adspec.truth.balls import exact
from adspec.truth.truth import Truth

Lift = Callable[[Sequence[Array]], Lifted]


@dataclass(slots=True)
class Teller:
    """One oracle: how it lifts at a point, and what it calls itself."""

    says: str
    lift: Lift
    own: bool = True  # whether it reads the function under test itself
    _last: dict[Any, Lifted] = field(default_factory=dict)

    def lifted(self, xs: Sequence[Array]) -> Lifted:
        """Return the function lifted at a point; one lifting serves all where no value decides a branch."""
        shape = tuple((a.shape, a.dtype.name) for a in xs)
        held = self._last.get(shape)
        if held is None or held.frozen:
            held = self._last[shape] = self.lift(xs)
        return held

    def __call__(self, case: Case) -> Truth:
        """Return the truth of a case."""
        xs = [case.values(case.x)[name] for name in case.program.inputs]
        found = self.lifted(xs)
        names = dict(zip(case.program.inputs, found.inputs, strict=True))
        held = {names[name]: exact(np.asarray(a)) for name, a in case.held.items()}
        wrt = [names[name] for name in case.wrt]
        told = truth_for(found, dimension(case.x))
        return told(case, found.machine(wrt, held), single=found.ruled)


def lift_with(engine: str, f: Callable[..., Any], subject: Subject) -> Lift:
    """Return how a function is lifted in the world of an engine."""

    def call(*arrays: Any) -> Any:
        return f(*subject.signature.arguments(arrays))

    if engine == "jax":
        from adspec.lifting import jax_front

        return jax_front.lifter(lambda *xs: subject.flat(call(*xs)))
    if engine == "autograd":
        from adspec.lifting import autograd_front

        ruled = autograd_front.is_users(f)
        return lambda xs: _ruled(autograd_front.lift(call, xs, subject.flat), ruled=ruled)
    if engine == "torch":
        from adspec.lifting import torch_front

        return lambda xs: torch_front.lift(call, xs, subject.flat)
    from adspec.lifting import numpy_front

    return lambda xs: numpy_front.lift(call, xs, subject.flat)


def _ruled(found: Lifted, *, ruled: bool) -> Lifted:
    return replace(found, ruled=ruled)


def choose(
    subject: Subject, truth: Callable[..., Any] | None, reference: Callable[..., Any] | None
) -> tuple[Teller | None, str]:
    """Return the first oracle that can speak at the example, and why those before it cannot."""
    engine = subject.engine.name
    tried = [
        (truth, "numpy", "the values that truth= gives", False),
        (subject.f, engine, "the function itself", True),
        (reference, engine, "the values of reference=", False),
        (reference, "numpy", "the values of reference=", False),
    ]
    reasons = []
    for f, world, says, own in tried:
        if f is None:
            continue
        teller = Teller(says, lift_with(world, f, subject), own)
        try:
            teller.lifted(subject.signature.example)
        except UnsupportedError as refusal:
            reasons.append(str(refusal))
        except Exception as error:  # noqa: BLE001 - a user's function may raise anything on arrays that are not its own
            reasons.append(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
        else:
            return teller, "; ".join(reasons)
    return None, "; ".join(reasons)
