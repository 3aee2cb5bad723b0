"""One process per trial: a fork of this one, whose answer comes back as JSON with the CPU that it took."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

LIMIT = 60  # seconds of CPU that a trial may take: some faults never end, and a busy machine is no fault
PATIENCE = 10  # times as many by the clock: what waits for a thread that was not forked uses no CPU


def alone(work: Callable[[], Mapping[str, Any]], limit: int = LIMIT) -> dict[str, Any]:
    """Return what work returns in a process of its own, with its CPU seconds as "cpu".

    A process that ends otherwise gives {"died": why}.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        _answer(work, writing)
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123 -- a descriptor, not a path
        is_late = not select.select([pipe], [], [], PATIENCE * limit)[0]
        if is_late:
            os.kill(child, signal.SIGKILL)
        text = pipe.read()
    _, status, used = os.wait4(child, 0)
    cpu = used.ru_utime + used.ru_stime
    code = os.waitstatus_to_exitcode(status)
    if code in {-signal.SIGXCPU, -signal.SIGKILL}:
        spent = f"{PATIENCE * limit} s" if is_late else f"{limit} s of CPU"
        return {"died": f"no end after {spent}", "cpu": cpu}
    if code:
        return {"died": f"ended with {code}", "cpu": cpu}
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
