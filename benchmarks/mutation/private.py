"""A private autograd: its modules imported anew in this process, one of them from a changed tree.

Its import takes 20 ms once NumPy and SciPy are there. The modules that stood before are forgotten; what
still holds them (an engine made before) goes on with them.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from adspec.engine import Engine

ADAPTER = "adspec.conformance.engines.autograd_engine"
PACKAGE = "autograd"
FILES = {
    "numpy_vjps": "autograd.numpy.numpy_vjps",
    "numpy_jvps": "autograd.numpy.numpy_jvps",
    "linalg": "autograd.numpy.linalg",
    "fft": "autograd.numpy.fft",
}


class _Loader(SourceFileLoader):
    """The loader of the changed module; `names` are put into it before it runs."""

    tree: ast.Module
    names: Mapping[str, Callable[..., Any]]

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the changed tree."""
        return compile(self.tree, self.get_filename(fullname), "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed tree in the module."""
        vars(module).update(self.names)
        super().exec_module(module)


class _Finder:
    """Finds the changed module, and no other."""

    def __init__(self, name: str, tree: ast.Module, names: Mapping[str, Callable[..., Any]]) -> None:
        self._name, self._tree, self._names = name, tree, names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how the changed module is loaded."""
        if fullname != self._name:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        assert found is not None
        assert found.origin is not None
        loader = _Loader(fullname, found.origin)
        loader.tree, loader.names = self._tree, self._names
        return importlib.util.spec_from_file_location(fullname, found.origin, loader=loader)


def source_of(file: str) -> str:
    """Return the text of a rule file as it is installed."""
    spec = importlib.util.find_spec(FILES[file])
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as text:  # noqa: PTH123 -- one line either way
        return text.read()


def private_engine(
    file: str, tree: ast.Module, names: Mapping[str, Callable[..., Any]] | None = None
) -> Engine:
    """Return an engine of its own whose rule file is `tree`; `names` are globals of that file.

    Raises: whatever the changed file raises when it is imported.
    """
    for name in [m for m in sys.modules if m == ADAPTER or m.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    finder = _Finder(FILES[file], tree, names or {})
    sys.meta_path.insert(0, finder)
    try:
        engine: Engine = importlib.import_module(ADAPTER).ENGINE
    finally:
        sys.meta_path.remove(finder)
    return engine
