"""Run a program again where some entries of x have moved, from the values of a run that is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.balls import listed
from adspec.truth.cells import Balls, Cells, Column, Plan, Task
from adspec.truth.evaluator import Env, Noise, evaluated, twinned


class Base:
    """A run to start from: its values, its noise if any, and what each use saw."""

    def __init__(self, env: Env, noise: Noise | None = None, seen: Sequence[Any] = ()) -> None:
        """Keep the run; flat lists are made on first use."""
        self.env, self.noise = env, noise
        self._seen = seen
        self._flat: dict[str | int, Balls] = {}
        self._pairs: dict[int, tuple[Balls, Balls]] = {}

    def flat(self, name: str) -> Balls:
        """Return the entries of a value as a list."""
        if name not in self._flat:
            self._flat[name] = listed(self.env[name])
        return self._flat[name]

    def seen(self, use: int, name: str) -> Any:
        """Return a value as a use sees it."""
        return self.env[name] if self.noise is None else self._seen[use]

    def seen_flat(self, use: int, name: str) -> Balls:
        """Return the entries of a value as a use sees them."""
        if self.noise is None:
            return self.flat(name)
        if use not in self._flat:
            self._flat[use] = listed(self._seen[use])
        return self._flat[use]

    def pair(self, use: int) -> tuple[Balls, Balls] | None:
        """Return factor and shift of the noise of a use as lists; None where it has none."""
        if self.noise is None or self.noise.pairs[use] is None:
            return None
        if use not in self._pairs:
            factor, shift = self.noise.pairs[use]
            self._pairs[use] = factor.ravel().tolist(), shift.ravel().tolist()
        return self._pairs[use]


class Rerun:
    """The cells of all values after the moves of a plan; an entry that did not move is that of the base."""

    def __init__(self, plan: Plan, base: Base, moved: dict[str, Balls]) -> None:
        """Run the plan from the cells of the inputs.

        An entry that comes out as the very number of the base run (a sign, a floor) has not moved, nor
        has what follows from such entries only.
        """
        self.plan, self.base, self.moved = plan, base, dict(moved)
        self._whole: list[dict[str, Any]] = [{} for _ in plan.masks]
        self._still: set[str] = set()  # values with cells that did not move
        for name, balls in moved.items():
            self._settle(name, plan.cells[name], balls)
        for task in plan.tasks:
            if task.columns is not None:
                self._by_entries(task, task.columns)
            elif task.joint:
                self._at_once(task)
            else:
                self._by_probes(task)

    def env(self) -> Env:
        """Return every named value as the only probe leaves it."""
        return {name: self.value(name, 0) for name in self.base.env}

    def value(self, name: str, probe: int) -> Any:
        """Return a whole named value as one probe leaves it."""
        if name in self._whole[probe]:
            return self._whole[probe][name]
        cells = self.plan.cells[name]
        return self.base.env[name] if cells is None else self._plain(name, probe)

    def _settle(self, name: str, cells: Cells | None, balls: Balls) -> None:
        """Put the entries of the base in place of cells that are the same numbers."""
        if cells is None:
            return
        before = self.base.flat(name)
        still = [k for k, (i, ball) in enumerate(zip(cells.places, balls, strict=True)) if ball == before[i]]
        for k in still:
            balls[k] = before[cells.places[k]]
        if still:
            self._still.add(name)
        self.moved[name] = balls

    def _by_entries(self, task: Task, columns: list[Column]) -> None:
        step, out = task.step, task.out
        assert out is not None
        given = [self._column(column) for column in columns]
        if self._still.isdisjoint(step.names):
            balls = list(map(step.entry, *given))
        else:
            before = self.base.flat(step.name)
            moves = [False] * len(out.places)
            for column in columns:
                if column.name:
                    moves = [a or b for a, b in zip(moves, self._moves(column), strict=True)]
            balls = [before[i] for i in out.places]
            fresh = list(map(step.entry, *(compress(g, moves) for g in given)))
            for k, ball in zip(compress(range(len(moves)), moves), fresh, strict=True):
                balls[k] = ball
        self._settle(step.name, out, balls)

    def _moves(self, column: Column) -> Iterable[bool]:
        """Return for the cells of a result whether this argument has moved."""
        cells, balls = self.plan.cells[column.name], self.moved.get(column.name, [])
        if cells is None or not balls:
            return [False] * len(column.order or ())
        before = self.base.flat(column.name)
        mine = list(map(is_not, balls, (before[i] for i in cells.places)))
        if column.order is None:
            return mine
        return [k < len(mine) and mine[k] for k in column.order]

    def _column(self, column: Column) -> Balls:
        """Return an argument of every cell, as its use sees it."""
        if not column.name:
            return column.constants
        seen = self._seen(column.name, column.use)
        if column.order is None:
            return seen
        pool = seen + self.base.seen_flat(column.use, column.name)
        return [pool[k] for k in column.order]

    def _seen(self, name: str, use: int) -> Balls:
        """Return the cells of a value as a use sees them."""
        balls, pair = self.moved.get(name, []), self.base.pair(use)
        cells = self.plan.cells[name]
        if pair is None or cells is None:
            return balls
        factor, shift = pair
        return [a * factor[i] + shift[i] for a, i in zip(balls, cells.places, strict=True)]

    # -------------------------------------------------------------- whole equations

    def _at_once(self, task: Task) -> None:
        """Evaluate an equation once, with all probes moved: no entry of its result sees two of them."""
        assert task.out is not None
        if not any(self._has_moved(name, None) for name in task.step.names):
            before = self.base.flat(task.step.name)
            balls = [before[i] for i in task.out.places]
        else:
            flat = listed(self._evaluated(task, None))
            balls = [flat[i] for i in task.out.places]
        self._settle(task.step.name, task.out, balls)

    def _by_probes(self, task: Task) -> None:
        name, balls = task.step.name, Balls()
        before = self.base.flat(name) if task.out is not None else []
        for p in task.probes:
            stays = not any(self._has_moved(n, p) for n in task.step.names)
            if task.out is None:
                if not stays:
                    self._whole[p][name] = self._evaluated(task, p)
                continue
            start, stop = task.out.spans[p]
            flat = before if stays or start == stop else listed(self._evaluated(task, p))
            balls += [flat[i] for i in task.out.places[start:stop]]
        self._settle(name, task.out, balls)

    def _has_moved(self, name: str, probe: int | None) -> bool:
        cells = self.plan.cells[name]
        if cells is None:
            return probe is not None and name in self._whole[probe]
        if name not in self._still:
            start, stop = (0, len(cells.places)) if probe is None else cells.spans[probe]
            return stop > start
        start, stop = (0, len(cells.places)) if probe is None else cells.spans[probe]
        before = self.base.flat(name)
        return any(self.moved[name][k] is not before[cells.places[k]] for k in range(start, stop))

    def _evaluated(self, task: Task, probe: int | None) -> Any:
        """Return the result of an equation for one probe, or for all of them."""
        step, base = task.step, self.base
        values = []
        for use, name in enumerate(step.names, task.first):
            cells = self.plan.cells[name]
            if probe is not None and name in self._whole[probe]:
                values.append(self._whole[probe][name])
            elif cells is None:
                values.append(base.seen(use, name))
            else:
                values.append(_patched(base.seen(use, name), cells, self._seen(name, use), probe))
        result = evaluated(step, values, base.noise)
        if base.noise is not None and step.name in base.noise.twins:
            plain = [self._plain(name, probe) for name in step.names]
            return twinned(step, result, plain, base.noise)
        return result

    def _plain(self, name: str, probe: int | None) -> Any:
        cells = self.plan.cells[name]
        if cells is None:
            return self.base.env[name]
        return _patched(self.base.env[name], cells, self.moved.get(name, []), probe)


def _patched(value: Array, cells: Cells, balls: Balls, probe: int | None) -> Array:
    """Return a value with the cells of a probe, or of all of them, in place."""
    start, stop = (0, len(cells.places)) if probe is None else cells.spans[probe]
    if start == stop or not balls:
        return value
    result = np.array(value, order="C")
    flat = result.reshape(-1)
    if stop - start == flat.size:
        flat[cells.places[start:stop]] = balls[start:stop]
        return result
    for k in range(start, stop):
        flat[cells.places[k]] = balls[k]
    return result
