"""Kinks that values meet on the way, those within bodies too.

Three runs along one direction tell: every named value is classified by its slopes (`directional`). A body is
followed where it is visited, and its values are classified like any others. Where a derivative is taken
within a program, its own direction is one more along which the values of its body must be smooth:
an engine may answer anything between the one-sided derivatives there, even as a *value*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.higher import DERIVATIVES
from adspec.language.spaces import Array, leaves
from adspec.truth.balls import is_balls, power_of_two
from adspec.truth.bodies import Nested, shifted
from adspec.truth.directional import Entries, reals, slopes
from adspec.truth.evaluator import Env, Machine, Step, arguments
from adspec.truth.steps import SECOND
from adspec.truth.values import Values

SEED = 20262
Runs = Sequence[Env]
Nearer = Callable[[], Runs]  # the outer two of three runs, at the smaller step
Scale = tuple[int, float]  # the exponent of the step, and the size below which a slope is zero


def meets_kink(values: Values, runs: Runs, nearer: Nearer) -> bool:
    """Return whether a value of the program is not smooth along the direction of three runs."""
    return _meets(values.at.machine, runs, cache(nearer), (values.exponent, values.at.tiny))


def derives_at_kink(values: Values) -> bool:
    """Return whether a derivative within the program is taken at a kink.

    Cost: some four runs of each body, none where there are no bodies.
    """
    return _derives(values.at.machine, values.env, values.at.tiny)


def _derives(machine: Machine, env: Env, tiny: float) -> bool:
    for step, nested in _nested(machine):
        args = arguments(step, [env[name] for name in step.names])
        for body, inputs in nested.visits(*args, **step.params):
            inside = body.run(inputs)
            if _derives(body, inside, tiny):
                return True
            for u in _directions(nested, args, inputs[0]):
                sides = [partial(_sides, body, inputs, u, nested.exponent + more) for more in (0, SECOND)]
                below, above = sides[0]()
                if _meets(body, (below, inside, above), cache(sides[1]), (nested.exponent, tiny)):
                    return True
    return False


def _directions(nested: Nested, args: list[Any], x: Array) -> list[Any]:
    """Return directions in which a derivative looks; none for control flow."""
    if nested.primitive not in DERIVATIVES:
        return []
    return [*nested.directions(*args), generic(x, np.random.default_rng(SEED), complex_=False)]


def _sides(body: Machine, inputs: list[Any], u: Any, exponent: int) -> list[Env]:
    """Return the runs of a body on both sides of its parameter."""
    return [body.run(shifted(inputs, u, side * power_of_two(-exponent))) for side in (-1, 1)]


def _meets(machine: Machine, runs: Runs, nearer: Nearer, scale: Scale) -> bool:
    """Return whether a named value of three runs has a kink, or a value in one of its bodies."""

    def meets(name: str, place: int, part: Any) -> bool:
        def here(some: Runs) -> list[Any]:
            return [leaves(run[name])[place] for run in some]

        if not is_balls(part):
            return not all(np.array_equal(part, other) for other in here(runs))
        kinds = _kinds(here(runs), lambda: here(nearer()), scale)
        return not kinds <= {"smooth", "unsettled"}  # an unsettled one lacks digits, not a side

    names = [step.name for step in machine.steps]
    return any(meets(name, *part) for name in names for part in enumerate(leaves(runs[1][name]))) or any(
        _meets_inside(step, nested, runs, nearer, scale) for step, nested in _nested(machine)
    )


def _meets_inside(step: Step, nested: Nested, runs: Runs, nearer: Nearer, scale: Scale) -> bool:
    def visits(run: Env) -> list[Any]:
        return nested.visits(*arguments(step, [run[name] for name in step.names]), **step.params)

    for number, triple in enumerate(zip(*map(visits, runs), strict=True)):
        if len({id(body) for body, _ in triple}) > 1:
            return True  # another branch is taken
        inside = [body.run(inputs) for body, inputs in triple]

        def closer(number: int = number) -> list[Env]:
            return [body.run(inputs) for body, inputs in (visits(run)[number] for run in nearer())]

        if _meets(triple[0][0], inside, cache(closer), scale):
            return True
    return False


def _nested(machine: Machine) -> Iterator[tuple[Step, Nested]]:
    return ((step, step.f) for step in machine.steps if isinstance(step.f, Nested))


def _kinds(triple: list[Array], nearer: Callable[[], list[Array]], scale: Scale) -> set[str]:
    complex_ = _has_complex(triple[1])
    minus, zero, plus = (reals(a, complex_=complex_) for a in triple)

    def closer() -> tuple[Entries, Entries]:
        below, above = nearer()
        return reals(below, complex_=complex_), reals(above, complex_=complex_)

    exponent, tiny = scale
    return set(slopes((minus, zero, plus), exponent, closer, tiny).kinds)


def _has_complex(a: Array) -> bool:
    return a.size > 0 and isinstance(a.flat[0], acb)


def generic(like: Array, rng: np.random.Generator, *, complex_: bool) -> Array:
    """Return a direction in which every entry moves differently."""

    def draw() -> Any:
        return arb(float(rng.choice([-1, 1]) * rng.integers(64, 128)) / 64)

    moves = np.empty(np.shape(like), dtype=object)
    for index in np.ndindex(moves.shape):
        moves[index] = acb(draw(), draw()) if complex_ else draw()
    return moves
