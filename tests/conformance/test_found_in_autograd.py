"""What must be found in HIPS autograd 1.9.1 by the search itself: each fault as a cause of its own.

The faults are known from its source and its users; `conformance/corpus/autograd` shows them without adspec.
"""

import importlib

import pytest

from adspec.conform import conform
from adspec.discovery import find_laws

LIFE = ("input_kind", "aliasing", "exceptions", "threads", "cotangent_check", "stale_input")

# fmt: off
FAULTS = {
    "the thread fault":            ("threads",         "engine: wrong under threads"),
    "the leaking trace stack":     ("exceptions",      "engine: remembers an exception"),
    "the wrong-shape cotangent":   ("cotangent_check", "engine: uses a wrong cotangent"),
    "the aliased gradient":        ("aliasing",        "engine: aliases"),
    "the stale input":             ("stale_input",     "engine: changes by x is overwritten"),
    "integer arrays":              ("input_kind",      "engine, grad: integers: returns a gradient"),
    "a product with one zero":     ("finite",          "prod, argument 0, pull: nan"),
    "sinc at 0":                   ("finite",          "sinc, argument 0, pull: nan"),
}
# fmt: on


@pytest.fixture(scope="module")
def causes():
    """Return law and cause of all that is found: by the laws of an engine's life, and in two rules."""
    pytest.importorskip("autograd")
    engine = importlib.import_module("adspec.conformance.engines.autograd_engine").ENGINE
    reports = conform([engine], laws=find_laws(LIFE)), conform([engine], primitives=["prod", "sinc"])
    return {(found.law, str(found.cause)): found for r in reports for found in r.engines[0].causes}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_as_a_cause_of_its_own(causes, fault):
    assert FAULTS[fault] in causes


def test_none_of_them_is_a_crash(causes):
    assert {causes[fault].status for fault in FAULTS.values()} == {"broken"}


# The product of one number, and sinc: both have a slope at 0, which a formula with x below the line misses.
@pytest.mark.parametrize(("fault", "primitive"), [("a product with one zero", "prod"), ("sinc at 0", "sinc")])
def test_a_nan_is_shown_on_its_smallest_case(causes, fault, primitive):
    smallest = f"def f(x):\n    a = {primitive}(x)\n    return a\n\nx = 0.0\nu_x = 1.0\nv_0 = 1.0"

    assert str(causes[FAULTS[fault]].case) == smallest
