"""Programs as text and as JSON; what they are is said in `equations`.

The text is a Python function. A function that an equation takes stands right before it, `def g_a(b): …`,
and sees the names around it. Nothing is ever evaluated: Python's own parser gives the syntax
tree, and whatever is not of the program language is refused with its line, or its place in the JSON.
"""

from __future__ import annotations

import ast
import keyword
from typing import Any

from adspec.language import literals
from adspec.language.equations import Atom, Equation, Name, Program, closed
from adspec.language.higher import HIGHER
from adspec.language.literals import LanguageError

__all__ = [
    "Atom",
    "Equation",
    "Name",
    "Program",
    "parse_program",
    "program_from_json",
    "program_of",
    "program_to_json",
]


def parse_program(text: str) -> Program:
    """Return the program that a Python function of this form denotes; nothing is evaluated.

    Raises: LanguageError with the line and the way out.
    """
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise LanguageError(f"line {error.lineno}: not Python: {error.msg}") from error
    if len(module.body) != 1 or not isinstance(module.body[0], ast.FunctionDef):
        raise LanguageError("line 1: a program is one function, `def f(x): …`")
    return program_of(module.body[0])


def program_of(function: ast.FunctionDef) -> Program:
    """Return the program of a function's syntax tree."""
    equations, outputs = _lines(function)
    return Program(inputs=_parameters(function), equations=equations, outputs=outputs)


def _parameters(function: ast.FunctionDef) -> tuple[str, ...]:
    return tuple(_word(a.arg, f"line {function.lineno}") for a in function.args.args)


def _lines(function: ast.FunctionDef) -> tuple[tuple[Equation, ...], tuple[str, ...]]:
    """Return the equations and the outputs of a function; each function in it belongs to what follows."""
    *lines, last = function.body
    if not isinstance(last, ast.Return) or last.value is None:
        raise LanguageError(f"line {last.lineno}: a program ends with `return` and the names of its outputs")
    equations: list[Equation] = []
    functions: dict[str, Program] = {}
    for line in lines:
        if isinstance(line, ast.FunctionDef):
            functions[line.name] = _body(line)
        else:
            equations.append(_equation(line, functions))
            functions = {}
    if functions:
        raise LanguageError(f"line {last.lineno}: no equation takes the function {', '.join(functions)}")
    returned = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    return tuple(equations), tuple(_name(node) for node in returned)


def _body(function: ast.FunctionDef) -> Program:
    parameters, (equations, outputs) = _parameters(function), _lines(function)
    if len(parameters) != 1 or len(outputs) != 1:
        raise LanguageError(f"line {function.lineno}: {function.name} must have one parameter and one result")
    return closed(parameters[0], equations, outputs[0])


def _equation(line: ast.stmt, functions: dict[str, Program]) -> Equation:
    match line:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func, args=args, keywords=keywords)):
            params = {k.arg: literals.parse_literal(k.value) for k in keywords if k.arg is not None}
            if len(params) != len(keywords):
                raise LanguageError(f"line {line.lineno}: `**` is not of the program language")
            word, primitive = _word(name, f"line {line.lineno}"), _dotted(func)
            count = HIGHER[primitive].bodies if primitive in HIGHER else 0
            if [_text(a) for a in args[:count]] != list(functions):
                wanted = f"{primitive} begins with the {count} functions that stand right before it"
                raise LanguageError(f"line {line.lineno}: {wanted}")
            atoms, bodies = tuple(map(_atom, args[count:])), tuple(functions.values())
            return Equation(name=word, primitive=primitive, args=atoms, params=params, bodies=bodies)
    raise LanguageError(
        f"line {line.lineno}: an equation is `name = primitive(…)`, not {ast.unparse(line)!r}"
    )


def _text(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _atom(node: ast.expr) -> Atom:
    named = isinstance(node, ast.Name) and node.id not in literals.NAMED
    return Name(_name(node)) if named else literals.parse_literal(node)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    raise LanguageError(f"line {node.lineno}: expected a name, not {ast.unparse(node)!r}")


def _word(text: Any, where: str) -> str:
    """Return a text that can name a value in Python text; raises LanguageError naming the place."""
    if (
        isinstance(text, str)
        and text.isidentifier()
        and not keyword.iskeyword(text)
        and text not in literals.NAMED
    ):
        return text
    raise LanguageError(f"{where}: {text!r} is not a name")


def _dotted(node: ast.expr) -> str:
    text = ast.unparse(node)
    if all(part.isidentifier() for part in text.split(".")):
        return text
    raise LanguageError(f"line {node.lineno}: {text!r} is not the name of a primitive")


def program_to_json(program: Program) -> dict[str, Any]:
    """Return the JSON value of a program; names are {"n": text}, literals as in `literals`."""

    def atom(a: Atom) -> Any:
        return {"n": a.text} if isinstance(a, Name) else literals.to_json(a)

    rows = [
        {
            "name": e.name,
            "primitive": e.primitive,
            "args": [atom(a) for a in e.args],
            "params": {key: literals.to_json(value) for key, value in e.params.items()},
            **({"bodies": [program_to_json(body) for body in e.bodies]} if e.bodies else {}),
        }
        for e in program.equations
    ]
    return {"inputs": list(program.inputs), "equations": rows, "outputs": list(program.outputs)}


def program_from_json(value: Any, where: str = "program") -> Program:
    """Return the program of a JSON value: inverse of `program_to_json`.

    Raises: LanguageError naming the place.
    """
    match value:
        case {"inputs": list(inputs), "equations": list(rows), "outputs": list(outputs)}:
            equations = tuple(_equation_from_json(r, f"{where}.equations[{i}]") for i, r in enumerate(rows))
            return Program(
                inputs=tuple(_word(n, f"{where}.inputs[{i}]") for i, n in enumerate(inputs)),
                equations=equations,
                outputs=tuple(_word(n, f"{where}.outputs[{i}]") for i, n in enumerate(outputs)),
            )
    raise LanguageError(f"{where}: expected an object with inputs, equations and outputs")


def _equation_from_json(value: Any, where: str) -> Equation:
    match value:
        case {"name": str(name), "primitive": str(primitive), "args": list(args), "params": dict(params)}:
            for part in primitive.split("."):
                _word(part, f"{where}.primitive")
            if not args:
                raise LanguageError(f"{where}.args: is empty. {primitive} is of something")
            return Equation(
                name=_word(name, f"{where}.name"),
                primitive=primitive,
                args=tuple(_atom_from_json(a, f"{where}.args[{i}]") for i, a in enumerate(args)),
                params={
                    _word(k, f"{where}.params"): literals.from_json(p, f"{where}.params.{k}")
                    for k, p in params.items()
                },
                bodies=_bodies_from_json(value.get("bodies", []), f"{where}.bodies"),
            )
    raise LanguageError(f"{where}: expected an object with name, primitive, args and params")


def _bodies_from_json(value: Any, where: str) -> tuple[Program, ...]:
    """Return the bodies of an equation: their inputs are a parameter, then what they capture."""
    if not isinstance(value, list):
        raise LanguageError(f"{where}: {value!r} is not a list of functions")
    bodies = tuple(program_from_json(body, f"{where}[{i}]") for i, body in enumerate(value))
    for i, body in enumerate(bodies):
        if len(body.outputs) != 1 or not body.inputs:
            raise LanguageError(f"{where}[{i}]: a function has one parameter and one result")
        if closed(body.inputs[0], body.equations, body.outputs[0]).inputs != body.inputs:
            wanted = "its parameter, then the outer names it uses, in the order of their use"
            raise LanguageError(f"{where}[{i}].inputs: they are not {wanted}")
    return bodies


def _atom_from_json(value: Any, where: str) -> Atom:
    match value:
        case {"n": str(text)}:
            return Name(text)
    return literals.from_json(value, where)
