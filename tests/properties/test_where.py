"""Where a law speaks: elsewhere it says why it is silent, and its predicate is not asked."""

from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.language.case import parse_case
from adspec.law import Where, as_declared, as_granted, judge, law, raising, same
from adspec.law import where as conditions
from adspec.limits import REAL, Limits
from adspec.observation import observe
from adspec.properties import precision

SIN = "def f(x):\n    a = sin(x)\n    return a\n\nx = {0}\nu_x = {0}\nv_0 = {0}"
POINT, VECTOR = (observe(ENGINE, parse_case(SIN.format(x))) for x in ("1.0", "[1.0]"))


def test_a_law_is_silent_where_a_condition_does_not_hold():
    @law(says="anything", where=(Where("y is green", lambda _: False), conditions.FLAT))
    def asked(_obs):
        raise AssertionError("the predicate was asked")

    verdict = judge(asked, POINT)

    assert (verdict.status, verdict.reason) == ("vacuous", "judged only where y is green")
    assert asked.where[1] is conditions.FLAT


def test_a_law_speaks_where_all_conditions_hold():
    @law(says="anything", where=(conditions.FLAT, conditions.REAL_NUMBER))
    def one_is_one(_obs):
        yield same(1, 1, "one", "one", symptom="count")

    assert [judge(one_is_one, obs).status for obs in (POINT, VECTOR)] == ["holds", "vacuous"]


CONDITIONS = {name: c for name, c in vars(conditions).items() if isinstance(c, Where)}
ONLY_ELSEWHERE = {"NESTED", "CONTROLLED", "COMPLEX", "COMPLEX_NUMBER"}


@pytest.mark.parametrize("name", sorted(CONDITIONS))
def test_the_sine_of_a_number_meets_all_conditions_but_those_of_other_programs_and_numbers(name):
    assert CONDITIONS[name].holds(POINT) == (name not in ONLY_ELSEWHERE)


def test_an_engine_that_takes_no_half_precision_is_not_asked_for_it():
    single = replace(ENGINE, limits=Limits(dtypes=REAL))
    case = parse_case(SIN.format("float32(1.0)"))

    assert [judge(precision, observe(engine, case)).status for engine in (single, ENGINE)] == ["holds"] * 2
    halved = replace(single, jvp=MUTANTS["half_is_pushed_in_single"].engine.jvp)
    assert judge(precision, observe(halved, case)).status == "holds"
    assert judge(precision, observe(replace(halved, limits=Limits()), case)).status == "broken"


def test_an_answer_is_strict_or_granted_or_wrong():
    says, answers = ("left", "right"), ("refused", "used", "lost")
    claims = [as_granted(answer, "used", "refused", says, "uses it") for answer in answers]

    assert [(c.status, c.left == c.right) for c in claims] == [("", True), ("deviates", False), ("", False)]


def test_what_is_declared_must_be_so_and_deviates_where_it_is_not_strict():
    says = "left", "right"

    assert [c.status for c in as_declared(1, 1, 1, says, "calls")] == [""]
    assert [(c.status, c.left == c.right) for c in as_declared(1, 2, 1, says, "calls")] == [
        ("", False),
        ("deviates", True),
    ]


def test_an_exception_of_another_kind_is_told_by_its_own_name():
    kinds = (TypeError, ValueError)

    assert raising(kinds) == raising(kinds, ValueError()) == "raises TypeError or ValueError"
    assert raising(kinds, KeyError()) == "raises KeyError"
