"""A watchdog: one thread beside a process, which kills it when an answer is late.

It looks at the clock a few times a second instead of being told of each question: an answer takes less
time than waking a thread.
"""

from __future__ import annotations

import math
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LOOKS = 0.1  # seconds between two looks at the clock


class Watchdog:
    """The watchdog of one process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Start to watch, with nothing due."""
        self._process, self._due = process, math.inf
        self.has_bitten = False
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    @contextmanager
    def expecting(self, seconds: float) -> Iterator[None]:
        """Kill the process where the block takes longer than this."""
        self._due = time.monotonic() + seconds
        try:
            yield
        finally:
            self._due = math.inf

    def stop(self) -> None:
        """Watch no more."""
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(LOOKS):
            if time.monotonic() >= self._due:
                self.has_bitten = True
                self._process.kill()
                return
