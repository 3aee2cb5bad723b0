"""The truth of second derivatives: H u entry by entry, against polynomials done by hand."""

import numpy as np
import pytest

from adspec.language.case import parse_case
from adspec.truth import curvature_of

# f(x) = (x0²·x1, x0·x1) with v = (1, 2): H = [[2·x1, 2·x0 + 2], [2·x0 + 2, 0]].
POLYNOMIAL = parse_case(
    """
def f(x0, x1):
    a = multiply(x0, x0)
    b = multiply(a, x1)
    c = multiply(x0, x1)
    return b, c

x0 = 3.0
x1 = 0.5
u_x0 = 1.0
u_x1 = -2.0
v_0 = 1.0
v_1 = 2.0
""".strip()
)
SQUARE = parse_case(
    "def f(x):\n    a = multiply(x, x)\n    return a\n"
    "x = complex(1.0, 2.0)\nu_x = complex(0.0, 1.0)\nv_0 = complex(3.0, 1.0)"
)


def numbers(intervals):
    return [i.lo.tolist() for i in intervals]


def test_a_second_tangent_is_made_of_the_first():
    # (1 + |u|)/2 with the sign of the coordinate's place
    assert [a.tolist() for a in POLYNOMIAL.u2] == [1.0, 1.5]


def test_H_u_is_the_product_of_a_hessian_by_hand():
    # H u = [1 - 16, 8]
    assert numbers(curvature_of(POLYNOMIAL).Hu) == [-15.0, 8.0]


@pytest.mark.parametrize("quantity", ["along", "sharp"])
def test_the_second_derivative_along_two_tangents_is_bilinear(quantity):
    # D²f[u, u₂] of x0²·x1: 2·x1·1·1 + 2·x0·(1·1.5 - 2·1) = -2; of x0·x1: 1·1.5 - 2·1 = -0.5
    assert numbers(getattr(curvature_of(POLYNOMIAL), quantity)) == [-2.0, -0.5]


@pytest.mark.parametrize("noise", [False, True])
def test_the_pairing_is_that_of_v(noise):
    # -2·1 - 0.5·2, which is ⟨H u, u₂⟩ = -15·1 + 8·1.5
    assert curvature_of(POLYNOMIAL).paired(noise=noise).lo == -3.0


def test_a_complex_product_has_real_and_imaginary_parts():
    # f(z) = z², D²f[i, w] = 2·i·w; Re(conj(3 + i)·2iw) is ⟨conj(2i)·(3 + i), w⟩ = ⟨2 - 6i, w⟩.
    assert numbers(curvature_of(SQUARE).Hu) == [[2.0, -6.0]]


def test_there_is_no_second_derivative_at_a_kink_of_the_first():
    kink = parse_case(
        "def f(x):\n    a = abs(x)\n    b = multiply(a, x)\n    return b\nx = 0.0\nu_x = 1.0\nv_0 = 1.0"
    )

    assert np.isinf(curvature_of(kink).along[0].lo)
