"""Tapes: bytes that are read one choice at a time, of which zero is always the plainest answer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

# choose(n) answers 0 ≤ i < n, the plainest first
Choose = Callable[[int], int]


def choices(tape: bytes) -> Choose:
    """Return the choices that a tape makes: one byte among few answers, two among many, at its end 0."""
    rest = iter(tape)

    def choose(n: int) -> int:
        if n < 2:
            return 0
        size = 1 if n <= 32 else 2
        number = int.from_bytes(bytes(islice(rest, size)).ljust(size, b"\0"), "big")
        return (number * n) >> (8 * size)

    return choose
