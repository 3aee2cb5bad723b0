"""The seam: engines with other rules, which is how engines that are wrong on purpose are made."""

import operator

import numpy as np
import pytest

from adspec.reference_engine import RULES, Rule, grad, jvp, vjp, with_rules
from adspec.reference_engine import numpy as ad

WRONG = with_rules({**RULES, "multiply": RULES["multiply"].replace(pull={1: lambda v, _y, a, _b: -v * a})})


@pytest.mark.parametrize("f", [lambda a, b: a * b, ad.multiply])
def test_operators_and_functions_use_the_rule_of_the_table(f):
    _, pull = WRONG.vjp(f, 2.0, 3.0)
    assert pull(1.0) == (3.0, -2.0)


def test_the_other_mode_and_the_other_argument_stay_right():
    assert WRONG.jvp(lambda a, b: a * b, (2.0, 3.0), (1.0, 1.0)) == (6.0, 5.0)


def test_the_standard_operators_are_untouched():
    assert vjp(lambda a, b: a * b, 2.0, 3.0)[1](1.0) == (3.0, 2.0)


def test_every_operator_of_the_set_uses_its_table():
    rules = {**RULES, "sin": Rule(push=(lambda u, *_: 7.0 * u,), pull=(lambda v, *_: 7.0 * v,))}
    odd = with_rules(rules)
    x = np.array([0.5])
    f = lambda x: ad.sum(ad.sin(x))
    assert odd.grad(f)(x) == odd.value_and_grad(f)(x)[1] == odd.jacobian(f)(x) == [7.0]
    assert odd.linearize(f, x)[1](x) == 3.5
    assert odd.elementwise_grad(ad.sin)(x) == odd.grad(odd.checkpoint(f))(x) == [7.0]
    assert odd.holomorphic_grad(ad.sin)(1j) == 7.0
    assert odd.hessian(f)(x) == odd.hvp(f)(x, x) == 0.0
    assert odd.explain(ad.sin, (1.0,), (1.0,), 1.0)[0].cotangent == 7.0


def test_two_tables_nest_without_mixing():
    # d/db (a b) = -a by the wrong rule inside, differentiated rightly outside
    inner = lambda a: WRONG.grad(lambda b: a * b)(1.0)
    assert grad(inner)(2.0) == -1.0
    # and the other way round: d/da (a · a) with the wrong second argument is a - a
    assert WRONG.grad(lambda a: grad(lambda b: a * a * b)(1.0))(3.0) == 0.0


def test_a_wrong_accumulation_shows_where_a_value_is_used_twice():
    overwriting = with_rules(RULES, add=lambda _old, new: new)
    assert overwriting.grad(lambda x: x * x)(3.0) == 3.0
    assert overwriting.grad(ad.sin)(0.0) == 1.0


def test_a_wrong_fit_shows_where_an_argument_was_broadcast():
    unsummed = with_rules(RULES, pull_to=lambda _, v: v)
    assert unsummed.vjp(lambda a: a + np.ones(3), 1.0)[1](np.ones(3))[0].shape == (3,)


def test_a_rule_can_be_added_for_a_primitive_of_ones_own():
    from adspec.reference_engine.tracing import Primitive

    cube = Primitive("mine.cube", lambda x: x**3)
    slope = lambda u, _y, x: u * 3 * x * x
    mine = with_rules({**RULES, "mine.cube": Rule(push=(slope,), pull=(slope,))})
    assert mine.grad(mine.grad(cube))(2.0) == 12.0


def test_replacing_an_argument_of_a_variadic_rule_leaves_the_others():
    rule = RULES["concat"].replace(pull={1: lambda v, *_args, **_axis: 0 * v[1:]})
    odd = with_rules({**RULES, "concat": rule})
    _, pull = odd.vjp(lambda a, b: ad.concat([a, b]), np.ones(1), np.ones(2))
    assert [c.tolist() for c in pull(np.ones(3))[:1]] == [[1.0]]
    assert rule.push[1] is not None


def test_the_table_is_read_only():
    with pytest.raises(TypeError):
        operator.setitem(RULES, "sin", None)


def test_jvp_takes_any_sequence_of_primals():
    assert jvp(ad.sin, [0.0], [2.0]) == (0.0, 2.0)
