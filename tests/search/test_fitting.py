"""Drafts become cases only where every output is an array that has a cotangent."""

import numpy as np
import pytest

from adspec.language.program import parse_program
from adspec.search.fitting import Draft, fit

MATRIX = np.array([[2.25, 0.5], [0.125, 3.625]])


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ((np.array(1.0), np.array(2.0)), "is a tuple: only its parts have cotangents"),
        ([np.array(1.0), np.array(2.0)], "is a list: only its parts have cotangents"),
        (np.array(3), "of int64: it has no cotangent"),
    ],
)
def test_no_case_has_an_output_without_a_cotangent(value, fault):
    program = parse_program("def f(x):\n    a = linalg.slogdet(x)\n    return a")

    with pytest.raises(TypeError, match=fault):
        fit(Draft(program=program, values={"x": MATRIX}), {"x": MATRIX, "a": value})
