"""Scripts: stand-alone, in an engine's own words, non-zero while the answer is wrong."""

import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from adspec.artifacts.forms import FORMS, markdown_text, pytest_text, script_text
from adspec.artifacts.script import SAYS, script_of
from adspec.artifacts.spelling import NoScript, Speller
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import find_engine, find_laws
from adspec.explaining.given import case_of
from adspec.findings import counterexample
from adspec.findings.cause import Cause
from adspec.language.case import parse_case, same_case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import OPERATORS, PRESENTATIONS, REFLECTED
from adspec.language.program import Equation, Name

GOLDEN = Path(__file__).parent / "golden"
LAWS = {law.name: law for law in find_laws()}
ENGINES = [
    pytest.param(name, marks=pytest.mark.skipif(find_spec(name) is None, reason=f"{name} is not installed"))
    for name in ("autograd", "jax", "torch")
]


def exit_of(text):
    """Return what a script ends with: 0, or its last words."""
    with pytest.raises(SystemExit) as ended:
        exec(compile(text, "script", "exec"), {})  # noqa: S102 -- what we have just written
    return ended.value.code


def engine_called(name):
    return find_engine(name)


@pytest.fixture
def found(prod_nan):
    """Return a finding in any mode on any case, by any law."""

    def make(case, mode="pull", symptom="wrong value", law="truth_pull", **more):
        cause = Cause(where=case.program.equations[0].primitive, argument=0, mode=mode, symptom=symptom)
        return replace(prod_nan, case=case, cause=cause, law=law, answers=(), **more)

    return make


def script_for(finding, engine=ENGINE):
    return script_of(finding, engine, LAWS[finding.law])


@pytest.mark.parametrize("form", ["script", "pytest", "markdown"])
def test_each_form_is_as_its_golden_file(form, prod_nan, golden):
    autograd = pytest.importorskip("autograd")
    del autograd
    engine = replace(find_engine("autograd"), version="1.9.1")
    golden(GOLDEN / f"{form}.txt", FORMS[form][0](script_of(prod_nan, engine, LAWS["truth_pull"]), prod_nan))


def test_a_script_fails_on_the_engine_that_is_wrong_and_not_on_the_one_that_is_right(prod_nan, tmp_path):
    pytest.importorskip("autograd")
    ends = {}
    for name in ("autograd", "reference"):
        path = tmp_path / f"on_{name}.py"
        path.write_text(script_text(script_for(prod_nan, find_engine(name)), prod_nan), encoding="utf-8")
        done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
        ends[name] = (done.returncode, done.stderr.splitlines()[-1:])
    assert ends == {
        "autograd": (1, ["Jᵀ v by autograd: [nan  0.  0.], right is [6. 0. 0.]"]),
        "reference": (0, []),
    }


def test_a_script_of_a_short_case_has_at_most_20_lines_and_imports_numpy_and_the_engine(prod_nan):
    lines = script_text(script_for(prod_nan), prod_nan).splitlines()
    assert len(lines) <= 20
    assert [line for line in lines if "import" in line] == [
        "import numpy as np",
        "import adspec.reference_engine as ad",
        "from adspec.reference_engine import numpy as anp",
    ]


# ---- what can be asked, in every engine's words


@pytest.mark.parametrize("name", [*ENGINES, "reference"])
@pytest.mark.parametrize("mode", [m for m in SAYS if m != "value of jvp"])
def test_every_quantity_is_asked_for_in_the_words_of_the_engine(mode, name, found):
    case = case_of("sin(x) * x * y", "x = [0.5, 1.5]; y = 2.0")
    finding = found(case, mode)
    assert exit_of(script_text(script_for(finding, find_engine(name)), finding)) in {0, None}


@pytest.mark.parametrize("name", [*ENGINES, "reference"])
def test_a_wrong_right_value_would_be_noticed(name, found):
    finding = found(case_of("sin(x) * x", "x = 0.5"))
    text = script_text(script_for(finding, find_engine(name)), finding)
    wrong = text.replace("right = np.array(0.9", "right = np.array(1.9")  # sin 0.5 + 0.5 cos 0.5 = 0.918…
    assert wrong != text
    assert exit_of(wrong).startswith(f"Jᵀ v by {name}")


@pytest.mark.parametrize("presentation", sorted(PRESENTATIONS.keys() - CONTAINERS.keys()))
def test_a_case_is_shown_as_it_was_presented(presentation, found):
    # zero strides, negative ones, NumPy scalars, methods, operators: none may change the derivative
    case = case_of("a = sum(x * 2.0); b = a - y; b * b[...]", "x = [[1.0, 1.0], [0.5, 1.0]]; y = 3.0")
    finding = found(replace(case, presentation=presentation))
    assert exit_of(script_text(script_for(finding), finding)) in {0, None}


def test_complex_numbers_are_conjugated_as_the_engine_pairs_them(found):
    case = parse_case(
        "def f(x):\n    a = multiply(x, x)\n    return a\n"
        "x = complex(1.0, 2.0)\nu_x = complex(1.0, 0.5)\nv_0 = complex(0.5, -1.0)"
    )
    finding = found(case)
    text = script_text(script_for(finding), finding)
    assert "v = np.array((0.5+1j))" in text  # bilinear: conj(v), and conj(Jᵀ v) comes out
    assert exit_of(text) in {0, None}


@pytest.mark.parametrize("name", [*ENGINES[:2], "reference"])
def test_derivatives_branches_and_loops_within_the_program_are_written_out(name, found):
    case = parse_case(
        "def f(x, y):\n"
        "    def g_a(b):\n        c = multiply(b, y)\n        return c\n"
        "    a = iterate(g_a, x, times=2)\n"
        "    def g_d(e):\n        h = sin(e)\n        return h\n"
        "    def h_d(i):\n        j = cos(i)\n        return j\n"
        "    d = branch(g_d, h_d, y, a)\n"
        "    def g_k(l):\n        m = multiply(l, l)\n        return m\n"
        "    k = grad(g_k, d)\n"
        "    return k\n"
        "x = 0.5\nu_x = 1.0\ny = 2.0\nu_y = 0.5\nv_0 = 1.0"
    )
    finding = found(case)
    assert exit_of(script_text(script_for(finding, find_engine(name)), finding)) in {0, None}


def test_what_engines_raise_is_told_with_the_right_value(found):
    finding = found(case_of("sin(x)", "x = 0.0"), "pull", "raises TypeError", status="crashed")
    script = script_for(finding)
    text = script_text(replace(script, found="np.asarray(f())"), finding)
    assert exit_of(text).endswith("positional argument: 'x'\"); right is 1.0")


def test_a_wrong_dtype_and_a_wrong_shape_are_told_apart_from_right_numbers(found):
    case = parse_case(
        "def f(x):\n    a = sin(x)\n    return a\nx = float32(0.0)\nu_x = float32(1.0)\nv_0 = float32(1.0)"
    )
    finding = found(case, symptom="dtype")
    script = script_for(finding)
    assert exit_of(script_text(script, finding)) in {0, None}
    wide, tall = (replace(script, found=f"np.{what}") for what in ("float64(1.0)", "ones((1,), np.float32)"))
    assert exit_of(script_text(wide, finding)) == "Jᵀ v by reference: 1.0, right is 1.0 float32"
    assert exit_of(script_text(tall, finding)) == "Jᵀ v by reference: [1.], right is 1.0 float32"


def test_at_a_kink_all_that_may_be_chosen_is_right(found):
    finding = found(case_of("abs(x)", "x = 0.0; v = 1.0"))
    script = script_for(finding)
    ends = [
        exit_of(script_text(replace(script, found=f"np.asarray({d})"), finding))
        for d in (-1.0, 0.25, 1.0, 1.5)
    ]
    assert [end in {0, None} for end in ends] == [True, True, True, False]


def test_a_test_fails_while_the_answer_is_wrong(prod_nan):
    script = script_for(prod_nan)
    space = {}
    exec(pytest_text(script, prod_nan), space)  # noqa: S102 -- what we have just written
    space["test_prod_0_pull_nan"]()
    exec(pytest_text(replace(script, found="np.zeros(3)"), prod_nan), space)  # noqa: S102 -- likewise
    with pytest.raises(AssertionError, match=r"Jᵀ v by reference: \[0. 0. 0.\], right is \[6. 0. 0.\]"):
        space["test_prod_0_pull_nan"]()


def test_a_bug_report_holds_the_script_and_says_where_the_right_value_comes_from(prod_nan):
    script = script_for(prod_nan)
    text = markdown_text(script, prod_nan)
    assert script_text(script, prod_nan).rstrip() in text
    assert "The right value comes from values of f alone, in ball arithmetic" in text


def test_text_and_json_read_back_as_the_same_case(prod_nan):
    again = parse_case(FORMS["text"][0](None, prod_nan))
    assert same_case(again, prod_nan.case)
    import json

    saved = counterexample.from_json(json.loads(FORMS["json"][0](None, prod_nan)))
    assert same_case(saved.case, prod_nan.case)


# ---- what has no script


@pytest.mark.parametrize("law", ["threads", "lifetime", "aliasing", "evaluation_count", "stale_input"])
def test_a_law_of_an_engines_life_has_no_script(law, found):
    finding = found(case_of("sin(x)"), "", law=law)
    with pytest.raises(NoScript, match=f"law {law}: .*there is no script"):
        script_for(finding)


def test_another_kind_of_answer_has_no_script(found):
    with pytest.raises(NoScript, match="about the kind of answer"):
        script_for(found(case_of("sin(x)"), symptom="kind of array", law="tangent_space"))


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_case_in_a_container_has_no_script_since_it_is_right_as_arrays(found, name):
    packed = replace(case_of("sin(x)"), presentation=name)
    with pytest.raises(NoScript, match=f"case in a {name}: .*adspec replay"):
        script_for(found(packed))


@pytest.mark.parametrize("word", sorted(REFLECTED))
def test_an_operator_between_two_is_written_between_them(word):
    spell = Speller(engine="reference", idiom=ENGINE.idiom, presentation="operators", dtype=np.dtype(float))
    left, operator, right = spell.call(
        Equation(name="a", primitive=word, args=(Name("x"), 3.0), params={}), ["x", "3.0"], {}
    ).split()
    assert (left, right) == ("x", "3.0")
    assert eval(f"7.0 {operator} 3.0") == OPERATORS[word](7.0, 3.0)  # noqa: S307 -- a text of our own


def test_an_engine_without_an_idiom_has_no_script(prod_nan):
    with pytest.raises(NoScript, match="has no idiom"):
        script_for(prod_nan, replace(ENGINE, name="mine", idiom=None))


def test_a_number_that_nobody_knows_has_no_script(found):
    case = case_of("a = floor(x); a / a", "x = 0.5; v = 1.0")
    with pytest.raises(NoScript, match="nobody knows"):
        script_for(found(case))


def test_numbers_are_written_bit_for_bit():
    from adspec.artifacts.literal import array

    values = [
        np.array([0.1, np.inf, np.nan]),
        np.float32([1 / 3]),
        np.array([1 + np.nan * 1j, -0.0]),
        np.zeros((0, 2)),
    ]
    again = [eval(array(np.asarray(a)), {"np": np}) for a in values]  # noqa: S307 -- what we have just written
    assert all(
        np.array_equal(a, b, equal_nan=True) and a.dtype == b.dtype
        for a, b in zip(values, again, strict=True)
    )
