"""Programs as one writes formulas: `sin(x) * y + x**2`, or some lines of such assignments.

    a = x * y
    sin(a) + a

Each operation becomes an equation, with a fresh name where the text gives none; names that no line
defines are the inputs, in the order of their first use. Nothing is ever evaluated.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping

from adspec.language import literals
from adspec.language.equations import Atom, Equation, Name, Program, letters
from adspec.language.literals import LanguageError
from adspec.language.primitives import VOCABULARY
from adspec.language.program import parse_program

_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
}
_UNARY: Mapping[type[ast.unaryop], str] = {ast.USub: "negative", ast.UAdd: "positive"}


def parse_formula(text: str) -> Program:
    """Return the program of a formula, of lines that end in one, or of a whole `def f(x): …`.

    Raises: LanguageError with the line and the way out.
    """
    if text.lstrip().startswith("def "):
        return parse_program(text.strip())
    try:
        module = ast.parse(text.strip())
    except SyntaxError as error:
        raise LanguageError(f"line {error.lineno}: not Python: {error.msg}") from error
    *lines, last = module.body or [ast.Pass()]
    if not isinstance(last, ast.Expr | ast.Assign):
        raise LanguageError("line 1: a program ends in a formula, such as `sin(x) * x`")
    reading = _Reading(module)
    for line in lines:
        reading.line(line)
    return reading.program(last)


class _Reading:
    """The equations read so far, and the names that they may still get."""

    def __init__(self, module: ast.Module) -> None:
        names = {n.id for n in ast.walk(module) if isinstance(n, ast.Name)}
        self.equations: list[Equation] = []
        self.inputs: dict[str, None] = {}
        self.fresh: Iterator[str] = (name for name in letters() if name not in names)

    def line(self, line: ast.stmt) -> str:
        """Read `name = formula` and return the name."""
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found = self.atom(value, name)
                if found == Name(name):
                    return name
                raise LanguageError(f"line {line.lineno}: {name} only renames. Use the value itself")
        raise LanguageError(f"line {line.lineno}: expected `name = formula`, not {ast.unparse(line)!r}")

    def program(self, last: ast.Expr | ast.Assign) -> Program:
        """Return the program that ends in this line."""
        ends = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
        found = [Name(self.line(last))] if isinstance(last, ast.Assign) else [self.atom(e) for e in ends]
        outputs = tuple(a.text for a in found if isinstance(a, Name))
        if not self.inputs or len(outputs) != len(found):
            raise LanguageError(f"line {last.lineno}: a program depends on an input, such as x")
        return Program(inputs=tuple(self.inputs), equations=tuple(self.equations), outputs=outputs)

    def atom(self, node: ast.expr, name: str = "") -> Atom:  # noqa: PLR0911 -- one per kind of node
        """Return what stands for a part of a formula: a literal, a name, or the name of a new equation."""
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return self.equation(_BINARY[type(op)], [left, right], [], name)
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _UNARY and not _is_literal(node):
                return self.equation(_UNARY[type(op)], [operand], [], name)
            case ast.Call(func=func, args=args, keywords=keywords) if not _is_literal(node):
                return self.equation(_word(func), args, keywords, name)
            case ast.Subscript(value=value, slice=index):
                return self.equation("getitem", [value, index], [], name)
            case ast.Name(id=text) if text not in literals.NAMED:
                if all(e.name != text for e in self.equations):
                    self.inputs[text] = None
                return Name(text)
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(None if e is None else self.atom(e) for e in (lower, upper, step)))
            case ast.Tuple(elts=parts):
                return tuple(self.atom(e) for e in parts)
        return literals.parse_literal(node)

    def equation(self, primitive: str, args: list[ast.expr], keywords: list[ast.keyword], name: str) -> Name:
        atoms = tuple(self.atom(a) for a in args)
        params = {k.arg: literals.parse_literal(k.value) for k in keywords if k.arg is not None}
        named = name or next(self.fresh)
        self.equations.append(Equation(name=named, primitive=primitive, args=atoms, params=params))
        return Name(named)


def _is_literal(node: ast.expr) -> bool:
    try:
        literals.parse_literal(node)
    except LanguageError:
        return False
    return True


def _word(func: ast.expr) -> str:
    word = ast.unparse(func)
    if word in VOCABULARY:
        return word
    raise LanguageError(
        f"line {func.lineno}: {word!r} is not a primitive.{_meant(word)} `adspec primitives` lists them"
    )


def _meant(word: str) -> str:
    """Return the primitive that was probably meant: the word without its module, or one spelled alike."""
    bare = word.rpartition(".")[2]
    named = [name for name in VOCABULARY if name.rpartition(".")[2] == bare]
    near = named or difflib.get_close_matches(word, VOCABULARY, n=1)
    return f" Did you mean {near[0]}?" if near else ""
