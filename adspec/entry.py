"""Where the command starts: Ctrl-C is one line from the first moment on, also while modules are loaded."""

from __future__ import annotations

import sys

INTERRUPTED = 5  # as wherever a command is interrupted


def main() -> None:
    """Run the command `adspec`."""
    try:
        from adspec.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.stderr.write("adspec: interrupted.\n")
        sys.exit(INTERRUPTED)
