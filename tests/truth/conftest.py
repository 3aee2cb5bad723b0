"""Fixtures: cases written by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adspec.language.case import Case
from adspec.language.program import parse_program


def _case(body: str, x: Any, u: Any = None, v: Any = None, **words: Any) -> Case:
    """Return the case of a program over x (or x0, x1, … where x is a tuple) that returns `a`.

    `body` is one right-hand side, or lines. Tangents default to ones, cotangents to ones like x[0].
    """
    xs = x if isinstance(x, tuple) else (x,)
    names = ["x"] if not isinstance(x, tuple) else [f"x{i}" for i in range(len(xs))]
    lines = body.split("\n") if "=" in body.split("(", maxsplit=1)[0] else [f"a = {body}"]
    held = words.get("held", {})
    text = "\n    ".join([f"def f({', '.join([*names, *held])}):", *lines, "return a"])
    arrays = tuple(map(np.asarray, xs))
    us = (
        tuple(map(np.asarray, u if isinstance(u, tuple) else (u,)))
        if u is not None
        else tuple(map(np.ones_like, arrays))
    )
    vs = np.ones_like(arrays[0]) if v is None else np.asarray(v)
    return Case(program=parse_program(text), x=arrays, u=us, v=(vs,), **words)


@pytest.fixture(scope="session")
def case():
    return _case
