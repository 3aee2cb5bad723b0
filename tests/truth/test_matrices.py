"""The truth of linear algebra and of Fourier transforms against the formulas of the text books."""

import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Fixed
from adspec.search.cases import form_case, make_case
from adspec.truth import truth_of

scipy = pytest.importorskip("scipy")

REAL = np.array([[4.0, 1.0, 0.5], [-1.0, 3.0, 0.25], [0.5, -0.5, 2.0]])
COMPLEX = REAL + 1j * np.array([[0.5, 0.25, -1.0], [0.0, 1.0, 0.5], [0.25, -0.5, -0.25]])
MATRICES = pytest.mark.parametrize("a", [REAL, COMPLEX], ids=["real", "complex"])


def pushed(name, *args, **params):
    """Return J u and u of one call, as complex arrays where they are complex."""
    case = make_case(VOCABULARY[f"linalg.{name}"], args, params)
    return [_numbers(i.lo, v) for i, v in zip(truth_of(case).Ju, case.v, strict=True)], case.u


def _numbers(real, like):
    return real[..., 0] + 1j * real[..., 1] if np.iscomplexobj(like) else real


def close(found, expected):
    return found == pytest.approx(np.asarray(expected), rel=1e-12, abs=1e-13)


def hermitian(u):
    return (u + u.conj().T) / 2


@MATRICES
def test_the_determinant_moves_by_its_trace(a):
    [found], [u] = pushed("det", a)
    assert close(found, np.linalg.det(a) * np.trace(np.linalg.solve(a, u)))


@MATRICES
def test_the_logarithm_of_the_determinant_moves_by_a_trace(a):
    (sign, log), [u] = pushed("slogdet", a)
    rate = np.trace(np.linalg.solve(a, u))
    assert close(log, rate.real)
    assert close(sign, 1j * rate.imag * np.linalg.slogdet(a).sign if np.iscomplexobj(a) else 0.0)


@MATRICES
def test_the_inverse_moves_by_a_product_on_both_sides(a):
    [found], [u] = pushed("inv", a)
    inverse = np.linalg.inv(a)
    assert close(found, -inverse @ u @ inverse)


@MATRICES
def test_a_solution_moves_with_both_sides(a):
    b = np.array([1.0, -2.0, 0.5])
    [found], [u, w] = pushed("solve", a, b)
    assert close(found, np.linalg.solve(a, w - u @ np.linalg.solve(a, b)))


@MATRICES
@pytest.mark.parametrize("n", [-2, -1, 0, 1, 2, 3])
def test_a_power_moves_by_all_places_of_the_direction(a, n):
    [found], [u] = pushed("matrix_power", a, Fixed(n))
    power = np.linalg.matrix_power
    places = [power(a, k) @ u @ power(a, n - 1 - k) for k in range(n)]
    places += [-power(a, -k - 1) @ u @ power(a, n + k) for k in range(-n)]
    assert close(found, sum(places, np.zeros_like(a)))


@MATRICES
def test_the_exponential_moves_by_the_block_triangular_exponential(a):
    [found], [u] = pushed("expm", a / 4)
    block = np.block([[a / 4, u], [np.zeros_like(a), a / 4]])
    assert close(found, scipy.linalg.expm(block)[:3, 3:])


@MATRICES
def test_eigenvalues_of_a_symmetric_matrix_move_by_quadratic_forms(a):
    [found], [u] = pushed("eigvalsh", a)
    _, vectors = np.linalg.eigh(hermitian(a))
    assert close(found, np.diag(vectors.conj().T @ hermitian(u) @ vectors).real)


@MATRICES
def test_projectors_of_a_symmetric_matrix_move_by_perturbation_theory(a):
    (values, projectors), [u] = pushed("eigh", a)
    lam, q = np.linalg.eigh(hermitian(a))
    inner = q.conj().T @ hermitian(u) @ q
    mixing = np.array(
        [[inner[i, j] / (lam[j] - lam[i]) if i != j else 0 for j in range(3)] for i in range(3)]
    )
    moved = q @ mixing
    expected = moved[:, None, :] * q.conj()[None] + q[:, None, :] * moved.conj()[None]
    assert close(values, np.diag(inner).real)
    assert close(projectors, expected)


@MATRICES
def test_singular_values_move_by_their_vectors(a):
    [found], [u] = pushed("svdvals", a)
    left, _, right = np.linalg.svd(a)
    assert close(found, np.diag(left.conj().T @ u @ right.conj().T).real)


@MATRICES
def test_the_triangular_factor_squares_to_the_matrix(a):
    a = a + 2 * np.eye(3)
    [found], [u] = pushed("cholesky", a)
    factor = np.linalg.cholesky(hermitian(a))
    assert close(found @ factor.conj().T + factor @ found.conj().T, hermitian(u))


@MATRICES
def test_the_square_root_moves_by_a_sylvester_equation(a):
    [found], [u] = pushed("sqrtm", a)
    root = scipy.linalg.sqrtm(a)
    assert close(root @ found + found @ root, u)


@MATRICES
def test_the_logarithm_moves_by_the_block_triangular_logarithm(a):
    [found], [u] = pushed("logm", a)
    block = np.block([[a, u], [np.zeros_like(a), a]])
    assert found == pytest.approx(scipy.linalg.logm(block)[:3, 3:], rel=1e-7, abs=1e-8)


@MATRICES
def test_the_pseudo_inverse_of_a_square_matrix_is_its_inverse(a):
    [found], [u] = pushed("pinv", a)
    inverse = np.linalg.inv(a)
    assert close(found, -inverse @ u @ inverse)


def test_a_norm_moves_along_the_unit_vector():
    [found], [u] = pushed("vector_norm", np.array([3.0, -4.0]))
    assert close(found, (3 * u[0] - 4 * u[1]) / 5)


# Of [3, 4] in the direction [1, -1/2]: the 1-norm sums, the others follow the larger or smaller entry.
@pytest.mark.parametrize(("order", "slope"), [(1, 0.5), (np.inf, -0.5), (-np.inf, 1.0)])
def test_other_norms_of_vectors(order, slope):
    [found], [u] = pushed("vector_norm", np.array([3.0, 4.0]), ord=order)
    assert (float(found), u.tolist()) == (slope, [1.0, -0.5])


def test_the_nuclear_norm_moves_by_the_polar_factor():
    [found], [u] = pushed("matrix_norm", REAL, ord="nuc")
    left, _, right = np.linalg.svd(REAL)
    assert close(found, np.sum((left @ right) * u))


@pytest.mark.parametrize("name", [name for name in VOCABULARY if name.startswith("fft.")])
def test_a_transform_moves_as_its_direction_does(name):
    row = VOCABULARY[name]
    for form in row.forms:
        for dtype in ("float64", "complex128") if row.complex else ("float64",):
            case = form_case(row, form, dtype=dtype)
            [found] = (_numbers(i.lo, v) for i, v in zip(truth_of(case).Ju, case.v, strict=True))
            assert close(found, row.value(case.u[0], **form.params))


@pytest.mark.parametrize("offset", range(12))
def test_eigenvalues_keep_their_places_under_noise(offset):
    # flint gives them in any order; where that changed within a difference, the allowance was infinite
    case = form_case(VOCABULARY["linalg.eig"], VOCABULARY["linalg.eig"].forms[0], offset=offset)
    assert np.isfinite(truth_of(case).Ju[0].allowance).all()


def test_the_condition_is_a_quotient_of_singular_values(case):
    # s₀/s₁ of diag(a, b) is a/b for a > b, and does not see the entries beside the diagonal.
    truth = truth_of(case("linalg.cond(x)", np.diag([4.0, 2.0]), v=1.0))
    assert truth.y[0].lo == 2.0
    assert truth.JTv[0].lo.tolist() == [[0.5, 0.0], [0.0, -1.0]]
