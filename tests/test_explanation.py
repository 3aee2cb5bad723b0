import html

import pytest

import adspec
from adspec.language.case import parse_case


def test_a_formula_is_explained_in_python():
    found = adspec.explain("sin(x) * x", at={"x": 0.0, "v": 1.0})
    assert "No number of the run is wrong" in str(found)
    assert found.svg().startswith("<svg ")
    assert found.to_json()["nodes"][0]["cotangent"]["engine"] == 0.0


def test_a_notebook_shows_the_page_in_a_frame_of_its_own():
    found = adspec.explain("sin(x) * x")
    shown = found._repr_html_()
    assert shown.startswith("<iframe ")
    assert html.escape(found.html()) in shown


def test_a_case_and_a_counterexample_are_explained_too(prod_nan):
    pytest.importorskip("autograd")
    assert "the pull rule of prod" in str(adspec.explain(prod_nan))
    assert "No number" in str(adspec.explain(prod_nan.case))


def test_functions_within_a_program_are_one_node():
    case = parse_case(
        "def f(x):\n    def g_a(b):\n        c = multiply(b, x)\n        return c\n"
        "    a = grad(g_a, x)\n    return a\nx = 3.0\nu_x = 1.0\nv_0 = 1.0"
    )
    found = adspec.explain(case)
    assert [n.name for n in found.walk.nodes] == ["x", "a"]
    assert found.walk.node("x").cotangent.engine == 1.0


def test_a_program_of_several_outputs_and_a_dead_line_is_shown_whole():
    found = adspec.explain("d = exp(x); a = x * 2.0; (a, sin(a))", at="x = 0.0; v_0 = 1.0; v_1 = 3.0")
    assert found.walk.node("a").cotangent.engine == 4.0
    assert found.walk.node("d").cotangent.is_empty
    assert "2 of 2 uses" in found.html()
