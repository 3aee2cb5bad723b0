"""The engine that a function is written for is read off the function."""

from collections import namedtuple

import autograd.numpy as anp
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from autograd.extend import primitive

from adspec.ruling import which_engine
from adspec.ruling.which_engine import engine_for

X = np.ones(3)
Batch = namedtuple("Batch", ["x"])  # noqa: PYI024 - the untyped kind is what users have


def of_jax(x):
    return jnp.sin(x)


def of_autograd(x):
    return anp.sin(x)


@pytest.mark.parametrize(
    ("f", "example", "name"),
    [
        (of_jax, (X,), "jax"),
        (of_autograd, (X,), "autograd"),
        (primitive(np.sin), (X,), "autograd"),
        (jax.custom_vjp(np.sin), (X,), "jax"),
        (jax.jit(lambda x: x), (X,), "jax"),
        (lambda x: x**2, ({"w": [jnp.ones(2)]},), "jax"),
        (lambda b: b.x**2, (Batch(jnp.ones(2)),), "jax"),
    ],
)
def test_what_a_function_is_and_uses_tells(f, example, name):
    assert engine_for(f, example) == name


def test_else_the_first_that_is_installed(monkeypatch):
    assert engine_for(len, (X,)) == "jax"
    monkeypatch.setattr(which_engine, "find_spec", lambda name: name == "autograd" or None)
    assert engine_for(len, (X,)) == "autograd"
    monkeypatch.setattr(which_engine, "find_spec", lambda _: None)
    assert engine_for(len, (X,)) == "jax"  # which then says how it is installed
