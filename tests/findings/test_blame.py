"""Blame: the rule that raises or leaves its space is named, with its argument and half, by any law."""

import importlib
from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.findings.blame import blame
from adspec.language.case import parse_case
from adspec.law import judge, law, same
from adspec.observation import observe
from adspec.properties import LAWS

BY_NAME = {rule.name: rule for rule in LAWS}
TWO, ONES, MIXED = "def f(x0, x1):\n    a = ", "x0 = 1.0\nx1 = 1.0", "x0 = int64(1)\nx1 = float32(1.0)"
# where the law is about the engine as a whole, or about both halves: the law, the case, and the causes
TOLD_BY = {
    # at the pole the truth knows no slope, so that only the count of calls shows that there is no push rule
    "a pole": (
        "evaluation_count",
        "def f(x):\n    a = special.erfinv(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0",
        ["special.erfinv, argument 0, push: raises NotImplementedError"],
    ),
    "an operator": (
        "elementwise_grad",
        f"{TWO}concat(x0, x1, axis=None)\n    return a\n\n{ONES}\nu_x0 = 1.0\nu_x1 = 1.0\nv_0 = [1.0, 1.0]",
        ["concat, pull: raises TypeError"],
    ),
    "the other half": (
        "tangent_space",
        "def f(x):\n    a = special.polygamma(0, x)\n    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0",
        ["special.polygamma, argument 1, push: raises NotImplementedError"],
    ),
    # 1 beside float32 is float64 in NumPy, but x stays what it is
    "a width": (
        "tangent_space",
        f"{TWO}multiply(x0, x1)\n    return a\n\n{MIXED}\nu_x1 = float32(1.0)\nv_0 = 1.0",
        ["multiply, argument 1, pull: dtype"],
    ),
}


@pytest.mark.parametrize("place", TOLD_BY)
def test_the_rule_is_named_whatever_the_law(place):
    pytest.importorskip("autograd")
    engine = importlib.import_module("adspec.conformance.engines.autograd_engine").ENGINE
    name, text, causes = TOLD_BY[place]
    case = parse_case(text)

    verdict = judge(BY_NAME[name], observe(engine, case))

    assert [str(a.cause) for a in blame(engine, BY_NAME[name], verdict, case, BY_NAME)] == causes


def test_no_rule_is_accused_of_what_only_the_engine_does():
    """Two derivatives in one another, of whatever rule, are more than this engine can do."""
    is_busy = []

    def vjp(f, xs):
        if is_busy:
            raise RecursionError("one at a time")
        is_busy.append(True)
        try:
            return ENGINE.vjp(f, xs)
        finally:
            is_busy.clear()

    engine = replace(ENGINE, name="one_at_a_time", vjp=vjp, jvp=None)
    case = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")
    broken = law(says="f within its own derivative", accuses="engine")(within_itself)
    verdict = judge(broken, observe(engine, case))

    assert verdict.status == "crashed"
    assert [a.cause.where for a in blame(engine, broken, verdict, case, BY_NAME)] == ["engine"]


def within_itself(obs):
    def nested(x):
        obs.engine.vjp(obs.f("within"), (x,))
        return obs.f("within")(x)

    if obs.case.program.equations:  # of y = x nothing is asked, as `escaped_tracer` asks nothing
        with obs.stage("within"):
            obs.engine.vjp(nested, obs.x)
        yield same("it", "it", "it", "it", symptom="it")
