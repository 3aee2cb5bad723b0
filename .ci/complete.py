"""Run the command ``adspec`` and pass if the run was complete, broken laws or not.

A foreign engine's faults are findings, so exit status 1 (newly broken) passes
here like 0.  Wrong usage, a broken adapter, a stale expectation and an
incomplete run do not.  The command runs in this process because an uncaught
exception also ends a process with status 1, and must never pass for a finding.
"""

import sys

from adspec.cli import main

COMPLETE = (0, 1)  # nothing broken, newly broken


def status_of(arguments: list[str]) -> int:
    """Return the exit status of ``adspec`` on these arguments."""
    sys.argv = ["adspec", *arguments]
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None) * 2
    return 0


if __name__ == "__main__":  # isolated workers may import this file again
    status = status_of(sys.argv[1:])
    sys.exit(0 if status in COMPLETE else status)
