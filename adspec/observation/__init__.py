"""Observations: one engine run on one case, every quantity computed once, on first use."""

from __future__ import annotations

from adspec.observation.errors import EngineError, NoNumbersError, refused
from adspec.observation.observation import Arrays, Observation, observe
from adspec.observation.operators import along, linearized, mapped, operated, value_of
from adspec.observation.runs import unwarned
from adspec.observation.second import Second, second_of
from adspec.observation.tracing import traced

__all__ = [
    "Arrays",
    "EngineError",
    "NoNumbersError",
    "Observation",
    "Second",
    "along",
    "linearized",
    "mapped",
    "observe",
    "operated",
    "refused",
    "second_of",
    "traced",
    "unwarned",
    "value_of",
]
