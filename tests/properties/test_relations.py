"""The claims that relate an engine's results to each other, and the pairings of intervals."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.language import spaces
from adspec.language.case import parse_case
from adspec.law import agree, close, grade_entries, judge, law, measured, multiple, same
from adspec.observation import observe
from adspec.properties import hessian, linear_cost
from adspec.truth.interval import Interval, point
from adspec.truth.paired import paired

SAYS = "left", "right"
SIN = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")
EPS = float(np.finfo(np.float64).eps)


def status(claim):
    left = np.broadcast_to(claim.left, claim.interval.lo.shape)
    return grade_entries(left, claim.interval, EPS)["status"]


def never():
    raise AssertionError("the truth was asked")


def test_a_few_roundoffs_are_granted_without_asking_the_truth():
    claim = close(1.0 + EPS, 1.0, [np.float64(1.0)], never, SAYS)

    assert status(claim) == "holds"


@pytest.mark.parametrize(("left", "expected"), [([3, 5], "holds"), ([3, 6], "broken")])
def test_an_engine_that_answers_integers_is_judged_like_any_other(left, expected):
    right = np.array([3, 5])

    assert status(close(np.array(left), right, [right], lambda: [point(right, 0.0)], SAYS)) == expected


def test_the_truth_is_asked_beyond_a_few_roundoffs():
    claim = close(1.0 + 100 * EPS, 1.0, [np.float64(1.0)], lambda: [point(1.0, 99 * EPS)], SAYS)

    assert status(claim) == "holds"


def test_the_allowances_of_both_sides_are_added():
    truth = lambda: [point(1.0, 60 * EPS)]

    (claim,) = agree([np.float64(1.0 + 100 * EPS)], [np.float64(1.0)], truth, SAYS)

    assert status(claim) == "holds"


def test_a_difference_beyond_the_allowance_is_found():
    claim = close(1.0 + 1e-12, 1.0, [np.float64(1.0)], lambda: [point(1.0, 1e-13)], SAYS)

    assert status(claim) == "inaccurate"


def test_roundoff_is_that_of_the_terms_and_not_of_their_sum():
    # 1e8 − 1e8: the sum is 0, the terms are not.
    terms = [np.float64(1e8), np.float64(-1e8)]

    assert close(1e-8, 0.0, terms, never, SAYS).interval.allowance >= 1e-8


def test_entries_with_an_infinite_term_say_nothing():
    with np.errstate(all="ignore"):
        right = np.asarray([np.inf, 1.0])
        claim = close(np.asarray([0.0, 1.0]), right, [right], never, SAYS)

    assert status(claim) == "holds"


def test_nan_beside_finite_terms_is_found():
    claim = close(np.asarray([np.nan]), np.asarray([1.0]), [np.asarray([1.0])], list, SAYS)

    assert status(claim) == "broken"


def test_a_multiple_must_agree_up_to_what_both_are_allowed():
    right = np.asarray([1.0, 0.1])
    within = lambda: [point(-8 * right, np.full(2, 32 * EPS))] * 2

    found = [
        status(multiple(-8 * right * (1 + k * EPS), right, -8.0, within, SAYS)) for k in (0, 1, 8, 1e3, 1e11)
    ]

    assert found == ["holds", "holds", "holds", "inaccurate", "broken"]


def test_a_multiple_is_not_judged_where_bits_get_lost_on_the_way():
    right = np.asarray([1e-310, 1e305])

    claim = multiple(np.asarray([0.0, np.inf]), right, -8.0, list, SAYS)

    assert np.array_equal(claim.left, claim.right)


@pytest.mark.parametrize("a", [np.asarray([1.0, -0.5]), np.asarray(2.0), np.asarray([1 + 2j, 0.5j])])
def test_another_vector_has_no_zero_and_another_direction(a):
    c, d = spaces.flatten(a), spaces.flatten(spaces.another(a))

    assert np.all(d != 0)
    assert spaces.another(a).dtype == a.dtype
    assert a.size == 1 or abs(c @ d) < np.linalg.norm(c) * np.linalg.norm(d)


def test_a_pairing_adds_what_each_entry_may_be_off():
    # ⟨(2, −3), (a, b)⟩ with a = 1 ± 0.1, b in [0, 1] ± 0.01: 2 − 3·[0, 1] ± (0.2 + 0.03)
    a = Interval(np.asarray([1.0, 0.0]), np.asarray([1.0, 1.0]), np.asarray([0.1, 0.01]), np.zeros(2))

    found = paired([np.asarray([2.0, -3.0])], [a])

    assert (float(found.lo), float(found.hi)) == (-1.0, 2.0)
    assert float(found.allowance) == pytest.approx(0.23)


def test_a_zero_weight_annihilates_an_unknown_entry():
    unknown = point(np.asarray([np.nan, 1.0]), np.asarray([np.inf, 0.5]))

    found = paired([np.asarray([0.0, 2.0])], [unknown])

    assert (float(found.lo), float(found.allowance)) == (2.0, 1.0)


@pytest.mark.parametrize(("allowance", "status"), [(1e-15, "holds"), (1e-2, "inconclusive")])
def test_a_zero_is_judged_against_the_scale_of_its_floor(allowance, status):
    # the terms that cancel are of size 1: four roundoffs of it are the floor
    interval = Interval(np.array(0.0), np.array(0.0), np.array(allowance), np.array(4 * EPS))
    assert grade_entries(np.array(1e-16), interval, EPS)["status"] == status
    assert grade_entries(np.array(0.0), interval, EPS)["status"] == "vacuous"


def test_a_measure_is_told_beside_what_is_judged():
    @law(says="anything")
    def counting(_obs):
        yield same(1, 1, "calls", "calls", symptom="calls")
        yield measured(2.5, "calls over calls")

    @law(says="anything")
    def silent(_obs):
        yield measured(2.5, "calls over calls")

    verdicts = [judge(rule, observe(ENGINE, SIN)) for rule in (counting, silent)]

    assert [v.status for v in verdicts] == ["holds", "vacuous"]
    assert [v.measured for v in verdicts] == [{"calls over calls": 2.5}] * 2


def test_the_cost_of_a_derivative_over_that_of_f_is_told():
    square = parse_case("def f(x):\n    a = multiply(x, x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")

    told = judge(linear_cost, observe(ENGINE, square)).measured

    assert set(told) == {"calls by a push over calls by f", "calls by a pull over calls by f"}
    assert all(ratio > 1 for ratio in told.values())


# |x0| has a kink at 0, so that only the Hessian by x1 is asked for.
KINK_AND_SQUARE = parse_case(
    """
def f(x0, x1):
    a = abs(x0)
    b = square(x1)
    c = add(a, b)
    return c

x0 = 0.0
x1 = 1.5
u_x0 = 1.0
u_x1 = 2.0
v_0 = 1.0
""".strip()
)


def test_calls_are_counted_for_each_input_whose_hessian_is_asked_for():
    found = []
    counting = replace(ENGINE, hessian=lambda f, x: found.append(x) or ENGINE.hessian(f, x))
    obs = observe(counting, KINK_AND_SQUARE)
    assert judge(hessian, obs).status == "holds"
    assert [float(x) for x in found] == [1.5]
    assert judge(hessian, obs).status == "holds"  # what was computed once is not asked for again


def test_a_hessian_that_calls_twice_is_found_beside_one_that_is_not_asked_for():
    twice = replace(ENGINE, hessian=lambda f, x: (f(x), ENGINE.hessian(f, x))[1])
    assert judge(hessian, observe(twice, KINK_AND_SQUARE)).symptom == "calls of f"


def test_rounding_errors_off_the_diagonal_of_a_hessian_make_it_no_less_symmetric():
    """Its entries there are 0; those of an engine differ by a few roundoffs of the others."""
    text = (
        "def f(x):\n    a = std(x, axis=0)\n    b = multiply(0.7, a)\n    c = sum(b)\n    return c\n\n"
        "x = [[1.37, 0.2], [-0.4, 2.9]]\nu_x = [[2.0, 0.25], [1.0, -1.0]]\nv_0 = 3.0"
    )
    noisy = replace(ENGINE, hessian=lambda f, x: ENGINE.hessian(f, x) + 1e-17 * np.tri(4).reshape((2,) * 4))
    assert judge(hessian, observe(noisy, parse_case(text))).status == "holds"
    wrong = replace(ENGINE, hessian=lambda f, x: ENGINE.hessian(f, x) + 1e-3 * np.tri(4).reshape((2,) * 4))
    assert judge(hessian, observe(wrong, parse_case(text))).status == "broken"
