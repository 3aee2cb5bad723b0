"""How a command ends: in a documented exit status, and where it fails, in one line.

0 nothing newly broken, 1 broken, 2 wrong usage, 3 an adapter that cannot be loaded, 5 incomplete. A
fault of adspec itself must not end in 1, which says that an engine is broken: its traceback is
followed by one line and status 5.
"""

from __future__ import annotations

import errno
import shlex
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from adspec.discovery import WRONG_NAME, DiscoveryError

BROKEN, WRONG_USAGE, INCOMPLETE = 1, 2, 5
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}  # there is no room, or no right, to write
OURS = "this is a fault of adspec, not of an engine. Please report it."


@contextmanager
def naming_the_adapter(command: str, file: Path | None) -> Iterator[None]:
    """Say how to name the adapter of an engine that a file has by name alone; None where one was given."""
    try:
        yield
    except DiscoveryError as error:
        if file is None or error.exit_status != WRONG_NAME:
            raise
        typed = f"adspec {command} {shlex.quote(str(file))} -e package.module:ENGINE"
        named = str(error).partition(":")[0]
        raise Fault(f"{named}: not installed under this name. Name its adapter: {typed}") from error


class Fault(click.ClickException):
    """One line on stderr and an exit status."""

    def __init__(self, message: str, exit_code: int = WRONG_USAGE) -> None:
        super().__init__(message)
        # click reads `exit_code` as a class attribute, and off the instance all the same
        vars(self)["exit_code"] = exit_code

    def show(self, file: IO[Any] | None = None) -> None:
        """Print `adspec: <message>` to stderr."""
        click.echo(f"adspec: {self.message}", file=file, err=True)


class Commands(click.Group):
    """A group whose commands end in the documented exit statuses, whatever they raise."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; turn what it raises into one line and a status."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except (KeyboardInterrupt, click.Abort):
            raise Fault("interrupted.", INCOMPLETE) from None
        except Exception as error:
            raise _fault(error) from error


def _fault(error: Exception) -> Fault:
    from adspec.language.literals import LanguageError

    if isinstance(error, DiscoveryError):
        return Fault(str(error), error.exit_status)
    if isinstance(error, LanguageError):
        return Fault(str(error))
    if isinstance(error, OSError) and error.errno in FULL:
        return Fault(f"cannot write {error.filename or 'the output'}: {error.strerror}.", INCOMPLETE)
    traceback.print_exception(error)
    return Fault(OURS, INCOMPLETE)
