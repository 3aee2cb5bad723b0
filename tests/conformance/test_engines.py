"""The adapters: short, honest about their engine, and polite to the user's configuration."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from adspec.engine import namespace
from adspec.language import spaces
from adspec.language.case import parse_case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import NotShown
from adspec.language.primitives import VOCABULARY
from adspec.law import judge
from adspec.observation import EngineError, observe
from adspec.observation.second import Second
from adspec.properties import evaluation_count, gradient_cost, scalar_output
from adspec.search.contracts import contract_cases

ENGINES = ("reference", "autograd", "jax")
HOME = Path(__file__).resolve().parents[2] / "conformance" / "engines"


def module_of(name):
    if name != "reference":
        pytest.importorskip(name)
    return importlib.import_module(f"adspec.conformance.engines.{name}_engine")


@pytest.fixture(params=ENGINES)
def engine(request):
    return module_of(request.param).ENGINE


@pytest.mark.parametrize("name", ENGINES)
def test_an_adapter_has_at_most_30_lines_of_its_own(name):
    body = ast.parse((HOME / f"{name}_engine.py").read_text()).body
    is_own = lambda node: not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr))

    own = [node for node in body if is_own(node)]

    assert sum(node.end_lineno - node.lineno + 1 for node in own) <= 30


# loss = x0·x1 + x0² + sin x2 at [1, 2, 0.5], by hand: [x1 + 2·x0, x0, cos x2].
EXPERIMENT = parse_case(
    """
def f(x):
    a = getitem(x, 0)
    b = getitem(x, 1)
    c = getitem(x, 2)
    d = multiply(a, b)
    e = multiply(a, a)
    g = sin(c)
    h = add(d, e)
    i = add(h, g)
    return i

x = [1.0, 2.0, 0.5]
u_x = [1.0, 0.0, 0.0]
v_0 = 1.0
""".strip()
)


def test_the_experiment_has_its_gradient(engine):
    (gradient,) = observe(engine, EXPERIMENT).JTv

    assert np.array_equal(np.round(gradient, 8), [4.0, 1.0, 0.87758256])


def test_the_experiment_costs_three_calls_by_pushes_and_one_by_a_pull(engine):
    obs = observe(engine, EXPERIMENT)

    slopes = [float(obs.push([e])[0]) for e in np.eye(3)]
    obs.JTv  # noqa: B018 -- computed on first use

    assert np.array_equal(np.round(slopes, 8), [4.0, 1.0, 0.87758256])
    assert (obs.calls["push again"], obs.calls["vjp"]) == (3, 1)


def test_the_gradient_of_a_vector_is_a_type_error(engine):
    vector = parse_case(
        "def f(x):\n    a = sin(x)\n    return a\nx = [1.0, 2.0]\nu_x = [1.0, 0.0]\nv_0 = [1.0, 1.0]"
    )

    with pytest.raises(EngineError) as refusal:
        observe(engine, vector).grad  # noqa: B018 -- computed on first use

    assert type(refusal.value.error) is TypeError


@pytest.mark.parametrize("law", [evaluation_count, gradient_cost, scalar_output], ids=lambda rule: rule.name)
def test_every_engine_keeps_the_contracts(engine, law):
    known = [case for case in contract_cases() if not engine.lacks(case.program.primitives())]
    provided = [case for case in known if case.presentation not in CONTAINERS]
    statuses = {judge(law, observe(engine, case)).status for case in provided}

    assert statuses <= {"holds", "deviates", "vacuous"}


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128"])
def test_numbers_keep_their_kind(engine, dtype):
    x, u, v = (f"{dtype}([{n}, {n}])" if dtype != "float64" else f"[{n}, {n}]" for n in (0.5, 1.0, 2.0))
    obs = observe(
        engine, parse_case(f"def f(x):\n    a = sin(x)\n    return a\nx = {x}\nu_x = {u}\nv_0 = {v}")
    )

    assert {a.dtype.name for a in (*obs.y, *obs.Ju, *obs.JTv)} == {dtype}


def test_cotangents_are_translated_into_the_real_inner_product(engine):
    # f(z) = z² at 1 + 2i is multiplication by 2 + 4i; its transpose in ⟨a, b⟩ = Re(conj(a)·b) by 2 − 4i.
    square = parse_case(
        "def f(x):\n    a = multiply(x, x)\n    return a\n"
        "x = complex(1.0, 2.0)\nu_x = complex(0.0, 1.0)\nv_0 = complex(0.0, 1.0)"
    )

    obs = observe(engine, square)

    assert complex(obs.Ju[0]) == (2 + 4j) * 1j
    assert complex(obs.JTv[0]) == (2 - 4j) * 1j


@pytest.mark.parametrize("name", ENGINES)
def test_a_namespace_is_of_the_vocabulary(name):
    assert set(module_of(name).ENGINE.ops) <= {*VOCABULARY, "getitem"}


def test_sequences_of_arrays_are_flat():
    ops = namespace(np)

    assert np.array_equal(ops["concat"](np.zeros(1), np.ones(2), axis=0), [0.0, 1.0, 1.0])
    assert ops["acos"] is np.arccos
    assert "special.erf" not in ops


def test_a_factor_and_its_triangle_are_two_arguments(engine):
    # (c cᵀ) x = b with c = [[2, 0], [1, 1]], that is [[4, 2], [2, 2]] x = [2, 0]: x = [1, -1].
    name = "linalg.cho_solve"
    if name not in engine.ops:
        pytest.skip(f"{engine.name} has no {name}")

    found = engine.ops[name](np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([2.0, 0.0]), lower=True)

    assert np.array_equal(np.round(found, 6), [1.0, -1.0])


def test_a_cumulative_sum_of_the_older_kind_starts_with_no_value_of_its_own():
    older = namespace(SimpleNamespace(cumsum=np.cumsum))["cumulative_sum"]

    assert np.array_equal(older(np.ones(2), axis=0), [1.0, 2.0])
    with pytest.raises(NotShown, match="include_initial"):
        older(np.ones(2), include_initial=True)


def test_jax_forgets_what_it_compiled():
    engine = module_of("jax").ENGINE
    jax = sys.modules["jax"]
    compiled = jax.devices()[0].client.live_executables
    for n in range(3, 13):
        jax.numpy.sin(np.ones(n))
    assert len(compiled()) >= 10
    engine.forget()
    assert len(compiled()) == 0


@pytest.mark.parametrize("name", ["checkpoint", "jit"])
def test_jax_is_not_blamed_for_values_that_a_trace_has_not(name):
    engine = module_of("jax").ENGINE
    picked = lambda x: engine.ops["extract"](np.array([True, False]), x)
    with pytest.raises(NotShown, match="BoolConversion"):
        getattr(engine, name)(picked)(np.ones(2))
    assert np.array_equal(getattr(engine, name)(engine.ops["square"])(np.arange(3.0)), [0.0, 1.0, 4.0])


@pytest.mark.parametrize("way", ["pull_of_push", "pull_of_pull", "push_of_pull"])
def test_a_complex_answer_gets_a_complex_cotangent(way):
    """JAX's eigenvalues of a real matrix are complex; the cotangent of NumPy's are real."""
    case = parse_case(
        "def f(x):\n    a = linalg.eigvals(x)\n    return a\nx = [[1.0]]\nu_x = [[1.0]]\nv_0 = [1.0]"
    )
    obs = observe(module_of("jax").ENGINE, case)
    assert [v.dtype.kind for v in spaces.leaves(obs.shown_cotangent(case.v))] == ["c"]
    with pytest.raises(EngineError, match="enable_eigvec_derivs"):
        getattr(Second(obs), way)


def test_jax_is_left_as_the_user_configured_it():
    module_of("jax")
    script = inspect.cleandoc("""
        import jax, numpy
        from adspec.conformance.engines.jax_engine import ENGINE
        from adspec.language.case import parse_case
        from adspec.observation import observe
        text = "def f(x):\\n    a = multiply(x, x)\\n    return a\\nx = 0.1\\nu_x = 1.0\\nv_0 = 1.0"
        obs = observe(ENGINE, parse_case(text + "\\npresentation = 'operators'"))
        assert {str(a.dtype) for a in (*obs.y, *obs.Ju, *obs.JTv)} == {"float64"}
        assert not jax.config.jax_enable_x64
        assert str(jax.numpy.asarray(numpy.float64(1.0)).dtype) == "float32"
    """)

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
