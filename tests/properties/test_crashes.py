"""An engine that raises, or answers with no numbers, never takes a law down with it."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import LAWS, chain_rule, fan_out, input_kind, purity

CASE = parse_case(
    """
def f(x):
    a = exp(x)
    b = multiply(a, x)
    c = sum(b)
    return c

x = [1.0, 2.0]
u_x = [1.0, -0.5]
v_0 = 1.5
""".strip()
)

each_law = pytest.mark.parametrize("law", LAWS, ids=lambda rule: rule.name)


def objects(*_):
    return np.empty((), dtype=object), np.empty((), dtype=object)


def raising(*_):
    raise ZeroDivisionError


@each_law
def test_an_answer_of_objects_is_a_crash_that_shows_as_a_dtype(law):
    verdict = judge(law, observe(replace(ENGINE, jvp=objects), CASE))

    assert verdict.status != "crashed" or verdict.symptom == "dtype"


@each_law
@pytest.mark.parametrize("operator", ["jvp", "vjp", "grad", "value_and_grad"])
def test_an_exception_is_a_crash_and_nothing_else(law, operator):
    verdict = judge(law, observe(replace(ENGINE, **{operator: raising}), CASE))

    if not ENGINE.provides(law.needs):
        assert verdict.status == "unsupported"
    elif (law.name, operator) == ("hessian", "vjp"):  # there is no second way left to compare with
        assert verdict.status == "inconclusive"
    else:
        assert verdict.status in {"crashed", "holds", "vacuous"}
    assert verdict.symptom in {"", "raises ZeroDivisionError"}


@each_law
@pytest.mark.parametrize("shape", [(), (2,), (3, 1)])
def test_a_derivative_of_any_shape_is_judged(law, shape):
    shapeless = replace(
        ENGINE,
        jvp=lambda f, xs, us: (ENGINE.jvp(f, xs, us)[0], np.ones(shape)),
        vjp=lambda f, xs: (ENGINE.vjp(f, xs)[0], lambda _v: tuple(np.ones(shape) for _ in xs)),
    )

    assert judge(law, observe(shapeless, CASE)).status != "crashed"


def test_copies_of_one_input_are_judged_beside_inputs_of_other_shapes():
    case = parse_case(
        """
def f(x0, x1, x2):
    a = add(x0, x1)
    b = multiply(a, x1)
    c = multiply(x2, x2)
    d = sum(b)
    return d, c

x0 = 0.5
x1 = [-3.5, 2.25, -0.625]
x2 = [[2.0, 1.0]]
u_x0 = 1.0
u_x1 = [-0.5, 2.0, 0.25]
u_x2 = [[1.0, 0.5]]
v_0 = 1.0
v_1 = [[1.0, 2.0]]
""".strip()
    )

    assert judge(fan_out, observe(MUTANTS["fan_out_overwritten"].engine, case)).status == "broken"
    assert judge(fan_out, observe(ENGINE, case)).status == "holds"


def test_there_is_nothing_to_look_at_where_nothing_was_answered():
    assert judge(purity, observe(replace(ENGINE, jvp=raising), CASE)).status == "vacuous"


def test_a_composition_is_not_judged_by_parts_that_raise_by_themselves():
    def one_output_only(f, xs, us):
        y, Ju = ENGINE.jvp(f, xs, us)
        if isinstance(y, tuple):
            raise ZeroDivisionError
        return y, Ju

    assert judge(chain_rule, observe(replace(ENGINE, jvp=one_output_only), CASE)).status == "inconclusive"


def test_no_engine_is_blamed_for_an_operator_that_none_lacks():
    def grad(f, xs):  # None is an empty tree in JAX, and so f is called with it
        return (f(*xs),) if None in xs else ENGINE.grad(f, xs)

    text = "def f(x):\n    a = getitem(x, 0)\n    return a\n\nx = [1.0]\nu_x = [1.0]\nv_0 = 1.0"
    case = parse_case(text + "\npresentation = 'operators'")

    assert judge(input_kind, observe(replace(ENGINE, grad=grad), case)).status == "unsupported"
