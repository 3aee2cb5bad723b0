"""An engine that answers a dialect question otherwise, and says so, deviates; unsaid, it breaks the law."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.engine import Dialect
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import (
    evaluation_count,
    independence,
    primal,
    purity,
    scalar_output,
    tangent_space,
    truth_pull,
    truth_push,
    value,
)

SUM = parse_case("def f(x):\n    a = sum(x)\n    return a\nx = [1.0, 2.0]\nu_x = [1.0, -0.5]\nv_0 = 1.5")
SIN = parse_case(
    "def f(x):\n    a = sin(x)\n    return a\nx = [1.0, 2.0]\nu_x = [1.0, -0.5]\nv_0 = [1.0, 2.0]"
)

QUESTIONS = [
    (evaluation_count, "jvp_calls_f_twice", Dialect(push_calls=2), SUM),
    (independence, "unused_input_gets_none", Dialect(unused_input="none"), SUM),
    (scalar_output, "grad_of_a_vector", Dialect(scalar_output="any"), SIN),
    (scalar_output, "grad_of_a_vector", Dialect(scalar_output="anything"), SIN),
]


@pytest.mark.parametrize(("law", "fault", "dialect", "case"), QUESTIONS, ids=range(len(QUESTIONS)))
def test_a_declared_answer_deviates(law, fault, dialect, case):
    engine = MUTANTS[fault].engine

    undeclared = judge(law, observe(engine, case)).status
    declared = judge(law, observe(replace(engine, dialect=dialect), case)).status

    assert (undeclared, declared) == ("broken", "deviates")


@pytest.mark.parametrize("law", [truth_push, truth_pull], ids=lambda rule: rule.name)
def test_numbers_are_not_judged_where_the_engine_says_that_it_flushes_them(law):
    tiny = parse_case("def f(x):\n    a = abs(x)\n    return a\nx = -5e-324\nu_x = 1.0\nv_0 = 1.0")
    zero = lambda *_: (np.float64(0.0), np.float64(1.0))
    flushing = replace(ENGINE, jvp=zero, vjp=lambda *_: (np.float64(0.0), lambda _v: (np.float64(1.0),)))

    undeclared = judge(law, observe(flushing, tiny)).status
    declared = judge(law, observe(replace(flushing, dialect=Dialect(subnormals="flushed")), tiny)).status

    assert (undeclared, declared) == ("broken", "deviates")


def flushing_log(x):
    return np.log(np.where(np.abs(x) < np.finfo(np.float64).tiny, 0.0, x))


def flushing_product(a, b):
    product = a * b
    return np.where(np.abs(product) < np.finfo(np.float64).tiny, 0.0, product)


@pytest.mark.parametrize(
    ("body", "ops", "declared"),
    [
        ("a = log(x)\n    return a\nx = 5e-324\nu_x = 1.0\nv_0 = 1.0", {"log": flushing_log}, "deviates"),
        (
            "a = multiply(x, 1e-160)\n    return a\nx = 1e-160\nu_x = 1.0\nv_0 = 1.0",
            {"multiply": flushing_product},
            "inconclusive",
        ),
    ],
)
def test_a_value_may_be_flushed_where_the_engine_says_so(body, ops, declared):
    case = parse_case(f"def f(x):\n    {body}")
    strict = replace(ENGINE, ops={**ENGINE.ops, **ops})
    flushing = replace(strict, dialect=Dialect(subnormals="flushed"))

    assert judge(value, observe(strict, case)).status == "broken"
    assert judge(value, observe(flushing, case)).status == declared


@pytest.mark.parametrize("law", [truth_push, truth_pull], ids=lambda rule: rule.name)
def test_a_tiny_weight_may_be_flushed_and_no_larger_one(law):
    """J of (2⁻¹⁰²³ x) along 3 is 3·2⁻¹⁰²³, a normal number of which a flushed factor leaves nothing."""
    program = "def f(x):\n    a = multiply(x, {})\n    return a\nx = 1.0\nu_x = 3.0\nv_0 = 3.0"
    y, nothing = np.float64(0.0), np.float64(0.0)
    lost = replace(ENGINE, jvp=lambda *_: (y, nothing), vjp=lambda *_: (y, lambda _v: (nothing,)))
    flushing = replace(lost, dialect=Dialect(subnormals="flushed"))
    weight = 2.0**-1023

    found = [
        judge(law, observe(engine, parse_case(program.format(repr(w))))).status
        for engine, w in ((lost, weight), (flushing, weight), (flushing, 2.0**-1000))
    ]

    assert found == ["broken", "inconclusive", "broken"]


def test_a_refusal_by_another_exception_is_broken():
    def grad(_f, _xs):
        raise ValueError

    verdict = judge(scalar_output, observe(replace(ENGINE, grad=grad), SIN))

    assert (verdict.status, verdict.symptom) == ("broken", "raises ValueError")


@pytest.mark.parametrize("law", [evaluation_count, primal, purity, tangent_space], ids=lambda rule: rule.name)
@pytest.mark.parametrize("operator", ["jvp", "vjp"])
def test_half_an_engine_is_judged_by_what_it_has(law, operator):
    half = replace(ENGINE, **{operator: None, "grad": None, "value_and_grad": None})

    assert judge(law, observe(half, SIN)).status == "holds"


def test_the_plain_call_and_the_derivative_refuse_alike():
    # There is no axis 3: the plain call raises, and so must jvp and vjp.
    wrong = parse_case("def f(x):\n    a = sum(x, axis=3)\n    return a\nx = [1.0]\nu_x = [1.0]\nv_0 = 1.0")
    silent = replace(ENGINE, jvp=lambda _f, _xs, _us: (np.float64(0.0), np.float64(0.0)))

    assert judge(primal, observe(ENGINE, wrong)).status == "holds"
    assert judge(primal, observe(silent, wrong)).symptom == "another exception"


def test_a_result_too_small_for_an_engine_that_flushes_may_be_zero():
    small = parse_case(
        "def f(x):\n    a = prod(x)\n    return a\nx = [1e-160, 1e-160, 1.0]\nu_x = [0.0, 0.0, 1]\nv_0 = 1.0"
    )
    answers = {
        "jvp": lambda *_: (np.float64(0.0), np.float64(0.0)),
        "vjp": lambda *_: (np.float64(0.0), lambda _v: (np.array([1e-160, 1e-160, 0.0]),)),
    }
    flushing = replace(ENGINE, **answers, dialect=Dialect(subnormals="flushed"))

    statuses = {judge(law, observe(flushing, small)).status for law in (truth_push, truth_pull)}

    assert "broken" not in statuses
