"""The worker: a process in which a court sits, asked over a pipe by the process that keeps the docket.

It answers one request after the other, in their order. What it is at, it writes where the other process
reads it without asking: an engine that never returns answers no question.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.connection import Connection
from traceback import format_exc
from typing import Any

from adspec.discovery import DiscoveryError, find_engine, find_laws
from adspec.engine import Engine
from adspec.findings.court import Charge, Court, Reduced
from adspec.language.case import Case
from adspec.runners.here import heard
from adspec.search.reducer import reduce_case
from adspec.smoke import require_sound

INSIDE, JUDGED = 0, 1  # places of `at`: how deep in engine code, and how many laws have judged the case
Place = MutableSequence[int]


@dataclass(frozen=True, slots=True)
class Hear:
    """A request to hear a case under the laws of these names."""

    case: Case
    laws: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reduce:
    """A request to make a charge small, or to write it down as it is."""

    charge: Charge
    as_it_is: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer where the worker cannot do what is asked: the traceback, or why there is no engine."""

    reason: str


READY = "ready"


def serve(pipe: Connection, at: Place, engine: str, oracles: Sequence[str]) -> None:
    """Answer requests until the pipe closes; engines are named as a user names them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that keeps the docket
    _print_to_stderr()
    try:
        court = Court(
            _watched(_sound(engine), at),
            {rule.name: rule for rule in find_laws()},
            cache(lambda: tuple(find_engine(name) for name in oracles)),
            reduce_case,
            lambda _: _count(at),
        )
    except DiscoveryError as error:
        pipe.send(Refusal(str(error)))
        return
    pipe.send(READY)
    for request in _requests(pipe):
        at[INSIDE] = at[JUDGED] = 0
        pipe.send(_answer(court, request))


def _print_to_stderr() -> None:
    """Keep what an engine prints out of the report; line by line, since a worker ends without notice."""
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def _requests(pipe: Connection) -> Iterator[Hear | Reduce]:
    while True:
        try:
            requests = pipe.recv()
        except EOFError:
            return
        yield from requests


def _answer(court: Court, request: Hear | Reduce) -> Any:
    if isinstance(request, Hear):
        return heard(court, request.case, request.laws)
    return _reduced(court, request)


def _reduced(court: Court, request: Reduce) -> Reduced | Refusal:
    try:
        return court.reduce(request.charge, as_it_is=request.as_it_is)
    except Exception:  # noqa: BLE001 -- whatever it is, it is reported with the case
        return Refusal(format_exc())


def _count(at: Place) -> None:
    at[JUDGED] += 1


def _sound(name: str) -> Engine:
    engine = find_engine(name)
    require_sound(engine)
    return engine


def _watched(engine: Engine, at: Place) -> Engine:
    """Return the engine with a scope that says, for others to read, that its code is running."""
    return replace(engine, scope=_noted(engine.scope, at))


def _noted(scope: Callable[[], Any], at: Place) -> Callable[[], Any]:
    @contextmanager
    def noted() -> Iterator[None]:
        at[INSIDE] += 1
        try:
            with scope():
                yield
        finally:
            at[INSIDE] -= 1

    return noted
