"""Every primitive of the vocabulary has a meaning on balls, and it is that of NumPy."""

from dataclasses import replace

import numpy as np
import pytest
from flint import acb, arb

from adspec.language.primitives import VOCABULARY
from adspec.search.cases import NUMPY, form_case
from adspec.truth import truth_of
from adspec.truth.balls import exact, precision
from adspec.truth.evaluator import machine
from adspec.truth.interval import real_view
from adspec.truth.meanings import MEANINGS

pytest.importorskip("scipy")


def plain_cases(row):
    """Return the row's forms, and some of them with complex numbers."""
    yield from (form_case(row, form) for form in row.forms)
    if row.complex:
        yield from (form_case(row, form, dtype="complex128") for form in row.forms[:3])


def results(case, ops):
    with np.errstate(all="ignore"):
        y = case.run(ops, case.x)
    return y if isinstance(y, tuple) else (y,)


@pytest.mark.parametrize("name", VOCABULARY)
def test_the_values_are_numpys(name):
    for case in plain_cases(VOCABULARY[name]):
        for true, y in zip(truth_of(case).y, results(case, NUMPY), strict=True):
            found = real_view(y)
            assert true.lo.shape == found.shape, str(case)
            assert np.all(np.isfinite(true.lo)), f"{truth_of(case).reason}\n{case}"
            size = np.max(np.abs(found), initial=1.0)
            assert np.max(np.abs(true.lo - found), initial=0.0) <= 1e-12 * size, str(case)


@pytest.mark.parametrize("name", VOCABULARY)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_parameter_that_numpy_does_not_need_the_truth_does_not_need(name):
    """A case is made smaller by leaving its parameters out."""
    for form in VOCABULARY[name].forms:
        for key in form.params:
            shorter = {k: a for k, a in form.params.items() if k != key}
            try:
                case = form_case(VOCABULARY[name], replace(form, params=shorter))
            except (TypeError, ValueError, IndexError):
                continue  # NumPy does not do without
            assert np.all(np.isfinite(truth_of(case).y[0].lo)), f"without {key}\n{case}"


@pytest.mark.parametrize("name", VOCABULARY)
def test_no_digit_is_lost_to_floats_on_the_way(name):
    for case in plain_cases(VOCABULARY[name]):
        with precision(300):
            env = machine(case).run([exact(x) for x in case.x])
        kinds = {type(entry) for value in env.values() for entry in _entries(value)}
        assert kinds <= {arb, acb, int, np.int64}


def _entries(value):
    for part in value if isinstance(value, (tuple, list)) else (value,):
        array = np.asarray(part)
        assert array.dtype.kind in "Oib"
        yield from array.ravel().tolist() if array.dtype == object else ()


def test_meanings_are_of_the_vocabulary():
    assert sorted(MEANINGS.keys() - VOCABULARY.keys()) == []
