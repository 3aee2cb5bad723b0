"""A large function is judged at one point, in seconds, and says so; beyond a limit it is measured."""

import autograd.numpy as anp
import numpy as np
from autograd.extend import defvjp, primitive

from adspec.lifting import graph
from adspec.rule import check

RNG = np.random.default_rng(0)


def product(w, x):
    return anp.sum(anp.tanh(anp.dot(w, x)))


def test_a_large_function_is_shown_at_one_point_and_says_so():
    heard = []
    report = check(
        product, RNG.normal(size=(120, 120)), RNG.normal(size=120), engine="autograd", tell=heard.append
    )
    assert (report.verdict, report.cases) == ("holds", 1)
    [says] = heard
    assert says.startswith("product: 14,521 scalar operations, of 1,000,000 at most: one point is judged")
    assert "A smaller input" in says


def test_a_small_function_says_nothing():
    heard = []
    check(product, np.ones((2, 2)), np.ones(2), engine="autograd", tell=heard.append)
    assert heard == []


def test_rounding_errors_of_entries_that_nobody_moves_are_no_fault():
    # 64 of 10,100 entries are moved one by one: of the others' allowance nothing is known
    report = check(product, RNG.normal(size=(100, 100)) / 10, RNG.normal(size=100), engine="autograd")
    assert report.verdict == "holds"
    assert report.causes == ()


def test_a_wrong_rule_in_a_large_function_is_seen_through_the_product_with_a_tangent():
    act = primitive(np.tanh)
    defvjp(act, lambda y, x: lambda v: v * (1 - y**2) * (1 + 1e-6) + 0 * x)
    w, x = RNG.normal(size=(120, 120)) / 10, RNG.normal(size=120)
    report = check(lambda w, x: anp.sum(act(anp.dot(w, x))), w, x, engine="autograd")
    assert report.verdict == "broken"
    assert "truth_pull" in {cause.law for cause in report.causes}


def test_beyond_the_limit_the_way_out_is_said(monkeypatch):
    monkeypatch.setattr(graph, "LIMIT", 1_000)
    report = check(lambda x: anp.sum(x * x * x), np.ones(600), engine="autograd")
    assert "comes after 1,000 scalar operations. Give a smaller input" in report.why
    assert report.oracle == "differences of values"


def test_the_mistake_in_a_large_rule_is_read_off_its_factor():
    f = primitive(np.sin)
    defvjp(f, lambda _, x: lambda v: 2 * v * anp.cos(x))
    [cause] = check(f, np.linspace(0.1, 1.4, 300), engine="autograd").causes
    assert cause.mistake == "twice"
