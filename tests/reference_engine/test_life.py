"""Life: long chains, many threads, exceptions, generators, and what is left behind."""

import gc
import threading
import weakref

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad


@pytest.mark.parametrize("length", [100_000])
def test_a_long_chain_needs_no_stack(length):
    def chain(x):
        for _ in range(length):
            x = x + 1.0
        return x

    assert engine.grad(chain)(0.5) == 1.0
    assert engine.jvp(chain, (0.5,), (1.0,)) == (0.5 + length, 1.0)


def test_a_long_chain_of_arrays_can_be_thrown_away():
    def chain(x):
        for _ in range(100_000):
            x = -x
        return x

    _, pull = engine.vjp(chain, np.ones(1))
    del pull


@pytest.mark.parametrize("diamonds", [60])
def test_a_chain_of_diamonds_is_walked_once_per_equation(diamonds):
    pulled = []

    def pull(v, *_):
        pulled.append(v)
        return v

    rules = {**engine.RULES, "add": engine.Rule(push=(None, None), pull=(pull, pull))}

    def chain(x):
        for _ in range(diamonds):
            x = x + x
        return x

    assert engine.with_rules(rules).grad(chain)(1.0) == 2.0**diamonds
    assert len(pulled) == 2 * diamonds


def test_what_the_output_does_not_need_is_not_walked():
    def forbidden(*_):
        raise AssertionError

    rules = {**engine.RULES, "exp": engine.Rule(push=(forbidden,), pull=(forbidden,))}
    operators = engine.with_rules(rules)

    def f(x):
        ad.exp(x)
        return x * x

    assert operators.grad(f)(3.0) == 6.0
    assert operators.linearize(f, 3.0)[1](1.0) == 6.0


def test_constants_are_not_traced():
    seen = []
    f = lambda x: seen.append(type(ad.sin(2.0))) or x
    engine.grad(f)(1.0)
    assert seen == [np.float64]


def test_an_exception_comes_out_unchanged_and_leaves_nothing_behind():
    error = KeyError("mine")

    def f(x):
        if x > 1:
            raise error
        return x * x

    with pytest.raises(KeyError) as caught:
        engine.grad(f)(2.0)
    assert caught.value is error
    assert engine.grad(f)(0.5) == 1.0
    assert engine.grad(engine.grad(lambda x: x**3))(2.0) == 12.0


def test_threads_do_not_disturb_each_other():
    def third(x):
        f = lambda x: x * x * x
        for _ in range(3):
            f = engine.grad(f)
        return f(x)

    wrong = []

    def work():
        wrong.extend(value for _ in range(50) if (value := third(1.5)) != 6.0)

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []


def test_generators_may_be_interleaved():
    def terms(x):
        power = x
        while True:
            yield power
            power = power * x

    def f(x):
        ours = terms(x)
        inner = engine.grad(lambda y: next(ours) * sum(p for p, _ in zip(terms(y), range(2), strict=False)))
        return inner(2.0) * next(ours)

    # inner: d/dy x (y + y²) = 5x at y = 2; times x² is 5x³
    assert engine.grad(f)(3.0) == 135.0


@pytest.mark.parametrize("use", [lambda x: x + 1.0, lambda x: x > 0, ad.sin, ad.argmax])
def test_a_value_that_outlives_its_trace_cannot_be_used(use):
    kept = []
    engine.grad(lambda x: kept.append(x) or x)(1.0)
    with pytest.raises(engine.EscapedTracerError, match="has returned"):
        use(kept[0])


def test_a_value_that_outlives_its_trace_cannot_be_returned():
    kept = []
    engine.grad(lambda x: kept.append(x) or x)(1.0)
    with pytest.raises(engine.EscapedTracerError):
        engine.grad(lambda _: kept[0])(1.0)


def test_nothing_is_kept_once_the_pullback_is_gone():
    class Array(np.ndarray):
        pass

    constant = np.ones(5).view(Array)
    alive = weakref.ref(constant)
    _, pull = engine.vjp(lambda x: x * constant, np.ones(5))  # noqa: F821 -- deleted below, once it is used
    del constant
    gc.collect()
    assert alive() is not None
    del pull
    assert alive() is None


def test_the_caller_may_overwrite_x_before_the_pull():
    x = np.array([1.0, 2.0])
    _, pull = engine.vjp(lambda x: x * x, x)
    x[:] = 100.0
    assert pull(np.ones(2))[0].tolist() == [2.0, 4.0]


def test_the_caller_may_overwrite_the_value_before_the_pull():
    y, pull = engine.vjp(ad.exp, np.zeros(2))
    y[:] = 100.0
    assert pull(np.ones(2))[0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("size", [2, 5_000])
def test_a_buffer_may_be_used_again_inside_the_function(size):
    def f(x):
        buffer = np.ones(size)
        for factor in (2.0, 3.0):
            buffer[:] = factor
            x = x * buffer
        return ad.sum(x)

    assert set(engine.grad(f)(np.ones(size))) == {6.0}


def test_two_pullbacks_may_be_interleaved():
    _, first = engine.vjp(lambda x: x * x, 3.0)
    _, second = engine.vjp(lambda x: x * x * x, 2.0)
    assert (first(1.0), second(1.0), first(2.0)) == ((6.0,), (12.0,), (12.0,))


def test_results_share_memory_with_nothing():
    x, v = np.ones(3), np.ones(3)
    y, pull = engine.vjp(lambda a, b: (a + b, a), x, x)
    a, b = pull((v, v))
    again = pull((v, v))
    arrays = [x, v, *y, a, b, *again]
    shared = [(i, k) for i in range(len(arrays)) for k in range(i) if np.shares_memory(arrays[i], arrays[k])]
    assert shared == []


def test_inputs_and_cotangents_are_left_as_they_were():
    x, v = np.arange(3.0), np.ones(3)
    x.flags.writeable = v.flags.writeable = False
    _, pull = engine.vjp(lambda x: ad.cumulative_sum(ad.flip(x) * x), x)
    pull(v)
    assert (x.tolist(), v.tolist()) == ([0.0, 1.0, 2.0], [1.0, 1.0, 1.0])
