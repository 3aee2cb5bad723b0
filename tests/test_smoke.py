"""Smoke: an adapter that is wrong as a whole is told so, before thirty laws break; an engine never is."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.autograd_engine import ENGINE as AUTOGRAD
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.discovery import BROKEN_ADAPTER, DiscoveryError
from adspec.language.presentation import NotShown
from adspec.smoke import fault_of


class Box:
    """What no adapter should return."""


def swapped(function):
    return lambda *args: function(*args)[::-1]


def bare(function):
    return lambda *args: function(*args)[0]


def pulling(change):
    """Return the vjp of the reference engine, its pullback changed."""

    def vjp(f, xs):
        y, pull = ENGINE.vjp(f, xs)
        return y, change(pull)

    return vjp


# fmt: off
WRONG = {
    "jvp: returns (J u, y). Return (y, J u).":            {"jvp": swapped(ENGINE.jvp)},
    "jvp: returns one float64. Return (y, J u).":         {"jvp": lambda f, xs, us: ENGINE.jvp(f, xs, us)[1]},
    "jvp: cannot be called as jvp(f, xs, us)":            {"jvp": lambda f, xs: ENGINE.jvp(f, xs, xs)},
    "vjp: returns (pull, y). Return (y, pull).":          {"vjp": swapped(ENGINE.vjp)},
    "vjp: returns one Box.":                   {"vjp": lambda *_: Box()},
    "vjp: the second of what it returns is one float.":   {"vjp": lambda f, xs: (f(*xs), 0.5)},
    "pull: returns one ndarray.":                         {"vjp": pulling(bare)},
    "pull: returns 2 values for one x.":                  {"vjp": pulling(lambda p: lambda v: p(v) * 2)},
    "grad: returns one ndarray.":                         {"grad": bare(ENGINE.grad)},
    "value_and_grad: returns (gradients, y).":            {"value_and_grad": swapped(ENGINE.value_and_grad)},
    "value_and_grad: returns one float.":                 {"value_and_grad": lambda *_: 0.5},
    "ops: none of sin, exp has NumPy's value at 1/2.":    {"ops": {"sin": np.cos, "exp": np.sin}},
    "to_numpy(from_numpy(array([0.5]))): is array([1.])": {"to_numpy": lambda a: 2 * a},
}
# fmt: on


@pytest.mark.parametrize(("says", "fields"), WRONG.items())
def test_a_wrong_adapter_is_told_what_to_return(says, fields):
    assert fault_of(replace(ENGINE, **fields)).startswith(says)


def no_scalars(a):
    if a.ndim == 0:
        raise NotShown("arrays have an axis")
    return a


@pytest.mark.parametrize(
    "engine",
    [
        ENGINE,
        AUTOGRAD,
        replace(ENGINE, from_numpy=no_scalars),
        replace(ENGINE, ops={"multiply": ENGINE.ops["multiply"]}),
        replace(ENGINE, jvp=None, vjp=None, grad=None, value_and_grad=None),
    ],
    ids=["reference", "autograd", "without 0-d arrays", "one primitive of two arguments", "values only"],
)
def test_an_adapter_that_is_right_is_told_nothing(engine):
    assert fault_of(engine) == ""


def test_a_wrong_engine_is_no_wrong_adapter():
    """What is wrong with these is for the laws to say."""
    assert [name for name, mutant in MUTANTS.items() if fault_of(mutant.engine)] == []


def test_no_law_is_judged_under_a_wrong_adapter():
    with pytest.raises(DiscoveryError, match="engine reference: its adapter is wrong") as caught:
        conform([replace(ENGINE, jvp=swapped(ENGINE.jvp))], primitives=["sin"])

    assert caught.value.exit_status == BROKEN_ADAPTER
