"""A whole function that goes wrong is traced to its first line, with the numbers and the usual remedy."""

import autograd.numpy as anp
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from autograd.extend import defvjp, primitive

from adspec.rule import check

X = np.array([0.5, 1.5, 2.5])


def norm_at_zero(np, x):
    n = np.sum(x**2)
    d = np.linalg.norm(x - x)
    return n + d


def overflow(np, x):
    z = x * 400
    p = np.exp(z) / np.sum(np.exp(z))
    return -np.log(p[0])


def dead(np, x):
    y = np.round(x * 10)
    return np.sum(y**2)


def lost(np, x):
    y = x * 1e-11
    return np.sum(np.log(1 + y)) * 1e11


FUNCTIONS = {
    norm_at_zero: ("becomes", "d = np.linalg.norm(x - x)", "keep away from 0"),
    overflow: ("the value overflows", "p = np.exp(z) / np.sum(np.exp(z))", "logsumexp"),
    dead: ("the cotangent becomes zero", "y = np.round(x * 10)", "a smooth function"),
    lost: ("the value has lost its digits", "return np.sum(np.log(1 + y)) * 1e11", "log1p"),
}
WORLDS = {"jax": jnp, "autograd": anp}


@pytest.mark.parametrize("engine", WORLDS)
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_first_line_is_named_with_a_remedy(f, engine):
    symptom, line, remedy = FUNCTIONS[f]
    walk = check(lambda x: f(WORLDS[engine], x), X, engine=engine).walk
    first, text, *_, last = walk.splitlines()
    assert symptom in first
    assert f"in {f.__name__}" in first
    assert text.strip() == line
    assert last.startswith("Remedy")
    assert remedy in last


@pytest.mark.parametrize("engine", WORLDS)
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_a_comparison_of_numbers_on_the_way_is_walked_past(engine, kind):
    """The branch at 0 is a constant, and the square root that is not chosen pulls back 0·inf."""
    np_ = WORLDS[engine]

    def length(x):
        n = np_.sqrt(np_.sum(x**2))
        return np_.where(n > 0, n, 0.0)

    walk = check(length, np.zeros(3, kind), engine=engine).walk
    assert "the cotangent becomes nan" in walk
    assert "n = np_.sqrt(np_.sum(x**2))" in walk
    assert "a double where" in walk


def test_a_wrong_rule_within_a_function_is_named_with_both_numbers():
    act = primitive(np.exp)
    defvjp(act, lambda ans, _: lambda v: 2 * v * ans)

    def loss(x):
        h = act(x)
        return anp.sum(h)

    walk = check(loss, np.array([0.0]), engine="autograd").walk
    assert "the cotangent becomes wrong" in walk
    assert "h = act(x)" in walk
    assert "gives 2; right is 1" in walk


def test_a_wrong_custom_vjp_within_a_function_is_named():
    act = jax.custom_vjp(jnp.exp)
    act.defvjp(lambda x: (act(x), x), lambda x, v: (3 * v * jnp.exp(x),))

    def loss(x):
        h = act(x)
        return jnp.sum(h)

    walk = check(loss, np.array([0.0])).walk
    assert "h = act(x)" in walk
    assert "gives 3; right is 1" in walk


def test_a_healthy_function_has_no_trouble():
    report = check(lambda x: anp.sum(anp.tanh(x) ** 2), X, engine="autograd")
    assert (report.verdict, report.walk) == ("holds", "")


def test_at_a_kink_right_is_an_interval():
    walk = check(lambda x: anp.sum(anp.abs(x)) / anp.linalg.norm(x - x + 0 * x), X, engine="autograd").walk
    assert walk.startswith("First")
