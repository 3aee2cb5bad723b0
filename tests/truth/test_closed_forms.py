"""The truth against closed forms, evaluated by mpmath at 60 digits: every bit of the float64."""

import mpmath
import numpy as np
import pytest
from mpmath import mp

from adspec.truth import second_order, truth_of

mp.dps = 60

# fmt: off
DERIVATIVES = {
    "sin":        (mp.cos,                                 (0.5, -2.0, 1e-8, 20.0)),
    "cos":        (lambda x: -mp.sin(x),                   (0.5, -2.0, 1e-8)),
    "tan":        (lambda x: 1 + mp.tan(x) ** 2,           (0.5, 1.5)),
    "exp":        (mp.exp,                                 (0.5, -20.0, 300.0)),
    "exp2":       (lambda x: mp.log(2) * mp.power(2, x),   (0.5, -3.0)),
    "expm1":      (mp.exp,                                 (1e-12, -20.0)),
    "log":        (lambda x: 1 / x,                        (0.5, 1e-300, 1e8)),
    "log2":       (lambda x: 1 / (x * mp.log(2)),          (0.5,)),
    "log10":      (lambda x: 1 / (x * mp.log(10)),         (0.5,)),
    "log1p":      (lambda x: 1 / (1 + x),                  (1e-12, -0.5)),
    "sqrt":       (lambda x: 1 / (2 * mp.sqrt(x)),         (0.5, 1e-160)),
    "cbrt":       (lambda x: 1 / (3 * mp.cbrt(x) ** 2),    (0.5, 3.0)),
    "square":     (lambda x: 2 * x,                        (0.5, 0.0, 1e-160)),
    "reciprocal": (lambda x: -1 / x**2,                    (0.5, -3.0)),
    "sinh":       (mp.cosh,                                (0.5, -5.0)),
    "cosh":       (mp.sinh,                                (0.5, -5.0)),
    "tanh":       (lambda x: mp.sech(x) ** 2,              (0.5, 20.0, 300.0)),
    "asin":       (lambda x: 1 / mp.sqrt(1 - x * x),       (0.5, -0.999)),
    "acos":       (lambda x: -1 / mp.sqrt(1 - x * x),      (0.5, -0.999)),
    "atan":       (lambda x: 1 / (1 + x * x),              (0.5, 1e8)),
    "asinh":      (lambda x: 1 / mp.sqrt(1 + x * x),       (0.5, -3.0)),
    "acosh":      (lambda x: 1 / mp.sqrt(x * x - 1),       (1.5, 1.0000001)),
    "atanh":      (lambda x: 1 / (1 - x * x),              (0.5, -0.75)),
    "abs":        (mp.sign,                                (0.5, -5e-324)),
    "deg2rad":    (lambda _: mp.pi / 180,                  (0.5,)),
    "sinc":       (lambda x: (mp.cospi(x) - mp.sincpi(x)) / x, (0.5, 1e-8)),
}
# fmt: on
POINTS = [(name, x) for name, (_, points) in DERIVATIVES.items() for x in points]


@pytest.mark.parametrize(("name", "x"), POINTS)
def test_the_truth_is_the_closed_form_to_the_last_bit(case, name, x):
    exact = float(DERIVATIVES[name][0](mpmath.mpf(x)))
    truth = truth_of(case(f"{name}(x)", x))
    assert [float(truth.Ju[0].lo), float(truth.JTv[0].hi)] == [exact, exact]


def test_a_float32_input_is_exactly_that_number(case):
    x = np.float32(0.1)
    truth = truth_of(case("square(x)", x))
    assert float(truth.Ju[0].lo) == 2 * float(x)


def test_a_python_number_in_a_float32_program_is_rounded_to_float32(case):
    truth = truth_of(case("multiply(x, 0.1)", np.float32(1.0)))
    assert float(truth.Ju[0].lo) == float(np.float32(0.1))


def test_a_product_of_matrices_pulls_back_as_the_text_book_says(case):
    a, b, v = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4), np.arange(8.0).reshape(2, 4)
    left, right = truth_of(case("matmul(x0, x1)", (a, b), v=v)).JTv
    assert left.lo.tolist() == (v @ b.T).tolist()
    assert right.lo.tolist() == (a.T @ v).tolist()


def test_a_sum_along_an_axis_pulls_back_by_broadcasting(case):
    [pulled] = truth_of(case("sum(x, axis=0)", np.ones((2, 3)), v=[1.0, 2.0, 3.0])).JTv
    assert pulled.lo.tolist() == [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]


def test_an_entry_on_which_nothing_depends_has_a_zero_cotangent(case):
    [pulled] = truth_of(case("getitem(x, 1)", np.asarray([1.0, 2.0, 3.0]), v=2.0)).JTv
    assert pulled.lo.tolist() == [0.0, 2.0, 0.0]


def test_fan_out_adds_up(case):
    # x·sin x has derivative sin x + x cos x
    truth = truth_of(case("b = sin(x)\na = multiply(b, x)", 0.5))
    assert float(truth.Ju[0].lo) == float(mp.sin(mpmath.mpf(0.5)) + mpmath.mpf(0.5) * mp.cos(mpmath.mpf(0.5)))


def test_a_held_input_is_not_differentiated(case):
    truth = truth_of(case("multiply(x, k)", 3.0, held={"k": np.asarray(2.0)}))
    assert len(truth.JTv) == 1
    assert float(truth.JTv[0].lo) == 2.0


def test_a_complex_square_is_a_real_linear_map(case):
    # d(z²) u = 2 z u; its adjoint in Re(conj(a) b) is v ↦ conj(2 z) v
    z, u, v = 3 + 4j, 1 + 1j, 2 + 1j
    truth = truth_of(case("multiply(x, x)", z, u, v))
    pushed, pulled = 2 * z * u, np.conj(2 * z) * v
    assert truth.Ju[0].lo.tolist() == [pushed.real, pushed.imag]
    assert truth.JTv[0].lo.tolist() == [pulled.real, pulled.imag]


def test_the_modulus_pulls_back_along_the_number_itself(case):
    truth = truth_of(case("abs(x)", 3 + 4j, v=5.0))
    assert truth.JTv[0].lo.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("body", "x", "second"),
    [
        ("sin(x)", 0.5, float(-mp.sin(mpmath.mpf(0.5)))),
        ("exp(x)", 3.0, float(mp.exp(3))),
        ("square(x)", 0.0, 2.0),
        ("tanh(x)", 0.0, 0.0),
        ("log(x)", 1e-8, float(-1 / mpmath.mpf(1e-8) ** 2)),
    ],
)
def test_second_derivatives_are_the_closed_form_to_the_last_bit(case, body, x, second):
    [found] = second_order(case(body, x), [np.asarray(1.0)])
    assert float(found.lo) == second


def test_there_is_no_second_derivative_at_a_kink_of_the_first(case):
    [found] = second_order(case("b = abs(x)\na = multiply(b, x)", 0.0), [np.asarray(1.0)])
    assert np.isinf(found.lo)
