"""Cumulative sums, products and differences, on balls: NumPy's own work on any numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MEANINGS: dict[str, Callable[..., Any]] = {}
