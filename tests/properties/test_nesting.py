"""Nesting, towers, branches and loops: what the laws say, whom they spare, and their smallest violations."""

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.findings.blame import blame
from adspec.language.case import parse_case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import parse_program
from adspec.language.unrolling import unrolled
from adspec.law import FINDINGS, judge
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.properties.nth_derivative import CLOSED
from adspec.search.nesting import TOWERS, nesting_cases, tower
from adspec.search.reducer import reduce_case
from adspec.search.strategies import draw, nested_cases
from adspec.truth import truth_of

BY_NAME = {rule.name: rule for rule in LAWS}
WORDS = {n: VOCABULARY[n] for n in ("negative", "sin", "exp", "multiply", "add", "square", "sum", "tanh")}
HIGHER = ("push", "pull", "grad", "branch", "iterate")
NESTED = ("nesting", "nth_derivative", "branches_and_loops")


@pytest.fixture(scope="module")
def programs():
    return draw(nested_cases(WORDS, HIGHER), 150, 0)


def verdict(law, engine, case):
    return judge(BY_NAME[law], observe(engine, case))


def is_broken(law, engine, case):
    return verdict(law, engine, case).status in FINDINGS


# ------------------------------------------------------------------ the right engine


@pytest.mark.parametrize("case", nesting_cases(), ids=range(len(nesting_cases())))
def test_the_right_engine_keeps_the_laws_on_the_classics(case):
    assert [law for law in NESTED if is_broken(law, ENGINE, case)] == []
    assert "holds" in {verdict(law, ENGINE, case).status for law in NESTED}


def test_the_right_engine_keeps_the_laws_on_drawn_programs(programs):
    statuses = [verdict(law, ENGINE, case).status for case in programs[:60] for law in NESTED]
    assert not set(statuses) & set(FINDINGS)
    assert statuses.count("holds") > 45


def test_a_program_without_bodies_says_nothing():
    case = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")
    assert {verdict(law, ENGINE, case).status for law in NESTED} == {"vacuous"}


# ------------------------------------------------------------------ closed forms


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("text", CLOSED)
def test_each_closed_form_is_the_derivative_of_the_one_before(text, n):
    x, h = 1.25, 2.0**-20
    form = CLOSED[text]
    slope = (form(n - 1, x + h) - form(n - 1, x - h)) / (2 * h)
    # The difference is off by h²/6 of the third derivative after it, and by roundoff over h.
    size = abs(float(form(n + 2, x))) + abs(float(form(n - 1, x))) * 1e-4
    assert float(slope) == pytest.approx(float(form(n, x)), abs=1e-5 * size)


def test_the_towers_go_from_1_to_8_and_agree_with_the_truth():
    # The value of a tower of n operators is the n-th derivative, its J u the next one.
    depths = {n for _, _, _, depths in TOWERS for n in depths}
    assert depths | {n + 1 for n in depths} == set(range(1, 9))
    text, ways, x, depths = TOWERS[0]
    for n in depths:
        case = tower(text, ways, x, n)
        assert case.program.depth == n
        interval = truth_of(case).y[0]
        assert abs(interval.lo - CLOSED["a = multiply(2.0, z)\nb = exp(a)"](n, x)) <= interval.allowance


# ------------------------------------------------------------------ unrolling

LOOP = """\
def f(x):
    def g_a(b):
        c = sin(b)
        d = multiply(c, x)
        return d
    a = iterate(g_a, x, times=2)
    def g_e(h):
        def g_i(j):
            k = exp(j)
            return k
        i = iterate(g_i, h, times=1)
        return i
    e = grad(g_e, a)
    def g_l(m):
        return x
    def h_l(n):
        o = negative(n)
        return o
    l = branch(g_l, h_l, x, e)
    return l, a"""

STRAIGHT = """\
def f(x):
    g = sin(x)
    p = multiply(g, x)
    q = sin(p)
    r = multiply(q, x)
    def g_e(h):
        s = exp(h)
        return s
    e = grad(g_e, r)
    t = negative(e)
    return t, r"""


def test_a_program_is_unrolled_as_python_runs_it():
    assert str(unrolled(parse_program(LOOP), {"l": 1})) == STRAIGHT


def test_a_branch_that_returns_an_outer_value_leaves_no_line():
    straight = unrolled(parse_program(LOOP), {"l": 0})
    assert straight.outputs == ("x", "r")


def test_a_branch_that_is_not_known_stays():
    assert "branch" in unrolled(parse_program(LOOP), {}).primitives()


# ------------------------------------------------------------------ mutants

# The program of each counterexample; all its numbers are ones.
SHRUNK = {
    "one_tag_for_all_derivatives": """\
def f(x):
    def g_b(a):
        return a
    b = push(g_b, x, x)
    c = multiply(b, x)
    return c""",
    "jvp_forgets_what_f_captures": """\
def f(x):
    def g_c(a):
        b = multiply(a, x)
        return b
    c = push(g_c, 1.0, 1.0)
    return c""",
    "grad_forgets_the_outer_variable": """\
def f(x):
    def g_c(a):
        b = exp(a)
        return b
    c = grad(g_c, x)
    return c""",
    "pullback_forgets_where_v_came_from": """\
def f(x):
    def g_b(a):
        return a
    b = pull(g_b, x, x)
    return b""",
    "third_gradient_doubled": """\
def f(x):
    def g_e(a):
        def g_d(b):
            c = sin(b)
            return c
        d = grad(g_d, a)
        return d
    e = pull(g_e, x, 1.0)
    return e""",
    "branch_not_taken": """\
def f(x):
    def g_d(a):
        return a
    def h_d(b):
        c = exp(b)
        return c
    d = branch(g_d, h_d, 1.0, x)
    return d""",
    "last_step_as_constant": """\
def f(x0, x1):
    def g_b(a):
        return x1
    b = iterate(g_b, x0, times=1)
    return b""",
}


@pytest.mark.parametrize("name", SHRUNK)
def test_a_mutant_is_made_as_small_as_its_fault(name, programs):
    mutant = MUTANTS[name]
    case = next(case for case in programs if is_broken(mutant.law, mutant.engine, case))
    small = reduce_case(case, lambda smaller: is_broken(mutant.law, mutant.engine, smaller))
    assert str(small.program) == SHRUNK[name]
    assert {float(a) for a in (*small.x, *small.u, *small.v)} == {1.0}


def test_every_mutant_of_nesting_is_pinned():
    assert set(SHRUNK) == {m.name for m in MUTANTS.values() if m.law in NESTED}


# ------------------------------------------------------------------ blame


def accused(mutant, text, law="nesting"):
    case = parse_case(text)
    found = verdict(law, mutant.engine, case)
    return [(a.cause.where, a.cause.mode) for a in blame(mutant.engine, BY_NAME[law], found, case, BY_NAME)]


def test_a_wrong_rule_in_a_body_is_blamed_and_not_the_nesting():
    text = (
        "def f(x):\n    def g_a(b):\n        c = sin(b)\n        return c\n    a = push(g_a, x, 1.0)\n"
        "    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0"
    )
    assert accused(MUTANTS["sin_push_negated"], text) == [("sin", "push")]


def test_a_fault_of_an_inner_operator_is_blamed_on_that_operator():
    text = (
        "def f(x):\n    def g_a(b):\n        def g_c(d):\n            e = exp(d)\n            return e\n"
        "        c = grad(g_c, b)\n        return c\n    a = push(g_a, x, 1.0)\n"
        "    return a\n\nx = 0.5\nu_x = 1.0\nv_0 = 1.0"
    )
    assert accused(MUTANTS["grad_forgets_the_outer_variable"], text) == [("nesting of grad", "")]
