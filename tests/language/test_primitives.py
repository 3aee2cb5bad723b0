"""Every row of the vocabulary is complete, and its NumPy meaning runs on every form and rung."""

import subprocess
import sys

import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.domains import REAL
from adspec.language.primitives.matrices import STRONG
from adspec.language.primitives.row import Domain, Fixed, Form, index
from adspec.language.program import parse_program
from adspec.search.cases import NUMPY, form_case, rung_case

pytest.importorskip("scipy")

FAMILIES = {
    "elementwise",
    "reductions",
    "cumulative",
    "manipulation",
    "indexing",
    "sorting",
    "products",
    "linalg",
    "fft",
    "complex",
    "special",
    "neural",
}
DOMAINS = {domain.name: domain for row in VOCABULARY.values() for domain in row.domains}
# One word per idea of the array API standard; each must be there under the standard's own name.
STANDARD = """
    abs acos acosh add asin asinh atan atan2 atanh ceil clip conj copysign cos cosh divide equal exp
    expm1 floor floor_divide greater greater_equal hypot imag less less_equal log log10 log1p log2
    logaddexp maximum minimum multiply negative not_equal positive pow real reciprocal remainder
    round sign sin sinh sqrt square subtract tan tanh trunc cumulative_prod cumulative_sum max mean
    min prod std sum var diff broadcast_arrays broadcast_to concat expand_dims flip moveaxis
    permute_dims repeat reshape roll squeeze stack tile unstack take take_along_axis tril triu
    argsort sort searchsorted argmax argmin count_nonzero where all any matmul matrix_transpose
    tensordot vecdot outer trace cross diagonal linalg.cholesky linalg.det linalg.eigh
    linalg.eigvalsh linalg.inv linalg.matrix_norm linalg.matrix_power linalg.pinv linalg.qr
    linalg.slogdet linalg.solve linalg.svd linalg.svdvals linalg.vector_norm fft.fft fft.ifft
    fft.fftn fft.ifftn fft.rfft fft.irfft fft.rfftn fft.irfftn fft.hfft fft.ihfft fft.fftshift
    fft.ifftshift
""".split()  # noqa: SIM905 -- a list of a hundred strings would fill the page


@pytest.fixture(params=VOCABULARY, ids=str)
def row(request):
    return VOCABULARY[request.param]


# ------------------------------------------------------------------ the table


def test_the_vocabulary_is_large():
    assert len(VOCABULARY) >= 165


def test_the_words_of_the_array_standard_are_there():
    assert [name for name in STANDARD if name not in VOCABULARY] == []


def test_a_row_says_what_it_is(row):
    assert row.family in FAMILIES
    assert row.says
    assert row.forms
    assert row.domains


def test_the_forms_of_a_row_differ(row):
    shown = [repr(form) for form in row.forms]
    assert len(set(shown)) == len(shown)


def test_a_row_keeps_to_the_palette_of_shapes(row):
    shapes = {shape for form in row.forms for shape in form.shapes}
    assert len(shapes) <= 10
    assert all(int(np.prod(shape)) <= 12 for shape in shapes)


def test_only_elementwise_rows_have_kinks_at_points(row):
    assert row.elementwise or not row.kinks


def test_preparations_and_observables_are_programs_over_the_vocabulary(row):
    for text in filter(None, (*row.prepare, *row.observable)):
        program = parse_program(text)
        assert [name for name in program.primitives() if name not in VOCABULARY] == []


def test_without_scipy_the_vocabulary_is_smaller_but_complete():
    script = (
        "import importlib.util as util, sys\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'scipy' else find(name, *rest)\n"
        "sys.modules['scipy'] = None\n"
        "from adspec.language.primitives import VOCABULARY\n"
        "from adspec.search.ladder import ladder\n"
        "assert all(ladder(row) for row in VOCABULARY.values())\n"
        "print(len(VOCABULARY))"
    )
    command = [sys.executable, "-W", "ignore", "-c", script]
    counted = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert 165 <= int(counted) < len(VOCABULARY)


def test_a_name_stands_once():
    rows = list(VOCABULARY.values())
    with pytest.raises(AssertionError, match="twice"):
        index([*rows, rows[0]])


# ------------------------------------------------------------------ the meaning


def test_a_form_gives_finite_values_of_the_given_dtype(row):
    for form in row.forms:
        case = form_case(row, form)
        with np.errstate(all="ignore"):
            y = case.run(NUMPY, case.x)
        for result, v in zip(y if isinstance(y, tuple) else (y,), case.v, strict=True):
            assert np.all(np.isfinite(result)), form
            assert (np.shape(result), np.asarray(result).dtype) == (v.shape, v.dtype), form


def test_arguments_of_a_form_lie_in_their_domains(row):
    for form in row.forms:
        case = form_case(row, form)
        for position, x in enumerate(case.x):
            assert row.domain(position).contains(x), form
            assert x.shape == form.shapes[position]


def test_a_rung_runs(row):
    for rung in row.rungs:
        case = rung_case(row, rung)
        assert len(case.v) == len(case.program.outputs)


def test_a_complex_row_takes_complex_numbers(row):
    if row.complex and row.name != "lax.complex":
        case = form_case(row, row.forms[0], dtype="complex128")
        assert all(x.dtype == np.complex128 for x in case.x)
        assert all(np.all(np.isfinite(y)) for y in case.v)


def test_float32_stays_float32(row):
    counting = {"argmax", "argmin", "argsort", "count_nonzero", "searchsorted"}  # int64·float32 is float64
    widening = {"float_power", "astype", "nn.one_hot"}  # in NumPy, or JAX, too
    if row.name not in counting | widening:
        case = form_case(row, row.forms[0], dtype="float32")
        assert {v.dtype.name for v in case.v} <= {"float32", "complex64"}


def test_a_constant_row_does_not_move_with_its_arguments(row):
    if row.constant:
        for form in row.forms:
            case = form_case(row, form)
            nearby = [x + 2.0**-20 * u for x, u in zip(case.x, case.u, strict=True)]
            value = lambda x, case=case: case.program.environment(NUMPY, case.values(x))["a"]
            assert np.array_equal(value(case.x), value(nearby)), form


# ------------------------------------------------------------------ domains


@pytest.mark.parametrize("name", DOMAINS)
def test_a_pool_lies_in_its_domain_and_has_no_ties(name):
    pool = np.array(DOMAINS[name].pool)
    if DOMAINS[name].build is None:
        assert DOMAINS[name].contains(pool)
    assert len(set(np.abs(pool))) == len(pool)
    assert np.array_equal(pool, pool.astype(np.float32))


def test_a_pool_is_read_from_an_offset_on():
    assert REAL.fill((2, 2), 15).tolist() == [[REAL.pool[15], REAL.pool[0]], [REAL.pool[1], REAL.pool[2]]]


@pytest.mark.parametrize(
    ("values", "inside"),
    [
        ([0.5], True),
        ([0.0], False),
        ([1.0], True),
        ([2.0], False),
        ([np.nan], False),
        ([0.5, 2.0], False),
        ([], True),
    ],
)
def test_a_domain_contains_what_lies_between_its_bounds_but_not_in_a_hole(values, inside):
    domain = Domain(name="", pool=(0.5,), lo=-1.0, hi=1.0, holes=(0.0,))
    assert domain.contains(np.array(values)) is inside


def test_an_open_domain_ends_before_its_bounds():
    domain = Domain(name="", pool=(0.5,), lo=0.0, hi=1.0, closed=False)
    assert [domain.contains(np.array([p])) for p in (0.0, 5e-324, 1.0)] == [False, True, False]


@pytest.mark.parametrize("offset", range(16))
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 3), (2, 2, 2)])
def test_matrices_with_a_strong_diagonal_are_positive_definite_once_symmetrised(shape, offset):
    x = STRONG.fill(shape, offset)
    eigenvalues = np.linalg.eigvalsh((x + np.swapaxes(x, -1, -2)) / 2)
    assert eigenvalues.min() > 0.5
    assert np.diff(eigenvalues, axis=-1).min(initial=1.0) > 0.25


@pytest.mark.parametrize("offset", range(16))
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3, 2), (2, 3)])
def test_matrices_with_a_strong_diagonal_have_distinct_singular_values(shape, offset):
    s = np.linalg.svdvals(STRONG.fill(shape, offset))
    assert min(s.min(), -np.diff(s).max(initial=-1.0)) > 0.1


def test_a_tuple_among_arguments_is_a_shape_unless_fixed():
    form = Form(args=((2, 3), Fixed((0, 1)), ()))
    assert form.shapes == ((2, 3), ())
