"""Each installed engine has the slopes of a small function found by hand, in every way that it has."""

import configparser
import importlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

from adspec.language.case import parse_case
from adspec.observation import observe
from adspec.smoke import fault_of

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# engine -> the module without which it cannot be imported
MODULES = {
    "ad": "ad",
    "algopy": "algopy",
    "autograd": "autograd",
    "casadi": "casadi",
    "drjit": "drjit",
    "jax": "jax",
    "jax_jit": "jax",
    "mlx": "mlx.core",
    "mygrad": "mygrad",
    "pennylane": "pennylane",
    "pytensor": "pytensor",
    "tinygrad": "tinygrad",
    "torch": "torch",
    "torch_func": "torch",
}
# f = x0·x1 + x0·x0 at (2, 3): J = (x1 + 2·x0, x0) = (7, 2), so that J u = 7·1 − 2·0.5 = 6
PRODUCTS = parse_case(
    """
def f(x0, x1):
    a = multiply(x0, x1)
    b = multiply(x0, x0)
    c = add(a, b)
    return c

x0 = 2.0
x1 = 3.0
u_x0 = 1.0
u_x1 = -0.5
v_0 = 1.0
""".strip()
)


@pytest.fixture(params=sorted(MODULES))
def engine(request):
    pytest.importorskip(MODULES[request.param])
    return importlib.import_module(f"adspec.conformance.engines.{request.param}_engine").ENGINE


def test_an_engine_has_the_slopes_found_by_hand(engine):
    obs = observe(engine, PRODUCTS)

    found = {"y": [float(a) for a in obs.y]}
    if engine.jvp is not None:
        found["J u"] = [float(a) for a in obs.Ju]
    if engine.vjp is not None:
        found["Jᵀ v"] = [float(a) for a in obs.JTv]
    if engine.grad is not None:
        found["grad"] = [float(a) for a in obs.arrays(tuple(obs.grad))]
    known = {"y": [10.0], "J u": [6.0], "Jᵀ v": [7.0, 2.0], "grad": [7.0, 2.0]}

    assert found == {name: known[name] for name in found}


def test_an_adapter_names_words_of_the_vocabulary_and_is_sound(engine):
    assert engine.unknown() == ()
    assert fault_of(engine) == ""


def test_two_variables_at_one_point_are_two_variables(engine):
    case = parse_case(str(PRODUCTS).replace("x1 = 3.0", "x1 = 2.0", 1))

    # J = (2 + 4, 2) where both are 2
    assert [float(a) for a in observe(engine, case).JTv] == [6.0, 2.0]


def test_what_is_shown_comes_back(engine):
    for shape in ((), (1,), (2, 3)):
        array = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)
        if engine.limits.axes is None or len(shape) <= engine.limits.axes:
            with engine.scope():
                back = np.asarray(engine.to_numpy(engine.array(array)))
            assert back.dtype == np.float64
            assert np.array_equal(back, array)


def test_every_engine_is_registered_with_an_extra_an_environment_and_a_row_of_the_page():
    registered = set(PROJECT["entry-points"]["adspec.engines"]) - {"reference"}
    tox = configparser.ConfigParser(strict=False, interpolation=None)
    tox.read(ROOT / "tox.ini")
    environments = tox["tox"]["labels"].split("engines = engine-{")[1].split("}")[0].split(",")
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")

    assert registered == set(MODULES)
    assert registered <= set(PROJECT["optional-dependencies"])
    assert registered <= set(environments)
    assert [name for name in registered if f"\n| `{name}` |" not in page] == []
