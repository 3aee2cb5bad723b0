"""The derivative rules: one table, one row per primitive."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adspec.reference_engine import recomputing
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules import (
    bundles,
    decompositions,
    elementwise,
    fft,
    linalg,
    manipulation,
    neural,
    pairs,
    parameters,
    products,
    reductions,
    special,
)

FAMILIES = (
    elementwise,
    pairs,
    reductions,
    neural,
    manipulation,
    products,
    linalg,
    decompositions,
    fft,
    special,
    parameters,
    bundles,
    recomputing,
)

RULES: Mapping[str, Rule] = MappingProxyType(
    {name: rule for family in FAMILIES for name, rule in family.RULES.items()}
)
