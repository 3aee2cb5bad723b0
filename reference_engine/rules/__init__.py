"""The derivative rules: one table, one row per primitive."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules import (
    elementwise,
    manipulation,
    neural,
    pairs,
    products,
    reductions,
)

FAMILIES = (elementwise, pairs, reductions, neural, manipulation, products)

RULES: Mapping[str, Rule] = MappingProxyType(
    {name: rule for family in FAMILIES for name, rule in family.RULES.items()}
)
