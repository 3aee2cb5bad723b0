"""Workers: threads that stand still within f until they are told what to do. One thread runs at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from queue import SimpleQueue
from typing import Any

import numpy as np

from adspec.observation.watching import Step
from adspec.observation.ways import outcome

PATIENCE = 60.0  # seconds until a thread is given up
STANDS, OVER = "stands still", "is over"


class Abandoned(Exception):  # noqa: N818 -- what f raises is no fault
    """What f raises when it is not to go on."""


class Worker:
    """One thread, within the scope of an engine; `answer` is what its last job came to.

    An order is a job to begin, the number of equations to go on for, an exception to raise, or None to
    end. The thread replies that a job is over, or that it stands still within f.
    """

    def __init__(self, scope: Callable[[], AbstractContextManager[Any]]) -> None:
        """Start the thread, with nothing to do."""
        self.answer: Any = None
        self._orders: SimpleQueue[Any] = SimpleQueue()
        self._replies: SimpleQueue[str] = SimpleQueue()
        self._left, self._stands = 0, False
        self._thread = threading.Thread(target=self._work, args=(scope,), daemon=True)
        self._thread.start()
        self._replies.get(timeout=PATIENCE)

    def begin(self, job: Callable[[], Any]) -> bool:
        """Run a job up to the first equation of f; return whether it is over without one."""
        self._left = 0
        return self._order(job)

    def go_on(self, equations: int) -> bool:
        """Let f go on for some equations; return whether the job is over."""
        return self._order(equations)

    def abandon(self) -> Abandoned:
        """Raise where f stands, and return the exception that was raised."""
        error = Abandoned("where f stood")
        self._order(error)
        return error

    def end(self) -> None:
        """End the thread, whatever it is doing."""
        if self._stands:
            self.abandon()
        self._orders.put(None)
        self._thread.join(PATIENCE)

    def look(self, step: Step) -> Any:
        """Stand still before an equation, unless there are equations left to go on for."""
        if self._left == 0:
            self._replies.put(STANDS)
            order = self._orders.get(timeout=PATIENCE)
            if isinstance(order, Abandoned):
                raise order
            self._left = order
        self._left -= 1
        return step.run()

    def _order(self, order: Any) -> bool:
        self._orders.put(order)
        self._stands = self._replies.get(timeout=PATIENCE) == STANDS
        return not self._stands

    def _work(self, scope: Callable[[], AbstractContextManager[Any]]) -> None:
        with np.errstate(all="ignore"), scope():
            self._replies.put(OVER)
            while (job := self._orders.get()) is not None:
                self.answer = outcome(job)
                self._replies.put(OVER)
