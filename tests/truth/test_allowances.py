"""Allowances: wide enough for a right engine, narrow enough for a wrong rule.

HIPS autograd is the right engine here, in float64 and float32: its faults lie elsewhere than in
the primitives drawn below.
"""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.law import grade_entries
from adspec.observation import EngineError, observe
from adspec.search.cases import make_case
from adspec.search.strategies import draw, program_cases
from adspec.truth import truth_of
from adspec.truth.interval import point, real_view
from adspec.truth.second import second_order

SOUND = [
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "where"),
    *("negative", "square", "sin", "cos", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan"),
    *("sum", "mean", "max", "min", "var", "matmul", "tensordot"),
    *("reshape", "concat", "stack", "flip", "roll", "broadcast_to", "getitem"),
]


@pytest.fixture(scope="module")
def autograd():
    return pytest.importorskip("adspec.conformance.engines.autograd_engine", exc_type=ImportError).ENGINE


@pytest.fixture(scope="module")
def answers(autograd):
    """Return for many random programs what autograd answers, and the interval of the truth."""
    made = []
    for case in draw(program_cases({name: VOCABULARY[name] for name in SOUND}), 300, seed=7):
        truth, seen = truth_of(case), observe(autograd, case)
        if not truth.judged:
            continue
        for quantity in ("y", "Ju", "JTv"):
            try:
                got = getattr(seen, quantity)
            except EngineError:
                continue  # a rule that autograd lacks
            pairs = zip(got, getattr(truth, quantity), strict=True)
            made += [(case, real_view(a), interval) for a, interval in pairs]
    return made


def grade(case, got, interval):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return grade_entries(got, interval, float(np.finfo(case.dtype).eps))["status"]


def test_a_right_engine_raises_no_alarm(answers):
    assert len(answers) > 300
    alarms = [str(answer[0]) for answer in answers if grade(*answer) in {"broken", "inaccurate"}]
    assert alarms == []


def test_an_error_of_one_in_a_billion_is_seen_in_float64(answers):
    numbers = [a for a in answers if np.any(a[2].lo != 0)]  # of 0 an error has no relative size
    held = [a for a in numbers if a[0].dtype == np.float64 and grade(*a) == "holds"]
    missed = [str(c) for c, got, interval in held if grade(c, got * (1 + 1e-9), interval) == "holds"]
    assert len(missed) <= len(held) // 200  # a few are ill-conditioned


def test_an_error_of_one_in_ten_thousand_is_seen_in_float32(answers):
    held = [a for a in answers if a[0].dtype == np.float32 and grade(*a) == "holds"]
    missed = [str(c) for c, got, interval in held if grade(c, got * (1 + 1e-4), interval) == "holds"]
    assert held
    assert len(missed) <= len(held) // 20


def test_the_derivative_of_sinc_near_zero_is_a_third_wrong_in_autograd(autograd, case):
    made = case("sinc(x)", 1e-8)
    [pulled] = observe(autograd, made).JTv
    assert grade(made, real_view(pulled), truth_of(made).JTv[0]) == "broken"


def test_the_last_digits_of_a_saturated_tanh_are_a_loss_of_digits_not_a_wrong_rule(case):
    # 1 - tanh(20)² is 0 in float64; the truth is 1.7e-17
    made = case("tanh(x)", 20.0)
    assert grade(made, np.asarray(0.0), truth_of(made).Ju[0]) == "inaccurate"


def test_the_floor_of_a_complex_entry_is_that_of_its_modulus(case):
    # (expm1 z)' is e^z = 1e-25 there, and expm1 z is -1: an error of 1e-25 is a loss of digits.
    made = case("expm1(x)", -57.0 + 1.0j, u=1.0 + 1.0j, v=1.0 + 1.0j)
    assert grade(made, np.zeros(2), truth_of(made).Ju[0]) == "inaccurate"


def test_a_branch_within_rounding_leaves_the_derivative_open(case):
    # x0 + x1 - x2 rounds to zero or a little more; the relu of it has slope 0 or 1
    body = "b = add(x0, x1)\nc = subtract(b, x2)\nd = maximum(c, 0.0)\na = add(d, x0)"
    truth = truth_of(case(body, (0.1, 0.2, 0.3)))
    assert not np.isfinite(truth.Ju[0].allowance)


def test_a_comparison_of_exact_inputs_leaves_nothing_open(case):
    near = float(np.nextafter(1.0, 2.0))
    truth = truth_of(case("maximum(x0, x1)", (1.0, near), (1.0, -0.5)))
    assert float(truth.Ju[0].allowance) < 1e-14


def test_the_allowance_of_a_cancellation_is_that_of_its_terms(case):
    # b/b has slope 0, of two terms of size 1.8 each
    truth = truth_of(case("b = sin(x)\na = divide(b, b)", 0.5))
    assert 1e-16 < float(truth.Ju[0].allowance) < 1e-13


def test_the_allowance_of_a_sum_grows_with_its_length(case):
    short, long = (float(truth_of(case("sum(x)", np.ones(n), v=1.0)).Ju[0].allowance) / n for n in (8, 2048))
    assert long > short


def test_float32_is_allowed_a_float32_error(case):
    pushed = (truth_of(case("exp(x)", t(0.5))).Ju[0] for t in (np.float32, np.float64))
    single, double = (float(interval.allowance) for interval in pushed)
    assert 1e-7 < single < 1e-5
    assert double < 1e-14


def test_noise_leaves_no_domain_without_a_word(case):
    # at 1 + eps, noise of 16 roundoffs leaves the domain of acosh: nothing is known, nothing raised
    truth = truth_of(case("acosh(x)", float(np.nextafter(1.0, 2.0))))
    assert float(truth.Ju[0].allowance) == np.inf


def test_every_allowance_is_the_same_in_every_run(case):
    first, second = (truth_of(case("exp(x)", 0.5)).Ju[0].allowance for _ in range(2))
    assert float(first) == float(second)


def test_a_variance_is_allowed_what_its_rounded_mean_costs(case):
    # var does not change when all entries do: the slope is 0, and an engine sums x - mean, rounded at 34
    truth = truth_of(case("b = add(x0, x1)\na = var(b)", (-34.0, np.asarray([0.867, 0.0747, 0.81])), v=1.0))
    assert float(truth.JTv[0].lo) == 0.0
    assert float(truth.JTv[0].allowance) > 34 * 2.0**-52


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("toward", [-np.inf, np.inf])
def test_a_kink_a_roundoff_away_is_met_on_either_side(case, sign, toward):
    # relu6(x + 3) / 6 bends at ±3: the sum may round onto either side of 0 and of 6.
    truth = truth_of(case("nn.hard_sigmoid(x)", np.nextafter(sign * 3.0, toward)))
    assert not np.isfinite(truth.Ju[0].allowance)
    assert not np.isfinite(truth.JTv[0].allowance)


@pytest.mark.parametrize("x", [2.0**60, 2.0**200, -1e150, 1e300])
def test_a_large_integer_is_one_number_among_others_once_it_is_rounded(case, x):
    # The slope of sinc is cos(πx)/x at an integer, but no engine has πx to the last of 150 digits.
    assert not np.isfinite(truth_of(case("sinc(x)", x)).Ju[0].allowance)


def test_entries_of_a_decomposed_matrix_round_like_the_largest_and_those_of_a_product_by_themselves():
    a, u = np.array([[4.0, 1.0], [0.5, 2.0]]), np.array([[1e8, -1e8], [1e-8, 3e-8]])
    apart, mixed = (
        truth_of(replace(case, u=(u, *case.u[1:]))).Ju[0].allowance
        for case in (
            make_case(VOCABULARY["multiply"], (a, a)),
            make_case(VOCABULARY["linalg.inv"], (a,)),
        )
    )
    assert (np.ptp(mixed), apart[1].max() < 1e-6 * apart[0].min()) == (0.0, True)


def test_what_underflows_in_an_exponential_may_be_multiplied_by_x(case):
    # mish at -745 is x·eˣ, with eˣ half of the smallest number: it is rounded to that or to 0.
    found = truth_of(case("nn.mish(x)", -745.0)).Ju[0]
    assert 745 * 2.5e-324 <= found.allowance <= 1024 * 2.5e-323


def test_digits_are_counted_among_normal_numbers_only():
    one = point(1e-310, 5e-324)
    assert grade_entries(np.asarray(1.0000001e-310), one, 2.0**-52, 2.0**-1022)["status"] == "holds"
    assert grade_entries(np.asarray(1.0000001e-310), one, 2.0**-52)["status"] == "inaccurate"
    assert grade_entries(np.asarray(1.1e-310), one, 2.0**-52, 2.0**-1022)["status"] == "broken"


def test_a_second_derivative_may_lose_the_digits_of_what_it_is_a_difference_of(case):
    # std of two numbers is |x₀ - x₁|/2; engines compute 1/y - 1/y, with y = 0.3, where D² is 0
    given = case("std(x)", [0.5, -0.1], v=1.0)
    (found,) = second_order(given, (np.asarray([1.0, -1.0]),))
    assert (float(found.lo), float(found.hi)) == (0.0, 0.0)
    assert 2.0**-52 / 0.3 <= float(found.floor) <= 1e-12


def test_an_array_of_real_and_complex_numbers_is_rounded_as_a_complex_one(case):
    # d/dt (x₀², x₁²) = (2 x₀, 2 x₁) along ones; the real one comes first
    given = case("b = concat(x0, x1)\na = multiply(b, b)", (np.array([1.5]), np.array([0.5 + 1j])), v=[1, 1j])
    (found,) = truth_of(given).Ju
    assert found.lo.tolist() == [[3.0, 0.0], [1.0, 2.0]]
    assert 0 < found.allowance.min() <= found.allowance.max() < 1e-13


def test_the_default_of_select_is_a_number_that_may_be_used_further_on(case):
    given = case("b = select([[True, False]], x, default=2.0)\na = log(b)", [4.0, 5.0])
    assert truth_of(given).y[0].lo.tolist() == pytest.approx([np.log(4.0), np.log(2.0)], rel=1e-15)
    assert truth_of(given).Ju[0].lo.tolist() == [0.25, 0.0]
