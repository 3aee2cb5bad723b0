"""Four families of engines: a right engine of each keeps the laws, and deviates where its dialect says so.

autograd and JAX are there themselves. Of the other two there is a small engine with their manners: the
reference engine, which is right, answering the questions of the dialect as PyTorch and TensorFlow do.
"""

import importlib
from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.dialect import AUTOGRAD, FAMILIES, JAX, TENSORFLOW, TORCH, Dialect
from adspec.findings.tally import Tally
from adspec.language import spaces
from adspec.language.case import parse_case
from adspec.language.primitives import VOCABULARY
from adspec.law import FINDINGS, judge, judge_all
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.reference_engine import numpy, tracing
from adspec.reference_engine.tracing import Traced, shape_of
from adspec.search.contracts import contract_cases
from adspec.search.ladder import ladder

BY_NAME = {rule.name: rule for rule in LAWS}
CONTRACTS = [case for case in contract_cases() if not case.program.depth]
RUNGS = [case for name in ("multiply", "exp") for case in ladder(VOCABULARY[name])]


# ------------------------------------------------------------------ the engines with foreign manners


def conjugated(tree):
    if isinstance(tree, tuple):
        return tuple(map(conjugated, tree))
    return numpy.conj(tree) if plain(tree).dtype.kind == "c" else tree


def hermitian(engine):
    """Return a vjp in the product Re(conj(v)·Ju), which conjugates what goes in and what comes out."""

    def vjp(f, xs):
        y, pull = engine.vjp(f, xs)
        return y, lambda v: conjugated(pull(conjugated(v)))

    return vjp


def torch_like(engine):
    """Return the engine with PyTorch's manners: hermitian, RuntimeError for what has no gradient."""
    vjp = hermitian(engine)

    def grad(f, xs):
        if not all(plain(x).dtype.kind in "fc" for x in xs):
            raise RuntimeError("only floating-point tensors can require gradients")
        y, pull = vjp(f, xs)
        if isinstance(y, tuple) or shape_of(y) not in {(), (1,), (1, 1)} or np.iscomplexobj(plain(y)):
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        return pull(ones(y))

    return replace(engine, name="torch-like", vjp=vjp, grad=grad, trees=(), **WITHOUT, dialect=TORCH)


def tensorflow_like(engine):
    """Return the engine with TensorFlow's: None where nothing flows, and the gradient of whatever comes."""

    def vjp(f, xs):
        y, pull = hermitian(engine)(f, xs)
        wanted = [plain(a).dtype for a in spaces.leaves(y)]
        # Within another derivative a zero has a derivative of its own: nothing is None there.
        is_inner = any(type(x) is Traced for x in xs)
        reached = [is_inner or np.any(plain(c)) for c in pull(ones(y))]

        def answering(v):
            if [plain(a).dtype for a in spaces.leaves(v)] != wanted:
                raise ValueError("incompatible dtypes")
            return tuple(c if r else None for r, c in zip(reached, pull(v), strict=True))

        return y, answering

    def grad(f, xs):
        kinds = {plain(x).dtype.kind for x in xs}
        if kinds & set("OUS"):
            raise ValueError("no tensors")
        if kinds & set("iu"):
            return tuple(None for _ in xs)
        y, pull = hermitian(engine)(f, xs)
        return pull(ones(y))

    return replace(
        engine, name="tensorflow-like", vjp=vjp, grad=grad, trees=(), **WITHOUT, dialect=TENSORFLOW
    )


def plain(a):
    """Return the array of numbers within a traced value."""
    return np.asarray(tracing.plain(a))


def ones(y):
    return tuple(map(ones, y)) if isinstance(y, tuple) else np.ones_like(plain(y))[()]


# Neither has operators of the reference engine's, whose vjp is another.
WITHOUT = dict.fromkeys(
    (
        *("value_and_grad", "jacobian", "forward_jacobian", "hessian", "hvp"),
        *("elementwise_grad", "holomorphic_grad", "linearize", "checkpoint"),
    )
)
LIKE = {"torch": torch_like, "tensorflow": tensorflow_like}

# ------------------------------------------------------------------ what they keep, and where they deviate

# fmt: off
DEVIATE = {
    "torch":      {"scalar_output"},
    "tensorflow": {"scalar_output", "independence", "input_kind", "cotangent_check"},
}
TOLD = {
    "torch": {
        "grad of an output of shape (1,): accepts it instead of raises RuntimeError",
    },
    "tensorflow": {
        "grad of an output of shape (3,): sums it up instead of raises TypeError",
        "grad of an output of dtype complex128: accepts it instead of raises TypeError",
        "cotangent of an unused input: None instead of zeros",
        "grad with respect to integers: returns None instead of raises TypeError or ValueError",
        "a float64 cotangent for a float32 y: refused instead of cast",
    },
}
# fmt: on


@pytest.mark.parametrize("family", LIKE)
def test_a_right_engine_of_a_family_keeps_every_law_and_deviates_where_it_says_so(family):
    engine, tally = LIKE[family](ENGINE), Tally(LAWS)
    for tier, cases in (("contracts", CONTRACTS), ("rules", RUNGS)):
        laws = [rule for rule in LAWS if tier in rule.tiers]
        for case in cases:
            found = list(judge_all(laws, observe(engine, case)))
            assert [(v, str(case)) for v in found if v.status in FINDINGS] == []
            tally.count(found)

    rows = {row.law: row for row in tally.rows()}
    assert {name for name, row in rows.items() if row.counts.get("deviates")} == DEVIATE[family]
    assert TOLD[family] <= {text for row in rows.values() for text in row.deviations}


SIN = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")


@pytest.mark.parametrize("law", ["truth_push", "truth_pull", "transpose", "grad_is_pull"])
@pytest.mark.parametrize("family", FAMILIES)
def test_no_dialect_excuses_a_number(family, law):
    """J u, Jᵀ v and the gradient of sin are twice too large; of J u and Jᵀ v only one is."""
    fault = "sin_push_negated" if law in {"truth_push", "transpose"} else "grad_seeded_with_2"
    engine = MUTANTS[fault].engine
    wrong = replace(engine, vjp=_doubled) if law == "truth_pull" else engine

    assert judge(BY_NAME[law], observe(replace(wrong, dialect=FAMILIES[family]), SIN)).status == "broken"


def _doubled(f, xs):
    y, pull = ENGINE.vjp(f, xs)
    return y, lambda v: tuple(2 * c for c in pull(v))


@pytest.mark.parametrize("family", LIKE)
def test_what_is_not_declared_is_broken(family):
    """The same manners without the dialect: each question on which they deviate is a broken law."""
    silent = replace(LIKE[family](ENGINE), dialect=Dialect(pairing="hermitian"))
    statuses = {
        name: {judge(BY_NAME[name], observe(silent, case)).status for case in CONTRACTS}
        for name in DEVIATE[family]
    }

    assert {name: "broken" in found for name, found in statuses.items()} == dict.fromkeys(statuses, True)


# ------------------------------------------------------------------ autograd and JAX


@pytest.mark.parametrize(
    ("name", "dialect"), [("autograd", AUTOGRAD), pytest.param("jax", JAX, marks=pytest.mark.slow)]
)
def test_an_adapter_has_the_dialect_of_its_family(name, dialect):
    pytest.importorskip(name)
    engine = importlib.import_module(f"adspec.conformance.engines.{name}_engine").ENGINE

    assert engine.dialect == dialect


# fmt: off
REAL = {
    ("autograd", "scalar_output"):  "grad of an output of shape (1,): accepts it instead of raises TypeError",
    ("jax", "checkpoint"):          "calls of a checkpointed f by a pull: 1 instead of 2",
    ("jax", "cotangent_check"):     "a float64 cotangent for a float32 y: refused instead of cast",
}
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize(("name", "law"), REAL)
def test_a_real_engine_deviates_where_its_dialect_says_so(name, law):
    pytest.importorskip(name)
    engine, tally = importlib.import_module(f"adspec.conformance.engines.{name}_engine").ENGINE, Tally(LAWS)
    tally.count(judge(BY_NAME[law], observe(engine, case)) for case in CONTRACTS)
    [row] = [row for row in tally.rows() if row.law == law]

    assert REAL[name, law] in row.deviations
    assert not {"broken", "crashed"} & {status for status, count in row.counts.items() if count}
