"""One call on one function: right rules hold, wrong ones break, and the unknowable is inconclusive."""

# ruff: noqa: ARG005 - a pull is handed the answer and the arguments, whether it reads them or not

import math
import subprocess
import sys

import autograd.numpy as anp
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from autograd.extend import defvjp, primitive

import adspec
from adspec.rule import assert_laws, check

X = np.array([0.5, 1.5, -2.0])


def with_rule(f, pull):
    """Return an autograd primitive of one argument with this pull (ans, x, v)."""
    made = primitive(f)
    defvjp(made, lambda ans, x: lambda v: pull(ans, x, v))
    return made


def softplus(x):
    return anp.log1p(anp.exp(x))


def sigmoid(x):
    return 1 / (1 + anp.exp(-x))


RIGHT = with_rule(softplus, lambda ans, x, v: v * sigmoid(x))


def test_a_right_rule_holds_and_the_report_says_who_told_the_truth():
    report = check(RIGHT, X, engine="autograd")
    assert report.verdict == "holds"
    assert report.oracle == "the function itself"
    assert report.power < 1e-13
    assert str(report).startswith("holds: softplus   autograd")


def test_assert_laws_passes_a_right_rule_and_raises_the_report_of_a_wrong_one():
    assert assert_laws(RIGHT, X, engine="autograd").verdict == "holds"
    wrong = with_rule(softplus, lambda ans, x, v: v * sigmoid(-x))
    with pytest.raises(AssertionError, match="the pull rule of softplus for argument 0"):
        assert_laws(wrong, X, engine="autograd")


def test_jax_may_flush_what_is_no_normal_number_in_single_precision():
    """The slope of -log(1 + e⁻ˣ) is σ(-x): 5e-42 at 95, which XLA flushes to zero."""

    @jax.custom_jvp
    def f(x):
        return -jnp.log1p(jnp.exp(-x))

    @f.defjvp
    def _(primals, tangents):
        return f(*primals), tangents[0] * jax.nn.sigmoid(-primals[0])

    report = check(f, np.full((3, 4), 95.0, np.float32), engine="jax")
    assert report.verdict == "holds", str(report)


def test_what_a_console_shows_is_a_line_each():
    report = check(with_rule(softplus, lambda ans, x, v: -v * sigmoid(x)), X, engine="autograd")
    assert repr(report).startswith("<RuleReport broken: softplus   autograd")
    assert repr(report.causes[0]).endswith("softplus, argument 0, pull: wrong value: truth_pull is broken>")


@pytest.mark.parametrize(
    ("pull", "says"),
    [
        (lambda ans, x, v: -v * sigmoid(x), "wrong sign"),
        (lambda ans, x, v: v * sigmoid(x) * (1 + (x < 0)), "only where x < 0"),
        (lambda ans, x, v: v * sigmoid(x) * (2 if anp.ndim(x) == 0 else 1), "only for 0-d arrays"),
        (lambda ans, x, v: v * sigmoid(x) * (1 + 1e-9), "wrong digits"),
        (lambda ans, x, v: anp.minimum(v, 3) * sigmoid(x), "linear_pull"),
    ],
)
def test_a_wrong_rule_is_broken_and_described(pull, says):
    report = check(with_rule(softplus, pull), X, engine="autograd")
    assert report.verdict == "broken"
    assert says in " ".join(str(report).split())


def test_the_guilty_argument_is_named():
    f = primitive(lambda x, y: anp.sin(x) * y)
    defvjp(f, lambda ans, x, y: lambda v: v * anp.cos(x) * y, lambda ans, x, y: lambda v: v * anp.cos(x))
    [cause] = check(f, X, X, engine="autograd").causes
    assert (cause.cause.argument, cause.cause.mode) == (1, "pull")


def test_what_cannot_be_read_is_measured_and_a_factor_shows():
    def opaque(x):
        return np.asarray([math.sin(float(e)) for e in x])

    right = check(with_rule(opaque, lambda ans, x, v: v * np.cos(x)), X, engine="autograd")
    wrong = check(with_rule(opaque, lambda ans, x, v: v * np.cos(x) * 1.001), X, engine="autograd")
    assert right.oracle == "differences of values"
    assert "unsupported" in right.why
    assert (right.verdict, wrong.verdict) == ("holds", "broken")


def test_truth_and_reference_speak_where_the_function_cannot():
    def opaque(x):
        return np.asarray([math.sin(float(e)) for e in x])

    f = with_rule(opaque, lambda ans, x, v: v * np.cos(x) * (1 + 1e-9))
    assert check(f, X, engine="autograd", truth=np.sin).oracle == "the values that truth= gives"
    report = check(f, X, engine="autograd", reference=anp.sin)
    assert (report.verdict, report.oracle) == ("broken", "the values of reference=")


def test_nothing_but_noise_is_inconclusive_and_no_pass():
    rng = np.random.default_rng(0)

    def noisy(x):
        return np.asarray([math.sin(float(e)) + rng.normal() for e in x])

    report = check(with_rule(noisy, lambda ans, x, v: v * np.cos(x)), X, engine="autograd")
    assert report.verdict != "holds"


def test_containers_and_flags_of_a_jax_function_are_kept():
    def loss(params, x, how):
        y = jnp.tanh(x @ params["w"] + params["b"])
        return {"loss": jnp.sum(y**2) if how == "sum" else jnp.mean(y), "none": None}

    report = check(loss, {"w": np.ones((3, 2)), "b": np.zeros(2)}, X, "sum")
    assert report.verdict == "holds"
    assert report.counts["truth_pull"]["holds"] >= 3


def test_a_jax_rule_wrong_in_the_ninth_digit_is_broken():
    f = jax.custom_jvp(jnp.sin)
    f.defjvp(lambda p, t: (f(*p), t[0] * jnp.cos(p[0]) * (1 + 1e-9)))
    report = check(f, X)
    assert report.verdict == "broken"
    [cause] = report.causes
    assert (cause.cause.mode, cause.falls_with) == ("push", ("truth_pull",))


def test_importing_adspec_imports_no_engine():
    code = (
        "import sys, adspec; assert adspec.__version__; print('jax' in sys.modules, 'numpy' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False"]


def test_check_is_public():
    assert adspec.check is check


def test_the_same_seed_gives_the_same_report():
    first, second = (str(check(RIGHT, X, engine="autograd", seed=3)).splitlines()[1:] for _ in range(2))
    assert first == second


def test_an_example_that_f_does_not_take_is_refused_with_what_f_raised():
    with pytest.raises(ValueError, match=r"function softplus: raises TypeError: .* on this example"):
        check(RIGHT, X, X, engine="autograd")


def hole(x):
    """Return sin x / x, which is 1 at 0; its derivative there is 0."""
    return np.where(x == 0, 1.0, np.sin(x) / np.where(x == 0, 1.0, x))


def test_a_rule_that_is_nan_where_the_derivative_is_zero_is_broken():
    f = with_rule(hole, lambda _ans, x, v: v * (np.cos(x) * x - np.sin(x)) / x**2)
    report = check(f, np.array([0.0, 1.0]), engine="autograd")
    assert report.verdict == "broken"
    assert "nan" in {cause.cause.symptom for cause in report.causes}


def test_an_inconclusive_report_says_why():
    report = check(
        lambda x: anp.sum(anp.where(x > 0, anp.log(x), 0.0)), np.array([-1.0, 1.0]), engine="autograd"
    )
    assert report.verdict == "inconclusive"
    assert report.notes["truth_pull says nothing"]


def test_a_function_without_numbers_has_no_case():
    report = check(lambda x: "hello", X, engine="autograd")
    assert (report.verdict, report.cases) == ("inconclusive", 0)
    assert report.notes["no case"]


@pytest.mark.parametrize("given", [{"truth": 5}, {"reference": "sin"}])
def test_an_oracle_that_is_no_function_is_refused(given):
    with pytest.raises(TypeError, match="is no function"):
        check(RIGHT, X, engine="autograd", **given)


def test_a_second_derivative_from_a_cancelling_formula_is_no_fault():
    # 1 - tanh² keeps an absolute error of one roundoff, and so does what it is the derivative of
    f = with_rule(np.tanh, lambda y, x, v: v * (1 - anp.tanh(x) ** 2))
    at = np.array([2.76e-8, -1.138e4, -4.07655223471814])
    assert check(f, at, engine="autograd").verdict == "holds"


def test_a_loop_that_jax_cannot_reverse_lacks_a_pull_and_is_not_wrong():
    def five_times(x):
        return jax.lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, jnp.sin(c[1])), (0, x))[1]

    report = check(lambda x: jnp.sum(five_times(x)), X)
    assert report.verdict == "holds"
    assert "truth_pull" not in {cause.law for cause in report.causes}
    assert "Reverse-mode differentiation does not work" in report.notes["no pull"]
