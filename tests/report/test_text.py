from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer
from adspec.language.case import parse_case
from adspec.report.text import counterexample_text

GOLDEN = Path(__file__).parent / "golden"
REPLAY = "adspec replay out/autograd-prod-0-pull-nan.json -e autograd"


def scaled(found):
    """Return a finding on a whole program, in which u and v both matter."""
    case = parse_case(
        "def f(x, w):\n    a = sin(x)\n    b = multiply(a, w)\n    c = sum(b, axis=0)\n    return c, a\n"
        "x = [0.5, -2.0]\nw = float32([0.1, 0.2])\nu_x = [1.0, 0.0]\nv_0 = 2.0\nv_1 = [1.0, 1.0]\n"
        "presentation = 'operators'"
    )
    return replace(
        found,
        law="transpose",
        cause=Cause(where="fan-out", argument=None, mode="", symptom="wrong value"),
        case=case,
        left=np.float64(1 / 3),
        right=np.float64(1 / 3 + 1e-10),
        left_says="⟨v, J u⟩",
        right_says="⟨Jᵀ v, u⟩",
        diagnosis="",
        answers=(),
        falls_with=(),
        count=1,
    )


def crashed(found):
    """Return a finding of an engine that raises."""
    return replace(
        found,
        law="truth_push",
        status="crashed",
        cause=Cause(where="many rules", argument=None, mode="push", symptom="raises NotImplementedError"),
        left=None,
        right=None,
        left_says="",
        right_says="",
        reason="push: NotImplementedError: JVP of hypot wrt argnums (0, 1) not defined",
        diagnosis="",
        answers=(
            Answer(oracle="truth", value=np.array(6.0), agrees=True),
            Answer(oracle="jax", value=None, says="raises TypeError", agrees=False),
            Answer(oracle="reference", value=np.array(6.0), agrees=True),
        ),
        falls_with=("linear_push", "transpose"),
        notes={"primitives": ", ".join(f"primitive_{i}" for i in range(20))},
    )


def somewhere(found):
    """Return a finding whose rule fails in one kind of cases only."""
    return replace(found, diagnosis="wrong sign (in 6 of 6 cases)", mistake="sign", only="only where x < 0")


def inaccurate(found):
    """Return a finding of lost digits."""
    return replace(
        found,
        status="inaccurate",
        cause=Cause(where="sinc", argument=0, mode="pull", symptom="inaccurate"),
        left=np.array([-2.1e-8]),
        right=np.array([-3.3e-8]),
        digits=0.44,
        ulps=1.6e15,
        diagnosis="",
        answers=(Answer(oracle="jax", value=np.array([-2.1e-8]), agrees=False),),
    )


def same(found):
    return found


def kink(found):
    """Return a finding at a kink, where the truth is a hull."""
    hull = Answer(oracle="truth", value=None, says="between -1.0 and 1.0", agrees=True)
    return replace(found, left=np.array(2.0), right=np.array(-1.0), answers=(hull,))


def nested(found):
    """Return a finding on a derivative within a program."""
    case = parse_case(
        "def f(x):\n    def g_a(b):\n        c = add(x, b)\n        return c\n    a = push(g_a, 2.0, 1.0)\n"
        "    d = multiply(x, a)\n    return d\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
    )
    return replace(
        found,
        law="nesting",
        cause=Cause(where="nesting of push", argument=None, mode="pull", symptom="wrong value"),
        case=case,
        left=np.array(2.0),
        right=np.array(1.0),
        diagnosis="factor 2: counted twice",
        answers=(Answer(oracle="reference", value=np.array(1.0), agrees=True),),
        falls_with=(),
        count=1,
    )


@pytest.mark.parametrize("variant", [same, scaled, somewhere, crashed, inaccurate, kink, nested])
def test_the_text_of_a_counterexample(variant, prod_nan, golden):
    golden(GOLDEN / f"{variant.__name__}.txt", counterexample_text(variant(prod_nan), REPLAY))


def large(found):
    """Return a finding with a program of thirty equations on arrays that fill a line each."""
    equations = "".join(f"    a{i + 1} = sin(a{i})\n" for i in range(30))
    numbers = [1 / (k + 3) for k in range(20)]
    case = parse_case(
        f"def f(a0):\n{equations}    return a30\na0 = {numbers}\nu_a0 = {numbers}\nv_0 = {numbers}"
    )
    return replace(found, case=case, reason="word " * 300, diagnosis="word " * 300, left=np.arange(99.0))


@pytest.mark.parametrize("variant", [same, scaled, crashed, inaccurate, kink, nested, large])
def test_a_text_has_at_most_25_lines(variant, prod_nan):
    assert len(counterexample_text(variant(prod_nan), REPLAY).splitlines()) <= 25


@pytest.mark.parametrize("variant", [same, scaled, crashed, inaccurate, kink, nested, large])
def test_a_text_is_at_most_110_columns_wide(variant, prod_nan):
    lines = counterexample_text(variant(prod_nan), REPLAY).splitlines()
    assert max(map(len, lines)) <= 110


def test_a_text_names_no_python_traceback(prod_nan):
    assert "Traceback" not in counterexample_text(crashed(prod_nan))


def test_inputs_stand_in_the_order_of_the_program(prod_nan):
    case = parse_case(
        "def f(x0, x1):\n    a = divide(x0, x1)\n    return a\nx0 = 1.0\nx1 = 2.0\nu_x1 = 1.0\nv_0 = 1.0"
    )
    lines = counterexample_text(replace(prod_nan, case=case)).splitlines()
    assert [line[9:] for line in lines[1:3]] == ["x0 = 1.0   (held fixed)", "x1 = 2.0"]


def test_nobody_is_alone_with_a_quantity_that_is_right(prod_nan):
    answers = tuple(replace(a, agrees=True) for a in prod_nan.answers)
    assert "alone" not in counterexample_text(replace(prod_nan, answers=answers))


def test_who_is_wrong_as_well_is_told(prod_nan):
    truth, own, jax, reference = prod_nan.answers
    answers = (truth, own, replace(jax, value=own.value, agrees=False), reference)
    text = counterexample_text(replace(prod_nan, answers=answers))
    assert "jax [nan, 0.0, 0.0] (wrong as well); reference [6.0, 0.0, 0.0]\n" in text


def test_of_long_arrays_everyone_s_worst_entry_is_shown(prod_nan):
    right = np.arange(100.0)
    wrong = np.where(right == 7, 8.0, right)
    answers = (Answer(oracle="jax", value=right, agrees=True),)
    text = counterexample_text(replace(prod_nan, left=wrong, right=right, answers=answers))
    assert "Jᵀ v by autograd   [7] = 8.0   (1 of 100 entries differ)\n" in text
    assert "jax [7] = 7.0. autograd is alone\n" in text


def test_without_a_command_there_is_no_replay(prod_nan):
    assert "Replay" not in counterexample_text(prod_nan)


def test_where_the_truth_says_nothing_it_is_unknown_and_not_nan(prod_nan):
    silent = np.array([6.0, np.nan, 0.0])
    answers = tuple(replace(a, value=silent) if a.oracle == "truth" else a for a in prod_nan.answers)
    text = counterexample_text(replace(prod_nan, right=silent, answers=answers))
    assert "Jᵀ v by truth      [6.0, unknown, 0.0]" in text
    assert "Jᵀ v by autograd   [nan, 0.0, 0.0]" in text


@pytest.mark.parametrize(
    ("left_says", "letters"),
    [
        ("a cotangent with one axis more", "v"),
        ("a tangent with one axis more", "u"),
        ("what J u shares memory with", "u"),
        ("push beside another thread", "u"),
        ("pull through 2,000 equations", "v"),
        ("state after exceptions in f", ""),
        ("⟨v, J u⟩", "uv"),
    ],
)
def test_only_what_a_claim_is_about_is_shown(left_says, letters, prod_nan):
    cause = replace(prod_nan.cause, where="engine", argument=None, mode="")
    found = replace(prod_nan, cause=cause, left="2", right="0", left_says=left_says, right_says="before")
    shown = {line[9] for line in counterexample_text(found).splitlines() if line[9:13] in {"u = ", "v = "}}
    assert shown == set(letters)
