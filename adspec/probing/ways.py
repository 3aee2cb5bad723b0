"""The ways to ask an engine: a derivative, the dtype of one, how often f was called, whether a law holds.

Answers are the engine's own, by its own pairing and in its own dtypes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.discovery import find_laws
from adspec.engine import Engine
from adspec.explaining.given import case_of
from adspec.language.program import Program
from adspec.law import FINDINGS, judge
from adspec.observation import observe
from adspec.report import numbers


class Unsupported(Exception):  # noqa: N818 - an answer, not a fault
    """The engine lacks what the question takes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question put to one engine."""

    engine: Engine
    program: Program
    points: tuple[Any, ...]
    given: Mapping[str, Any]

    @property
    def x(self) -> tuple[Any, ...]:
        """Return the point in the engine's own arrays."""
        return tuple(self.array(a) for a in self.points)

    def array(self, a: Any) -> Any:
        """Return an array of the engine's own."""
        return self.engine.array(np.array(a))

    def f(self, *xs: Any) -> Any:
        """Return the value of the program."""
        return self.program.run(self.engine.ops, dict(zip(self.program.inputs, xs, strict=True)), np.float64)

    def seed(self, y: Any) -> Any:
        """Return the cotangent that is asked for, or else ones like y."""
        given = self.given.get("v")
        home = np.asarray(self.engine.to_numpy(y))
        return self.array(np.ones_like(home) if given is None else given)

    def pulled(self) -> Any:
        """Return what the engine pulls back."""
        assert self.engine.vjp is not None
        y, pull = self.engine.vjp(self.f, self.x)
        return pull(self.seed(y))

    def words(self, answers: Any) -> str:
        """Return answers as text, one after the other."""
        found = answers if isinstance(answers, (tuple, list)) else (answers,)
        return "; ".join(map(self._word, found))

    def _word(self, a: Any) -> str:
        if a is None:
            return "None"
        array = np.asarray(self.engine.to_numpy(a))
        return numbers.array(array, 6) if array.dtype.kind in "fciub" else f"no number, {array.dtype.name}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """One way to ask, and the functions that an engine needs for it."""

    ask: Callable[[Asked], str]
    needs: tuple[str, ...]


# ------------------------------------------------------------------ derivatives


def _pull(asked: Asked) -> str:
    return asked.words(asked.pulled())


def _push(asked: Asked) -> str:
    assert asked.engine.jvp is not None
    given = asked.given.get("u")
    us = tuple(
        asked.array(np.ones_like(a) if given is None else given) for a in map(np.asarray, asked.points)
    )
    return asked.words(asked.engine.jvp(asked.f, asked.x, us)[1])


def _second(asked: Asked) -> str:
    """Return the pull of a pull, both with ones."""
    vjp = asked.engine.vjp
    assert vjp is not None

    def once(*xs: Any) -> Any:
        y, pull = vjp(asked.f, xs)
        return pull(asked.array(np.ones(np.shape(y))))[0]

    y, pull = vjp(once, asked.x)
    return asked.words(pull(asked.seed(y)))


def _operator(name: str) -> Callable[[Asked], str]:
    def ask(asked: Asked) -> str:
        x = asked.points if asked.given.get("bare") else asked.x
        operator = getattr(asked.engine, name)
        return asked.words(operator(asked.f, x) if name == "grad" else operator(asked.f, *x))

    return ask


# ------------------------------------------------------------------ what is said of a derivative


def _dtype(asked: Asked) -> str:
    return str(np.asarray(asked.engine.to_numpy(asked.pulled()[0])).dtype)


def _kind(asked: Asked) -> str:
    """Return whether what is pulled back is an array of the engine's own, or what it is."""
    found = asked.pulled()[0]
    return "its own array" if isinstance(found, asked.engine.array_type) else type(found).__name__


def _twice(asked: Asked) -> str:
    """Return whether a second pull says the same as the first."""
    assert asked.engine.vjp is not None
    y, pull = asked.engine.vjp(asked.f, asked.x)
    first, second = asked.words(pull(asked.seed(y))), asked.words(pull(asked.seed(y)))
    return "the same" if first == second else f"{first}, then {second}"


def _shared(asked: Asked) -> str:
    """Return whether what is pulled back is the caller's own cotangent."""
    assert asked.engine.vjp is not None
    y, pull = asked.engine.vjp(asked.f, asked.x)
    v = asked.seed(y)
    found = pull(v)[0]
    arrays = [asked.engine.to_numpy(a) for a in (found, v)]
    is_shared = found is v or np.shares_memory(*arrays)
    return ("yes, immutable" if asked.engine.dialect.immutable else "yes") if is_shared else "no"


def _overwritten(asked: Asked) -> str:
    """Return what becomes of a pull when x is overwritten before it."""
    assert asked.engine.vjp is not None
    wanted = asked.words(asked.pulled())
    x = asked.x
    y, pull = asked.engine.vjp(asked.f, x)
    try:
        x[0][...] = 7.0
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is its answer
        return f"refused, {type(error).__name__}"
    found = asked.words(pull(asked.seed(y)))
    return "isolated" if found == wanted else "silently another number"


def _calls(asked: Asked) -> str:
    """Return how often one operator calls f; of a pullback or a linearization, also afterwards."""
    name, calls = asked.given["of"], 0
    if not asked.engine.provides((name,)):
        raise Unsupported

    def f(*xs: Any) -> Any:
        nonlocal calls
        calls += 1
        return asked.f(*xs)

    x, operator = asked.x, getattr(asked.engine, name)
    after = None
    if name == "jvp":
        operator(f, x, x)
    elif name in {"vjp", "linearize"}:
        y, after = operator(f, x)
        before = calls
        after(*((asked.seed(y),) if name == "vjp" else x))
        return f"{before}, then {calls - before}"
    elif name in {"grad", "value_and_grad"}:
        operator(f, x)
    elif name == "hvp":
        operator(f, *x, *x)
    elif name in {"jit", "checkpoint"}:
        of = operator(f)
        of(*x)
        of(*x)
    else:
        operator(f, *x)
    return str(calls)


def _law(asked: Asked) -> str:
    """Return how the engine stands to one law on this program alone."""
    [law] = find_laws([asked.given["law"]])
    names = asked.program.inputs
    case = case_of(asked.program, dict(zip(names, asked.points, strict=True)))
    verdict = judge(law, observe(asked.engine, case))
    return f"{verdict.status}, {verdict.symptom}" if verdict.status in FINDINGS else verdict.status


# fmt: off
WAYS: Mapping[str, Way] = {
    # way             how it is asked                          what it needs
    "pull":        Way(ask=_pull,                              needs=("vjp",)),
    "push":        Way(ask=_push,                              needs=("jvp",)),
    "second":      Way(ask=_second,                            needs=("vjp",)),
    "grad":        Way(ask=_operator("grad"),                  needs=("grad",)),
    "holomorphic": Way(ask=_operator("holomorphic_grad"),      needs=("holomorphic_grad",)),
    "elementwise": Way(ask=_operator("elementwise_grad"),      needs=("elementwise_grad",)),
    "jacobian":    Way(ask=_operator("jacobian"),              needs=("jacobian",)),
    "dtype":       Way(ask=_dtype,                             needs=("vjp",)),
    "kind":        Way(ask=_kind,                              needs=("vjp",)),
    "twice":       Way(ask=_twice,                             needs=("vjp",)),
    "shared":      Way(ask=_shared,                            needs=("vjp",)),
    "overwritten": Way(ask=_overwritten,                       needs=("vjp",)),
    "calls":       Way(ask=_calls,                             needs=()),
    "law":         Way(ask=_law,                               needs=()),
}
# fmt: on
