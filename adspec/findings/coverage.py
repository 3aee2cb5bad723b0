"""Coverage: which cells of an engine a run exercised, and which never ran.

A cell is one half of one rule, at one order, for one kind of numbers: primitive, argument, push or pull,
dtype, first, second or third derivative. It is exercised once a law that speaks of that half has come to
a numeric verdict on a case of that primitive in which the argument was differentiated; how the verdict
came out does not matter. A cell that only ever raised is counted apart: it was reached, but no number was
judged. One that only ever said that it is not implemented is not among those that the engine provides.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.literals import as_argument
from adspec.language.primitives.row import Fixed, Form, Primitive
from adspec.language.program import Name
from adspec.law import Law, Verdict
from adspec.law.curved import acts_by_entries

NUMERIC = ("holds", "broken", "inaccurate")
NO_RULE = "raises NotImplementedError"
THIRD = 3
FLAT_ON_REALS = frozenset({"angle", "imag", "heaviside"})  # the last but for one point


@dataclass(frozen=True, slots=True)
class Half:
    """What a law speaks of: push or pull at an order of derivative, and the engine's functions it takes."""

    mode: str
    order: int
    needs: tuple[str, ...]


# law -> the half of a rule of which its numeric verdict speaks; at order 2 that rule was differentiated, at
# order 3 twice
HALVES: Mapping[str, Half] = {
    "truth_push": Half("push", 1, ("jvp",)),
    "truth_pull": Half("pull", 1, ("vjp",)),
    "push_of_push": Half("push", 2, ("jvp",)),
    "pull_of_push": Half("push", 2, ("jvp", "vjp")),
    "push_of_pull": Half("pull", 2, ("jvp", "vjp")),
    "pull_of_pull": Half("pull", 2, ("vjp",)),
    "third_push": Half("push", 3, ("jvp",)),
    "third_pull": Half("pull", 3, ("jvp", "vjp")),
}


class Cell(NamedTuple):
    """One half of a rule at one order for one kind of numbers: `pow, argument 1, pull, float32`."""

    primitive: str
    argument: int
    mode: str
    dtype: str
    order: int = 1

    def __str__(self) -> str:
        """Return the cell in words."""
        order = "" if self.order == 1 else f", order {self.order}"
        return f"{self.primitive}, argument {self.argument}, {self.mode}, {self.dtype}{order}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """How many cells an engine provides, and those of them in which no number was judged.

    `raised` are the cells in which every judged case raised, `never` those that met no case with a verdict.
    `missing` are not provided: the engine has the function, but says that it has no rule.
    """

    provided: int = 0
    missing: tuple[Cell, ...] = ()
    raised: tuple[Cell, ...] = ()
    never: tuple[Cell, ...] = ()

    @property
    def exercised(self) -> int:
        """Return the number of cells in which a number was judged."""
        return self.provided - len(self.raised) - len(self.never)


# ------------------------------------------------------------------ what there is


def provided_cells(engine: Engine, rows: Iterable[Primitive], laws: Iterable[Law]) -> Iterator[Cell]:
    """Yield the cells that an engine provides and these laws can judge.

    Cost: one call of the NumPy meaning per primitive.
    """
    halves = [HALVES[rule.name] for rule in laws if rule.name in HALVES]
    seen = dict.fromkeys((half.mode, half.order) for half in halves if engine.provides(half.needs))
    for row in rows:
        if row.name in engine.ops:
            shown = engine.limits.within(row)
            dtypes = [name for name in _dtypes(row) if name in engine.limits.dtypes]
            kinds = tuple(itertools.product(_float_arguments(shown), seen, dtypes))
            cells = (Cell(row.name, i, mode, dtype, order) for i, (mode, order), dtype in kinds)
            asked = (cell for cell in cells if engine.limits.derives(cell.order))
            yield from (cell for cell in asked if cell.order < THIRD or _is_asked_thrice(engine, row, cell))


def _is_asked_thrice(engine: Engine, row: Primitive, cell: Cell) -> bool:
    """Return whether third derivatives of a rule alone are asked for (see `adspec.law.curved`)."""
    is_curved = acts_by_entries(row.name) and not row.constant
    return is_curved and not cell.dtype.startswith("complex") and not engine.compiles


def _float_arguments(row: Primitive) -> tuple[int, ...]:
    """Return the positions at which at least one form has an array of floats."""
    found: set[int] = set()
    for form in row.forms:
        places = [i for i, a in enumerate(form.args) if not isinstance(a, Fixed)]
        found |= {place for k, place in enumerate(places) if place not in found and _is_float(row, form, k)}
    return tuple(sorted(found))


def _is_float(row: Primitive, form: Form, position: int) -> bool:
    return row.domain(position).fill(form.shapes[position]).dtype.kind == "f"


def _dtypes(row: Primitive) -> tuple[str, ...]:
    """Return the dtypes in which a primitive is judged: float32 not where its meaning widens it."""
    narrow = not _widens(row)
    real = ("float64", "float32") if narrow else ("float64",)
    return (*real, "complex128", "complex64") if row.complex and narrow else real


def _widens(row: Primitive) -> bool:
    """Return whether float32 in gives float64 out, be it by integers, which no float32 may scale."""
    form, position, args = row.forms[0], 0, []
    for argument in form.args:
        if isinstance(argument, Fixed):
            args.append(as_argument(argument.value, np.float32))
            continue
        array = row.domain(position).fill(argument)
        args.append(array.astype(np.float32) if array.dtype.kind == "f" else array)
        position += 1
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = row.value(*args, **{key: as_argument(value) for key, value in form.params.items()})
    if isinstance(result, tuple):
        return any(np.asarray(part).dtype == np.float64 for part in result)
    return np.asarray(result).dtype.kind in "iu" or np.asarray(result).dtype == np.float64


# ------------------------------------------------------------------ what ran


class Ledger:
    """The cells of one engine's run; grows with every observation of a single primitive."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        """Start with the cells provided, none of them exercised."""
        self._provided = tuple(cells)
        self._judged: set[Cell] = set()
        self._raised: set[Cell] = set()
        self._missing: set[Cell] = set()

    def note(self, row: Primitive, case: Case, verdicts: Iterable[Verdict]) -> None:
        """Add the verdicts on one case of a primitive."""
        for verdict in verdicts:
            if (half := HALVES.get(verdict.law)) is not None:
                seen = self._where(verdict, row, case, half)
                moving = moving_arguments(row.name, case)
                seen.update(Cell(row.name, i, half.mode, d, half.order) for i, d in moving)

    def _where(self, verdict: Verdict, row: Primitive, case: Case, half: Half) -> set[Cell]:
        """Return the cells among which a verdict puts those of its case."""
        if _is_numeric(verdict, row, case, half):
            return self._judged
        if verdict.status != "crashed":
            return set()
        return self._missing if verdict.symptom == NO_RULE else self._raised

    def coverage(self) -> Coverage:
        """Return what was exercised so far."""
        left = [cell for cell in self._provided if cell not in self._judged]
        missing = [cell for cell in left if cell in self._missing - self._raised]
        return Coverage(
            provided=len(self._provided) - len(missing),
            missing=tuple(missing),
            raised=tuple(cell for cell in left if cell in self._raised),
            never=tuple(cell for cell in left if cell not in self._raised | self._missing),
        )


def _is_numeric(verdict: Verdict, row: Primitive, case: Case, half: Half) -> bool:
    """Return whether numbers were compared.

    The slopes of a constant primitive are zeros, which hold without power; so are second derivatives
    of a linear one.
    """
    flat = row.constant or half.order > 1 or (row.name in FLAT_ON_REALS and not _is_complex(case))
    if verdict.status == "vacuous" and flat:
        claim = verdict.claim
        return claim is not None and claim.interval is not None and claim.interval.lo.size > 0
    return verdict.status in NUMERIC


def _is_complex(case: Case) -> bool:
    return any(np.iscomplexobj(x) for x in case.x)


def moving_arguments(primitive: str, case: Case) -> Iterator[tuple[int, str]]:
    """Yield the arguments of a primitive's calls that depend on x, each with the dtype that reaches it.

    Math: values on the way to a call (a symmetrised matrix) have the dtype that NumPy promotes
    their inputs to.
    """
    dtypes = dict(zip(case.wrt, (x.dtype for x in case.x), strict=True))
    for equation in case.program.equations:
        seen = [dtypes[name] for name in equation.uses() if name in dtypes]
        if equation.primitive == primitive:
            for i, atom in enumerate(equation.args):
                if isinstance(atom, Name) and atom.text in dtypes:
                    yield i, dtypes[atom.text].name
        if seen:
            dtypes[equation.name] = np.result_type(*seen)
