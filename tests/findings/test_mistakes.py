"""A mistake is read off several cases: named where all of them show it, not where they may show another."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.findings.diagnosis import diagnose
from adspec.findings.evidence import Evidence
from adspec.language.case import parse_case

POINTS = [[0.5, -1.5, 0.25], [2.0, -0.75]]
SEED = [1.0, -2.0, 0.5]


def shown(array):
    return np.asarray(array).tolist()


def unary(primitive, slope, right, points=POINTS, mode="pull"):
    """Return the evidence of a rule with a wrong slope at some points, the right one beside it."""
    found = []
    for x in map(np.asarray, points):
        seed = np.asarray(SEED[: x.size])
        text = f"def f(x):\n    a = {primitive}(x)\n    return a\n"
        case = parse_case(f"{text}x = {shown(x)}\nu_x = {shown(seed)}\nv_0 = {shown(seed)}")
        wrong, true = (np.broadcast_to(s(x), x.shape) * seed for s in (slope, right))
        found.append(
            Evidence(
                law=f"truth_{mode}",
                symptom="wrong value",
                mode=mode,
                where=primitive,
                argument=0,
                case=case,
                wrong=wrong,
                right=true,
            )
        )
    return found


def expit(x):
    return 1 / (1 + np.exp(-x))


def sech2(x):
    return 1 - np.tanh(x) ** 2


# fmt: off
SLOPES = [
    # primitive     the wrong slope                    the right one                    the mistake
    ("tanh",        lambda x: 1 - np.tanh(x),          sech2,                           "square"),
    ("atan",        lambda x: 1 / (1 + x),             lambda x: 1 / (1 + x * x),       "square"),
    ("reciprocal",  lambda x: -1 / x,                  lambda x: -1 / x**2,             "square"),
    ("exp",         lambda x: x,                       np.exp,                          "input for output"),
    ("sin",         lambda x: np.cos(np.sin(x)),       np.cos,                          "output for input"),
    ("sin",         np.sin,                            np.cos,                          ""),
    ("nn.sigmoid",  expit,                             lambda x: expit(x) * expit(-x),  "factor"),
    ("tanh",        lambda x: 1 / np.cosh(x),          sech2,                           ""),
    ("sinh",        np.sinh,                           np.cosh,                         "neighbour"),
    ("sin",         lambda x: -np.cos(x),              np.cos,                          "sign"),
    ("sin",         lambda x: 0 * x,                   np.cos,                          "dropped"),
    ("sin",         lambda x: 1 + 0 * x,               np.cos,                          "passed on"),
    ("sin",         lambda x: 1 / np.cos(x),           np.cos,                          "inverted"),
    ("exp2",        lambda x: 2**x,                    lambda x: np.log(2) * 2**x,      "constant"),
    ("cosh",        np.cosh,                           np.sinh,                         "neighbour"),
    ("atan",        lambda x: 1 / np.sqrt(1 + x * x),  lambda x: 1 / (1 + x * x),       "neighbour"),
    ("square",      lambda x: x,                       lambda x: 2 * x,                 "half"),
    ("sin",         lambda x: np.cos(x) * (1 + x**3),  np.cos,                          ""),
]
# fmt: on


@pytest.mark.parametrize("mode", ["push", "pull"])
@pytest.mark.parametrize(("primitive", "slope", "right", "mistake"), SLOPES)
def test_a_wrong_slope_is_named(primitive, slope, right, mistake, mode):
    assert diagnose(unary(primitive, slope, right, mode=mode)).mistake == mistake


@pytest.mark.parametrize(("primitive", "slope", "right"), [row[:3] for row in SLOPES])
def test_one_point_is_too_little_to_tell(primitive, slope, right):
    assert str(diagnose(unary(primitive, slope, right, points=[[0.5]]))) == ""


def test_the_words_say_of_how_many_cases():
    evidence = unary("sin", lambda x: -np.cos(x), np.cos)

    assert str(diagnose(evidence)) == "wrong sign (in 2 of 2 cases)"
    assert str(diagnose(evidence[:1])) == "wrong sign (in the one case seen)"


def test_a_mistake_that_one_case_contradicts_is_not_named():
    [one, other] = unary("sin", lambda x: -np.cos(x), np.cos)

    assert diagnose([one, replace(other, wrong=3.5 * other.right)]).mistake == ""


def test_what_is_right_in_places_is_named_by_what_is_wrong():
    evidence = unary("cos", lambda x: np.where(x < 0, -0.5, -1) * np.sin(x), lambda x: -np.sin(x))

    assert diagnose(evidence[:1]).mistake == ""  # wrong at one point only
    assert diagnose(evidence).mistake == "half"


# ------------------------------------------------------------------ more than one entry at a time


def piece(text, wrong, right, mode="pull", argument=0):
    case = parse_case(text)
    return Evidence(
        law=f"truth_{mode}",
        symptom="wrong value",
        mode=mode,
        where=case.program.equations[0].primitive,
        argument=argument,
        case=case,
        wrong=np.asarray(wrong),
        right=np.asarray(right),
    )


def test_a_map_for_its_transpose():
    text = """def f(x):
    a = cumulative_sum(x)
    return a
x = [1.0, 1.0]
u_x = [1.0, 1.0]
v_0 = [2.0, 0.5]"""

    found = diagnose([piece(text, wrong=[2.0, 2.5], right=[2.5, 0.5])])

    assert (found.mistake, found.says) == ("transposed", "transposed: J v for Jᵀ v")


def test_swapped_arguments():
    text = """def f(x0, x1):
    a = atan2(x0, x1)
    return a
x0 = [3.0, 1.0]
x1 = [4.0, 2.0]
u_x0 = [1.0, 1.0]
v_0 = [25.0, 5.0]"""

    assert diagnose([piece(text, wrong=[3.0, 1.0], right=[4.0, 2.0])]).mistake == "swapped"


def test_the_last_of_several_contributions():
    text = """def f(x):
    a = getitem(x, [0, 0, 1, 1])
    return a
x = [1.0, 1.0]
u_x = [1.0, 1.0]
v_0 = [1.0, 2.0, 3.0, 0.5]"""

    assert diagnose([piece(text, wrong=[2.0, 0.5], right=[3.0, 3.5])]).mistake == "overwritten"


def test_a_cotangent_that_is_not_used():
    evidence = unary("sin", np.cos, np.cos)
    alike = [replace(e, wrong=np.cos(e.case.x[0])) for e in evidence]

    assert diagnose(alike).mistake == "swallowed"


@pytest.mark.parametrize(("factor", "mistake"), [(3.0, "n times"), (1 / 3, "1/n")])
def test_a_factor_that_is_the_number_of_entries(factor, mistake):
    text = "def f(x):\n    a = mean(x)\n    return a\nx = [1.0, 2.0, 4.0]\nu_x = [1.0, 1.0, 1.0]\nv_0 = 6.0"
    pair = text.replace("[1.0, 2.0, 4.0]", "[1.0, 2.0]").replace("[1.0, 1.0, 1.0]", "[1.0, 1.0]")
    three, two = np.full(3, 2.0), np.full(2, 3.0)

    evidence = [piece(text, three * factor, three), piece(pair, two * (2.0 if factor > 1 else 0.5), two)]

    assert diagnose(evidence).mistake == mistake


def test_three_times_is_no_count_where_there_are_two_entries():
    text = "def f(x):\n    a = mean(x)\n    return a\nx = [1.0, 2.0]\nu_x = [1.0, 1.0]\nv_0 = 6.0"
    two = np.asarray([3.0, 1.0])

    found = diagnose([piece(text, 3 * two, two), piece(text.replace("6.0", "2.0"), two, two / 3)])

    assert found.says == "scaled by one constant factor, 3.0"
