"""Runs: engine code, run in stages, every quantity computed once, on first use."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

import numpy as np

from adspec.engine import Engine
from adspec.observation.errors import EngineError

T = TypeVar("T")
SILENCE = ("ignore", None, Warning, None, 0)  # what simplefilter("ignore") puts first


class Runs:
    """What was computed of one observation so far; an exception is kept like a value."""

    def __init__(self, engine: Engine) -> None:
        """Start with nothing computed."""
        self._engine = engine
        self._seen: dict[str, Any] = {}
        self._running = False

    def once(self, key: str, stage: str, compute: Callable[[], T]) -> T:
        """Return a quantity computed at most once; an exception is kept like a value."""
        if key not in self._seen:
            try:
                with self.stage(stage):
                    self._seen[key] = compute()
            except EngineError as error:
                self._seen[key] = error
        found: T | EngineError = self._seen[key]
        if isinstance(found, EngineError):
            raise found
        return found

    @contextmanager
    def stage(self, stage: str) -> Iterator[None]:
        """Run engine code; its exceptions get the stage, the innermost one where stages are nested."""
        nested, self._running = self._running, True
        try:
            with nullcontext() if nested else self._quiet():
                yield
        except EngineError:
            raise
        except (Exception, SystemExit) as error:  # an engine that leaves must not take the run along
            raise EngineError(stage, error) from error
        finally:
            self._running = nested

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Enter the engine's scope, without warnings and floating-point noise."""
        with unwarned(), np.errstate(all="ignore"), self._engine.scope():
            yield


@contextmanager
def unwarned() -> Iterator[None]:
    """Ignore all warnings, where that is not so already: to say it again takes longer than many a call."""
    if warnings.filters[:1] == [SILENCE]:
        yield
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
