"""What a process has spent: processor time while it works, time of the clock while it sleeps.

A limit in seconds of the clock blames an engine for what else a busy machine does; a limit in processor
time waits forever for a deadlock. So an interval counts by the work that was done in it, unless there was
none, as when all threads wait for each other, or the work is done by another process.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

IDLE = 0.01  # of an interval: a process that works less sleeps; among a hundred others it gets as much


@dataclass(slots=True)
class Spent:
    """The seconds that a process has spent since the last `reset`; read at least every few seconds."""

    pid: int
    seconds: float = 0.0
    at: float = field(default_factory=time.monotonic)
    worked: float = 0.0

    def reset(self) -> None:
        """Count from now on."""
        self.seconds, self.at, self.worked = 0.0, time.monotonic(), self._processor_time()

    def read(self) -> float:
        """Return the seconds until now."""
        now, worked = time.monotonic(), self._processor_time()
        passed = now - self.at
        share = min(worked - self.worked, passed)  # threads side by side are not late earlier
        self.seconds += share if share > IDLE * passed else passed
        self.at, self.worked = now, worked
        return self.seconds

    def _processor_time(self) -> float:
        """Return the seconds of all processors since the process began; of one that is gone, what it had."""
        with suppress(psutil.Error):
            used = psutil.Process(self.pid).cpu_times()
            return float(used.user + used.system)
        return self.worked
