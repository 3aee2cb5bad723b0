"""Where a rule fails is read off what broken cases have and right ones lack; else nothing is said."""

import numpy as np
import pytest

from adspec.conformance.mutants import MUTANTS
from adspec.findings.cause import Cause
from adspec.findings.court import Court
from adspec.findings.docket import Docket
from adspec.findings.whereabouts import Whereabouts, traits_of
from adspec.language.case import parse_case
from adspec.language.primitives import VOCABULARY
from adspec.properties import LAWS
from adspec.search.ladder import ladder

BY_NAME = {rule.name: rule for rule in LAWS}
FIRST = [
    BY_NAME[n] for n in ("truth_push", "truth_pull", "finite", "ties", "broadcasting", "complex_pairing")
]

# fmt: off
PLACES = {
    "cos_pull_halved_below_zero":         "only where x < 0",
    "log_push_wrong_for_0_d":             "only for 0-d arrays",
    "sinc_push_by_the_formula":           "only where x = 0",
    "hypot_pull_by_the_formula":          "only where all arguments are 0",
    "max_pull_counts_every_tie":          "only where entries are equal",
    "multiply_pull_twice_when_broadcast": "only where the argument is broadcast",
    "square_pull_conjugated":             "only for complex numbers that are not real",
    "cosh_push_wrong_for_float32":        "only in float32",
    "getitem_pull_last_one_wins":         "only with an index that stands twice",
    "sin_push_negated":                   "",
}
# fmt: on


@pytest.mark.parametrize(("name", "only"), PLACES.items())
def test_where_a_mutant_fails_is_said(name, only):
    mutant = MUTANTS[name]
    court = Court(mutant.engine, BY_NAME, tuple, lambda case, _: case)
    docket = Docket(court.reduce)

    for case in ladder(VOCABULARY[mutant.where]):
        docket.file(court.hear(case, [rule.name for rule in FIRST]))

    place = mutant.where, mutant.argument, mutant.mode, mutant.symptom
    causes = {
        (c.where, c.argument, c.mode, c.symptom): f for f in docket.counterexamples() for c in [f.cause]
    }
    assert causes[place].only == only


def sine(x):
    seeds = f"u_x = {np.ones_like(x).tolist()}\nv_0 = {np.ones_like(x).tolist()}"
    return parse_case(f"def f(x):\n    a = sin(x)\n    return a\nx = {x}\n{seeds}")


CAUSE = Cause(where="sin", argument=0, mode="pull", symptom="wrong value")


def whereabouts(broken, held):
    found = Whereabouts()
    for x in broken:
        found.broke(CAUSE, sine(x))
    for x in held:
        found.held(sine(x), ["truth_pull"])
    return found.only(CAUSE, "truth_pull")


def test_one_broken_case_has_too_many_traits_to_choose_from():
    assert whereabouts([[-1.0]], [[0.5], [1.5], [2.0], [3.0]]) == ""


def test_few_cases_that_hold_tell_nothing():
    assert whereabouts([[-1.0], [-2.0]], [[0.5], [1.5], [2.0]]) == ""


def test_a_trait_of_all_broken_cases_and_no_right_one_is_named():
    assert whereabouts([[-1.0], [-0.5, 2.0]], [[0.5], [1.5], [2.0], [3.0]]) == "only where x < 0"


def test_a_trait_that_a_right_case_has_is_not_named():
    assert whereabouts([[-1.0], [-0.5]], [[0.5], [1.5], [2.0], [-0.5]]) == ""


def test_a_case_at_1_is_no_right_one():
    assert whereabouts([[-1.0], [-0.5]], [[0.5], [1.0], [1.0, 1.0], [1.0], [1.0]]) == ""


def test_cases_of_which_the_law_says_nothing_do_not_count_as_right():
    found = Whereabouts()
    found.broke(CAUSE, sine([-1.0]))
    found.broke(CAUSE, sine([-2.0]))
    for x in (1.5, 2.0, 3.0, 4.0):
        found.held(sine([x]), ["purity"])

    assert found.only(CAUSE, "truth_pull") == ""


def test_a_call_among_others_of_the_same_primitive_has_no_traits():
    case = parse_case(
        "def f(x):\n    a = sin(x)\n    b = sin(a)\n    return b\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
    )

    assert traits_of(case, "sin", 0) == frozenset()
