"""The derivatives of linear algebra.

For the decompositions only the push is written down; the pull is its transpose,
which the engine itself finds (`transposed`). The formulas are those of Giles 2008,
An extended collection of matrix derivative results, and, for complex matrices,
of the differentials given beside each.
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import linalg
from adspec.reference_engine.numpy.bundles import untie
from adspec.reference_engine.numpy.kernels import scale_of
from adspec.reference_engine.numpy.linalg import solve_matrix
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules.elementwise import direction
from adspec.reference_engine.rules.reductions import shared, weighted
from adspec.reference_engine.rules.transposition import transposed
from adspec.reference_engine.tracing import Bundle, dtype_of, plain, shape_of

T = ad.matrix_transpose


def H(x: Any) -> Any:
    return ad.conj(T(x))


def mirrored(x: Any) -> Any:
    """Return the Hermitian matrix with the lower triangle of x."""
    below = ad.tril(x, -1)
    return below + H(below) + ad.real(x) * np.eye(shape_of(x)[-1], dtype=dtype_of(x))


def eye_like(x: Any) -> Any:
    return np.eye(shape_of(x)[-1], dtype=dtype_of(x))


def diagonal(x: Any) -> Any:
    return linalg.diagonal(x)


# ---- solving


def inv_push(u: Any, y: Any, _a: Any) -> Any:
    return -ad.matmul(ad.matmul(y, u), y)


def inv_pull(v: Any, y: Any, _a: Any) -> Any:
    return -ad.matmul(ad.matmul(T(y), v), T(y))


def solve_push_a(u: Any, x: Any, a: Any, _b: Any) -> Any:
    return -solve_matrix(a, ad.matmul(u, x))


def solve_push_b(u: Any, _x: Any, a: Any, _b: Any) -> Any:
    return solve_matrix(a, u)


def solve_pull_b(v: Any, _x: Any, a: Any, _b: Any) -> Any:
    return solve_matrix(T(a), v)


def solve_pull_a(v: Any, x: Any, a: Any, _b: Any) -> Any:
    return -ad.matmul(solve_matrix(T(a), v), T(x))


def cofactors(y: Any, a: Any) -> Any:
    """Return ∂ det a / ∂a.

    det(a) a⁻ᵀ where a is regular. A singular matrix has a derivative too, the minors,
    which cost n² determinants, but are polynomials, right to any order.
    """
    values = plain(a)
    n = values.shape[-1]
    if n and np.all(np.linalg.cond(values) < 1 / np.finfo(values.dtype).eps):
        return ad.reshape(y, (*shape_of(y), 1, 1)) * T(linalg.inv(a))
    rows = []
    for i in range(n):
        rest = np.delete(np.arange(n), i)
        rows.append([minor(a, rest, j) * (-1) ** (i + j) for j in range(n)])
    return ad.stack([ad.stack(row, axis=-1) for row in rows], axis=-2) if n else ad.zeros_like(a)


def minor(a: Any, rows: Any, j: int) -> Any:
    columns = np.delete(np.arange(shape_of(a)[-1]), j)
    return linalg.det(ad.getitem(a, (..., rows[:, None], columns)))


def det_push(u: Any, y: Any, a: Any) -> Any:
    return ad.sum(cofactors(y, a) * u, axis=(-2, -1))


def det_pull(v: Any, y: Any, a: Any) -> Any:
    return ad.reshape(v, (*shape_of(v), 1, 1)) * cofactors(y, a)


def slogdet_push(u: Any, y: Any, a: Any) -> Bundle:
    """Math: d log det a = tr(a⁻¹ u); its real part the size's, its imaginary the sign's."""
    change = linalg.trace(solve_matrix(a, u))
    sign, _ = untie(y)
    turn = sign * (1j * ad.imag(change)) if dtype_of(sign).kind == "c" else ad.zeros_like(sign)
    return Bundle((turn, ad.real(change)))


def pinv_push(u: Any, p: Any, a: Any) -> Any:
    """Source: Golub and Pereyra 1973, equation 4.12."""
    column = ad.matmul(ad.matmul(p, H(p)), ad.matmul(H(u), eye_rows(a) - ad.matmul(a, p)))
    row = ad.matmul(ad.matmul(eye_like(a) - ad.matmul(p, a), H(u)), ad.matmul(H(p), p))
    return column + row - ad.matmul(ad.matmul(p, u), p)


def eye_rows(a: Any) -> Any:
    return np.eye(shape_of(a)[-2], dtype=dtype_of(a))


def of_matrix(function: Any) -> Rule:
    """Return the rule of an analytic function of a square matrix.

    Math: f [[a, u], [0, a]] has the derivative of f(a) along u in its corner;
          its transpose is the derivative at aᵀ
    Source: Mathias 1996, A chain rule for matrix functions and applications
    """

    def along(u: Any, a: Any) -> Any:
        # The function scales by the norm of the whole block: u must not change that,
        # or doubling u would not double the result to the last bit.
        size = scale_of(np.abs(plain(u)), None)
        u, n = u / size, shape_of(a)[-1]
        below = ad.concat([ad.zeros_like(a), a], axis=-1)
        block = ad.concat([ad.concat([a, u], axis=-1), below], axis=-2)
        return ad.getitem(function(block), (..., slice(0, n), slice(n, None))) * size

    return Rule(push=(lambda u, _y, a: along(u, a),), pull=(lambda v, _y, a: along(v, T(a)),))


# ---- decompositions


def cholesky_push(u: Any, root: Any, _a: Any) -> Any:
    """Math: L Φ(L⁻¹ u L⁻ᴴ), Φ the lower triangle with half the diagonal."""
    inner = solve_matrix(root, H(solve_matrix(root, mirrored(u))))
    half = np.tri(shape_of(root)[-1]) - np.eye(shape_of(root)[-1]) / 2
    return ad.matmul(root, inner * half.astype(dtype_of(root)))


def gaps(w: Any) -> Any:
    """Return 1 / (wⱼ - wᵢ), and 0 where they are equal."""
    apart = ad.expand_dims(w, -2) - ad.expand_dims(w, -1)
    equal = ad.equal(apart, 0)
    return ad.where(equal, 0.0, 1.0 / ad.where(equal, 1.0, apart))


def eigh_push(u: Any, y: Any, _a: Any) -> Bundle:
    """Math: X = Vᴴ u V,  dw = diag X,  dV = V (X ∘ gaps)."""
    w, v = untie(y)
    inner = ad.matmul(H(v), ad.matmul(mirrored(u), v))
    return Bundle((ad.real(diagonal(inner)), ad.matmul(v, inner * gaps(w))))


def eig_push(u: Any, y: Any, _a: Any) -> Bundle:
    """Math: X = V⁻¹ u V,  dw = diag X,  dV = V (X ∘ gaps), then length one kept."""
    w, v = untie(y)
    inner = solve_matrix(v, ad.matmul(u, v))
    turned = ad.matmul(v, inner * gaps(w))
    along = ad.sum(ad.real(ad.conj(v) * turned), axis=-2, keepdims=True)
    return Bundle((diagonal(inner), turned - v * along))


def svd_push(u: Any, y: Any, _a: Any) -> Bundle:
    """Math: X = Uᴴ u V,  ds = Re diag X,  what rotates U and V from X s + s Xᴴ.

    Which of U and V takes the turn of a complex pair is free; here U does.
    """
    left, s, vh = untie(y)
    right = H(vh)
    inner = ad.matmul(H(left), ad.matmul(u, right))
    row, gap = ad.expand_dims(s, -2), gaps(ad.square(s))
    dl = ad.matmul(left, gap * (inner * row + H(inner * row)))
    column = ad.expand_dims(s, -1)
    dr = ad.matmul(right, gap * (column * inner + H(column * inner)))
    dl = dl + outside(left, ad.matmul(u, right)) / row
    dr = dr + outside(right, ad.matmul(H(u), left)) / row
    if dtype_of(inner).kind == "c":
        turn = 1j * ad.imag(diagonal(inner)) / s
        dl = dl + left * ad.expand_dims(turn, -2)
    return Bundle((dl, ad.real(diagonal(inner)), H(dr)))


def outside(q: Any, x: Any) -> Any:
    """Return the part of x outside the span of the orthonormal columns q."""
    if shape_of(q)[-1] == shape_of(q)[-2]:
        return ad.zeros_like(x)
    return x - ad.matmul(q, ad.matmul(H(q), x))


def qr_push(u: Any, y: Any, _a: Any) -> Bundle:
    """Math: X = Qᴴ u R⁻¹,  Ω the skew matrix with X's lower triangle,  dR = (X - Ω) R."""
    q, r = untie(y)
    scaled = T(solve_matrix(T(r), T(u)))
    inner = ad.matmul(H(q), scaled)
    lower = ad.tril(inner, -1)
    skew = lower - H(lower)
    if dtype_of(inner).kind == "c":
        skew = skew + 1j * ad.imag(inner) * np.eye(shape_of(inner)[-1])
    return Bundle((ad.matmul(q, skew) + outside(q, scaled), ad.matmul(inner - skew, r)))


# ---- norms


def norm_slopes(y: Any, x: Any, axis: Any, order: float) -> Any:
    """Math: conj(x)/|x| (|x|/y)^(order - 1), and 0 where y = 0."""
    size = ad.abs(x)
    way = ad.conj(direction(x, size))
    if abs(order) == np.inf:
        return way * shared(y, size, axis)
    if order == 1:
        return way
    part = size / ad.where(ad.equal(y, 0), 1.0, y)
    return way * part if order == 2 else way * ad.pow(part, order - 1)


# fmt: off
RULES: dict[str, Rule] = {
    "linalg.inv":         Rule(push=(inv_push,), pull=(inv_pull,)),
    "linalg.solve":       Rule(push=(solve_push_a, solve_push_b), pull=(solve_pull_a, solve_pull_b)),
    "linalg.det":         Rule(push=(det_push,), pull=(det_pull,)),
    "linalg.slogdet":     transposed(slogdet_push),
    "linalg.pinv":        transposed(pinv_push),
    "linalg.expm":        of_matrix(linalg.expm),
    "linalg.logm":        of_matrix(linalg.logm),
    "linalg.sqrtm":       of_matrix(linalg.sqrtm),
    "linalg.cholesky":    transposed(cholesky_push),
    "linalg.eigh":        transposed(eigh_push),
    "linalg.eig":         transposed(eig_push),
    "linalg.svd":         transposed(svd_push),
    "linalg.qr":          transposed(qr_push),
    "linalg.vector_norm": weighted(norm_slopes, real=True),
}
# fmt: on
