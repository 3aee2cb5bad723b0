"""The three files of a new engine: an adapter, a test, a job for continuous integration.

The adapter runs as it is written: with the module that it is named after where there is one, and the
functions that it has; else with dual numbers in five lines, to be replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePosixPath
from types import ModuleType

from adspec.starting.texts import DUAL, MODULE, TEST, WORKFLOW

# field of an Engine -> how it is filled by a function of that name, as most engines spell it
OPERATORS: Mapping[str, str] = {
    "jvp": "lambda f, xs, us: {package}.jvp(f, xs, us),  # (y, J u)",
    "vjp": "lambda f, xs: {package}.vjp(f, *xs),  # (y, pull), where pull(v) has one cotangent for each x",
    "grad": "lambda f, xs: {package}.grad(f, tuple(range(len(xs))))(*xs),  # one gradient for each x",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """A new engine: its name, the module of its adapter, and whether its own module was found."""

    name: str
    adapter: str
    found: bool

    @property
    def spelled(self) -> str:
        """Return the engine as a command names it."""
        return f"{self.adapter}:ENGINE"


def files_of(name: str) -> tuple[Start, Mapping[PurePosixPath, str]]:
    """Return a new engine and its files by path.

    Cost: the import of the module `name`, where there is one.
    """
    module = _module(name)
    start = Start(name=name, adapter=f"{name}_adspec", found=module is not None)
    adapter = DUAL if module is None else MODULE
    words = {"name": name, "adapter": start.adapter, "fields": _fields(name, module)}
    return start, {
        PurePosixPath(f"{start.adapter}.py"): _filled(adapter, words),
        PurePosixPath(f"test_{start.adapter}.py"): _filled(TEST, words),
        PurePosixPath(".github/workflows/adspec.yml"): _filled(WORKFLOW, words),
    }


def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) is not None else None


def _fields(name: str, module: ModuleType | None) -> str:
    """Return the lines of an Engine that a module fills: its functions, and a version if it says one."""
    if module is None:
        return ""
    version = f"{name}.__version__" if hasattr(module, "__version__") else '"0"'
    home = f"{name}.numpy" if hasattr(module, "numpy") else name
    lines = [f"version={version},", f"ops=namespace({home}),  # primitive -> function of the same name"]
    lines += [
        f"{field}={text.format(package=name)}" for field, text in OPERATORS.items() if hasattr(module, field)
    ]
    return "\n".join(f"    {line}" for line in lines)


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with its @words@ filled in: braces are Python's and YAML's own."""
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text.lstrip("\n")
