"""The docket: what was broken once is reported, also by an engine that is right the next time."""

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.conformance.mutants import MUTANTS
from adspec.discovery import find_laws
from adspec.findings.blame import Accusation, blame
from adspec.findings.cause import Cause
from adspec.findings.court import Court
from adspec.findings.docket import Docket
from adspec.language.case import parse_case
from adspec.properties import LAWS
from adspec.reference_engine import RULES, with_rules
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.tracing import Traced, plain
from adspec.report.text import guilt
from adspec.search.reducer import reduce_case

BY_NAME = {rule.name: rule for rule in LAWS}
SECOND = find_laws(("truth_push", "truth_pull", "push_of_pull", "pull_of_pull"))
NEGATED = RULES["sin"].replace(push={0: lambda u, _y, x: -u * ad.cos(x)})
KEPT = RULES["exp"].replace(pull={0: lambda v, y, _x: v * plain(y)})


def moody(wrong):
    """Return the reference engine with pushes that are twice too large the first few times it is judged.

    The first push of all is not judged: the adapter is tried with it.
    """
    calls = count()

    def jvp(f, xs, us):
        y, slope = ENGINE.jvp(f, xs, us)
        return y, slope * 2 if next(calls) <= wrong else slope

    return replace(ENGINE, jvp=jvp)


@pytest.mark.parametrize("wrong", [1, 2, 3, 5, 8, 13, 21])
def test_an_engine_of_changing_mind_takes_no_run_down(wrong):
    report = conform([moody(wrong)], primitives=["sin"], laws=find_laws(("truth_push",)))

    assert report.complete
    assert {str(found.cause) for found in report.engines[0].causes} <= {
        "sin, argument 0, push: wrong value",
        "engine, push: wrong value",
    }
    assert report.engines[0].rows[0].counts["broken"] >= 1


@pytest.mark.parametrize(
    ("mutant", "law", "asked"),
    [("jvp_calls_f_twice", "evaluation_count", False), ("sin_push_negated", "truth_push", True)],
)
def test_only_of_a_number_others_are_asked(mutant, law, asked):
    """How often f is called is no value that an oracle has an answer to."""
    report = conform([MUTANTS[mutant].engine], primitives=["sin"], laws=find_laws((law,)))

    assert [bool(found.answers) for found in report.engines[0].causes] == [asked]


# ------------------------------------------------------------------ one root cause

SQUARE = "def f(x):\n    a = multiply(x, x)\n    return a"
LOOP = (
    "def f(x):\n    def g_a(b):\n        c = multiply(b, x)\n        return c\n"
    "    a = iterate(g_a, 1.0, times=2)\n    return a"
)
NESTED = (
    "def f(x):\n    def g_a(b):\n        c = multiply(x, b)\n        d = exp(c)\n        return d\n"
    "    a = grad(g_a, 1.0)\n    return a"
)
PUSHED = (
    "def f(x):\n    def g_a(b):\n        c = sin(b)\n        return c\n    a = push(g_a, x, 1.0)\n"
    "    return a"
)
DEEP = (
    "def f(x):\n    def g_a(b):\n        def g_c(d):\n            e = sin(d)\n            return e\n"
    "        c = pull(g_c, b, 1.0)\n        return c\n    a = push(g_a, x, 1.0)\n    return a"
)


def causes_of(engine, *programs, shrink=lambda case, _: case):
    """Return the causes on the docket of an engine that is shown these programs, all numbers being 1."""
    court = Court(engine, BY_NAME, lambda: (ENGINE,), shrink)
    docket = Docket(court.reduce)
    for text in programs:
        case = parse_case(text if "v_0" in text else f"{text}\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")
        docket.file(court.hear(case, tuple(BY_NAME)))
    return {str(found.cause): found.falls_with for found in docket.counterexamples()}


def docket_of(engine, texts, laws):
    court = Court(engine, BY_NAME, lambda: (), lambda case, _: case)
    docket = Docket(court.reduce)
    for text in texts:
        docket.file(court.hear(parse_case(text), laws))
    return docket


def blind_in_programs(engine, law, verdict, case, laws):
    """Blame the engine for a program of several equations, as where each rule alone keeps the law."""
    if len(case.program.equations) == 1:
        return blame(engine, law, verdict, case, laws)
    cause = Cause(where="engine", argument=None, mode=law.mode, symptom=verdict.symptom)
    return [Accusation(cause=cause, law=law, case=case, verdict=verdict)]


def test_a_program_that_made_small_is_one_wrong_rule_accuses_that_rule(monkeypatch):
    monkeypatch.setattr("adspec.findings.court.blame", blind_in_programs)
    program = "def f(x):\n    a = sin(x)\n    b = exp(a)\n    return b"

    found = causes_of(MUTANTS["sin_push_negated"].engine, program, shrink=reduce_case)

    assert list(found) == ["sin, argument 0, push: wrong value"]


def of_two(text):
    numbers = "x0 = 2.0\nx1 = 3.0\nu_x0 = 1.0\nu_x1 = 2.0\nv_0 = 1.0"
    return f"def f(x0, x1):\n    a = {text}\n    return a\n\n{numbers}"


def of_one(text):
    return f"def f(x):\n    a = {text}\n    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0"


def test_a_sum_over_arguments_that_is_lost_is_one_cause_whatever_the_primitive():
    # the slope of tanh is 1 − y·y, so that its derivative is a sum over two arguments
    engine = MUTANTS["tangents_of_arguments_overwritten"].engine
    texts = [of_two(f"{word}(x0, x1)") for word in ("multiply", "divide", "pow", "add", "hypot")]
    lost_digits = of_two("multiply(x0, x1)").replace("x1 = 3.0", "x1 = 1e-8")

    found = causes_of(engine, *texts, lost_digits, of_one("tanh(x)"), of_one("multiply(x, x)"))

    assert list(found) == ["sum over arguments, push: wrong value"]


def test_a_lost_sum_is_told_as_one():
    engine = MUTANTS["tangents_of_arguments_overwritten"].engine
    [found] = docket_of(engine, [of_two("add(x0, x1)")], ("truth_push",)).counterexamples()

    assert guilt(found) == "each rule alone is right: the sum over several arguments by push is wrong"
    # x0 − x1 is the first that tells of a sum that add has lost: along u = (1, −1/2) it is 3/2
    assert (str(found.case.program.equations[0]), float(found.left), float(found.right)) == (
        "a = subtract(x0, x1)",
        0.5,
        1.5,
    )


def test_a_rule_that_adds_its_arguments_wrongly_is_blamed_itself():
    def multiply(a, b):
        return ENGINE.ops["multiply"](plain(a) if isinstance(b, Traced) else a, b)

    engine = replace(ENGINE, ops={**ENGINE.ops, "multiply": multiply})

    assert "multiply, push: wrong value" in causes_of(engine, of_two("multiply(x0, x1)"))


def as_tuples(half):
    """Return an engine that gives tuples of Python numbers for arrays, and Python numbers for 0-d ones."""

    def plain_numbers(tree):
        if isinstance(tree, Traced):
            return tree
        numbers = np.asarray(tree).tolist()
        return tuple(numbers) if isinstance(numbers, list) else numbers

    def jvp(f, xs, us):
        y, Ju = ENGINE.jvp(f, xs, us)
        return y, plain_numbers(Ju)

    def vjp(f, xs):
        y, pull = ENGINE.vjp(f, xs)
        return y, lambda v: tuple(map(plain_numbers, pull(v)))

    return replace(ENGINE, jvp=jvp) if half == "push" else replace(ENGINE, vjp=vjp)


@pytest.mark.parametrize("half", ["push", "pull"])
def test_tuples_where_arrays_are_due_are_one_cause(half):
    points = ("0.5", "[0.5, 0.25]", "float32(0.5)", "float32([0.5, 0.25])")
    texts = [of_one("sin(x)").replace("0.5", x).replace("1.0", x) for x in points]

    docket = docket_of(as_tuples(half), texts, ("tangent_space", "precision", f"truth_{half}"))
    [found] = docket.counterexamples()

    assert (str(found.cause), found.law) == (f"engine, {half}: structure", "tangent_space")
    assert found.diagnosis.startswith("a list or a tuple where an array is due")


def writing_into(which):
    """Return an engine whose pullbacks double x or v in place."""

    def vjp(f, xs):
        y, pull = ENGINE.vjp(f, xs)

        def in_place(v):
            answer = tuple(c if isinstance(c, Traced) else np.array(c) for c in pull(v))
            for a in xs if which == "x" else (v,):
                if isinstance(a, np.ndarray):
                    np.multiply(a, 2, out=a)
            return answer

        return y, in_place

    return replace(ENGINE, vjp=vjp)


@pytest.mark.parametrize("which", ["x", "v"])
def test_writing_in_place_is_one_cause_where_arrays_refuse_it_too(which):
    read_only = "\npresentation = 'read_only'"
    programs = [of_one("sin(x)"), of_two("multiply(x0, x1)"), of_one("multiply(x, 1.0)")]

    found = causes_of(writing_into(which), *programs, *(text + read_only for text in programs))

    assert list(found) == [f"engine: {which} is changed"]
    assert "truth_pull" in found[f"engine: {which} is changed"]


def test_a_rule_that_raises_for_a_reason_of_its_own_is_told_beside_one_that_writes():
    def vjp(f, xs):
        y, pull = writing_into("v").vjp(f, xs)
        if y > 1:
            raise ValueError("y is above 1")
        return y, pull

    engine = replace(ENGINE, vjp=vjp)

    found = causes_of(engine, of_one("sin(x)"), of_one("exp(x)") + "\npresentation = 'read_only'")

    assert "engine: v is changed" in found
    assert "exp, argument 0, pull: raises ValueError" in found


def test_lost_sums_are_one_cause_in_loops_and_nested_derivatives_too():
    reverse_only = replace(MUTANTS["fan_out_overwritten"].engine, jvp=None)

    alone = causes_of(reverse_only, LOOP), causes_of(reverse_only, NESTED)
    together = causes_of(reverse_only, SQUARE, LOOP, NESTED)

    assert all(alone)
    assert [cause for cause in together if cause.startswith(("iterate", "nesting"))] == []
    assert "fan-out, pull: wrong value" in together


@pytest.mark.parametrize(
    ("fault", "program", "cause"),
    [
        ("exp_pull_keeps_a_number", NESTED, "exp, argument 0, push of pull: wrong value"),
        (
            "sin_push_pulls_nothing_back",
            PUSHED,
            "sin, argument 0, pull of push: wrong value",
        ),
    ],
)
def test_nesting_is_not_blamed_for_a_rule_whose_derivative_is_wrong(fault, program, cause):
    found = causes_of(MUTANTS[fault].engine, program)

    assert cause in found
    assert [where for where in found if where.startswith("nesting")] == []


def test_a_rule_that_is_in_no_program_explains_derivatives_nested_deeper():
    # sin' is cos, whose pull cannot be pulled: only the docket knows of cos
    engine = MUTANTS["cos_pull_pulls_nothing_back"].engine
    cosine = "def f(x):\n    a = cos(x)\n    return a"

    found = causes_of(engine, cosine, DEEP)

    assert list(found) == ["cos, argument 0, pull of pull: wrong value"]


def test_a_wrong_derivative_is_not_hidden_by_another_rule_that_is_wrong_in_one_half():
    wrong = with_rules({**RULES, "sin": NEGATED, "exp": KEPT})
    report = conform([engine_of(wrong, "two_faults")], primitives=["sin", "exp"], laws=SECOND)

    found = {str(c.cause) for c in report.engines[0].causes}

    assert found >= {
        "sin, argument 0, push: wrong value",
        "exp, argument 0, push of pull: wrong value",
    }
