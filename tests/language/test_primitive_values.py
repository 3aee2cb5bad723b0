"""Meanings that are not NumPy's own, against SciPy, mpmath or plain loops."""

import itertools

import mpmath
import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.reference_engine import numpy as reference

scipy = pytest.importorskip("scipy")
mp = mpmath.mp

POINTS = (-3.5, -1.25, -0.25, 0.5, 1.0, 2.75)
MATRIX = np.array([[4.0, 1.0, 0.5], [-1.0, 3.0, 0.25], [0.5, -0.5, 2.0]])
RIGHT = np.array([1.0, -2.0, 0.5])

ONE_ARGUMENT = {
    "nn.celu": lambda x: x if x > 0 else mp.expm1(x),
    "nn.elu": lambda x: x if x > 0 else mp.expm1(x),
    "nn.gelu": lambda x: x / 2 * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3))),
    "nn.hard_sigmoid": lambda x: min(max(x + 3, 0), 6) / mp.mpf(6),
    "nn.hard_silu": lambda x: x * min(max(x + 3, 0), 6) / mp.mpf(6),
    "nn.hard_tanh": lambda x: min(max(x, -1), 1),
    "nn.leaky_relu": lambda x: x if x > 0 else x * mp.mpf("0.01"),
    "nn.log_sigmoid": lambda x: -mp.log(1 + mp.exp(-x)),
    "nn.mish": lambda x: x * mp.tanh(mp.log(1 + mp.exp(x))),
    "nn.relu": lambda x: max(x, 0),
    "nn.relu6": lambda x: min(max(x, 0), 6),
    "nn.selu": lambda x: (
        mp.mpf("1.0507009873554805") * (x if x > 0 else mp.mpf("1.6732632423543772") * mp.expm1(x))
    ),
    "nn.sigmoid": lambda x: 1 / (1 + mp.exp(-x)),
    "nn.silu": lambda x: x / (1 + mp.exp(-x)),
    "nn.soft_sign": lambda x: x / (1 + abs(x)),
    "nn.softplus": lambda x: mp.log(1 + mp.exp(x)),
    "nn.squareplus": lambda x: (x + mp.sqrt(x * x + 4)) / 2,
}


def value(name, *args, **params):
    return VOCABULARY[name].value(*args, **params)


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_an_activation_is_what_its_formula_says(name):
    expected = [float(ONE_ARGUMENT[name](mp.mpf(p))) for p in POINTS]
    assert value(name, np.array(POINTS)) == pytest.approx(expected, rel=1e-14, abs=1e-16)


def test_every_activation_of_one_argument_is_checked():
    names = {name for name, row in VOCABULARY.items() if row.family == "neural" and row.elementwise}
    assert names == set(ONE_ARGUMENT)


def test_the_exact_gelu_uses_the_normal_distribution():
    expected = [float(mp.mpf(p) * mp.ncdf(p)) for p in POINTS]
    assert value("nn.gelu", np.array(POINTS), approximate=False) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    "name", ["nn.sigmoid", "nn.softplus", "nn.silu", "nn.log_sigmoid", "nn.elu", "nn.selu"]
)
@pytest.mark.parametrize("x", [-1e300, -800.0, 800.0, 1e300])
def test_an_activation_does_not_overflow_on_its_way(name, x):
    with np.errstate(over="raise", invalid="raise"):
        assert np.isfinite(value(name, np.array(x)))


@pytest.mark.parametrize("axis", [0, 1, -1, None, (0, 1)])
@pytest.mark.parametrize("keepdims", [True, False])
def test_logsumexp_is_scipys(axis, keepdims):
    x = np.array([[700.0, 710.0, -np.inf], [1.0, 2.0, 0.5]])
    expected = scipy.special.logsumexp(x, axis=axis, keepdims=keepdims)
    assert value("special.logsumexp", x, axis=axis, keepdims=keepdims) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("axis", [0, 1])
def test_softmax_and_its_logarithm_are_scipys(axis):
    x = MATRIX[:2]
    assert value("nn.softmax", x, axis=axis) == pytest.approx(scipy.special.softmax(x, axis), rel=1e-14)
    assert value("nn.log_softmax", x, axis=axis) == pytest.approx(
        scipy.special.log_softmax(x, axis), rel=1e-14
    )


def test_glu_gates_the_first_half_by_the_second():
    x = np.array([[1.0, 2.0], [3.0, -1.0]])
    expected = np.array([[1 / (1 + np.exp(-2.0))], [3 / (1 + np.exp(1.0))]])
    assert value("nn.glu", x) == pytest.approx(expected)


def test_one_hot_marks_the_classes_and_none_beyond_them():
    rows = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert value("nn.one_hot", np.array([2, 0, 3]), num_classes=3).tolist() == rows
    assert np.array_equal(value("nn.one_hot", np.array([2, 0, 3]), num_classes=3, axis=0), np.transpose(rows))


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("unit_diagonal", [True, False])
def test_a_triangular_system_is_scipys(lower, trans, unit_diagonal):
    a, how = MATRIX + 1j * MATRIX.T, {"lower": lower, "trans": trans, "unit_diagonal": unit_diagonal}
    expected = scipy.linalg.solve_triangular(a, RIGHT, **how)
    assert value("linalg.solve_triangular", a, RIGHT, **how) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("lower", [True, False])
def test_a_system_with_a_known_factor_is_scipys(lower):
    c = MATRIX + 1j * np.eye(3)
    expected = scipy.linalg.cho_solve((c, lower), RIGHT)
    assert value("linalg.cho_solve", c, RIGHT, lower=lower) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("padding", ["VALID", "SAME"])
def test_a_convolution_is_a_sum_over_channels_and_windows(stride, padding):
    x = np.arange(1.0, 11.0).reshape(1, 2, 5)
    kernel = np.arange(1.0, 13.0).reshape(3, 2, 2)
    length = -(-5 // stride) if padding == "SAME" else (5 - 2) // stride + 1
    missing = max((length - 1) * stride + 2 - 5, 0) if padding == "SAME" else 0
    padded = np.pad(x, ((0, 0), (0, 0), (missing // 2, missing - missing // 2)))
    expected = np.zeros((1, 3, length))
    for o, p, c, k in itertools.product(range(3), range(length), range(2), range(2)):
        expected[0, o, p] += padded[0, c, stride * p + k] * kernel[o, c, k]
    found = value("lax.conv", x, kernel, window_strides=(stride,), padding=padding)
    assert found.tolist() == expected.tolist()


def test_a_two_dimensional_convolution_is_scipys_correlation():
    x, kernel = np.arange(16.0).reshape(4, 4) % 5, np.array([[1.0, -2.0], [0.5, 3.0]])
    expected = scipy.signal.correlate2d(x, kernel, mode="valid")
    found = value("lax.conv", x[None, None], kernel[None, None], window_strides=(1, 1), padding="VALID")
    assert found[0, 0].tolist() == expected.tolist()


def test_the_largest_entries_come_first_and_ties_in_order():
    values, order = value("lax.top_k", np.array([[1.0, 3.0, 3.0, 2.0]]), 3)
    assert (values.tolist(), order.tolist()) == ([[3.0, 3.0, 2.0]], [[1, 2, 3]])


def test_repeated_additions_at_an_index_all_count():
    assert value("at.add", np.zeros(3), np.array([2, 0, 2]), np.array([1.0, 2.0, 4.0])).tolist() == [
        2.0,
        0.0,
        5.0,
    ]


def test_setting_at_an_index_leaves_the_argument_alone():
    x = np.zeros(3)
    assert (value("at.set", x, np.array([2, 0]), np.array([1.0, 2.0])).tolist(), x.tolist()) == (
        [2, 0, 1],
        [0, 0, 0],
    )


def test_choices_are_flat_arguments():
    a, b = np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0])
    masks = np.array([[True, False, False], [True, True, False]])
    assert value("choose", np.array([0, 1, 0]), a, b).tolist() == [1.0, 20.0, 3.0]
    assert value("select", masks, a, b, default=-1.0).tolist() == [1.0, 20.0, -1.0]


@pytest.mark.parametrize("name", ["concat", "stack", "hstack", "vstack", "column_stack", "linalg.multi_dot"])
def test_sequences_of_arrays_are_flat_arguments(name):
    numpys = {"concat": np.concatenate, "linalg.multi_dot": np.linalg.multi_dot}.get(name) or getattr(
        np, name
    )
    assert np.array_equal(value(name, MATRIX, MATRIX), numpys([MATRIX, MATRIX]))


@pytest.mark.parametrize(("kind", "expected"), [("float64", "complex128"), ("float32", "complex64")])
def test_a_complex_number_is_made_of_its_parts(kind, expected):
    made = value("lax.complex", np.array(1.0, kind), np.array(-2.0, kind))
    assert (complex(made), made.dtype) == (1 - 2j, expected)


def test_a_meaning_says_nothing_besides_its_value(recwarn):
    singular = np.array([[1.0, 2.0], [2.0, 4.0]])
    value("linalg.logm", singular)
    assert list(recwarn) == []


@pytest.mark.parametrize("shapes", [((2,), (3,)), ((3,), (2,)), ((2,), (2,))])
def test_vectors_of_a_vector_product_have_three_entries(shapes):
    a, b = map(np.ones, shapes)
    with pytest.raises(ValueError, match="three entries"):
        value("cross", a, b)
    with pytest.raises(ValueError, match="not 3 entries"):
        reference.cross(a, b)
