"""adspec: a conformance suite for automatic differentiation.

Importing the package is cheap on purpose.  A public name is resolved on first
use (PEP 562), so that ``import adspec.reference_engine`` loads NumPy only, and
a report can be read where neither Hypothesis nor python-flint is installed.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# public name -> the module that defines it
_HOMES = {
    "Case": "adspec.language.case",
    "Dialect": "adspec.engine",
    "Engine": "adspec.engine",
    "Program": "adspec.language.program",
    "conform": "adspec.conform",
    "law": "adspec.law",
    "observe": "adspec.observation",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    """Return the public object `name`, imported on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted(__all__)
