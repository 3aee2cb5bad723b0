"""Hand-made findings, whose numbers a reader can recompute."""

import os
from pathlib import Path

import numpy as np
import pytest

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer, Counterexample
from adspec.findings.coverage import Cell, Coverage
from adspec.findings.summary import EngineSummary, LawRow, Report
from adspec.language.case import parse_case

pytest_plugins = ["pytester"]


@pytest.fixture
def golden():
    """Compare a text with a golden file; ADSPEC_UPDATE_GOLDEN=1 writes the file instead."""

    def compare(path: Path, text: str) -> None:
        if os.environ.get("ADSPEC_UPDATE_GOLDEN"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{text}\n", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == f"{text}\n"

    return compare


@pytest.fixture
def prod_nan():
    """Return the pull of a product with one zero: d/dx0 is 2·3 = 6, not nan."""
    case = parse_case(
        "def f(x):\n    a = prod(x)\n    return a\nx = [0.0, 2.0, 3.0]\nu_x = [1.0, -0.5, 2.0]\nv_0 = 1.0"
    )
    wrong, right = np.array([np.nan, 0.0, 0.0]), np.array([6.0, 0.0, 0.0])
    return Counterexample(
        engine="autograd",
        version="1.9.1",
        law="truth_pull",
        status="broken",
        cause=Cause(where="prod", argument=0, mode="pull", symptom="nan"),
        case=case,
        left=wrong,
        right=right,
        left_says="Jᵀ v",
        right_says="truth",
        power=1e-12,
        diagnosis="nan trap: 0·inf or 0/0 inside the rule where the limit is finite",
        answers=(
            Answer(oracle="truth", value=right, agrees=True),
            Answer(oracle="autograd", value=wrong, agrees=False),
            Answer(oracle="jax", value=right, agrees=True),
            Answer(oracle="reference", value=right, agrees=True),
        ),
        falls_with=("transpose",),
        count=37,
    )


@pytest.fixture
def report(prod_nan):
    """Return a complete report of two engines, one of which breaks two laws because of one rule."""
    broken = EngineSummary(
        engine="autograd",
        version="1.9.1",
        rows=(
            LawRow(law="truth_pull", counts={"holds": 963, "broken": 37, "unsupported": 4}, power=1.5e-12),
            LawRow(law="transpose", counts={"holds": 980, "broken": 24}, power=2e-15, falls_with=24),
            LawRow(law="purity", counts={"holds": 1004}, power=0.0),
            LawRow(law="scalar_output", counts={}),
            LawRow(
                law="linear_cost",
                counts={"holds": 2},
                measured={"calls by a pull over calls by f": (2.0, 4.25)},
            ),
            LawRow(law="checkpoint", counts={"deviates": 4}, deviations=("calls by a pull: 1 instead of 2",)),
        ),
        causes=(prod_nan,),
        cases=1004,
        seconds=8.25,
        not_provided=("vecdot",),
        coverage=Coverage(
            provided=2004,
            raised=(Cell("prod", 0, "push", "float32"),),
            never=(Cell("pow", 1, "pull", "float32"), Cell("pow", 1, "pull", "complex64")),
        ),
    )
    kept = EngineSummary(
        engine="reference",
        version="0.1.0",
        rows=(LawRow(law="truth_pull", counts={"holds": 1004}, power=1.5e-12),),
        causes=(),
        cases=1004,
        seconds=6.5,
    )
    header = {"adspec": "0.1.0", "profile": "quick", "seed": "0"}
    return Report(header=header, engines=(broken, kept))
