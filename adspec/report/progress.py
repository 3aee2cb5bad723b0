"""Progress on stderr: a bar for each engine where a person is watching, else a plain line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

Advance = Callable[[str, int, int, str], None]

SILENCE = 30.0  # seconds: a log shows that a run is alive, and a short run leaves none


@contextmanager
def progress_bar() -> Iterator[Advance]:
    """Yield what `conform` reports its progress to: a bar, or lines where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield plain_lines(lambda line: sys.stderr.write(f"{line}\n"))
        return
    engine, primitive = TextColumn("{task.fields[engine]}"), TextColumn("{task.description}")
    columns = (engine, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), primitive)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(engine: str, done: int, total: int, text: str) -> None:
            if engine not in tasks:
                tasks[engine] = bar.add_task(text, engine=engine, total=total)
            bar.update(tasks[engine], completed=done, total=total, description=text)

        yield advance


def plain_lines(write: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> Advance:
    """Return what writes a line once there was none for a while: engine, how far it is, where, elapsed.

    Units: `clock` is seconds.
    """
    start = last = clock()

    def advance(engine: str, done: int, total: int, text: str) -> None:
        nonlocal last
        now = clock()
        if now - last >= SILENCE:
            last = now
            write(f"adspec: {engine}: {done} of {total}, {text}, {now - start:.0f} s")

    return advance
