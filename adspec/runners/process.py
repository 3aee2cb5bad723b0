"""One worker process, as the process that asks it sees it."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from adspec.runners.spent import Spent
from adspec.runners.worker import Place, serve

# A fork of a process in which an engine has started its threads may wait for them forever.
_SPAWN = get_context("spawn")
GRACE = 5.0  # seconds to die in


@dataclass(slots=True, eq=False)
class Worker:
    """A process, the pipe to it, and the jobs that it has at hand, the one it is at first.

    `at` says where it is (see `adspec.runners.worker`), `spent` what it has had since it was last heard of
    or set to work.
    """

    process: Any
    pipe: Connection
    at: Place
    spent: Spent
    ready: bool = False
    jobs: deque[Any] = field(default_factory=deque)

    @classmethod
    def started(cls, engine: str, oracles: Sequence[str]) -> Worker:
        """Return a worker that loads an engine."""
        ours, theirs = _SPAWN.Pipe()
        at = _SPAWN.RawArray("i", 2)
        process = _SPAWN.Process(target=serve, args=(theirs, at, engine, oracles), daemon=True)
        with _deaf():
            process.start()
        assert process.pid is not None  # it was started
        theirs.close()  # else its end would not be seen here
        return cls(process=process, pipe=ours, at=at, spent=Spent(process.pid))

    def ask(self, jobs: Sequence[Any]) -> None:
        """Hand over the requests of some jobs."""
        self.spent.reset()
        self.jobs.extend(jobs)
        with suppress(OSError):  # it is gone, which shows when it is listened to
            self.pipe.send([job.request for job in jobs])

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.pipe.close()
        self.process.kill()
        self.process.join(GRACE)

    def exit_code(self) -> int | None:
        """Return how the process ended, None where it has not."""
        self.process.join(GRACE)
        code: int | None = self.process.exitcode
        return code


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes to which Ctrl-C means nothing from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
