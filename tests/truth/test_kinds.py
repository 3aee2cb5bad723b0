"""What kind of point x is, and what an engine may answer there."""

import numpy as np
import pytest

from adspec.discovery import find_engine, find_laws
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import parse_program
from adspec.law import judge_all
from adspec.observation import observe
from adspec.search.cases import make_case
from adspec.truth import truth_of

TWO, THREE = np.asarray([2.0, 2.0]), np.asarray([2.0, 2.0, 2.0])
PROD = np.asarray([0.0, 2.0, 0.0])

# fmt: off
KINDS = [
    # body                      x                 v                          kind
    ("abs(x)",                  0.0,              1.0,                       "kink"),
    ("abs(x)",                  -0.0,             1.0,                       "kink"),
    ("abs(x)",                  5e-324,           1.0,                       "smooth"),
    ("sqrt(x)",                 0.0,              1.0,                       "edge"),
    ("sqrt(x)",                 -1.0,             1.0,                       "undefined"),
    ("log(x)",                  0.0,              1.0,                       "undefined"),
    ("asin(x)",                 1.0,              1.0,                       "edge"),
    ("cbrt(x)",                 0.0,              1.0,                       "vertical"),
    ("sign(x)",                 0.0,              1.0,                       "vertical"),
    ("floor(x)",                2.0,              1.0,                       "vertical"),
    ("floor(x)",                2.5,              1.0,                       "smooth"),
    ("round(x)",                0.5,              1.0,                       "vertical"),
    ("reciprocal(x)",           0.0,              1.0,                       "undefined"),
    ("multiply(x, x)",          0.0,              1.0,                       "smooth"),
    ("square(x)",               0.0,              1.0,                       "smooth"),
    ("pow(x, 3)",               0.0,              1.0,                       "smooth"),
    ("pow(x, 0)",               0.0,              1.0,                       "smooth"),
    ("pow(x, 2.0)",             -2.0,             1.0,                       "smooth"),
    ("pow(x, 0.5)",             0.0,              1.0,                       "edge"),
    ("sinc(x)",                 0.0,              1.0,                       "smooth"),
    ("tanh(x)",                 1000.0,           1.0,                       "smooth"),
    ("exp(x)",                  -1000.0,          1.0,                       "smooth"),
    ("maximum(x0, x1)",         (1.0, 1.0),       1.0,                       "smooth"),
    ("hypot(x0, x1)",           (0.0, 0.0),       1.0,                       "kink"),
    ("clip(x, -1.0, 1.0)",      1.0,              1.0,                       "kink"),
    ("clip(x, -1.0, 1.0)",      1.0000000000000002, 1.0,                     "smooth"),
    ("prod(x)",                 PROD,             1.0,                       "smooth"),
    ("std(x)",                  TWO,              1.0,                       "smooth"),
    ("where([True], x, 0.0)",   [0.0],            [1.0],                     "smooth"),
]
# fmt: on


@pytest.mark.parametrize(("body", "x", "v", "kind"), KINDS)
def test_the_kind_of_a_point(case, body, x, v, kind):
    assert truth_of(case(body, x, v=v)).kind == kind


def test_a_tie_is_a_kink_along_a_tangent_that_breaks_it(case):
    assert truth_of(case("maximum(x0, x1)", (1.0, 1.0), (1.0, -0.5))).kind == "kink"


def test_at_a_kink_the_hull_of_left_and_right_is_allowed(case):
    [pushed] = truth_of(case("abs(x)", 0.0, 2.0)).Ju
    assert (float(pushed.lo), float(pushed.hi)) == (-2.0, 2.0)


def test_a_tie_of_three_may_be_answered_by_any_order(case):
    # sort(x)[1] may have the tangent of any of the three tied entries
    [pushed] = truth_of(case("sort(x)", THREE, np.asarray([1.0, -0.5, 2.0]))).Ju
    assert (pushed.lo.tolist(), pushed.hi.tolist()) == ([-0.5, -0.5, -0.5], [2.0, 2.0, 2.0])


def test_tied_entries_may_share_a_cotangent(case):
    [pulled] = truth_of(case("max(x)", THREE, v=2.0)).JTv
    assert (pulled.lo.tolist(), pulled.hi.tolist()) == ([0.0, 0.0, 0.0], [2.0, 2.0, 2.0])


def test_only_the_entry_at_the_kink_is_loose(case):
    [pulled] = truth_of(case("abs(x)", np.asarray([0.0, -3.0]))).JTv
    assert (pulled.lo.tolist(), pulled.hi.tolist()) == ([-1.0, -1.0], [1.0, -1.0])


def test_a_kink_on_the_way_leaves_the_derivative_unjudged(case):
    relus = "b = maximum(x, 0.0)\nc = negative(x)\nd = maximum(c, 0.0)\na = subtract(b, d)"
    truth = truth_of(case(relus, 0.0))
    assert (truth.kind, truth.kinks_on_the_way, truth.judged) == ("smooth", True, False)


def test_away_from_the_kink_the_same_program_is_judged(case):
    relus = "b = maximum(x, 0.0)\nc = negative(x)\nd = maximum(c, 0.0)\na = subtract(b, d)"
    truth = truth_of(case(relus, 0.5))
    assert (truth.kinks_on_the_way, truth.judged, float(truth.Ju[0].lo)) == (False, True, 1.0)


def test_a_kink_in_a_direction_in_which_u_does_not_move_is_on_the_way_too(case):
    truth = truth_of(case("b = abs(x)\na = sum(b)", np.asarray([0.0, 1.0]), np.asarray([0.0, 1.0]), 1.0))
    assert truth.kinks_on_the_way


def test_a_jump_of_an_integer_on_the_way_is_seen(case):
    truth = truth_of(case("b = argsort(x)\na = take(x, b, axis=0)", TWO))
    assert truth.kinks_on_the_way


def test_a_comparison_of_equal_but_rounded_values_is_ambiguous(case):
    # 2 sin x cos x = sin 2x: equal, and no precision can tell
    double = "b = sin(x)\nc = cos(x)\nd = multiply(b, c)\ne = multiply(d, 2.0)"
    body = f"{double}\ng = multiply(x, 2.0)\nh = sin(g)\na = maximum(e, h)"
    truth = truth_of(case(body, 0.5))
    assert (truth.kind, truth.judged) == ("ambiguous", False)


def test_a_derivative_that_is_zero_by_cancellation_is_zero(case):
    truth = truth_of(case("b = sin(x)\na = divide(b, b)", 0.5))
    assert (float(truth.Ju[0].lo), truth.judged) == (0.0, True)


def test_what_overflows_is_not_judged(case):
    truth = truth_of(case("exp(x)", 800.0))
    assert np.isinf([float(truth.y[0].lo), float(truth.Ju[0].lo), float(truth.JTv[0].lo)]).all()


def test_what_underflows_is_zero(case):
    truth = truth_of(case("exp(x)", -1000.0))
    assert [float(truth.y[0].lo), float(truth.Ju[0].lo), float(truth.JTv[0].lo)] == [0.0, 0.0, 0.0]


def test_what_no_float32_can_hold_is_not_judged(case):
    assert np.isinf(truth_of(case("exp(x)", np.float32(100.0))).y[0].lo)


def test_y_does_not_compute_ju_nor_ju_the_pullback(case):
    truth = truth_of(case("sin(x)", 0.5))
    _ = truth.y
    assert "_along_u" not in vars(truth)
    _ = truth.Ju
    assert "JTv" not in vars(truth)


def test_the_truth_of_a_case_is_kept_and_does_not_keep_the_case(case):
    import gc
    import weakref

    made = case("sin(x)", 0.5)
    assert truth_of(made) is truth_of(made)
    gone = weakref.ref(made)
    _ = truth_of(made).JTv
    del made
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("call", ["median(x)", "quantile(x, 0.5)"])
def test_the_middle_of_three_equals_is_a_kink_though_no_single_coordinate_shows_it(call):
    f = parse_program(f"def f(x):\n    a = {call}\n    return a")
    case = Case(program=f, x=(np.ones(3),), u=(np.array([1.0, 0.5, 0.0]),), v=(np.array(1.0),))

    (pulled,) = truth_of(case).JTv

    assert pulled.lo.tolist() == [0.0, 0.0, 0.0]
    assert pulled.hi.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(("name", "x"), [("floor", 3.0), ("ceil", -1.0), ("abs", 0.0)])
def test_no_rounding_moves_an_exact_value_over_a_jump(name, x):
    found = truth_of(make_case(VOCABULARY[name], (np.float64(x),))).y[0]
    assert found.allowance <= 4 * np.finfo(float).eps * max(abs(x), 1e-300)


@pytest.mark.parametrize(
    ("name", "x", "end"),
    [("exp", 1e4, np.inf), ("floor", 3.0, np.inf), ("log", -1.0, np.inf), ("sin", 1.0, None)],
)
def test_where_there_is_no_number_to_judge_the_ends_are_infinite(name, x, end):
    truth = truth_of(make_case(VOCABULARY[name], (np.float64(x),)))
    found = [float(i.lo) for i in (*truth.Ju, *truth.JTv)]
    assert found == [end, end] if end else np.isfinite(found).all()


def test_an_entry_without_a_derivative_does_not_hide_that_the_others_are_zero():
    obs = observe(find_engine("reference"), make_case(VOCABULARY["floor"], (np.array([0.5, 3.0]),)))
    assert [v.status for v in judge_all(find_laws(("truth_push", "truth_pull")), obs)] == [
        "vacuous",
        "vacuous",
    ]


def test_where_no_float_holds_the_value_its_slope_is_not_judged():
    # erfcx grows so fast there that no step is small: its differences looked like those of a minimum
    truth = truth_of(make_case(VOCABULARY["special.erfcx"], (np.float64(-1e150),)))
    assert [float(i.lo) for i in (*truth.Ju, *truth.JTv)] == [np.inf, np.inf]
