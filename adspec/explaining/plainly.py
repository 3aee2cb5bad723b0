"""A walk as plain data, for `--json`; numbers that are not finite are texts, since JSON has none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from adspec.explaining.words import accusation
from adspec.findings.counting import Count
from adspec.findings.told import Told
from adspec.findings.walk import Walk
from adspec.truth.interval import Interval


def walk_json(found: Walk, title: str, counted: Sequence[Count]) -> dict[str, Any]:
    """Return the JSON value of a walk."""
    return {
        "title": title,
        "engine": found.engine,
        "version": found.version,
        "program": str(found.case.program),
        "nodes": [
            {
                "name": node.name,
                "equation": node.text if node.equation else None,
                **{quantity: _told(told) for quantity, told in node.told()},
                "uses": [
                    {
                        "source": edge.source,
                        "argument": edge.argument,
                        "pushed": _told(edge.pushed),
                        "pulled": _told(edge.pulled),
                        "jacobian": _plain(edge.jacobian),
                    }
                    for edge in node.edges
                ],
            }
            for node in found.nodes
        ],
        "first_wrong": [{**asdict(mark), "accuses": accusation(found, mark)} for mark in found.marks],
        "counts": [
            {k: v for k, v in asdict(c).items() if k != "gradient"} | {"gradient": _plain(c.gradient)}
            for c in counted
        ],
    }


def _told(told: Told) -> dict[str, Any]:
    truth = told.truth
    ends = (
        {"from": _plain(truth.lo), "to": _plain(truth.hi)} if isinstance(truth, Interval) else truth or None
    )
    return {
        "engine": _plain(told.engine),
        "reference": _plain(told.reference),
        "truth": ends if told.right is None else _plain(told.right),
        "status": told.status,
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, complex):
        return {"re": _plain(value.real), "im": _plain(value.imag)}
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return _plain(np.asarray(value).tolist())
