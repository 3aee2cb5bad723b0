"""Equations and programs in the words of an engine, as the lines of a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from adspec.artifacts.literal import constant
from adspec.engine import SEQUENCES, SPELLINGS
from adspec.idiom import Idiom, called
from adspec.language.presentation import METHODS, OPERATORS
from adspec.language.program import Equation, Name, Program

INFIX: Mapping[str, str] = {
    "add": "+",
    "divide": "/",
    "equal": "==",
    "floor_divide": "//",
    "greater": ">",
    "greater_equal": ">=",
    "less": "<",
    "less_equal": "<=",
    "matmul": "@",
    "multiply": "*",
    "not_equal": "!=",
    "pow": "**",
    "remainder": "%",
    "subtract": "-",
}
PREFIX: Mapping[str, str] = {"negative": "-", "positive": "+"}
METHOD: Mapping[str, str] = {"cumulative_prod": "cumprod", "cumulative_sum": "cumsum"}
ATTRIBUTE: Mapping[str, str] = {"imag": "imag", "matrix_transpose": "mT", "real": "real"}


class NoScript(ValueError):  # noqa: N818 -- an answer, not a fault
    """There is no script for a counterexample, and why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Speller:
    """One engine's way of writing, in one presentation; `dtype` is that of float constants."""

    engine: str
    idiom: Idiom
    presentation: str
    dtype: Any

    def function(self, name: str, parameters: Sequence[str], program: Program) -> list[str]:
        """Return a program as a function."""
        returned = ", ".join(program.outputs)
        if len(program.outputs) > 1:
            returned = self.idiom.outputs.format(returned)
        body = [line for e in program.equations for line in self.lines(e)]
        last = body[-1] if body else ""
        if last.startswith(f"{returned} = "):
            body, returned = body[:-1], last.partition(" = ")[2]
        return [f"def {name}({', '.join(parameters)}):", *_inside(body), f"    return {returned}"]

    def lines(self, e: Equation) -> Iterator[str]:
        """Yield the lines of one equation, the functions that it takes first."""
        functions = [f"{letter}_{e.name}" for letter in "gh"[: len(e.bodies)]]
        for name, body in zip(functions, e.bodies, strict=True):
            yield from self.function(name, body.inputs[:1], body)
        args = [a.text if isinstance(a, Name) else constant(a, self.dtype) for a in e.args]
        match e.primitive:
            case "iterate":
                yield f"{e.name} = {args[0]}"
                yield f"for _ in range({e.params['times']}): {e.name} = {functions[0]}({e.name})"
            case "branch":
                yield f"{e.name} = {functions[0]}({args[1]}) if {args[0]} > 0 else {functions[1]}({args[1]})"
            case "push":
                yield f"{e.name} = {self.idiom.push(functions[0], args[:1], args[1:])}[1]"
            case "pull":
                yield f"{e.name} = {self.idiom.pull(functions[0], args[:1], args[1], 0)}"
            case "grad" if self.idiom.grad is not None:
                yield f"{e.name} = {self.idiom.grad(functions[0], args, 0)}"
            case "grad":
                raise NoScript(f"engine {self.engine}: its idiom has no grad.")
            case _:
                params = {key: constant(value, None) for key, value in e.params.items()}
                yield f"{e.name} = {self.call(e, args, params)}"

    def call(self, e: Equation, args: list[str], params: dict[str, str]) -> str:
        """Return the text of a plain equation's right-hand side."""
        word = e.primitive
        if self.presentation in {"operators", "numpy_scalars"} and word in OPERATORS and not params:
            return _operator(word, self._scalars(e, args))
        if word == "getitem":
            return f"{args[0]}[{args[1]}]"
        if self.presentation == "methods" and word in METHODS:
            return _method(word, args, params)
        if word in self.idiom.spelled:
            return self.idiom.spelled[word](args, params)
        return _as_it_takes(word, self.path(word), args, params)

    def _scalars(self, e: Equation, args: list[str]) -> list[str]:
        """Return the arguments of an operator; Python floats are NumPy scalars in that presentation."""
        if self.presentation != "numpy_scalars":
            return args
        texts = zip(e.args, args, strict=True)
        return [f"np.{self.dtype}({text})" if isinstance(a, float) else text for a, text in texts]

    def path(self, primitive: str) -> str:
        """Return where a primitive stands in the engine's modules: `anp.linalg.solve`.

        Raises: NoScript where no module has it.
        """
        head, _, last = primitive.rpartition(".")
        dotted = [f"{head}.{spelling}".strip(".") for spelling in SPELLINGS.get(last, (last,))]
        for alias, module in self.idiom.modules.items():
            for path in dotted:
                if _has(import_module(module), path):
                    return f"{alias}.{path}"
        raise NoScript(f"primitive {primitive}: no module of {self.engine} has it under a usual name.")


def _inside(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _has(module: Any, path: str) -> bool:
    for part in path.split("."):
        module = getattr(module, part, None)
    return module is not None


def _operator(word: str, args: Sequence[str]) -> str:
    if word == "getitem":
        return f"{args[0]}[{args[1]}]"
    if word in INFIX:
        return f"{_within(args[0])} {INFIX[word]} {_within(args[1])}"
    return f"{PREFIX[word]}{args[0]}" if word in PREFIX else f"{word}({args[0]})"


def _within(text: str) -> str:
    return f"({text})" if text.startswith("-") else text


def _method(word: str, args: Sequence[str], params: Mapping[str, str]) -> str:
    if word in ATTRIBUTE:
        return f"{args[0]}.{ATTRIBUTE[word]}"
    if word == "permute_dims":
        axes = args[1] if len(args) > 1 else params["axes"]
        return f"{args[0]}.transpose({axes})"
    if word == "compress":
        return f"{args[1]}.{called(word, args[:1], params)}"
    return f"{args[0]}.{called(METHOD.get(word, word), args[1:], params)}"


def _as_it_takes(word: str, path: str, args: list[str], params: dict[str, str]) -> str:
    """Return a call as NumPy-like functions take their arguments: sequences, pairs, older parameters."""
    if word in SEQUENCES:
        return called(path, [f"[{', '.join(args)}]"], params)
    if word in {"choose", "select"}:
        return called(path, [args[0], f"[{', '.join(args[1:])}]"], params)
    if word == "linalg.cho_solve":
        return called(path, [f"({args[0]}, {params.get('lower', 'False')})", args[1]], {})
    if path.rpartition(".")[2] in {"cumprod", "cumsum"} and params.get("include_initial") == "False":
        params = {key: text for key, text in params.items() if key != "include_initial"}
    return called(path, args, params)
