"""Linear algebra: each push is checked against the equation that defines the function.

Differentiating A = Q R gives dA = dQ R + Q dR, with dQ in its tangent space and dR triangular; no
formula of the rules enters. Matrices are far from degenerate, so a hundred roundings are ample.
"""

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad

ROUNDINGS = 100 * np.finfo(float).eps
random = np.random.default_rng(1)


def matrix(kind, shape=(3, 3)):
    real = random.standard_normal(shape)
    return real + 1j * random.standard_normal(shape) if kind == "complex" else real


def H(x):
    return np.conj(np.swapaxes(x, -1, -2))


def same(found, expected):
    size = max(np.max(np.abs(expected)), 1.0)
    assert np.max(np.abs(found - expected)) <= ROUNDINGS * size


both = pytest.mark.parametrize("kind", ["real", "complex"])


@both
def test_inverse_and_solution(kind):
    a, b, da, db = (matrix(kind) for _ in range(4))
    y, dy = engine.jvp(ad.linalg.inv, (a,), (da,))
    same(a @ dy, -da @ y)
    x, dx = engine.jvp(ad.linalg.solve, (a, b), (da, db))
    same(a @ dx + da @ x, db)
    x, dx = engine.jvp(ad.linalg.solve, (a, b[0]), (da, db[0]))
    same(a @ dx + da @ x, db[0])


@both
def test_determinants(kind):
    a, da = matrix(kind), matrix(kind)
    y, dy = engine.jvp(ad.linalg.det, (a,), (da,))
    same(dy, y * np.trace(np.linalg.solve(a, da)))
    (sign, size), (dsign, dsize) = engine.jvp(ad.linalg.slogdet, (a,), (da,))
    same((dsign + sign * dsize) * np.exp(size), dy)


@both
def test_cholesky(kind):
    root = np.tril(matrix(kind)) + 4 * np.eye(3)
    a, da = root @ H(root), matrix(kind)
    da = da + H(da)
    L, dL = engine.jvp(ad.linalg.cholesky, (a,), (da,))
    same(dL @ H(L) + L @ H(dL), da)
    same(np.triu(dL, 1), 0)


@both
def test_symmetric_eigenvalues(kind):
    a, da = matrix(kind), matrix(kind)
    a, da = a + H(a), da + H(da)
    (w, V), (dw, dV) = engine.jvp(ad.linalg.eigh, (a,), (da,))
    same(da @ V + a @ dV, dV * w + V * dw)
    same(H(dV) @ V + H(V) @ dV, 0)


@both
def test_eigenvalues(kind):
    a, da = matrix(kind), matrix(kind)
    (w, V), (dw, dV) = engine.jvp(ad.linalg.eig, (a.astype(complex),), (da.astype(complex),))
    same(da @ V + a @ dV, dV * w + V * dw)


@both
@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])
def test_singular_values(kind, shape):
    a, da = matrix(kind, shape), matrix(kind, shape)
    (U, s, Vh), (dU, ds, dVh) = engine.jvp(ad.linalg.svd, (a,), (da,))
    same((dU * s) @ Vh + (U * ds) @ Vh + (U * s) @ dVh, da)
    same(H(dU) @ U + H(U) @ dU, 0)
    same(dVh @ H(Vh) + Vh @ H(dVh), 0)


@both
@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])
def test_qr(kind, shape):
    a, da = matrix(kind, shape), matrix(kind, shape)
    (Q, R), (dQ, dR) = engine.jvp(ad.linalg.qr, (a,), (da,))
    same(dQ @ R + Q @ dR, da)
    same(H(dQ) @ Q + H(Q) @ dQ, 0)
    same(np.tril(dR, -1), 0)


@both
@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])
def test_pseudo_inverse_and_least_squares(kind, shape):
    a, da = matrix(kind, shape), matrix(kind, shape)
    p, dp = engine.jvp(ad.linalg.pinv, (a,), (da,))
    same(da @ p @ a + a @ dp @ a + a @ p @ da, da)  # from a p a = a
    same(H(da @ p + a @ dp), da @ p + a @ dp)  # from a p Hermitian
    b = matrix(kind, (shape[0],))
    (_x, *_), (dx, *_) = engine.jvp(lambda a: ad.linalg.lstsq(a, b), (a,), (da,))
    same(dx, dp @ b)


@both
def test_functions_of_a_matrix(kind):
    a, da = matrix(kind), matrix(kind)
    y, dy = engine.jvp(ad.linalg.expm, (a,), (da,))
    # exp(a) commutes with a
    same(dy @ a + y @ da, da @ y + a @ dy)
    _, back = engine.jvp(lambda a: ad.linalg.logm(ad.linalg.expm(a / 4)), (a,), (da,))
    same(back, da / 4)
    positive = a @ H(a) + np.eye(3)
    r, dr = engine.jvp(ad.linalg.sqrtm, (positive,), (da,))
    same(dr @ r + r @ dr, da)


@pytest.mark.parametrize("ord", ["fro", "nuc", 2, -2, 1, -1, np.inf, -np.inf])
def test_matrix_norms_are_homogeneous(ord):
    # Euler: the derivative along x itself is the norm
    x = matrix("real", (2, 3, 4))
    y, dy = engine.jvp(lambda x: ad.linalg.matrix_norm(x, ord=ord), (x,), (x,))
    same(dy, y)
    same(y, np.linalg.matrix_norm(x, ord=ord))


@pytest.mark.parametrize("n", [-2, 0, 1, 3])
def test_matrix_powers(n):
    a, da = matrix("real"), matrix("real")
    y, dy = engine.jvp(lambda a: ad.linalg.matrix_power(a, n), (a,), (da,))
    same(y, np.linalg.matrix_power(a, n))
    same(dy @ a + y @ da, da @ y + a @ dy)


def test_triangles():
    a, b, da = matrix("real"), matrix("real", (3,)), matrix("real")
    x, dx = engine.jvp(lambda a: ad.linalg.solve_triangular(a, b, lower=True), (a,), (da,))
    same(np.tril(a) @ dx, -np.tril(da) @ x)
    c = np.tril(a) + 3 * np.eye(3)
    same(c @ c.T @ ad.linalg.cho_solve((c, True), b), b)


@both
@pytest.mark.parametrize(
    "f",
    [
        ad.linalg.inv,
        lambda a: ad.linalg.eigh(a + ad.conj(a.T)).eigenvectors ** 2,
        lambda a: ad.linalg.svd(a).U,
        lambda a: ad.linalg.qr(a).R,
        ad.linalg.pinv,
        lambda a: ad.linalg.cholesky(a @ ad.conj(a.T)),
        ad.linalg.expm,
        lambda a: ad.linalg.eig(a).eigenvalues,
        lambda a: ad.linalg.slogdet(a).sign,
    ],
    ids=["inv", "eigh", "svd", "qr", "pinv", "cholesky", "expm", "eig", "slogdet"],
)
def test_every_pull_is_the_transpose(kind, f):
    a, u = matrix(kind), matrix(kind)
    y, Ju = engine.jvp(f, (a,), (u,))
    v = np.asarray(matrix("complex" if np.iscomplexobj(y) else "real", np.shape(y)))
    (JTv,) = engine.vjp(f, a)[1](v)
    assert np.sum(JTv * u).real == pytest.approx(np.sum(v * Ju).real, rel=1e-10, abs=1e-10)


def test_a_triangle_is_solved_row_by_row_whatever_the_sizes_of_the_others():
    # x₀ = b₀ / a₀₀ and x₁ = (b₁ - a₁₀ x₀) / a₁₁, in short numbers; pivots would mix both rows
    a, b = np.array([[1.0, 0.0], [8.0, 2.0]]), np.array([2.0**-30, 2.0**30])
    assert ad.linalg.solve_triangular(a, b, lower=True).tolist() == [2.0**-30, 2.0**29 - 2.0**-28]
    _, pull = engine.vjp(lambda b: ad.linalg.solve_triangular(a.T, b, lower=False, trans=1), b)
    assert pull(b)[0].tolist() == [2.0**-30 - 2.0**32, 2.0**29]


def test_a_singular_triangle_is_refused():
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        ad.linalg.solve_triangular(np.zeros((2, 2)), np.ones(2))


def test_the_logarithm_of_a_matrix_is_the_same_to_the_last_bit_every_time():
    a = np.array([[2.5, 0.125, -0.375], [0.75, 4.5, 0.5], [-0.25, 0.5, 6.0]])
    answers = {engine.jvp(ad.linalg.logm, (a,), (a.T,))[1].tobytes() for _ in range(20)}
    assert len(answers) == 1


def test_root_and_logarithm_of_a_defective_matrix():
    # √(1 + n) = 1 + n/2 and log(1 + n) = n where n² = 0
    a = np.array([[1.0, 2.0], [0.0, 1.0]])
    assert ad.linalg.sqrtm(a).tolist() == [[1.0, 1.0], [0.0, 1.0]]
    assert ad.linalg.logm(a).tolist() == [[0.0, 2.0], [0.0, 0.0]]


def test_root_and_logarithm_are_complex_only_where_they_have_to_be():
    assert ad.linalg.sqrtm(np.array([[0.0, -1.0], [1.0, 0.0]])).dtype == np.float64
    assert ad.linalg.sqrtm(-np.eye(2)).tolist() == [[1j, 0j], [0j, 1j]]
    assert ad.linalg.logm(np.eye(2, dtype=np.float32)).dtype == np.float32
    assert ad.linalg.logm(np.ones((3, 0, 0))).shape == (3, 0, 0)
