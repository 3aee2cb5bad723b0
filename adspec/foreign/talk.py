"""The talk with one command: a line there, a line back, and what is done where none comes back.

A process that dies, does not answer in time, or writes what is not of the protocol, is ended, and the next
question starts another. Its standard error is passed on; the last lines are part of what is said of it.
"""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from adspec.foreign.protocol import PROTOCOL, Hello, ProtocolError, hello_of, require_answer
from adspec.foreign.watchdog import Watchdog

START_LIMIT = 120.0  # seconds to say hello in: some languages compile first
LAST_WORDS = 4  # lines of standard error
DYING, GRACE = 0.5, 2.0  # seconds to die in by itself, and once it is killed


class EngineGoneError(RuntimeError):
    """The engine's process ended instead of answering."""


class NoAnswerError(RuntimeError):
    """The engine's process did not answer in time, and was ended."""


class Talk:
    """One command, and the process of it that is running, if one is."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start nothing yet."""
        self._command = tuple(command)
        self._process: _Process | None = None
        self._limit, self._number = START_LIMIT, 0
        self._endless: set[str] = set()  # what was never answered: it is not waited for twice
        self._complained = False
        self._turn = threading.RLock()  # laws ask from several threads

    def hello(self) -> Hello:
        """Return what the engine says of itself.

        Raises: OSError where there is no such command; see `ask`.
        """
        with self._turn:
            self.end()
            said = hello_of(self._asked({"op": "hello", "protocol": PROTOCOL}, START_LIMIT))
            self._limit = said.seconds
            return said

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answer to a request.

        Raises: EngineGoneError, NoAnswerError, ProtocolError; what the engine says that it failed with.
        """
        with self._turn:
            if self._endless and _point(request) in self._endless:
                raise NoAnswerError(f"gave no answer within {self._limit:g} s before")
            if self._process is None:
                self.hello()
            try:
                return self._asked(request, self._limit)
            except NoAnswerError:
                self._endless.add(_point(request))
                raise
            except ProtocolError as error:
                self._complain(error)
                raise

    def end(self) -> None:
        """End the process, whatever it is at."""
        if self._process is not None:
            self._process.end()
            self._process = None

    # -------------------------------------------------------------- one question

    def _asked(self, request: Mapping[str, Any], limit: float) -> Mapping[str, Any]:
        self._process = self._process or _Process(self._command)
        self._number += 1
        try:
            line = self._process.exchanged(json.dumps({"id": self._number, **request}), limit)
            return require_answer(_parsed(line), self._number, line)
        except (EngineGoneError, NoAnswerError, ProtocolError):
            self.end()
            raise

    def _complain(self, error: ProtocolError) -> None:
        """Say, the first time, what is wrong with the adapter: it is no matter of one case."""
        if not self._complained:
            self._complained = True
            sys.stderr.write(f"adspec: engine cmd:{shlex.join(self._command)}: it {error}\n")


def _point(request: Mapping[str, Any]) -> str:
    """Return what a request is about, whatever it asks of it."""
    return json.dumps([request["program"], request["inputs"]])


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        advice = "Write answers alone there, and anything else to standard error."
        raise ProtocolError(f"wrote {line!r} to standard output, which is not JSON. {advice}") from error


class _Process:
    """A running process of the command."""

    def __init__(self, command: Sequence[str]) -> None:
        self._popen = subprocess.Popen(  # noqa: S603 -- the command is what the user typed
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
        )
        self._said: deque[str] = deque(maxlen=LAST_WORDS)
        self._watchdog = Watchdog(self._popen)
        self._listener = threading.Thread(target=self._listen, args=(self._popen.stderr,), daemon=True)
        self._listener.start()

    def exchanged(self, request: str, limit: float) -> str:
        """Return the line that comes back, without its end.

        Raises: NoAnswerError, EngineGoneError.
        """
        stdin, stdout = self._popen.stdin, self._popen.stdout
        assert stdin is not None
        assert stdout is not None
        with self._watchdog.expecting(limit):
            with suppress(OSError):  # it is gone, which shows when it is read from
                stdin.write(f"{request}\n")
                stdin.flush()
            line = stdout.readline()
        if line.endswith("\n"):
            return line[:-1]
        with suppress(subprocess.TimeoutExpired):  # it is dying by itself, with a status that tells more
            self._popen.wait(DYING)
        self.end()
        told = f"; it said: {' / '.join(self._said)}" if self._said else ""
        if self._watchdog.has_bitten:
            raise NoAnswerError(f"gave no answer within {limit:g} s{told}")
        raise EngineGoneError(f"{_how(self._popen.returncode)}{told}")

    def end(self) -> None:
        """End it, and hear the last of what it says."""
        self._watchdog.stop()
        self._popen.kill()
        for pipe in filter(None, (self._popen.stdin, self._popen.stdout)):
            with suppress(OSError):  # what was not yet sent is lost with it
                pipe.close()
        self._popen.wait(GRACE)
        self._listener.join(GRACE)

    def _listen(self, stderr: IO[str]) -> None:
        """Pass on what it says on standard error, and keep the last of it."""
        with stderr:
            for line in stderr:
                if line.strip():
                    self._said.append(line.strip())
                sys.stderr.write(line)


def _how(code: int) -> str:
    """Return in words how a process ended."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"


def words_of(command: str) -> tuple[str, ...]:
    """Return the words of a command line, as a shell would read it, without one.

    Raises: ValueError for an unfinished quotation or no word.
    """
    words = tuple(shlex.split(command))
    if not words:
        raise ValueError("names no command")
    return words
