"""Two jobs on two threads, the second beginning inside the first and ending after it.

That is the one order in which whatever is kept on one stack for all threads comes undone: begin A,
begin B, end A, end B. It is forced by events at the first operation of each, so that it does not
depend on chance. An engine that lets one derivative in at a time never reaches that point; then the
waiting ends after `PATIENCE`, and the jobs run one after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.observation.watching import Step

PATIENCE = 5.0  # seconds; reached only by engines that hold a lock

Job = Callable[[], Any]


class Overlap:
    """The events of one overlap; `first` and `second` are the looks of the two jobs."""

    def __init__(self) -> None:
        """Nothing has begun."""
        self._begun, self._inside, self._over = threading.Event(), threading.Event(), threading.Event()

    def first(self, step: Step) -> Any:
        """Stand still in the first operation of A until B is inside."""
        if step.number == 0:
            self._begun.set()
            self._inside.wait(PATIENCE)
        return step.run()

    def second(self, step: Step) -> Any:
        """Stand still in the first operation of B until A is over."""
        if step.number == 0:
            self._inside.set()
            self._over.wait(PATIENCE)
        return step.run()

    def run(self, engine: Engine, a: Job, b: Job) -> tuple[Any, Any]:
        """Return what both jobs return, or the exceptions that they raise."""
        answers: dict[str, Any] = {}
        together = threading.Barrier(2, timeout=2 * PATIENCE)

        def work(name: str, job: Job, before: Job, after: Job) -> None:
            with np.errstate(all="ignore"), engine.scope():
                _meet(together)
                before()
                try:
                    answers[name] = job()
                except Exception as error:  # noqa: BLE001 -- handed to the caller, as an answer
                    answers[name] = error
                after()
                _meet(together)  # nobody leaves the scope while the other is at work

        jobs = (
            ("a", a, lambda: None, self._over.set),
            ("b", b, lambda: self._begun.wait(PATIENCE), self._inside.set),
        )
        threads = [threading.Thread(target=work, args=job, daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(8 * PATIENCE)
        lost = TimeoutError("the derivative did not come back")
        return answers.get("a", lost), answers.get("b", lost)


def _meet(barrier: threading.Barrier) -> None:
    with suppress(threading.BrokenBarrierError):
        barrier.wait()
