"""Observations: one engine run on one case, every quantity computed once, on first use."""

from __future__ import annotations

from adspec.observation.errors import EngineError, NoNumbersError
from adspec.observation.observation import Arrays, Observation, observe

__all__ = ["Arrays", "EngineError", "NoNumbersError", "Observation", "observe"]
