from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from adspec.discovery import find_engine
from adspec.language.expression import parse_formula
from adspec.language.primitives import VOCABULARY
from adspec.probing import QUESTIONS
from adspec.probing.question import Question, answer
from adspec.probing.ways import WAYS

REFERENCE = find_engine("reference")
BY_NAME = {question.asks: question for question in QUESTIONS}
# what mathematics says, where it says one thing
# fmt: off
KNOWN = {
    "prod with one 0":                     "[6.0, 0.0, 0.0]",  # ∂/∂x₀ x₀·2·3
    "cumulative product with a 0":         "[1.0, 8.0, 0.0]",  # y = (x₀, x₀x₁, x₀x₁x₂) at (2, 0, 3)
    "x ** 2 at 0":                         "0.0",
    "second derivative of x ** 2 at 0":    "2.0",
    "second derivative of sinc at 0":      "-3.28987",  # −π²/3
    "second derivative of prod with a 0":  "[5.0, 3.0, 2.0]",  # Σᵢ ∂ᵢ of (x₁x₂, x₀x₂, x₀x₁), at (0, 2, 3)
    "det of a singular matrix":            "[[4.0, -2.0], [-2.0, 1.0]]",  # its cofactors
    "jvp of z², u = 1j":                   "-4.0+2.0j",  # 2z·i
    "holomorphic_grad of z²":              "2.0+4.0j",
    "jacobian of an output of shape (2,)": "[[6.0, 0.0], [0.0, 4.0]]",
}
# what autograd 1.9.1 does. The facts were measured by scripts that do not use adspec; the words are adspec's,
# and so are the numbers of "a cotangent of the wrong shape": the scripts only saw that it is accepted
MEASURED = {
    "abs at 0": "0.0",
    "maximum(x, 0) at 0": "0.5",
    "max with a tie": "[0.5, 0.5, 0.0]",
    "clip at its lower bound": "0.0",
    "hypot at (0, 0)": "nan; nan",
    "prod with one 0": "[nan, 0.0, 0.0]",
    "sinc at 0": "nan",
    "grad of an output of shape (1,)": "[6.0]",
    "grad of an output of shape (2,)": "raises TypeError",
    "grad of abs(z) squared": "2.0-4.0j",
    "vjp of z², v = 1j": "-4.0+2.0j",
    "dtype: float32 x, float64 constant": "float64",
    "a cotangent of the wrong shape": "[-1.0, -1.0, -1.0]",
    "x is overwritten before the pull": "silently another number",
    "does a pull of x + 0 return v itself": "yes",
    "two threads at once": "broken, wrong under threads",
    "calls of f by vjp": "1, then 0",
}
# fmt: on


def test_there_are_many_questions_and_none_twice():
    assert len(QUESTIONS) >= 80
    assert [asks for asks, n in Counter(q.asks for q in QUESTIONS).items() if n > 1] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asks)
def test_each_question_is_a_program_of_known_words(question):
    program = parse_formula(question.program)
    assert set(program.primitives()) <= set(VOCABULARY)
    assert len(program.inputs) == len(question.x)
    assert question.way in WAYS


@pytest.mark.parametrize("asks", KNOWN)
def test_the_reference_answers_what_mathematics_says(asks):
    assert answer(REFERENCE, BY_NAME[asks]) == KNOWN[asks]


@pytest.mark.parametrize("asks", MEASURED)
def test_autograd_answers_as_it_was_measured(asks):
    pytest.importorskip("autograd")
    engine = find_engine("autograd")
    if engine.version != "1.9.1":
        pytest.skip(f"measured with 1.9.1, not {engine.version}")
    assert answer(engine, BY_NAME[asks]) == MEASURED[asks]


def test_what_an_engine_lacks_is_unsupported():
    bare = replace(REFERENCE, vjp=None, jvp=None)
    assert answer(bare, BY_NAME["abs at 0"]) == "unsupported"
    assert answer(replace(REFERENCE, ops={}), BY_NAME["abs at 0"]) == "unsupported"
    assert answer(replace(bare, linearize=None), BY_NAME["calls of f by linearize"]) == "unsupported"


def test_what_an_engine_raises_is_its_answer():
    def refuse(*_):
        raise LookupError

    assert answer(replace(REFERENCE, vjp=refuse), BY_NAME["abs at 0"]) == "raises LookupError"


def test_calls_of_f_are_counted():
    def wasteful(f, xs):
        f(*xs)
        return REFERENCE.vjp(f, xs)

    assert answer(replace(REFERENCE, vjp=wasteful), BY_NAME["calls of f by vjp"]) == "2, then 0"


def test_a_cotangent_that_comes_back_is_shared():
    def lending(f, xs):
        y, _ = REFERENCE.vjp(f, xs)
        return y, lambda v: (v,)

    question = BY_NAME["does a pull of x + 0 return v itself"]
    assert answer(replace(REFERENCE, vjp=lending), question) == "yes"
    assert answer(REFERENCE, question) == "no"


def test_a_question_is_asked_of_several_inputs_at_once():
    question = Question(asks="", program="x * y", x=(2.0, np.float32(3.0)))
    assert answer(REFERENCE, question) == "3.0; float32(2.0)"
