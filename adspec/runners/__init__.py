"""Runners: where the court sits that hears an engine's cases, in this process or in others.

Both give the same hearings in the same order. In processes of its own (`Isolated`) an engine that never
answers, or takes its process down, costs one case and is reported; here it costs the run.
"""

from __future__ import annotations

from adspec.runners.here import Here
from adspec.runners.isolated import TIME_LIMIT, Isolated
from adspec.runners.losses import LOST
from adspec.runners.runner import Runner

__all__ = ["LOST", "TIME_LIMIT", "Here", "Isolated", "Runner"]
