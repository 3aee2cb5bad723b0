"""Which engine a function is written for, where nobody says: what it is made by, is called with, or uses."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Any

ENGINES = ("jax", "autograd", "torch")  # where nothing else tells, the first that is installed


def engine_for(f: Callable[..., Any], example: Sequence[Any]) -> str:
    """Return the name of the engine that a function is most likely written for.

    It is asked in this order: what kind of object f is, the arrays of the example, the names that f uses,
    the modules that its file has imported, what is installed.
    """
    for witnesses in (_makers(f), _homes(example), _used(f), _around(f)):
        found = {name for name in witnesses if name in ENGINES}
        if len(found) == 1:
            return found.pop()
    return next((name for name in ENGINES if find_spec(name) is not None), ENGINES[0])


def _root(name: Any) -> str:
    return str(name).partition(".")[0]


def _makers(f: Any) -> Iterator[str]:
    """Yield the packages of the kinds that f is of; an autograd primitive says so itself."""
    if hasattr(f, "_is_autograd_primitive"):
        yield "autograd"
    owner = getattr(f, "__self__", None)
    for kind in (type(f), *(owner.__mro__ if isinstance(owner, type) else type(owner).__mro__)):
        yield _root(kind.__module__)


def _homes(example: Any) -> Iterator[str]:
    """Yield the packages of the arrays of an example."""
    parts = example.values() if isinstance(example, dict) else example
    if isinstance(parts, (str, bytes)) or not hasattr(parts, "__iter__") or hasattr(parts, "dtype"):
        yield _root(type(example).__module__)
        return
    for part in parts:
        yield from _homes(part)


def _used(f: Any) -> Iterator[str]:
    """Yield the packages of the names that the code of f uses."""
    inner = inspect.unwrap(getattr(f, "fun", f))
    code, known = getattr(inner, "__code__", None), getattr(inner, "__globals__", {})
    for name in code.co_names if code is not None else ():
        yield from _package(known.get(name))


def _around(f: Any) -> Iterator[str]:
    """Yield the packages that the file of f has imported."""
    module = sys.modules.get(str(getattr(f, "__module__", "")))
    for value in vars(module).values() if module is not None else ():
        yield from _package(value)


def _package(value: Any) -> Iterator[str]:
    if isinstance(value, ModuleType):
        yield _root(value.__name__)
    elif value is not None:
        yield _root(getattr(value, "__module__", "") or "")
