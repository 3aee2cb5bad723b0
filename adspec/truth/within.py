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
from adspec.truth.balls import is_balls, listed, power_of_two
from adspec.truth.bodies import Nested, shifted
from adspec.truth.cells import Balls, Cells
from adspec.truth.directional import Entries, are_plain, reals_of, slopes
from adspec.truth.evaluator import Env, Machine, Step, arguments
from adspec.truth.rerun import Rerun
from adspec.truth.steps import SECOND
from adspec.truth.values import Moves, Values

SEED = 20262
PLAIN = {"smooth", "unsettled"}  # an unsettled value lacks digits, not a side
Runs = Sequence[Env]
Nearer = Callable[[], Runs]  # the outer two of three runs, at the smaller step
Scale = tuple[int, float]  # the exponent of the step, and the size below which a slope is zero


def meets_kink(values: Values, move: Moves) -> bool:
    """Return whether a value of the program is not smooth along a single move."""
    machine, scale = values.at.machine, (values.exponent, values.at.tiny)
    _, (below, above) = values.slopes_of(move)

    @cache
    def nearer() -> list[Rerun]:
        step = values.step * power_of_two(-SECOND)
        return [values.rerun(move, s) for s in (-step, step)]

    def envs(sides: Sequence[Rerun]) -> Runs:
        return [side.env() for side in sides]

    plan = move.plan
    if any(True for _ in _nested(machine)) or any(plan.cells[step.name] is None for step in machine.steps):
        minus, plus = envs((below, above))
        return _meets(machine, (minus, values.env, plus), cache(lambda: envs(nearer())), scale)

    def bends(name: str, cells: Cells) -> bool:
        flat = values.base.flat(name)
        triple = [below.moved[name], [flat[i] for i in cells.places], above.moved[name]]
        return not _kinds_of(triple, lambda: [side.moved[name] for side in nearer()], scale) <= PLAIN

    named = ((step.name, plan.cells[step.name]) for step in machine.steps)
    return any(bends(name, cells) for name, cells in named if cells and cells.places)


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
        return not kinds <= PLAIN

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
    flat = [listed(a) for a in triple]
    return _kinds_of(flat, lambda: [listed(a) for a in nearer()], scale)


def _kinds_of(triple: list[Balls], nearer: Callable[[], list[Balls]], scale: Scale) -> set[str]:
    complex_ = any(isinstance(e, acb) for e in triple[1])
    minus, zero, plus = (reals_of(a, complex_=complex_) for a in triple)
    exponent, tiny = scale
    if are_plain((minus, zero, plus), exponent):
        return {"smooth"}

    def closer() -> tuple[Entries, Entries]:
        below, above = nearer()
        return reals_of(below, complex_=complex_), reals_of(above, complex_=complex_)

    return set(slopes((minus, zero, plus), exponent, closer, tiny).kinds)


def generic(like: Array, rng: np.random.Generator, *, complex_: bool) -> Array:
    """Return a direction in which every entry moves differently."""
    draws = _draws(rng, np.size(like) * (1 + complex_))
    parts: list[Any] = [arb(float(sign * size) / 64) for sign, size in draws]
    if complex_:
        parts = [acb(a, b) for a, b in zip(parts[::2], parts[1::2], strict=True)]
    moves = np.empty(len(parts), dtype=object)
    moves[:] = parts
    return moves.reshape(np.shape(like))


def _draws(rng: np.random.Generator, number: int) -> list[tuple[int, int]]:
    signs, sizes = rng.integers(0, 2, number) * 2 - 1, rng.integers(64, 128, number)
    return list(zip(signs.tolist(), sizes.tolist(), strict=True))
