"""The wrong operators: each is shrunk to its smallest case, and blamed in words."""

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS, operators
from adspec.findings.court import Court
from adspec.findings.docket import Docket
from adspec.language.case import parse_case, same_case
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.report.text import guilt
from adspec.search.contracts import CONTRACTS
from adspec.search.reducer import reduce_case

BY_NAME = {rule.name: rule for rule in LAWS}
FIRST_ORDER = BY_NAME["truth_push"], BY_NAME["truth_pull"]

# fmt: off
DERIVATIVES = {
    "square_push_keeps_a_number":  "the derivative, by a push, of the push rule of square for argument 0",
    "exp_pull_keeps_a_number":     "the derivative, by a push, of the pull rule of exp for argument 0",
    "sin_push_pulls_nothing_back": "the derivative, by a pull, of the push rule of sin for argument 0",
    "cos_pull_pulls_nothing_back": "the derivative, by a pull, of the pull rule of cos for argument 0",
    "sinh_push_bends_once": "the derivative, by a push of push, of the push rule of sinh for argument 0",
    "cosh_pull_bends_once": "the derivative, by a push of push, of the pull rule of cosh for argument 0",
}
# fmt: on


@pytest.mark.parametrize(("name", "words"), DERIVATIVES.items())
def test_a_rule_with_a_wrong_derivative_is_shrunk_to_one_equation(name, words):
    mutant = MUTANTS[name]
    laws = (*FIRST_ORDER, BY_NAME[mutant.law])

    report = conform([mutant.engine], laws=laws, primitives=[mutant.where])

    (found,) = report.engines[0].causes
    pinned = f"def f(x):\n    a = {mutant.where}(x)\n    return a\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
    assert same_case(found.case, parse_case(pinned)), str(found.case)
    assert guilt(found) == words


# ------------------------------------------------------------------ operators

# Of one number and no equation: in the order of `simplicity` no case comes before it.
PLAINEST = "def f(x):\n    return x\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
# y = x has a J that is its own transpose, and so has every f from one number to one: J needs two unlike axes.
SUM = (
    "def f(x):\n    a = sum(x, keepdims=True)\n    return a\n\nx = [1.0, 1.0]\nu_x = [1.0, 1.0]\nv_0 = [1.0]"
)
# The mean of one number is its sum.
PAIR = "def f(x):\n    return x\n\nx = [1.0, 1.0]\nu_x = [1.0, 1.0]\nv_0 = [1.0, 1.0]"
# y = z has the slope 1, which is its own conjugate.
Z = "complex128(complex(1.0, 1.0))"
EXP = f"def f(x):\n    a = exp(x)\n    return a\n\nx = {Z}\nu_x = {Z}\nv_0 = {Z}"
# A difference of values is right of what is linear: (1 + 2u)² − 1 = 8, and half of it is 4, not 2.
SQUARE = "def f(x):\n    a = multiply(x, x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
# And only where the slope depends on x must a pull evaluate f again.
# A value must be used twice; to return it twice takes no second equation.
TWICE = "def f(x):\n    a = sin(x)\n    return a, a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0\nv_1 = 1.0"
RETURNED = "returns a gradient"

# The contract to start from (the reducer exchanges no primitive, and adds neither inputs nor outputs),
# its smallest case, and both sides of the claim that is broken there.
# fmt: off
SMALLEST = {
    "jacobian_by_columns":         ("one-element output",    SUM,      "(2, 1)", "(1, 2)"),
    "hessian_of_gauss_newton":     ("experiment",            PLAINEST, "1.0", "0.0"),
    "elementwise_grad_is_mean":    ("vector output",         PAIR,     "[0.5 0.5]", "[1. 1.]"),
    "holomorphic_grad_conjugated": ("complex output",        EXP,      "(3.76-0.82j)", "(-0.82+3.76j)"),
    "linearize_is_a_secant":       ("fan-out",               SQUARE,   "4.0", "2.0"),
    "linearize_calls_f_again":     ("experiment",            PLAINEST, "3", "1"),  # f(x), and J u, J 2u
    "checkpoint_is_nothing":       ("experiment",            SQUARE,   "1", "2"),
    "jit_runs_python_each_time":   ("experiment",            PLAINEST, "2", "1"),
    "vmap_repeats_the_first_row":  ("experiment",            PLAINEST, "1.0", "1.0009765625"),  # 1 + 2⁻¹⁰
    "grad_of_whole_numbers":       ("experiment",            PLAINEST, RETURNED, "raises TypeError"),
    "common_parts_from_a_table":   ("the same output twice", TWICE,    "0.0", "0.5403023058681398"),  # cos 1
}
# fmt: on


def test_every_operator_mutant_has_its_smallest_case_here():
    assert [*DERIVATIVES, *SMALLEST] == [m.name for m in operators.MUTANTS]


@pytest.mark.parametrize("name", SMALLEST)
def test_a_wrong_operator_is_shown_on_its_smallest_case(name):
    start, smallest, left, right = SMALLEST[name]
    mutant, case = MUTANTS[name], parse_case(CONTRACTS[start].strip())
    court = Court(mutant.engine, BY_NAME, lambda: (ENGINE,), reduce_case)
    docket = Docket(court.reduce)

    docket.file(court.hear(case, [mutant.law]))

    [found] = docket.counterexamples()
    assert (str(found.case), found.law, found.cause.symptom) == (smallest, mutant.law, mutant.symptom)
    assert (shown(found.left), shown(found.right)) == (left, right)


def shown(side):
    """Return one side of a claim, complex numbers short."""
    return str(np.round(side, 2)) if np.iscomplexobj(side) else str(side)


@pytest.mark.parametrize("name", SMALLEST)
def test_the_right_engine_keeps_the_law_on_the_smallest_case(name):
    has_none = MUTANTS[name].law in {"jit", "vmap"}  # the reference engine compiles nothing and maps nothing

    verdict = judge(BY_NAME[MUTANTS[name].law], observe(ENGINE, parse_case(SMALLEST[name][1])))

    assert verdict.status == ("unsupported" if has_none else "holds")
