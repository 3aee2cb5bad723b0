"""A pull that is read off the push.

A push is linear in u and written with traced functions, so the engine can
transpose it: record u ↦ push(u) at any u, and pull v back along that tape.
One formula then serves both modes, conjugates and real parts included.
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from adspec.reference_engine import fitting
from adspec.reference_engine.recording import pull_back, record
from adspec.reference_engine.rule import Rule, Semantics, Way
from adspec.reference_engine.tracing import Bundle, dtype_of, shape_of


def transposed(push: Way, table: Mapping[str, Rule]) -> Rule:
    """Return the rule with this push, and its transpose as the pull.

    `table` holds the rules of what the push is written with.

    Cost: a pull takes one push and one pull along its tape
    """

    def pull(v: Any, y: Any, x: Any, **params: Any) -> Any:
        semantics = Semantics(rules=table, add=operator.add, push_to=fitting.push_to, pull_to=fitting.pull_to)
        zero = np.zeros(shape_of(x), dtype_of(x))
        recording = record(semantics, lambda u: unbundled(push(u, y, x, **params)), (zero,), "pull")
        return pull_back(recording, filled(v, recording))[0]

    return Rule(push=(push,), pull=(pull,))


def unbundled(u: Any) -> Any:
    return tuple(u) if type(u) is Bundle else u


def filled(v: Any, recording: Any) -> Any:
    """Return the cotangent with zeros for the outputs that nobody used."""
    if type(v) is not Bundle:
        return v
    return tuple(
        np.zeros(shape_of(y), dtype_of(y)) if part is None else part
        for part, y in zip(v, recording.values, strict=True)
    )
