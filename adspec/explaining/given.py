"""What is given to be explained: a formula and where it is taken, or a file with a case in it."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from adspec.findings.counterexample import BESIDE, FORMAT, Counterexample, from_json
from adspec.findings.parts import plain
from adspec.language.arrays import parse_array
from adspec.language.case import Case, case_from_json, parse_case
from adspec.language.expression import parse_formula
from adspec.language.literals import LanguageError
from adspec.language.program import Program
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY

POINTS = (2.0, 3.0, 0.5, 1.5, 4.0, 0.25)


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """A case, and the counterexample that it is of, if any."""

    case: Case
    found: Counterexample | None = None


def read_given(path: Path) -> Given:
    """Return what is in a file: a counterexample or a case in JSON, or a case as Python text.

    Nothing of it is evaluated.
    Raises: LanguageError naming file, place and fault; OSError where it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return _given_json(text) if text.lstrip().startswith("{") else Given(case=parse_case(text))
    except UnicodeDecodeError as error:
        raise LanguageError(f"{path}: not UTF-8: {error.reason}") from error
    except LanguageError as error:
        raise LanguageError(f"{path}: {error}") from error
    except RecursionError:
        raise LanguageError(f"{path}: is nested too deeply") from None


def _given_json(text: str) -> Given:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        if '"adspec-report"' in text.partition("\n")[0]:
            raise LanguageError(f"is the report of a run. {BESIDE}") from error
        raise LanguageError(f"not JSON: {error}") from error
    if value.get("format") == FORMAT:
        found = from_json(value)
        return Given(case=found.case, found=found)
    return Given(case=case_from_json(value.get("case", value)))


def case_of(program: str | Program, at: str | Mapping[str, Any] = "") -> Case:
    """Return the case of a program, taken where `at` says: `x = 2.0; u_x = 1.0; v = 1.0`, or a mapping.

    What is not given gets plain numbers: an input one of `POINTS`, tangents and the cotangent what other
    cases have.
    Raises: LanguageError for a name that the program does not have, or where the program cannot run.
    """
    f = parse_formula(program) if isinstance(program, str) else program
    given = _assignments(at) if isinstance(at, str) else {k: np.asarray(a, float) for k, a in at.items()}
    x = tuple(given.pop(n, np.asarray(p)) for n, p in zip(f.inputs, _points(f.inputs), strict=True))
    y = _values(f, x)
    u = tuple(
        given.pop(f"u_{n}", plain(a, (1.0, -0.5, 2.0), i))
        for i, (n, a) in enumerate(zip(f.inputs, x, strict=True))
    )
    keys = [("v", "v_0") if len(y) == 1 else (f"v_{k}",) for k in range(len(y))]
    v = tuple(_one(given, names, plain(a, (1.0, 2.0, -0.5))) for names, a in zip(keys, y, strict=True))
    if given:
        known = ", ".join([*f.inputs, *(f"u_{n}" for n in f.inputs), *(names[0] for names in keys)])
        raise LanguageError(f"{', '.join(given)}: not of this program. It has {known}")
    for name, a, b in (*zip(f.inputs, x, u, strict=True), *zip((n[0] for n in keys), y, v, strict=True)):
        if a.shape != b.shape:
            raise LanguageError(f"{name}: of shape {b.shape}, but {a.shape} is wanted")
    return Case(program=f, x=x, u=u, v=v)


def _points(names: Sequence[str]) -> list[float]:
    return [POINTS[i % len(POINTS)] for i in range(len(names))]


def _one(given: dict[str, Array], names: Sequence[str], otherwise: Array) -> Array:
    return next((given.pop(name) for name in names if name in given), otherwise)


def _assignments(text: str) -> dict[str, Array]:
    try:
        lines = ast.parse(text.strip()).body
    except SyntaxError as error:
        raise LanguageError(f"point {text!r}: not Python: {error.msg}") from error
    found: dict[str, Array] = {}
    for line in lines:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = parse_array(value)
            case _:
                raise LanguageError(f"point {text!r}: expected `x = 2.0; y = [1.0, 2.0]`")
    return found


def _values(f: Program, x: Sequence[Array]) -> tuple[Array, ...]:
    """Return what the program returns; it must be arrays of real or complex numbers."""
    try:
        with np.errstate(all="ignore"):
            env = f.environment(NUMPY, dict(zip(f.inputs, x, strict=True)), np.dtype(np.float64))
    except KeyError as error:
        raise LanguageError(f"program: {error} is not a primitive. `adspec primitives` lists them") from error
    except (ValueError, TypeError, IndexError, ArithmeticError, np.linalg.LinAlgError) as error:
        raise LanguageError(f"program: cannot run at this point: {type(error).__name__}: {error}") from error
    found = tuple(env[name] for name in f.outputs)
    for name, a in zip(f.outputs, found, strict=True):
        if isinstance(a, (tuple, list)) or np.asarray(a).dtype.kind not in "fc":
            raise LanguageError(f"program: {name} is no array of real or complex numbers. Return one")
    return tuple(np.asarray(a) for a in found)
