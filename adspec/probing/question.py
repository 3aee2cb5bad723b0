"""A question, and its answer by an engine that is really run.

A question is a row of a table: what it asks, a tiny program, where it is taken, and the way to ask (see
`ways`). The answer is a text: a number as the engine gives it, what was raised, or "unsupported" where the
engine lacks what it takes. No answer is right or wrong here: that is for laws to judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language.expression import parse_formula
from adspec.observation.runs import unwarned
from adspec.probing.ways import WAYS, Asked, Unsupported

UNSUPPORTED = "unsupported"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One row. `x` has one value per input of the program; `given` is what else the way takes."""

    asks: str
    program: str
    x: tuple[Any, ...]
    way: str = "pull"
    given: Mapping[str, Any] = field(default_factory=dict)


def rows(way: str, *table: tuple[str, str, Any], **given: Any) -> tuple[Question, ...]:
    """Return questions that are asked in one way; a table has question, program and point."""
    return tuple(
        Question(asks=asks, program=program, x=x if isinstance(x, tuple) else (x,), way=way, given=given)
        for asks, program, x in table
    )


def answer(engine: Engine, question: Question) -> str:
    """Return the answer of an engine: a number, `raises TypeError`, or "unsupported"."""
    way, program = WAYS[question.way], parse_formula(question.program)
    if not engine.provides(way.needs) or engine.lacks(program.primitives()):
        return UNSUPPORTED
    asked = Asked(engine=engine, program=program, points=question.x, given=question.given)
    try:
        with unwarned(), np.errstate(all="ignore"), engine.scope():
            return way.ask(asked)
    except Unsupported:
        return UNSUPPORTED
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is its answer
        return f"raises {type(error).__name__}"
