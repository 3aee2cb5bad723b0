"""The claims that relate an engine's results to each other, and the pairings of intervals."""

import numpy as np
import pytest

from adspec.language import spaces
from adspec.law import agree, close, grade_entries, multiple
from adspec.truth.interval import Interval, point
from adspec.truth.paired import paired

SAYS = "left", "right"
EPS = float(np.finfo(np.float64).eps)


def status(claim):
    left = np.broadcast_to(claim.left, claim.interval.lo.shape)
    return grade_entries(left, claim.interval, EPS)["status"]


def never():
    raise AssertionError("the truth was asked")


def test_a_few_roundoffs_are_granted_without_asking_the_truth():
    claim = close(1.0 + EPS, 1.0, [np.float64(1.0)], never, SAYS)

    assert status(claim) == "holds"


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


def test_a_multiple_must_agree_in_every_bit():
    right = np.asarray([1.0, 0.1])

    held = multiple(-8 * right, right, -8.0, SAYS)
    broken = multiple(-8 * right * (1 + EPS), right, -8.0, SAYS)

    assert held.left is held.right
    assert broken.left is not broken.right


def test_a_multiple_is_not_judged_where_bits_get_lost_on_the_way():
    right = np.asarray([1e-310, 1e305])

    claim = multiple(np.asarray([0.0, np.inf]), right, -8.0, SAYS)

    assert claim.left is claim.right


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
