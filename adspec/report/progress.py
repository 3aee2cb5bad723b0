"""A progress bar on stderr, one line per engine, where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

Advance = Callable[[str, int, int, str], None]


@contextmanager
def progress_bar() -> Iterator[Advance | None]:
    """Yield what `conform` reports its progress to, or None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
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
