"""A limit counts the work of a process, and the clock only where it sleeps."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from adspec.runners.spent import Spent

SPIN = "print(flush=True)\nwhile True: pass"
SLEEP = "import time\nprint(flush=True)\ntime.sleep(60)"


@pytest.fixture
def running():
    """Return a function that starts a process, and returns once it has come to its loop."""
    with ExitStack() as stack:

        def start(code):
            process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
            stack.callback(process.wait)
            stack.callback(process.stdout.close)
            stack.callback(process.kill)
            process.stdout.readline()
            return process.pid

        yield start


def watched(pid, seconds):
    """Return what a process has spent, and the seconds of the clock."""
    spent = Spent(pid)
    spent.reset()
    start = time.monotonic()
    time.sleep(seconds)
    return spent.read(), time.monotonic() - start


def test_a_process_that_sleeps_spends_the_time_of_the_clock(running):
    spent, passed = watched(running(SLEEP), 1.0)
    assert spent == pytest.approx(passed, abs=0.1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no way to make two share a processor")
def test_processes_that_share_a_processor_spend_their_shares(running):
    pids = [running(SPIN) for _ in range(3)]
    for pid in pids:
        os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})

    spent, passed = watched(pids[0], 3.0)

    assert 0 < spent < 0.7 * passed  # a third, if nobody else is there


def test_a_process_that_is_gone_spends_the_time_of_the_clock(running):
    pid = running(SLEEP)
    spent = Spent(pid)
    spent.reset()
    os.kill(pid, 9)
    time.sleep(0.3)
    assert spent.read() > 0.2
