"""What a job costs, counted: calls of functions, and objects that it leaves behind. Never seconds."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

LINEAR = 3  # between the 2 of linear and the 4 of quadratic costs

Job = Callable[[], Any]


def calls_of(job: Job) -> int:
    """Return how many functions a job calls, those of Python and those written in C.

    Whoever profiles the process sees nothing of it meanwhile.
    """
    count = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        job()
    finally:
        sys.setprofile(before)
    return count


def growth(short: int, long: int) -> str:
    """Return how a count grows when what is counted is made twice as long.

    Math: it doubles where the cost is linear, and would be four times as large if it were quadratic.
    """
    return "linear" if long <= LINEAR * short else f"from {short:,} to {long:,}"


def left_by(job: Job, times: int) -> int:
    """Return how many objects are there after a job has run so many times that were not there before.

    Units: objects that Python's collector looks after, which numbers and arrays are not.
    """
    return min(_left_by(job, times) for _ in range(2))  # what is filled once only, a cache, does not count


def _left_by(job: Job, times: int) -> int:
    job()
    with _set_aside():
        before = _objects()
        for _ in range(times):
            job()
        gc.collect()
        return _objects() - before


def _objects() -> int:
    """Return how many objects the collector looks after; a weak reference keeps nothing, so none of them."""
    return sum(not isinstance(thing, weakref.ref) for thing in gc.get_objects())


def outliving(job: Callable[[], Sequence[Any]]) -> int:
    """Return how many of the things that a job returns are still there when they are dropped.

    Those to which there are no weak references (numbers) do not count.
    """
    with _set_aside():
        watched = list(_weak(job()))
        gc.collect()
        return sum(ref() is not None for ref in watched)


def _weak(things: Sequence[Any]) -> Iterator[weakref.ref[Any]]:
    for thing in things:
        with suppress(TypeError):
            yield weakref.ref(thing)


@contextmanager
def _set_aside() -> Iterator[None]:
    """Set aside what is there, so that the collector has little to do; what others froze is thawed."""
    gc.collect(0)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
