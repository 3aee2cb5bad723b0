"""Mutants: the reference engine, wrong in exactly one way each. A conformance suite must find them all."""

from __future__ import annotations

from collections.abc import Mapping

from adspec.conformance.mutants import engines, rules
from adspec.conformance.mutants.mutant import Mutant

MUTANTS: Mapping[str, Mutant] = {m.name: m for m in (*rules.MUTANTS, *engines.MUTANTS)}
