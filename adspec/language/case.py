"""Cases: a program, a point x, a tangent u and a cotangent v, shown in one presentation.

A case is all that a run depends on, as plain data: it prints as text, is saved as JSON with
hexadecimal floats, and reads back bit for bit. Inputs without a tangent are *held*: the
program sees them, nothing is differentiated with respect to them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adspec.language import literals, program, spaces
from adspec.language.arrays import array_from_json, array_to_json, parse_array, show_array
from adspec.language.literals import LanguageError
from adspec.language.presentation import PRESENTATIONS
from adspec.language.program import Program
from adspec.language.spaces import Array

SCHEMA = 1


@dataclass(frozen=True, kw_only=True, eq=False, slots=True, weakref_slot=True)
class Case:
    """What an engine is shown. Arrays are never written to.

    Shapes: x, u: one array per differentiated input; v: one array per output.
    """

    program: Program
    x: tuple[Array, ...]
    u: tuple[Array, ...]
    v: tuple[Array, ...]
    held: Mapping[str, Array] = field(default_factory=dict)
    presentation: str = "functions"

    @property
    def wrt(self) -> tuple[str, ...]:
        """Return the inputs with respect to which the program is differentiated."""
        return tuple(name for name in self.program.inputs if name not in self.held)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the real dtype whose roundoff the case is judged by: the narrowest of its inputs."""
        kinds = [a.real.dtype for a in (*self.x, *self.held.values()) if a.dtype.kind in "fc"]
        return min(kinds, key=lambda kind: kind.itemsize, default=np.dtype(np.float64))

    @property
    def u2(self) -> tuple[Array, ...]:
        """Return a second tangent, made of the first: the direction of second derivatives."""
        return tuple(spaces.another(a) for a in self.u)

    def values(self, x: Sequence[Any]) -> dict[str, Any]:
        """Return what each input name stands for when the differentiated ones are `x`."""
        return {**dict(zip(self.wrt, x, strict=True)), **self.held}

    def run(self, ops: Mapping[str, Callable[..., Any]], x: Sequence[Any]) -> Any:
        """Return f(x) over a table of operations."""
        return self.program.run(ops, self.values(x), self.dtype)

    def with_program(self, new: Program, env: Mapping[str, Array], u: Mapping[str, Array]) -> Case:
        """Return the case of another program whose inputs have the values `env` and tangents `u`.

        An input without a tangent in `u` is held where it was, else it gets a zero tangent.
        The cotangent is kept: the new program must have outputs of the same shapes.
        """
        held = {name: self.held[name] for name in new.inputs if name in self.held}
        wrt = [name for name in new.inputs if name not in held]
        x = tuple(np.asarray(env[name]) for name in wrt)
        tangents = tuple(u.get(name, np.zeros_like(env[name])) for name in wrt)
        return replace(self, program=new, x=x, u=tangents, held=held)

    def __str__(self) -> str:
        """Return the case as Python text, which `parse_case` reads back."""
        lines = [str(self.program), ""]
        lines += [f"{name} = {show_array(a)}" for name, a in self.values(self.x).items()]
        lines += [f"u_{name} = {show_array(a)}" for name, a in zip(self.wrt, self.u, strict=True)]
        lines += [
            f"v_{name} = {show_array(a)}" for name, a in zip(_output_keys(self.program), self.v, strict=True)
        ]
        if self.presentation != "functions":
            lines.append(f"presentation = {self.presentation!r}")
        return "\n".join(lines)


def same_case(a: Case, b: Case) -> bool:
    """Return whether two cases are the same bit for bit (NaN payloads aside)."""
    return json.dumps(case_to_json(a)) == json.dumps(case_to_json(b))


# ------------------------------------------------------------------ text and JSON of cases


def _output_keys(f: Program) -> tuple[str, ...]:
    """Return one key per output; an output returned twice gets a key per position."""
    return tuple(str(i) for i in range(len(f.outputs)))


def parse_case(text: str) -> Case:
    """Return the case of a text as `str(case)` prints it; nothing is evaluated.

    Raises: LanguageError with line and fault.
    """
    try:
        first, *rest = ast.parse(text).body
    except SyntaxError as error:
        raise LanguageError(f"line {error.lineno}: not Python: {error.msg}") from error
    except ValueError as error:
        raise LanguageError("line 1: an empty text is not a case") from error
    if not isinstance(first, ast.FunctionDef):
        raise LanguageError("line 1: a case begins with its program, `def f(x): …`")
    f = program.program_of(first)
    given: dict[str, ast.expr] = {}
    for line in rest:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                given[name] = value
            case _:
                raise LanguageError(f"line {line.lineno}: expected `name = array`")
    return _assemble(f, given)


def _assemble(f: Program, given: dict[str, ast.expr]) -> Case:
    def need(name: str) -> Array:
        if name not in given:
            raise LanguageError(f"case: {name!r} is missing. Add a line `{name} = …`")
        return parse_array(given[name])

    wrt = [name for name in f.inputs if f"u_{name}" in given]
    shown = given.get("presentation")
    made = Case(
        program=f,
        x=tuple(need(name) for name in wrt),
        u=tuple(need(f"u_{name}") for name in wrt),
        v=tuple(need(f"v_{key}") for key in _output_keys(f)),
        held={name: need(name) for name in f.inputs if name not in wrt},
        presentation=str(literals.parse_literal(shown)) if shown is not None else "functions",
    )
    return _checked(made, "case")


def case_to_json(case: Case) -> dict[str, Any]:
    """Return the JSON value of a case, with its schema version."""
    return {
        "schema": SCHEMA,
        "program": program.program_to_json(case.program),
        "x": [array_to_json(a) for a in case.x],
        "u": [array_to_json(a) for a in case.u],
        "v": [array_to_json(a) for a in case.v],
        "held": {name: array_to_json(a) for name, a in case.held.items()},
        "presentation": case.presentation,
    }


def case_from_json(value: Any, where: str = "case") -> Case:
    """Return the case of a JSON value: inverse of `case_to_json`.

    Raises: LanguageError naming place and fault, also for shapes that do not fit together.
    """
    match value:
        case {"schema": schema} if schema != SCHEMA:
            raise LanguageError(f"{where}.schema: {schema!r} is not {SCHEMA}. Use a matching adspec version")
        case {
            "program": f,
            "x": list(x),
            "u": list(u),
            "v": list(v),
            "held": dict(held),
            "presentation": str(how),
        }:
            made = Case(
                program=program.program_from_json(f, f"{where}.program"),
                x=tuple(array_from_json(a, f"{where}.x[{i}]") for i, a in enumerate(x)),
                u=tuple(array_from_json(a, f"{where}.u[{i}]") for i, a in enumerate(u)),
                v=tuple(array_from_json(a, f"{where}.v[{i}]") for i, a in enumerate(v)),
                held={name: array_from_json(a, f"{where}.held.{name}") for name, a in held.items()},
                presentation=how,
            )
            return _checked(made, where)
    raise LanguageError(f"{where}: expected an object with schema, program, x, u, v, held and presentation")


def _checked(case: Case, where: str) -> Case:
    if len(case.x) != len(case.wrt):
        raise LanguageError(f"{where}.x: {len(case.x)} arrays for {len(case.wrt)} inputs")
    if [a.shape for a in case.x] != [a.shape for a in case.u]:
        raise LanguageError(f"{where}.u: its shapes are not those of x")
    if len(case.v) != len(case.program.outputs):
        raise LanguageError(f"{where}.v: {len(case.v)} arrays for {len(case.program.outputs)} outputs")
    if case.presentation not in PRESENTATIONS:
        known = ", ".join(PRESENTATIONS)
        raise LanguageError(f"{where}.presentation: {case.presentation!r} is not one of {known}")
    return case


def output_tree(case: Case, outputs: Sequence[Any]) -> spaces.Tree:
    """Return the outputs as the program returns them: bare where there is one, else a tuple."""
    return outputs[0] if len(case.program.outputs) == 1 else tuple(outputs)
