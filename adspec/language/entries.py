"""Entries: what the one primitive of a program does to those of its arguments."""

from __future__ import annotations

from adspec.language.equations import Equation, Program
from adspec.language.primitives import VOCABULARY

# Every entry of the result is one of those of the arguments, or shares of several.
_PICKING = frozenset(
    {
        *("maximum", "minimum", "fmax", "fmin", "max", "min", "median"),
        *("sort", "maximum.accumulate", "minimum.accumulate"),
    }
)
# Act entry by entry, though not on every argument alike.
_ALSO_ENTRYWISE = frozenset({"clip", "pow", "where"})


def _alone(program: Program) -> Equation | None:
    return program.equations[0] if len(program.equations) == 1 else None


def picking(program: Program) -> Equation | None:
    """Return the one equation of a program, if it picks entries, or shares of several that are equal."""
    e = _alone(program)
    return e if e is not None and e.primitive in _PICKING else None


def entrywise(program: Program) -> Equation | None:
    """Return the one equation of a program, if it acts entry by entry and its arguments are broadcast."""
    e = _alone(program)
    row = VOCABULARY.get(e.primitive) if e is not None else None
    return e if row is not None and (row.elementwise or row.name in _ALSO_ENTRYWISE) else None
