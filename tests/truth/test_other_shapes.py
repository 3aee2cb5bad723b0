"""While a case is made small its shapes change: wherever NumPy has a value, the truth has an answer."""

import warnings
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.search.fitting import draft_of, environment, fit
from adspec.search.ladder import ladder
from adspec.truth import truth_of

MEANINGS = {name: row.value for name, row in VOCABULARY.items()}
SHAPES = [(), (2,), (0,), (1, 1, 2)]


def in_other_shapes(case):
    """Yield the cases in which one input has another shape, as far as NumPy has a value for it."""
    draft = draft_of(case)
    for shape in SHAPES:
        for name, array in draft.values.items():
            other = np.resize(array, shape) if array.size else np.ones(shape, array.dtype)
            reshaped = replace(draft, values={**draft.values, name: other})
            with suppress(Exception):  # whatever NumPy raises, it is no case
                yield fit(reshaped, environment(reshaped, MEANINGS))


@pytest.mark.parametrize("name", VOCABULARY)
def test_the_truth_answers_wherever_numpy_has_a_value(name):
    row = VOCABULARY[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shown = [case for plain in ladder(row)[:2] for case in in_other_shapes(plain)]
        answered = [len(truth_of(case).Ju) for case in shown]

    assert answered == [len(case.program.outputs) for case in shown]
