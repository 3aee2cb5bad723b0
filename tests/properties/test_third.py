"""Third derivatives: the truth by hand, what each law leaves to others, and where there is none."""

import math

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import push_of_pull, push_of_push, third_pull, third_push
from adspec.truth import curvature_of


def case(*equations, x="1.0", u="1.0", v="1.0"):
    lines = "\n".join(f"    {name} = {e}" for name, e in zip("abc", equations, strict=False))
    last = "abc"[len(equations) - 1]
    return parse_case(f"def f(x):\n{lines}\n    return {last}\n\nx = {x}\nu_x = {u}\nv_0 = {v}")


# D³f[u, u₂, u] = f‴·u·u₂·u with u₂ = (1 + |u|)/2, and the slope of H u is v·f‴·u·u₂.
BY_HAND = [
    (case("sin(x)", x="0.5"), -math.cos(0.5), -math.cos(0.5)),
    (case("log(x)", x="2.0", u="3.0", v="2.0"), 0.25 * 18, 0.25 * 12),  # 2/x³
    (case("square(x)"), 0.0, 0.0),
    (case("multiply(x, x)", "multiply(a, x)", u="3.0"), 6.0 * 18, 6.0 * 6),
]


@pytest.mark.parametrize(("of", "along", "slope"), BY_HAND, ids=[str(c.program) for c, *_ in BY_HAND])
def test_the_truth_is_the_third_derivative(of, along, slope):
    truth = curvature_of(of)

    found = [float(i.lo) for (i,) in (truth.thrice, truth.sharp_thrice, truth.Hu_slope)]
    assert found == pytest.approx([along, along, slope], rel=4 * np.finfo(float).eps)


@pytest.mark.parametrize("law", [third_push, third_pull])
@pytest.mark.parametrize("of", [c for c, *_ in BY_HAND], ids=[str(c.program) for c, *_ in BY_HAND])
def test_the_right_engine_keeps_the_law(law, of):
    assert judge(law, observe(ENGINE, of)).status == ("vacuous" if "square" in str(of.program) else "holds")


ORDERS = [
    ("sinh_push_bends_once", case("sinh(x)"), third_push, (push_of_push, push_of_pull, third_pull)),
    ("cosh_pull_bends_once", case("cosh(x)"), third_pull, (push_of_push, push_of_pull, third_push)),
]


@pytest.mark.parametrize(("fault", "of", "law", "others"), ORDERS, ids=[fault for fault, *_ in ORDERS])
def test_a_rule_that_is_right_to_second_order_is_blamed_by_one_law_only(fault, of, law, others):
    obs = observe(MUTANTS[fault].engine, of)

    assert [judge(q, obs).status for q in (law, *others)] == ["broken", "holds", "holds", "holds"]


@pytest.mark.parametrize("law", [third_push, third_pull])
def test_what_is_broken_at_other_numbers_is_not_blamed(law):
    # cos' is halved below zero only
    assert judge(law, observe(MUTANTS["cos_pull_halved_below_zero"].engine, case("cos(x)"))).status == "holds"


# relu(x − 1)³ has a first and a second derivative at 1, and no third.
@pytest.mark.parametrize("law", [third_push, third_pull])
def test_there_is_none_at_a_kink_of_the_second(law):
    kink = case("subtract(x, 1.0)", "maximum(a, 0.0)", "pow(b, 3.0)")

    assert not np.isfinite(curvature_of(kink).thrice[0].lo)
    assert judge(law, observe(ENGINE, kink)).status in {"vacuous", "inconclusive"}
