"""Which line of the user's source an operation comes from: the innermost frame outside libraries."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType, TracebackType

from adspec.lifting.graph import Place

OURS = str(Path(__file__).resolve().parents[1])


@cache
def is_library(file: str) -> bool:
    """Return whether a file belongs to Python, to an installed package, or to adspec."""
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    resolved = str(Path(file).resolve()) if not file.startswith("<") else file
    if file.startswith("<frozen") or resolved.startswith(OURS):
        return True
    return "site-packages" in file or any(file.startswith(f"{folder}/") for folder in folders if folder)


def here() -> Place | None:
    """Return the innermost line outside libraries of the running call."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the documented way to the caller
    while frame is not None:
        if not is_library(frame.f_code.co_filename):
            return Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


def lines_of(trace: TracebackType | None) -> list[Place]:
    """Return the lines of a traceback that are the user's, outermost first."""
    return [place for place in _places(trace) if not is_library(place.file)]


def _places(trace: TracebackType | None) -> Iterator[Place]:
    while trace is not None:
        code = trace.tb_frame.f_code
        yield Place(code.co_filename, trace.tb_lineno, code.co_name)
        trace = trace.tb_next


def innermost(places: Iterable[Place]) -> Place | None:
    """Return the last of some lines."""
    found = list(places)
    return found[-1] if found else None
