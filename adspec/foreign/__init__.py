"""Engines in other processes: any program that reads and writes lines of JSON is one.

    cmd:node examples/other_languages/engine.mjs

names a command. adspec starts it without a shell, and asks it for values, pushes and pulls of programs
(see `protocol`). What laws differentiate is a Python function: it is run once on values that write down
what is done to them (`recording`), and the equations are sent over. What the process does to itself, it
does not do to adspec (`talk`): one that dies, hangs or prints costs one answer, and is started again.
"""

from __future__ import annotations

from adspec.foreign.engine import PREFIX, engine_of
from adspec.foreign.protocol import ProtocolError

__all__ = ["PREFIX", "ProtocolError", "engine_of"]
