"""Mutants: the reference engine, wrong in exactly one way each. A conformance suite must find them all."""

from __future__ import annotations

from collections.abc import Mapping

from adspec.conformance.mutants import (
    containers,
    contracts,
    engines,
    families,
    mistakes,
    nesting,
    operators,
    points,
    rules,
)
from adspec.conformance.mutants.mutant import Mutant
from adspec.engine import Engine

_FAMILIES = (rules, families, mistakes, points, engines, containers, operators, nesting, contracts)
_ALL = tuple(mutant for family in _FAMILIES for mutant in family.MUTANTS)
MUTANTS: Mapping[str, Mutant] = {m.name: m for m in _ALL}


def __getattr__(name: str) -> Engine:
    """Return the engine of a mutant, so that `adspec.conformance.mutants:sin_push_negated` names one."""
    if name in MUTANTS:
        return MUTANTS[name].engine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
