"""JAX functions lifted: the same value as JAX computes, each equation at the line that it stands on."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from adspec.lifting.graph import UnsupportedError
from adspec.lifting.jax_front import lifter
from adspec.ruling.signature import float_leaves

X = np.array([0.5, 1.5, 2.5])


@jax.custom_vjp
def ruled(x):
    return jnp.sin(x)


ruled.defvjp(lambda x: (ruled(x), x), lambda x, v: (v * jnp.cos(x),))

FUNCTIONS = {
    "elementwise": lambda x: jnp.tanh(x) * jnp.exp(-x) + jnp.log1p(x) ** 3 / jnp.sqrt(x),
    "comparisons": lambda x: jnp.where(x > 1, x, jnp.clip(x, 0.75, 1.0)),
    "norm": lambda x: jnp.linalg.norm(x) + jnp.var(x),
    "logsumexp": lambda x: jax.nn.logsumexp(x) + jax.nn.softmax(x)[1],
    "logaddexp": lambda x: jnp.logaddexp(x, 1.0),
    "index": lambda x: x[1] + x[jnp.array([0, 2])].sum() + x[::-1][0],
    "scatter": lambda x: x.at[1].set(2.0) + x.at[jnp.array([0, 0])].add(x[1:]),
    "dynamic slice": lambda x: lax.dynamic_slice(x, (1,), (2,)),
    "sort": lambda x: jnp.sort(-x) + jnp.cumsum(x) + jnp.cumprod(x[::-1]),
    "reductions": lambda x: jnp.max(x) + jnp.prod(x) + jnp.mean(x) + jnp.argmax(x),
    "products": lambda x: jnp.einsum("i,j->ij", x, x) @ x,
    "linear algebra": lambda x: jnp.linalg.solve(jnp.outer(x, x) + jnp.eye(3), x),
    "determinant": lambda x: jnp.linalg.det(jnp.outer(x, x) + jnp.eye(3)),
    "cholesky": lambda x: jnp.linalg.cholesky(jnp.outer(x, x) + jnp.eye(3)),
    "scan": lambda x: lax.scan(lambda c, r: (c * r, c), 1.0, x),
    "scan from the end": lambda x: lax.scan(lambda c, r: (c * r, c + r), 1.0, x, reverse=True),
    "while": lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2), (0, x))[1],
    "cond": lambda x: lax.cond(x[0] > 0, jnp.sin, jnp.cos, x),
    "checkpoint": jax.checkpoint(jnp.sin),
    "custom rule": ruled,
    "pad and concatenate": lambda x: jnp.concatenate([jnp.pad(x, 1), x]),
    "casts": lambda x: x.astype(jnp.int64) * x + x.astype(jnp.float32).astype(jnp.float64),
}


def shown(f, x=X):
    lifted = lifter(lambda *xs: float_leaves(f(*xs), lambda _: True))([x])
    with jax.enable_x64(True):  # noqa: FBT003 - the flag is JAX's own
        wanted = [np.asarray(a) for a in jax.tree.leaves(f(jnp.asarray(x)))]
    found = [np.asarray(lifted.values[name], dtype=object).astype(float) for name in lifted.outputs]
    return lifted, found, wanted


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_lifted_function_has_the_value_that_jax_computes(name):
    _, found, wanted = shown(FUNCTIONS[name])
    for a, b in zip(found, wanted, strict=True):
        assert a.shape == b.shape
        assert np.allclose(a, b, rtol=1e-6 if name == "casts" else 1e-13, atol=1e-13)


def test_one_custom_rule_is_told_from_a_composition_with_one():
    alone, _, _ = shown(ruled)
    among, _, _ = shown(lambda x: ruled(x) + 1)
    assert (alone.ruled, alone.rules, among.ruled, among.rules) == (True, 1, False, 1)


def test_the_rules_of_a_library_are_not_the_users():
    lifted, _, _ = shown(jax.nn.relu)
    assert lifted.rules == 0


def test_an_equation_knows_its_line():
    def f(x):
        a = jnp.exp(x)
        return jnp.where(a > 1, a, x)

    lifted, _, _ = shown(f)
    lines = {lifted.places[s.name].text for s in lifted.steps}
    assert lines == {"a = jnp.exp(x)", "return jnp.where(a > 1, a, x)"}


def test_a_branch_is_decided_by_the_point_and_refused_at_another():
    lifted, _, _ = shown(FUNCTIONS["cond"])
    assert lifted.frozen
    assert not shown(FUNCTIONS["norm"])[0].frozen


def test_an_operation_without_a_meaning_is_named_with_its_line():
    with pytest.raises(UnsupportedError, match=r"conv_general_dilated.*test_jax_front.py:\d+ in"):
        shown(lambda x: jnp.convolve(x, x))
