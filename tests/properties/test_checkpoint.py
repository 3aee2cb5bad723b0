"""Checkpoints: what a pull does not need is not evaluated again, and nobody is to blame for it."""

from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import find_laws
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe

[CHECKPOINT] = find_laws(["checkpoint"])
STORING = replace(ENGINE, checkpoint=lambda f: f)


@pytest.mark.parametrize(
    ("word", "status"),
    [("negative(x)", "holds"), ("add(x, x)", "holds"), ("square(x)", "broken"), ("sin(x)", "broken")],
)
def test_only_where_the_slope_depends_on_x_must_f_be_evaluated_again(word, status):
    case = parse_case(f"def f(x):\n    a = {word}\n    return a\n\nx = 1.0\nu_x = 0.5\nv_0 = 2.0")

    verdict = judge(CHECKPOINT, observe(STORING, case))

    assert (verdict.status, verdict.symptom) == (status, "calls of f" if status == "broken" else "")
