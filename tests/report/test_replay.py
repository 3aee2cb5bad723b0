"""A replay judges the half of the engine that the cause names, also by a law about both halves."""

from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.findings.cause import Cause
from adspec.properties import finite
from adspec.reference_engine import RULES, with_rules
from adspec.report.replay import replay

NAN = float("nan")


LOST = {"pull": lambda _v, _y, x, **_: x * NAN, "push": lambda _u, y, _x, **_: y * NAN}


def spoilt(way):
    """Return the reference engine with a push or a pull of prod that is nan."""
    rule = RULES["prod"].replace(**{way: {0: LOST[way]}})
    return engine_of(with_rules({**RULES, "prod": rule}))


@pytest.mark.parametrize(("mode", "side"), [("pull", "Jᵀ v"), ("push", "J u")])
def test_the_half_of_the_cause_is_shown(prod_nan, mode, side):
    found = replace(prod_nan, law="finite", cause=Cause(where="prod", argument=0, mode=mode, symptom="nan"))

    again = replay(found, spoilt(mode), finite)

    assert (again.status, again.left_says) == ("broken", side)


@pytest.mark.parametrize(("mode", "other"), [("pull", "push"), ("push", "pull")])
def test_a_fault_of_the_other_half_is_another_cause(prod_nan, mode, other):
    found = replace(prod_nan, law="finite", cause=Cause(where="prod", argument=0, mode=mode, symptom="nan"))

    assert replay(found, spoilt(other), finite).status == "holds"
    assert replay(found, ENGINE, finite).status == "holds"
