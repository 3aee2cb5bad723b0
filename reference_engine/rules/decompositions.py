"""The derivatives of matrix decompositions.

Only the push is written down; the pull is its transpose, which the engine itself
finds (`transposed`). Each push differentiates the equation that defines the factors,
A = V w Vᴴ and so on, and holds for complex matrices as well.

Source: Giles 2008, An extended collection of matrix derivative results
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import linalg
from adspec.reference_engine.numpy.bundles import untie
from adspec.reference_engine.numpy.linalg import solve_matrix, solve_triangle
from adspec.reference_engine.rule import Rule, Way
from adspec.reference_engine.rules import elementwise, manipulation, pairs, products, reductions
from adspec.reference_engine.rules import linalg as linalg_rules
from adspec.reference_engine.rules.transposition import transposed
from adspec.reference_engine.tracing import Bundle, dtype_of, shape_of

T = ad.matrix_transpose

# All that the pushes below are written with.
FAMILIES = (elementwise, pairs, reductions, manipulation, products, linalg_rules)
TABLE = {name: rule for family in FAMILIES for name, rule in family.RULES.items()}


def of_push(push: Way) -> Rule:
    return transposed(push, TABLE)


def H(x: Any) -> Any:
    return ad.conj(T(x))


def mirrored(x: Any) -> Any:
    """Return the Hermitian matrix with the lower triangle of x."""
    below = ad.tril(x, -1)
    return below + H(below) + ad.real(x) * np.eye(shape_of(x)[-1], dtype=dtype_of(x))


def eye_like(x: Any) -> Any:
    return np.eye(shape_of(x)[-1], dtype=dtype_of(x))


def eye_rows(a: Any) -> Any:
    return np.eye(shape_of(a)[-2], dtype=dtype_of(a))


def diagonal(x: Any) -> Any:
    return linalg.diagonal(x)


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


def cholesky_push(u: Any, root: Any, _a: Any) -> Any:
    """Math: L Φ(L⁻¹ u L⁻ᴴ), Φ the lower triangle with half the diagonal."""
    inner = solve_triangle(root, H(solve_triangle(root, mirrored(u), lower=True)), lower=True)
    half = np.tri(shape_of(root)[-1]) - np.eye(shape_of(root)[-1]) / 2
    return ad.matmul(root, inner * half.astype(dtype_of(root)))


def gaps(w: Any) -> Any:
    """Return 1 / (wⱼ - wᵢ), and 0 where they are equal."""
    return one_over(ad.expand_dims(w, -2) - ad.expand_dims(w, -1))


def one_over(x: Any) -> Any:
    """Return 1 / x, and 0 where x is 0: what depends on it is no function there, and all else is."""
    gone = ad.equal(x, 0)
    return ad.where(gone, 0.0, 1.0 / ad.where(gone, 1.0, x))


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
    row, gap, inverse = ad.expand_dims(s, -2), gaps(ad.square(s)), one_over(s)
    dl = ad.matmul(left, gap * (inner * row + H(inner * row)))
    column = ad.expand_dims(s, -1)
    dr = ad.matmul(right, gap * (column * inner + H(column * inner)))
    dl = dl + outside(left, ad.matmul(u, right)) * ad.expand_dims(inverse, -2)
    dr = dr + outside(right, ad.matmul(H(u), left)) * ad.expand_dims(inverse, -2)
    if dtype_of(inner).kind == "c":
        turn = 1j * ad.imag(diagonal(inner)) * inverse
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
    scaled = T(solve_triangle(T(r), T(u), lower=True))
    inner = ad.matmul(H(q), scaled)
    lower = ad.tril(inner, -1)
    skew = lower - H(lower)
    if dtype_of(inner).kind == "c":
        skew = skew + 1j * ad.imag(inner) * np.eye(shape_of(inner)[-1])
    return Bundle((ad.matmul(q, skew) + outside(q, scaled), ad.matmul(inner - skew, r)))


# fmt: off
RULES: dict[str, Rule] = {
    "linalg.cholesky": of_push(cholesky_push),
    "linalg.eig":      of_push(eig_push),
    "linalg.eigh":     of_push(eigh_push),
    "linalg.pinv":     of_push(pinv_push),
    "linalg.qr":       of_push(qr_push),
    "linalg.slogdet":  of_push(slogdet_push),
    "linalg.svd":      of_push(svd_push),
}
# fmt: on
