"""Explanations and checkpoints."""

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.operators import STANDARD


def test_each_equation_shows_value_tangent_and_cotangent():
    records = engine.explain(lambda x, y: ad.sin(x * y), (2.0, 0.0), (1.0, 3.0), 1.0)
    assert [r.primitive for r in records] == ["input", "input", "multiply", "sin"]
    assert [r.value for r in records] == [2.0, 0.0, 0.0, 0.0]
    assert [r.tangent for r in records] == [1.0, 3.0, 6.0, 6.0]
    assert [r.cotangent for r in records] == [0.0, 2.0, 1.0, 1.0]
    assert [r.sources for r in records] == [(), (), (0, 1), (2,)]


def test_constants_have_no_source_and_dead_values_no_cotangent():
    def f(x):
        ad.exp(x)
        return 2.0 * x

    dead, live = engine.explain(f, (0.0,), (1.0,), 1.0)[1:]
    assert (dead.primitive, dead.cotangent) == ("exp", None)
    assert (live.args[0], live.sources) == (2.0, (None, 0))


def test_large_values_are_shown_as_well():
    record = engine.explain(lambda x: ad.sum(-x), (np.ones(2000),), (np.ones(2000),), 1.0)[1]
    assert record.value.tolist() == [-1.0] * 2000


# ---- checkpoints


def test_a_checkpoint_changes_no_derivative():
    f = lambda a, tree: {"s": ad.sin(a) * tree["w"], "p": a}
    g = lambda f: lambda a, w: (y := f(a, {"w": w, "n": 3}))["s"] * y["p"]
    plain, kept = g(f), g(engine.checkpoint(f))
    assert engine.grad(kept, (0, 1))(0.5, 2.0) == engine.grad(plain, (0, 1))(0.5, 2.0)
    assert engine.jvp(kept, (0.5, 2.0), (1.0, 1.0)) == engine.jvp(plain, (0.5, 2.0), (1.0, 1.0))
    second = engine.grad(engine.grad(kept))(0.5, 2.0)
    assert second == pytest.approx(engine.grad(engine.grad(plain))(0.5, 2.0))


def test_a_checkpoint_evaluates_once_forward_and_once_per_pull():
    calls = []
    f = engine.checkpoint(lambda x: calls.append(1) or ad.sin(ad.cos(x)))
    _, pull = engine.vjp(f, 1.0)
    assert len(calls) == 1
    pull(1.0), pull(1.0)
    assert len(calls) == 3


def test_a_checkpoint_keeps_less():
    def steps(x):
        for _ in range(20):
            x = ad.sin(x)
        return x

    whole = engine.explain(steps, (0.5,), (1.0,), 1.0)
    bundled = engine.explain(engine.checkpoint(steps), (0.5,), (1.0,), 1.0)
    assert (len(whole), len(bundled)) == (21, 4)


def test_a_checkpoint_on_constants_is_the_function():
    assert engine.checkpoint(lambda x: x + 1)(2) == 3


def test_a_checkpoint_refuses_traced_values_by_the_back_door():
    with pytest.raises(TypeError, match="Pass it as an argument"):
        engine.grad(
            lambda w: engine.checkpoint(lambda x: x * w)(2.0) * w + engine.checkpoint(lambda x: x * w)(w)
        )(3.0)


def test_a_trace_goes_by_the_names_that_f_gives_to_its_values():
    def f(x):
        a = ad.sin(x)
        return a * 2.0, {"x": x, "a": a, "two": 2.0}

    found = STANDARD.trace(f, (0.0,), (1.0,), 1.0)
    assert found == {"x": (0.0, 1.0, 2.0), "a": (0.0, 1.0, 2.0), "two": (2.0, None, None)}


def test_a_zero_cotangent_asks_for_nothing_in_an_explanation_either():
    x = np.array([0.0, 1.0])
    with np.errstate(divide="ignore"):
        records = engine.explain(lambda x: ad.where(x > 0, ad.log(x), 0.0), (x,), (np.ones(2),), np.ones(2))
    assert records[0].cotangent.tolist() == [0.0, 1.0]
