"""A rule of JAX that is wrapped answers what the mutant says, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jax")

from adspec.findings.cause import Cause
from benchmarks.mutation.jax_mutants import CHANGES, WORDS, Wrapped, wrapped

# JAX has threads, and a fork of a process with threads may wait for them forever: this one is fresh
ASK = f"""
import json, runpy, sys
runpy.run_path({str(Path(__file__).with_name("conftest.py"))!r})
import jax
from benchmarks.mutation.jax_mutants import Wrapped, wrapped

def slopes(**rule):
    Wrapped(**rule).put()
    quarter = lambda x: x / 4.0
    y, pull = jax.vjp(quarter, 2.0)
    push = jax.jvp(quarter, (2.0,), (1.0,))[1]
    return {{"push": float(push), "pull": float(pull(1.0)[0]), "y": float(y)}}

def all_put():
    return len([mutant.put() for mutant in wrapped()])

asked = json.loads(sys.argv[1])
print(json.dumps(slopes(**asked) if asked else all_put()))
"""


def fresh(**rule):
    """Return push and pull of x/4 at 2 and its value for a wrong rule, or how many rules can be put."""
    command = [sys.executable, "-c", ASK, json.dumps(rule)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


@pytest.mark.parametrize(("kind", "wrong"), [("sign", -0.25), ("factor", 0.5), ("dropped", 0.0)])
def test_a_wrong_push_is_wrong_by_pull_too_and_the_value_is_right(kind, wrong):
    found = fresh(word="divide", table="push", kind=kind)
    assert (found["push"], found["pull"], found["y"]) == (wrong, wrong, 0.5)


def test_a_wrong_transpose_is_wrong_by_pull_alone():
    found = fresh(word="divide", table="transpose", kind="factor")
    assert (found["push"], found["pull"]) == (0.25, 0.5)


def test_every_mutant_has_a_rule_to_wrap():
    tables = sum(transposed for _, transposed in WORDS.values())
    assert fresh() == len(wrapped()) == len(CHANGES) * (len(WORDS) + tables)


def test_only_pulls_use_a_transpose():
    mutant = Wrapped(word="sum", table="transpose", kind="sign")
    pull = Cause(where="sum", argument=0, mode="pull", symptom="wrong value")
    push = Cause(where="sum", argument=0, mode="push", symptom="wrong value")
    assert mutant.is_accused(pull)
    assert not mutant.is_accused(push)
