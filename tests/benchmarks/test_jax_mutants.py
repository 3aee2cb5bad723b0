"""A rule of JAX that is wrapped answers what the mutant says, in its process alone."""

import pytest

pytest.importorskip("jax")

from adspec.findings.cause import Cause
from benchmarks.mutation.jax_mutants import CHANGES, WORDS, Wrapped, wrapped
from benchmarks.mutation.processes import alone


def slopes(mutant):
    """Return push and pull of x/4 at 2 for the wrong rule."""
    import jax

    def quarter(x):
        return x / 4.0

    mutant.put()
    y, pull = jax.vjp(quarter, 2.0)
    return {
        "push": float(jax.jvp(quarter, (2.0,), (1.0,))[1]),
        "pull": float(pull(1.0)[0]),
        "y": float(y),
    }


@pytest.mark.parametrize(("kind", "wrong"), [("sign", -0.25), ("factor", 0.5), ("dropped", 0.0)])
def test_a_wrong_push_is_wrong_by_pull_too_and_the_value_is_right(kind, wrong):
    found = alone(lambda: slopes(Wrapped(word="divide", table="push", kind=kind)))
    assert (found["push"], found["pull"], found["y"]) == (wrong, wrong, 0.5)


def test_a_wrong_transpose_is_wrong_by_pull_alone():
    found = alone(lambda: slopes(Wrapped(word="divide", table="transpose", kind="factor")))
    assert (found["push"], found["pull"]) == (0.25, 0.5)


def test_every_mutant_has_a_rule_to_wrap():
    tables = sum(transposed for _, transposed in WORDS.values())
    assert len(wrapped()) == len(CHANGES) * (len(WORDS) + tables)
    assert alone(lambda: {"put": [mutant.put() for mutant in wrapped()]}).keys() >= {"put"}


def test_only_pulls_use_a_transpose():
    mutant = Wrapped(word="sum", table="transpose", kind="sign")
    pull = Cause(where="sum", argument=0, mode="pull", symptom="wrong value")
    push = Cause(where="sum", argument=0, mode="push", symptom="wrong value")
    assert mutant.is_accused(pull)
    assert not mutant.is_accused(push)
