"""Programs: lists of equations in static single assignment, as plain data.

A program is what is differentiated. Each equation names one value, computed by one primitive
from names and literals; using a name twice *is* fan-out. A program knows how to run over any
table of operations (NumPy's, an engine's, the truth's), to print itself as Python, to be parsed
from that text without eval, and to be sliced: into the part before a cut and the part after
it, into single equations, without its dead equations, or with one copy of a name per use.
"""

from __future__ import annotations

import ast
import itertools
import keyword
import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adspec.language import literals
from adspec.language.literals import LanguageError, Literal


@dataclass(frozen=True, slots=True)
class Name:
    """A use of a value by its name."""

    text: str


Atom = Any  # a Name or a Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Equation:
    """One line of a program: `name = primitive(*args, **params)`."""

    name: str
    primitive: str
    args: tuple[Atom, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)

    def uses(self) -> tuple[str, ...]:
        """Return the names used, once per use, in the order of the arguments."""
        return tuple(a.text for a in self.args if isinstance(a, Name))

    def renamed(self, names: Mapping[str, str]) -> Equation:
        """Return the equation with every used name replaced through `names`."""
        args = tuple(Name(names.get(a.text, a.text)) if isinstance(a, Name) else a for a in self.args)
        return replace(self, args=args)

    def __str__(self) -> str:
        """Return the Python text of the right-hand side and the name it gets."""
        shown = [a.text if isinstance(a, Name) else literals.show(a) for a in self.args]
        shown += [f"{key}={literals.show(value)}" for key, value in self.params.items()]
        return f"{self.name} = {self.primitive}({', '.join(shown)})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """Equations from named inputs to named outputs; every name is defined before its use."""

    inputs: tuple[str, ...]
    equations: tuple[Equation, ...]
    outputs: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check the single assignment and the order of definition."""
        known = set(self.inputs)
        if len(known) != len(self.inputs):
            raise LanguageError(f"inputs {', '.join(self.inputs)}: a name is given twice")
        for equation in self.equations:
            for used in equation.uses():
                if used not in known:
                    raise LanguageError(f"equation {str(equation)!r}: {used!r} is used before its definition")
            if equation.name in known:
                raise LanguageError(f"equation {str(equation)!r}: {equation.name!r} is defined twice")
            known.add(equation.name)
        for output in self.outputs:
            if output not in known:
                raise LanguageError(f"output {output!r}: no equation defines it")

    # -------------------------------------------------------------- running

    def environment(
        self, ops: Mapping[str, Callable[..., Any]], values: Mapping[str, Any], dtype: Any = None
    ) -> dict[str, Any]:
        """Return every named value of a run; `dtype` is what float arrays among the constants become.

        Raises: KeyError for an operation that `ops` lacks; whatever an operation raises.
        Cost: one call per equation.
        """
        env = dict(values)
        for e in self.equations:
            args = [env[a.text] if isinstance(a, Name) else literals.as_argument(a, dtype) for a in e.args]
            params = {key: literals.as_argument(value) for key, value in e.params.items()}
            env[e.name] = ops[e.primitive](*args, **params)
        return env

    def run(self, ops: Mapping[str, Callable[..., Any]], values: Mapping[str, Any], dtype: Any = None) -> Any:
        """Return the output of a run: a value, or a tuple of values where there are several outputs."""
        env = self.environment(ops, values, dtype)
        results = tuple(env[name] for name in self.outputs)
        return results[0] if len(results) == 1 else results

    # -------------------------------------------------------------- reading

    def primitives(self) -> tuple[str, ...]:
        """Return the primitives used, each once, in the order of their first use."""
        return tuple(dict.fromkeys(e.primitive for e in self.equations))

    def use_counts(self) -> Counter[str]:
        """Return how often each name is used by equations and outputs."""
        return Counter(itertools.chain(*(e.uses() for e in self.equations), self.outputs))

    def fresh_names(self) -> Iterator[str]:
        """Yield the names a, b, …, z, a1, b1, … that the program does not use yet."""
        taken = {*self.inputs, *(e.name for e in self.equations)}
        reserved = {"f", "u", "v", "x", "y"}
        letters = [c for c in string.ascii_lowercase if c not in reserved]
        for suffix in itertools.count():
            for letter in letters:
                name = f"{letter}{suffix or ''}"
                if name not in taken:
                    yield name

    # -------------------------------------------------------------- slicing

    def without_dead(self) -> Program:
        """Return the program without equations on which no output depends; inputs stay."""
        needed, kept = set(self.outputs), []
        for equation in reversed(self.equations):
            if equation.name in needed:
                needed.update(equation.uses())
                kept.append(equation)
        return replace(self, equations=tuple(reversed(kept)))

    def without_unused_inputs(self) -> Program:
        """Return the program without the inputs that nothing uses (one stays where none is used)."""
        used = self.use_counts()
        kept = tuple(name for name in self.inputs if used[name]) or self.inputs[:1]
        return replace(self, inputs=kept)

    def split(self, cut: int) -> tuple[Program, Program]:
        """Return the programs before and after equation `cut`: f = after ∘ before.

        The values between them are the names that the second part needs.
        """
        head, tail = self.equations[:cut], self.equations[cut:]
        wanted = {*itertools.chain(*(e.uses() for e in tail)), *self.outputs}
        defined = [*self.inputs, *(e.name for e in head)]
        live = tuple(name for name in defined if name in wanted)
        return (
            Program(inputs=self.inputs, equations=head, outputs=live),
            Program(inputs=live, equations=tail, outputs=self.outputs),
        )

    def from_name(self, name: str) -> Program:
        """Return the program with `name` as one more input instead of its equation."""
        equations = tuple(e for e in self.equations if e.name != name)
        return replace(self, inputs=(*self.inputs, name), equations=equations)

    def one_copy_per_use(self, name: str) -> tuple[Program, tuple[str, ...]]:
        """Return the program in which every use of input `name` reads a copy of its own, and the copies."""
        names = self.fresh_names()
        copies: list[str] = []

        def copy(atom: Atom) -> Atom:
            if isinstance(atom, Name) and atom.text == name:
                copies.append(next(names))
                return Name(copies[-1])
            return atom

        equations = tuple(replace(e, args=tuple(copy(a) for a in e.args)) for e in self.equations)
        outputs = tuple(copy(Name(o)).text for o in self.outputs)
        inputs = (*(i for i in self.inputs if i != name), *copies)
        return Program(inputs=inputs, equations=equations, outputs=outputs), tuple(copies)

    # -------------------------------------------------------------- text

    def __str__(self) -> str:
        """Return the program as a Python function."""
        body = [f"    {e}" for e in self.equations]
        return "\n".join(
            [f"def f({', '.join(self.inputs)}):", *body, f"    return {', '.join(self.outputs)}"]
        )


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
    *lines, last = function.body
    if not isinstance(last, ast.Return) or last.value is None:
        raise LanguageError(f"line {last.lineno}: a program ends with `return` and the names of its outputs")
    returned = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    return Program(
        inputs=tuple(_word(a.arg, f"line {function.lineno}") for a in function.args.args),
        equations=tuple(_equation(line) for line in lines),
        outputs=tuple(_name(node) for node in returned),
    )


def _equation(line: ast.stmt) -> Equation:
    match line:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func, args=args, keywords=keywords)):
            params = {k.arg: literals.parse_literal(k.value) for k in keywords if k.arg is not None}
            if len(params) != len(keywords):
                raise LanguageError(f"line {line.lineno}: `**` is not of the program language")
            word = _word(name, f"line {line.lineno}")
            return Equation(name=word, primitive=_dotted(func), args=tuple(map(_atom, args)), params=params)
    raise LanguageError(
        f"line {line.lineno}: an equation is `name = primitive(…)`, not {ast.unparse(line)!r}"
    )


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
            return Equation(
                name=_word(name, f"{where}.name"),
                primitive=primitive,
                args=tuple(_atom_from_json(a, f"{where}.args[{i}]") for i, a in enumerate(args)),
                params={
                    _word(k, f"{where}.params"): literals.from_json(p, f"{where}.params.{k}")
                    for k, p in params.items()
                },
            )
    raise LanguageError(f"{where}: expected an object with name, primitive, args and params")


def _atom_from_json(value: Any, where: str) -> Atom:
    match value:
        case {"n": str(text)}:
            return Name(text)
    return literals.from_json(value, where)
