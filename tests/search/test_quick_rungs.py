"""A quick run comes through every parameter that a primitive's ladder has."""

import pytest

from adspec.language.primitives import VOCABULARY
from adspec.limits import Limits
from adspec.plan import PROFILES, Plan
from adspec.search.ladder import ladder


def parameters(cases, name):
    return {p for case in cases for e in case.program.equations if e.primitive == name for p in e.params}


@pytest.mark.parametrize("name", ["std", "linalg.norm", "cumulative_sum", "fft.rfft", "pad"])
def test_no_parameter_of_the_ladder_is_left_out(name):
    plan = Plan(profile=PROFILES["quick"], seed=0, words=VOCABULARY, whole=True, shared=False)
    assert parameters(plan.rules(name, Limits()), name) >= parameters(ladder(VOCABULARY[name]), name)


def test_a_quick_run_has_a_standard_deviation_with_a_correction():
    plan = Plan(profile=PROFILES["quick"], seed=0, words=VOCABULARY, whole=True, shared=False)
    assert "correction" in parameters(plan.rules("std", Limits()), "std")


def test_the_norm_of_matrices_is_shown_along_axes_in_either_order():
    programs = [str(case.program) for case in ladder(VOCABULARY["linalg.norm"])]
    assert any("'nuc', axis=(2, 0)" in text for text in programs)


def test_a_quick_run_has_a_nuclear_norm_along_axes():
    plan = Plan(profile=PROFILES["quick"], seed=0, words=VOCABULARY, whole=True, shared=False)
    programs = [str(case.program) for case in plan.rules("linalg.norm", Limits())]
    assert any("'nuc', axis=(2, 0)" in text for text in programs)


def test_a_quick_run_has_a_norm_of_complex_numbers_with_an_exponent():
    plan = Plan(profile=PROFILES["quick"], seed=0, words=VOCABULARY, whole=True, shared=False)
    cases = [case for case in plan.rules("linalg.norm", Limits()) if case.x[0].dtype.kind == "c"]
    assert any("linalg.norm(x, 3)" in str(case.program) for case in cases)
