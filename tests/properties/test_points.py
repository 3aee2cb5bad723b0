"""The laws of spaces, presentations and points: each with its fault, made small and pinned."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.engine import Dialect
from adspec.language.case import parse_case
from adspec.language.primitives import VOCABULARY
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import (
    accuracy,
    broadcasting,
    complex_pairing,
    empty_and_0d,
    finite,
    kinks,
    precision,
    presentation,
    ties,
    truth_pull,
)


def unary(primitive, x, u="1.0", v="1.0"):
    return f"def f(x):\n    a = {primitive}(x)\n    return a\n\nx = {x}\nu_x = {u}\nv_0 = {v}"


def binary(primitive, x0, x1, u0="1.0", v="1.0"):
    body = f"def f(x0, x1):\n    a = {primitive}(x0, x1)\n    return a\n\n"
    return f"{body}x0 = {x0}\nx1 = {x1}\nu_x0 = {u0}\nv_0 = {v}"


ONES = "[[1.0, 1.0], [1.0, 1.0]]"
Z = "complex128(complex(1.0, 1.0))"
ONE = "float32(1.0)"
# fault, its law, and the smallest case on which it is broken
PINNED = {
    "log_pull_in_memory_order": (
        presentation,
        unary("log", "[[1.0, 1.0], [2.0, 1.0]]", ONES, ONES) + "\npresentation = 'fortran'",
    ),
    "sin_in_float64": (precision, unary("sin", ONE, ONE, ONE)),
    "tan_push_in_float32": (precision, unary("tan", "1.0")),
    "half_is_pushed_in_single": (
        precision,
        f"def f(x):\n    return x\n\nx = {ONE}\nu_x = {ONE}\nv_0 = {ONE}",
    ),
    "cotangent_of_0_d_becomes_1_d": (
        empty_and_0d,
        "def f(x):\n    return x\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0",
    ),
    "multiply_pull_twice_when_broadcast": (broadcasting, binary("multiply", "1.0", "[1.0]", v="[1.0]")),
    "square_pull_conjugated": (complex_pairing, unary("square", Z, Z, Z)),
    "abs_pull_one_sided_at_0": (kinks, unary("abs", "0.0")),
    "max_counts_every_tie": (ties, unary("max", "[1.0, 1.0]", "[1.0, 1.0]")),
    "sinc_push_by_the_formula": (finite, unary("sinc", "0.0")),
    "tanh_push_cancels": (accuracy, unary("tanh", "20.0")),
}


@pytest.mark.parametrize("fault", PINNED)
def test_a_fault_is_made_small_and_named_by_its_law(fault):
    law, smallest = PINNED[fault]
    mutant = MUTANTS[fault]
    place = "sin" if mutant.where == "engine" else mutant.where

    causes = conform([mutant.engine], primitives=[place]).engines[0].causes

    assert smallest in [str(found.case) for found in causes if found.law == law.name]


@pytest.mark.parametrize("fault", PINNED)
def test_the_right_engine_keeps_the_law_on_the_pinned_case(fault):
    law, smallest = PINNED[fault]

    assert judge(law, observe(ENGINE, parse_case(smallest))).status == "holds"


def test_finite_says_what_is_right_of_every_entry():
    # √x where x > 0, else 0: its slope at −1 is 0, at 4 it is 1/4
    lines = "a = sqrt(x)\n    b = greater(x, 0.0)\n    c = where(b, a, 0.0)"
    case = parse_case(
        f"def f(x):\n    {lines}\n    return c\n\nx = [-1.0, 4.0]\nu_x = [1.0, 1.0]\nv_0 = [1.0, 2.0]"
    )
    verdict = judge(finite, observe(MUTANTS["zero_times_nan_is_nan"].engine, case))

    assert (verdict.status, verdict.symptom) == ("broken", "nan")
    assert np.array_equal(verdict.claim.right, [0.0, 0.5])


# ------------------------------------------------------------------ what each law leaves to others

DEAF_TO = [
    (
        presentation,
        "multiply_pull_negated",
        binary("multiply", "1.0", "2.0") + "\npresentation = 'operators'",
    ),
    (broadcasting, "multiply_pull_negated", binary("multiply", "1.0", "[2.0]", v="[1.0]")),
    (precision, "square_pull_off_by_1e-9", unary("square", "1.0")),
    (empty_and_0d, "cos_pull_halved_below_zero", unary("cos", "-1.0")),
    (complex_pairing, "sinh_pull_wrong_for_complex", unary("sinh", Z, Z, Z)),
    (finite, "prod_pull_divides_by_x", unary("prod", "[2.0, 3.0]", "[1.0, 1.0]")),
    (finite, "exp_pull_twice", unary("exp", "1.0")),
    (kinks, "abs_pull_one_sided_at_0", unary("abs", "1.0")),
    (ties, "max_counts_every_tie", unary("max", "[1.0, 2.0]", "[1.0, 1.0]")),
    (accuracy, "exp_pull_twice", unary("exp", "1.0")),
    (truth_pull, "square_pull_off_by_1e-9", unary("square", "1.0")),
]


@pytest.mark.parametrize(("law", "fault", "text"), DEAF_TO, ids=[f"{q[0].name}-{q[1]}" for q in DEAF_TO])
def test_a_fault_of_another_law_is_not_blamed(law, fault, text):
    verdict = judge(law, observe(MUTANTS[fault].engine, parse_case(text)))

    assert verdict.status in {"holds", "vacuous"}


def test_half_precision_is_judged_where_an_engine_has_it():
    def narrow(f, xs, us):
        if xs[0].dtype == np.float16:
            raise TypeError("no half precision here")
        return ENGINE.jvp(f, xs, us)

    case = parse_case(unary("asinh", ONE, ONE, ONE))

    assert judge(precision, observe(MUTANTS["half_is_pushed_in_single"].engine, case)).status == "broken"
    assert judge(precision, observe(replace(ENGINE, jvp=narrow), case)).status == "holds"


@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("special.polygamma(1, x)", "vacuous"),
        ("special.yn(0, x)", "vacuous"),
        ("special.gammainc(1.0, x)", "vacuous"),  # of two arrays it is as narrow as they are
        ("special.jn(0, x)", "broken"),
    ],
)
def test_an_engine_may_answer_as_wide_as_scipy(call, status):
    # SciPy computes all but the last in float64 whatever goes in; an engine that wraps it is not to blame.
    name = call.partition("(")[0]
    case = parse_case(f"def f(x):\n    a = {call}\n    return a\n\nx = {ONE}\nu_x = {ONE}\nv_0 = {ONE}")
    wide = replace(ENGINE, ops={name: lambda n, x: VOCABULARY[name].value(n, np.float64(x))})

    assert judge(precision, observe(wide, case)).status == status


def test_an_engine_that_pairs_hermitian_and_says_so_is_right():
    def vjp(f, xs):
        y, pull = ENGINE.vjp(f, xs)
        return y, lambda v: tuple(np.conj(c) for c in pull(np.conj(v)))

    hermitian, case = replace(ENGINE, vjp=vjp), parse_case(unary("square", Z, Z, Z))

    unsaid = judge(complex_pairing, observe(hermitian, case))
    said = judge(complex_pairing, observe(replace(hermitian, dialect=Dialect(pairing="hermitian")), case))

    assert (unsaid.status, unsaid.symptom, said.status) == ("broken", "other pairing", "holds")


@pytest.mark.parametrize("choice", [-1.0, 0.0, 1.0])
def test_an_engine_may_choose_within_the_hull(choice):
    chosen = MUTANTS["abs_pull_one_sided_at_0"].engine
    engine = replace(
        chosen,
        jvp=lambda f, xs, us: (f(*xs), choice * us[0]),
        vjp=lambda f, xs: (f(*xs), lambda v: (choice * v,)),
    )

    assert judge(kinks, observe(engine, parse_case(unary("abs", "0.0")))).status == "holds"


def test_half_an_engine_is_judged_by_the_half_it_has():
    pushes_only = replace(MUTANTS["sinc_push_by_the_formula"].engine, vjp=None)

    assert judge(finite, observe(pushes_only, parse_case(unary("sinc", "0.0")))).status == "broken"


def test_an_input_that_is_not_used_is_not_broadcast():
    case = parse_case(
        "def f(x0, x1):\n    a = cosh(x0)\n    return a\n\nx0 = 1.0\nx1 = [1.0, 2.0]\n"
        "u_x0 = 1.0\nu_x1 = [1.0, 1.0]\nv_0 = 1.0"
    )

    assert judge(broadcasting, observe(ENGINE, case)).status == "vacuous"
