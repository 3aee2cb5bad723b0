"""Walks: every number of a run, the first wrong one, and whom it accuses."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.explaining.given import case_of
from adspec.explaining.words import accusation
from adspec.findings.counting import counts, disagreement
from adspec.findings.walk import LONGEST, walk
from adspec.language.literals import LanguageError
from adspec.reference_engine import RULES, with_rules


def numbers(found, quantity):
    told = ((n.name, getattr(n, quantity).engine) for n in found.nodes)
    return {name: answer for name, answer in told if answer is not None}


def engine_with(name, **ways):
    return engine_of(with_rules({**RULES, name: RULES[name].replace(**ways)}), name="wrong")


def marks(found):
    return [(m.quantity, m.name, m.symptom, m.guilty, m.argument) for m in found.marks]


CASE = case_of("a = x * y; sin(a) + a", "x = 2.0; y = 0.0; u_x = 1.0; u_y = 3.0; v = 1.0")


@pytest.mark.parametrize("engine", [ENGINE, replace(ENGINE, trace=None)], ids=["trace", "cuts"])
def test_a_run_is_walked_by_its_trace_and_by_cuts_alike(engine):
    # a = 0, cos a = 1: the derivative of sin(a) + a by a is 2, and ȧ = y ẋ + x ẏ = 6
    found = walk(CASE, engine, ENGINE)
    assert numbers(found, "value") == {"x": 2.0, "y": 0.0, "a": 0.0, "b": 0.0, "c": 0.0}
    assert numbers(found, "tangent") == {"x": 1.0, "y": 3.0, "a": 6.0, "b": 6.0, "c": 12.0}
    assert numbers(found, "cotangent") == {"x": 0.0, "y": 4.0, "a": 2.0, "b": 1.0, "c": 1.0}
    assert marks(found) == []


def test_the_truth_stands_beside_every_number():
    found = walk(CASE, ENGINE, ENGINE)
    rights = {n.name: [told.right.item() for _, told in n.told()] for n in found.nodes}
    assert rights == {"x": [2, 1, 0], "y": [0, 3, 4], "a": [0, 6, 2], "b": [0, 6, 1], "c": [0, 12, 1]}


def test_a_use_shows_what_it_pushes_what_it_pulls_and_its_jacobian():
    found = walk(case_of("x * y", "x = [1.0, 2.0]; y = [3.0, 4.0]"), ENGINE, ENGINE)
    [first, second] = found.node("a").edges
    assert (first.source, first.argument, second.source, second.argument) == ("x", 0, "y", 1)
    assert first.jacobian.tolist() == [[3, 0], [0, 4]]
    assert first.pulled.engine.tolist() == [3, 8]  # times the cotangent [1, 2]
    assert first.pushed.engine.tolist() == [3, -2]  # times the tangent [1, −1/2]


def test_the_first_wrong_cotangent_accuses_the_pull_rule_behind_it():
    wrong = engine_with("multiply", pull={1: lambda v, _y, x, _z: 2 * v * x})
    found = walk(CASE, wrong, ENGINE)
    assert marks(found) == [("cotangent", "y", "wrong value", "a", 1)]


def test_the_first_wrong_tangent_accuses_the_push_rule_that_made_it():
    wrong = engine_with("sin", push={0: lambda u, _y, _x: -u})
    found = walk(CASE, wrong, ENGINE)
    assert marks(found) == [("tangent", "b", "wrong value", "b", 0)]


def test_a_wrong_sum_accuses_no_rule():
    wrong = engine_of(with_rules(RULES, add=lambda _a, b: b), name="overwrites")
    found = walk(case_of("a = x * 1.0; b = sin(a); b + a * 2.0", "x = 0.0"), wrong, ENGINE)
    assert [m for m in marks(found) if m[0] == "cotangent"] == [("cotangent", "a", "wrong value", "", None)]


def test_a_rule_that_raises_is_marked_where_it_raises():
    def refuse(*_):
        raise NotImplementedError("no rule")

    found = walk(CASE, engine_with("sin", pull={0: refuse}), ENGINE)
    assert marks(found) == [("cotangent", "a", "raises", "b", 0)]


def test_an_operator_that_is_wrong_beside_its_trace_is_believed_to_be_wrong():
    wrong = replace(ENGINE, name="wrong", vjp=lambda f, xs: (f(*xs), lambda _: tuple(0.0 * x for x in xs)))
    found = walk(CASE, wrong, ENGINE)
    [mark] = found.marks
    assert (mark.quantity, mark.name) == ("cotangent", "c")
    assert accusation(found, mark) == "no rule: f(x) = x is wrong already"


def test_a_nan_beside_a_kink_is_still_wrong():
    wrong = engine_with("sqrt", pull={0: lambda v, y, _x: v / (2 * y) + 0 * np.inf})
    found = walk(case_of("a = sqrt(x); where(greater(x, 0.0), a, 0.0)", "x = [-1.0, 4.0]"), wrong, ENGINE)
    assert marks(found) == [("cotangent", "x", "nan", "a", 0)]


def test_a_value_of_a_structure_has_no_cotangent_that_could_be_right():
    case = case_of("b = x + matrix_transpose(x); linalg.cholesky(b)", "x = [[2.0, 0.5], [0.5, 2.0]]")
    found = walk(case, ENGINE, ENGINE)
    assert found.node("b").cotangent.doubt == "its entries depend on each other"
    assert marks(found) == []


def test_a_program_that_is_too_long_is_refused():
    steps = [f"a{i} = sin(a{i - 1})" for i in range(1, LONGEST + 1)]
    program = "; ".join(["a0 = sin(x)", *steps, "a1 + 1.0"])
    with pytest.raises(LanguageError, match="102 equations are more than a walk goes through, 100"):
        walk(case_of(program), ENGINE, ENGINE)


# ---- counting


def test_a_gradient_takes_n_pushes_or_one_pull():
    found = counts(ENGINE, case_of("sum(sin(x) * x)", "x = [1.0, 2.0, 3.0]"))
    ways = [(c.way, c.calls, c.equations) for c in found]
    assert ways == [("3 pushes", 3, 9), ("1 pull", 1, 3), ("1 pull", 1, 3)]
    x = np.array([1.0, 2.0, 3.0])
    assert found[1].gradient == pytest.approx(np.sin(x) + x * np.cos(x))
    assert disagreement(found) < 1e-14


def test_what_an_engine_lacks_is_not_counted():
    found = counts(replace(ENGINE, jvp=None), CASE)
    assert [c.way for c in found] == ["1 pull", "1 pull"]


def test_a_jacobian_of_many_rows_takes_as_many_pulls_of_one_evaluation():
    found = counts(ENGINE, case_of("outer(x, x)", "x = [1.0, 2.0]"))
    assert [(c.way, c.calls) for c in found] == [("2 pushes", 2), ("1 pull", 1), ("4 pulls", 1)]


# ---- what is not judged: none of these is a false alarm


def test_an_equation_that_an_engine_holds_constant_gets_no_cotangent():
    found = walk(case_of("floor(x) * x", "x = 1.5; v = 1.0"), ENGINE, ENGINE)
    assert marks(found) == []
    assert found.node("x").cotangent.engine == 1.0


def test_vectors_that_are_unique_up_to_signs_are_shown_and_not_judged():
    program = "a = linalg.qr(x); b = a[0]; c = a[1]; d = b @ c"
    found = walk(case_of(program, "x = [[2.25, 0.5], [-1.5, 1.0]]"), ENGINE, ENGINE)
    assert marks(found) == []
    assert found.node("a").value.is_empty
    assert found.node("c").cotangent.doubt == "unique up to signs or order only"
    assert found.node("x").cotangent.status == "right"


@pytest.mark.parametrize("program", ["abs(x)", "maximum(x, 0.0)", "where(greater(x, 0.0), x, -x)"])
def test_either_side_of_a_kink_is_right(program):
    assert marks(walk(case_of(program, "x = 0.0; v = 1.0"), ENGINE, ENGINE)) == []


def test_a_use_that_raises_is_accused_although_no_input_gets_an_answer():
    def refuse(*_):
        raise TypeError("no")

    found = walk(case_of("x * y"), engine_with("multiply", pull={0: refuse}), ENGINE)
    assert marks(found) == [("cotangent", "y", "raises", "a", 0)]
