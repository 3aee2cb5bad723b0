"""One process per trial: a fork of this one, whose answer comes back as JSON with the CPU that it took."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

LIMIT = 120.0  # seconds that a trial may take by the clock: some faults never end


def alone(work: Callable[[], Mapping[str, Any]], limit: float = LIMIT) -> dict[str, Any]:
    """Return what work returns in a process of its own, with its CPU seconds as "cpu".

    A process that ends otherwise gives {"died": why}.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _answer(work, writing)
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123 -- a descriptor, not a path
        text = _read(pipe.fileno(), time.monotonic() + limit)
    if text is None:
        os.kill(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    cpu = used.ru_utime + used.ru_stime
    if text is None:
        return {"died": f"no end after {limit:.0f} s", "cpu": cpu}
    if not text:
        return {"died": f"ended with {os.waitstatus_to_exitcode(status)}", "cpu": cpu}
    return {**json.loads(text), "cpu": cpu}


def _answer(work: Callable[[], Mapping[str, Any]], writing: int) -> None:
    """Do the work and end this process, whatever happens: nothing of the parent's may run twice."""
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        with open(writing, "w", encoding="utf-8") as pipe:
            json.dump(work(), pipe)
        code = 0
    except BaseException as error:  # noqa: BLE001 -- said by the exit code, and to whoever traces
        sys.stderr.write(f"{error}\n")
    finally:
        os._exit(code)


def _read(descriptor: int, until: float) -> bytes | None:
    """Return all that comes until the other side closes; None where that takes too long."""
    found = b""
    while (left := until - time.monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            part = os.read(descriptor, 65536)
            if not part:
                return found
            found += part
    return None
