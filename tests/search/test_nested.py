"""Programs with bodies: drawn with all words at every depth, and made small inside their bodies."""

from collections import Counter

import numpy as np
import pytest

from adspec.language.case import parse_case, same_case
from adspec.language.higher import HIGHER
from adspec.language.primitives import VOCABULARY
from adspec.language.standin import NUMPY
from adspec.search.reducer import reduce_case
from adspec.search.strategies import draw, nested_cases

WORDS = {name: row for name, row in VOCABULARY.items() if not row.needs}

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(scope="module")
def programs():
    return draw(nested_cases(WORDS, tuple(HIGHER)), 300, 0)


def bodies(program):
    for e in program.equations:
        for body in e.bodies:
            yield body
            yield from bodies(body)


# ------------------------------------------------------------------ drawing


def test_most_programs_have_bodies_and_all_words_and_depths_are_met(programs):
    met = Counter(name for c in programs for name in c.program.primitives() if name in HIGHER)
    depths = Counter(c.program.depth for c in programs)
    assert sum(any(e.bodies for e in c.program.equations) for c in programs) > 240
    assert set(met) == set(HIGHER)
    assert set(depths) == {0, 1, 2, 3}
    assert depths[2] > 20
    assert depths[3] > 5


def test_many_bodies_see_outer_names(programs):
    seeing = [c for c in programs if any(body.captures for body in bodies(c.program))]
    assert len(seeing) > 80


def test_programs_with_bodies_print_and_parse_back(programs):
    assert all(same_case(parse_case(str(case)), case) for case in programs[:80])


def test_every_value_is_finite_and_every_output_fits_its_cotangent(programs):
    for case in programs:
        env = case.program.everywhere(NUMPY, case.values(case.x), case.dtype)
        assert all(np.all(np.isfinite(value)) for value in env.values() if not isinstance(value, tuple))
        found = [(np.shape(env[name]), np.asarray(env[name]).dtype) for name in case.program.outputs]
        assert found == [(v.shape, v.dtype) for v in case.v]


def test_a_seed_draws_the_same_again():
    first, again, other = (draw(nested_cases(WORDS, tuple(HIGHER)), 20, seed) for seed in (1, 1, 2))
    assert list(map(str, first)) == list(map(str, again))
    assert not set(map(str, first)) & set(map(str, other))


def test_without_derivatives_only_control_flow_is_drawn():
    cases = draw(nested_cases(WORDS, ("branch", "iterate")), 40, 0)
    assert {c.program.depth for c in cases} == {0}
    assert any(e.bodies for c in cases for e in c.program.equations)


def test_without_words_there_is_nothing_to_draw():
    assert draw(nested_cases(WORDS, ()), 5, 0) == []


# ------------------------------------------------------------------ reducing

CASE = """\
def f(x0, x1):
    a = sin(x0)
    def g_b(c):
        d = multiply(c, a)
        e = exp(d)
        def g_g(h):
            i = multiply(h, e)
            j = tanh(i)
            k = add(j, 0.625)
            return k
        g = push(g_g, c, 1.0)
        l = add(g, e)
        return l
    b = grad(g_b, x1)
    m = multiply(b, a)
    return m

x0 = 0.75
x1 = -1.25
u_x0 = 0.5
u_x1 = 2.0
v_0 = 3.0"""


def reduced(text, keeps):
    case = parse_case(text)
    assert keeps(case)
    return reduce_case(case, keeps)


def primitives(case):
    return set(case.program.primitives())


INLINED = """\
def f(x):
    a = exp(x)
    return a"""

OPERATOR = """\
def f(x):
    def g_b(a):
        return a
    b = grad(g_b, x)
    return b"""

BODY = """\
def f(x):
    def g_c(a):
        b = tanh(a)
        return b
    c = push(g_c, x, 1.0)
    return c"""

BOTH = """\
def f(x):
    def g_d(a):
        def g_c(b):
            return b
        c = push(g_c, a, 1.0)
        return c
    d = grad(g_d, x)
    return d"""


@pytest.mark.parametrize(
    ("wanted", "smallest"),
    [({"exp"}, INLINED), ({"grad"}, OPERATOR), ({"push", "tanh"}, BODY), ({"push", "grad"}, BOTH)],
)
def test_what_is_not_needed_goes_from_bodies_too(wanted, smallest):
    assert str(reduced(CASE, lambda case: wanted <= primitives(case)).program) == smallest


def test_a_loop_is_run_as_seldom_as_the_fault_allows():
    text = (
        "def f(x):\n    def g_a(b):\n        c = sin(b)\n        return c\n    a = iterate(g_a, x, times=5)\n"
        "    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0"
    )

    def keeps(case):
        return any(e.primitive == "iterate" and e.params["times"] > 2 for e in case.program.equations)

    assert "times=3" in str(reduced(text, keeps))


def test_a_number_in_a_body_becomes_plain():
    text = (
        "def f(x):\n    def g_a(b):\n        c = multiply(b, 0.625)\n        return c\n    a = grad(g_a, x)\n"
        "    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0"
    )
    case = reduced(text, lambda case: {"grad", "multiply"} <= primitives(case))
    assert "multiply(b, 1.0)" in str(case) or "multiply(a, 1.0)" in str(case)
