"""The wrong operators: each is shrunk to one equation with plain numbers, and blamed in words."""

import pytest

from adspec.conform import conform
from adspec.conformance.mutants import MUTANTS
from adspec.language.case import parse_case, same_case
from adspec.properties import LAWS
from adspec.report.text import guilt

BY_NAME = {rule.name: rule for rule in LAWS}
FIRST_ORDER = BY_NAME["truth_push"], BY_NAME["truth_pull"]

# fmt: off
DERIVATIVES = {
    "square_push_keeps_a_number":  "the derivative, by a push, of the push rule of square for argument 0",
    "exp_pull_keeps_a_number":     "the derivative, by a push, of the pull rule of exp for argument 0",
    "sin_push_pulls_nothing_back": "the derivative, by a pull, of the push rule of sin for argument 0",
    "cos_pull_pulls_nothing_back": "the derivative, by a pull, of the pull rule of cos for argument 0",
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
