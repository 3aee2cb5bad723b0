"""Linearizing gives the value of f up to its roundoff: NumPy rounds otherwise where it walks otherwise."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import find_laws
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe

[LINEARIZE] = find_laws(["linearize"])
CASE = parse_case("def f(x):\n    a = acos(x)\n    return a\n\nx = [0.5]\nu_x = [1.0]\nv_0 = [1.0]")


def moved(change):
    """Return the reference engine with another value of linearize."""

    def linearize(f, xs):
        y, push = ENGINE.linearize(f, xs)
        return change(y), push

    return replace(ENGINE, linearize=linearize)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda y: np.nextafter(y, np.inf), "holds"),
        (lambda y: y * (1 + 1e-12), "inaccurate"),
        (lambda y: y * (1 + 1e-3), "broken"),
        (lambda y: y[0], "broken"),
    ],
)
def test_the_value_is_that_of_f_up_to_roundoff(change, status):
    assert judge(LINEARIZE, observe(moved(change), CASE)).status == status
