"""The derivatives of products of vectors, matrices and tensors.

Each is linear in each argument, so a push puts u in the argument's place and a
pull contracts v with the other arguments. No conjugates: transposition is bilinear.
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy.products import contraction, tensordot_over
from adspec.reference_engine.rule import Each, Rule, bilinear
from adspec.reference_engine.tracing import shape_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def matmul_pull_a(v: Any, _y: Any, a: Any, b: Any) -> Any:
    """Math: v bᵀ."""
    rows, columns = len(shape_of(a)) == 1, len(shape_of(b)) == 1
    if columns:
        return v * b if rows else ad.expand_dims(v, -1) * b
    if rows:
        if len(shape_of(b)) == 2:
            return ad.matmul(b, v)
        return ad.squeeze(ad.matmul(b, ad.expand_dims(v, -1)), -1)
    return ad.matmul(v, ad.matrix_transpose(b))


def matmul_pull_b(v: Any, _y: Any, a: Any, b: Any) -> Any:
    """Math: aᵀ v."""
    rows, columns = len(shape_of(a)) == 1, len(shape_of(b)) == 1
    if rows:
        return v * a if columns else ad.expand_dims(a, -1) * ad.expand_dims(v, -2)
    if columns:
        if len(shape_of(a)) == 2:
            return ad.matmul(v, a)
        return ad.squeeze(ad.matmul(ad.matrix_transpose(a), ad.expand_dims(v, -1)), -1)
    return ad.matmul(ad.matrix_transpose(a), v)


# ---- every other product is a contraction; the table says which


def spell(specification: str, ndims: tuple[int, ...]) -> tuple[list[str], str]:
    """Return the letters of each argument and of the result, ellipses spelled out."""
    left, arrow, right = specification.partition("->")
    terms = left.split(",")
    if not arrow:
        letters = left.replace(",", "").replace(".", "")
        right = ("..." if "..." in left else "") + "".join(
            sorted(k for k in set(letters) if letters.count(k) == 1)
        )
    extra = [n - len(t.replace(".", "")) for t, n in zip(terms, ndims, strict=True)]
    free = [k for k in LETTERS if k not in specification]
    dots = "".join(free[: max(extra, default=0)])
    spelled = [t.replace("...", dots[len(dots) - n :]) for t, n in zip(terms, extra, strict=True)]
    return spelled, right.replace("...", dots)


def contract_push(i: int, u: Any, _y: Any, *xs: Any, subscripts: str) -> Any:
    return contraction(*[u if k == i else x for k, x in enumerate(xs)], subscripts=subscripts)


def contract_pull(i: int, v: Any, _y: Any, *xs: Any, subscripts: str) -> Any:
    """Contract v with the other arguments onto the letters of argument i.

    A letter that argument i has twice becomes two, joined by an identity matrix
    (the cotangent of a diagonal is a diagonal); one that nobody else has, as in a
    plain sum, gets ones.
    """
    terms, result = spell(subscripts, tuple(len(shape_of(x)) for x in xs))
    lengths = dict(zip(terms[i], shape_of(xs[i]), strict=True))
    sources = [result, *terms[:i], *terms[i + 1 :]]
    arrays = [v, *xs[:i], *xs[i + 1 :]]
    target, free = "", [k for k in LETTERS if k not in "".join(terms)]
    for letter in terms[i]:
        if letter in target:
            twin = free.pop()
            sources.append(letter + twin)
            arrays.append(np.eye(lengths[letter], dtype=v.dtype))
            target += twin
            continue
        target += letter
        if not any(letter in s for s in sources):
            sources.append(letter)
            arrays.append(np.ones(lengths[letter], v.dtype))
    c = contraction(*arrays, subscripts=",".join(sources) + "->" + target)
    # An axis of length one elsewhere stands for as many as argument i has.
    shape = np.broadcast_shapes(c.shape, shape_of(xs[i]))
    return c if c.shape == shape else ad.broadcast_to(c, shape)


def as_contraction(function: Callable[..., Any], spelling: Callable[..., str]) -> Rule:
    """Return the rule of a product, from the einsum that it is."""

    def way(i: int) -> Callable[..., Any]:
        def pull(v: Any, y: Any, a: Any, b: Any, **params: Any) -> Any:
            subscripts = spelling(len(shape_of(a)), len(shape_of(b)), **params)
            return contract_pull(i, v, y, a, b, subscripts=subscripts)

        return pull

    return bilinear(function, way(0), way(1))


def dot_pull_a(v: Any, y: Any, a: Any, b: Any) -> Any:
    """Return matmul's answer for the vectors and matrices on which both agree."""
    if 1 <= len(shape_of(a)) <= 2 and 1 <= len(shape_of(b)) <= 2:
        return matmul_pull_a(v, y, a, b)
    return DOT.pull[0](v, y, a, b)  # type: ignore[misc]


def dot_pull_b(v: Any, y: Any, a: Any, b: Any) -> Any:
    if 1 <= len(shape_of(a)) <= 2 and 1 <= len(shape_of(b)) <= 2:
        return matmul_pull_b(v, y, a, b)
    return DOT.pull[1](v, y, a, b)  # type: ignore[misc]


def dot_spelling(n: int, m: int) -> str:
    """Last axis of a with the last but one of b, as np.dot pairs them."""
    a, b = LETTERS[:n], LETTERS[n : n + m]
    if not n or not m:
        return f"{a},{b}->{a}{b}"
    joint = b[-2] if m > 1 else b[-1]
    rest = b.replace(joint, "")
    return f"{a[:-1]}{joint},{b}->{a[:-1]}{rest}"


def inner_spelling(n: int, m: int) -> str:
    """Last axis of both."""
    a, b = LETTERS[:n], LETTERS[n : n + m]
    if not n or not m:
        return f"{a},{b}->{a}{b}"
    return f"{a[:-1]}{b[-1]},{b}->{a[:-1]}{b[:-1]}"


def tensordot_spelling(n: int, m: int, *, axes: Any) -> str:
    if isinstance(axes, int):
        axes = (tuple(range(n - axes, n)), tuple(range(axes)))
    a, b = list(LETTERS[:n]), list(LETTERS[n : n + m])
    for i, j in zip(*axes, strict=True):
        a[i % n] = b[j % m]
    joint = {b[j % m] for j in axes[1]}
    result = [k for k in a + b if k not in joint]
    return f"{''.join(a)},{''.join(b)}->{''.join(result)}"


DOT = as_contraction(ad.dot, dot_spelling)


def outer_pull_a(v: Any, _y: Any, a: Any, b: Any) -> Any:
    return ad.reshape(ad.matmul(v, ad.ravel(b)), shape_of(a))


def outer_pull_b(v: Any, _y: Any, a: Any, b: Any) -> Any:
    return ad.reshape(ad.matmul(ad.ravel(a), v), shape_of(b))


def kron_pull(i: int, v: Any, _y: Any, a: Any, b: Any) -> Any:
    """Split every axis of v into the part of a and the part of b, and contract."""
    ndim = max(len(shape_of(a)), len(shape_of(b)))
    shapes = [(1,) * (ndim - len(shape_of(x))) + tuple(shape_of(x)) for x in (a, b)]
    pairs = [n for both in zip(*shapes, strict=True) for n in both]
    parts = ad.reshape(v, tuple(pairs))
    other = ad.reshape((b, a)[i], shapes[1 - i])
    letters = LETTERS[: 2 * ndim]
    subscripts = f"{letters},{letters[1 - i :: 2]}->{letters[i::2]}"
    return ad.reshape(contraction(parts, other, subscripts=subscripts), shape_of((a, b)[i]))


# fmt: off
RULES: dict[str, Rule] = {
    "matmul":    bilinear(ad.matmul, matmul_pull_a, matmul_pull_b),
    "einsum":    Rule(push=Each(contract_push), pull=Each(contract_pull)),
    "dot":       bilinear(ad.dot, dot_pull_a, dot_pull_b),
    "inner":     as_contraction(ad.inner, inner_spelling),
    "tensordot": as_contraction(tensordot_over, tensordot_spelling),
    "outer":     bilinear(ad.outer, outer_pull_a, outer_pull_b),
    "kron":      bilinear(
        ad.kron,
        lambda v, y, a, b: kron_pull(0, v, y, a, b),
        lambda v, y, a, b: kron_pull(1, v, y, a, b),
    ),
}
# fmt: on
