"""PyTorch behind NumPy's words: on every rung it means what the language means, or is not shown."""

import pytest

from adspec.discovery import find_engine, find_laws
from adspec.language.primitives import VOCABULARY
from adspec.law import judge
from adspec.observation import observe
from adspec.search.ladder import ladder

pytest.importorskip("torch")
ENGINE = find_engine("torch")
[VALUE] = find_laws(["value"])
# What PyTorch documents that it does not take, by word.
REFUSED = {
    "cumulative_prod": "include_initial",
    "cumulative_sum": "include_initial",
    "getitem": "backwards",
    "imag": "complex tensors",
    "nn.log_softmax": "one axis",
    "nn.softmax": "one axis",
    "pad": "other modes",
}
# PyTorch's own: Φ(-30) is 5e-198, not 0; Q(1e-160, 1e-160) has three digits.
WRONG = {"special.gammaincc": {"wrong value"}, "special.ndtr": {"wrong value"}}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VOCABULARY if name in ENGINE.ops])
def test_a_word_has_the_value_of_the_language_or_is_not_shown(name):
    cases = [case for case in ladder(VOCABULARY[name]) if not ENGINE.lacks(case.program.primitives())]
    verdicts = [judge(VALUE, observe(ENGINE, case)) for case in cases if case.presentation == "functions"]

    assert any(verdict.status == "holds" for verdict in verdicts)
    assert {v.symptom for v in verdicts if v.status == "broken"} == WRONG.get(name, set())
    for verdict in verdicts:
        if verdict.status == "unsupported":
            assert REFUSED.get(name, "one dtype") in verdict.reason
