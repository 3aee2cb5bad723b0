"""adspec: a conformance suite for automatic differentiation.

Importing the package is cheap on purpose.  A public name is resolved on first
use (PEP 562), so that ``import adspec.reference_engine`` loads NumPy only, and
a report can be read where neither Hypothesis nor python-flint is installed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adspec.engine import Dialect as Dialect
    from adspec.engine import Engine as Engine
    from adspec.explanation import Explanation as Explanation
    from adspec.explanation import explain as explain
    from adspec.language.case import Case as Case
    from adspec.language.program import Program as Program
    from adspec.observation import observe as observe
    from adspec.rule import assert_laws as assert_laws
    from adspec.rule import check as check
    from adspec.ruling.report import RuleReport as RuleReport

__version__ = "0.1.0"

# public name -> the module that defines it.  A module's own name (law, conform) cannot be one:
# importing adspec.law sets adspec.law to the module, whatever stands here.
_HOMES = {
    "Case": "adspec.language.case",
    "Dialect": "adspec.engine",
    "Engine": "adspec.engine",
    "Explanation": "adspec.explanation",
    "Program": "adspec.language.program",
    "RuleReport": "adspec.ruling.report",
    "assert_laws": "adspec.rule",
    "check": "adspec.rule",
    "explain": "adspec.explanation",
    "observe": "adspec.observation",
}


def __getattr__(name: str) -> Any:
    """Return the public object `name`, imported on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted([*globals(), *_HOMES])
