"""Equations and programs: lists of equations in static single assignment, as plain data.

A program is what is differentiated. Each equation names one value, computed by one primitive
from names and literals; using a name twice *is* fan-out. An equation may take functions (see
`higher`). Such a body is a program whose inputs are its own parameter and then the outer names that
it sees, under the names they have outside: so a body uses what it captures, and whatever cuts,
copies or renames uses needs to know no more. No name of a body stands outside it.
"""

from __future__ import annotations

import itertools
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from adspec.language import literals
from adspec.language.higher import DERIVATIVES, HIGHER
from adspec.language.literals import LanguageError, Literal

Ops = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Name:
    """A use of a value by its name."""

    text: str


Atom = Any  # a Name or a Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Equation:
    """One line of a program: `name = primitive(*bodies, *args, **params)`."""

    name: str
    primitive: str
    args: tuple[Atom, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)
    bodies: tuple[Program, ...] = ()

    def __post_init__(self) -> None:
        """Check that a higher-order word has its functions and arguments, and no other has any."""
        word = HIGHER.get(self.primitive)
        wanted = 0 if word is None else word.bodies
        if len(self.bodies) != wanted:
            raise LanguageError(f"equation {self.name!r}: {self.primitive} takes {wanted} functions")
        if word is not None and (len(self.args), tuple(self.params)) != (word.args, word.params):
            takes = ", ".join((f"{word.args} arguments", *word.params))
            raise LanguageError(f"equation {self.name!r}: {self.primitive} takes {takes}")
        for body in self.bodies:
            if not body.inputs or len(body.outputs) != 1:
                raise LanguageError(f"equation {self.name!r}: a function has one parameter and one result")

    def uses(self) -> tuple[str, ...]:
        """Return the names used, once per use: the arguments in order, then what each body captures."""
        own = (a.text for a in self.args if isinstance(a, Name))
        return (*own, *itertools.chain(*(body.captures for body in self.bodies)))

    def mapped(self, f: Callable[[str], str]) -> Equation:
        """Return the equation with f of every used name; f is called once per use, in order."""
        args = tuple(Name(f(a.text)) if isinstance(a, Name) else a for a in self.args)
        bodies = tuple(body.capturing({n: f(n) for n in body.captures}) for body in self.bodies)
        return replace(self, args=args, bodies=bodies)

    def renamed(self, names: Mapping[str, str]) -> Equation:
        """Return the equation with every used name replaced through `names`."""
        return self.mapped(lambda name: names.get(name, name))

    def lines(self) -> list[str]:
        """Return the Python text: the functions first, `def g_a(b): …`, for an equation called a."""
        functions = [f"{letter}_{self.name}" for letter in "gh"[: len(self.bodies)]]
        shown = [a.text if isinstance(a, Name) else literals.show(a) for a in self.args]
        shown += [f"{key}={literals.show(value)}" for key, value in self.params.items()]
        call = f"{self.name} = {self.primitive}({', '.join([*functions, *shown])})"
        texts = zip(functions, self.bodies, strict=True)
        return [*itertools.chain(*(body.lines(name, body.inputs[:1]) for name, body in texts)), call]

    def __str__(self) -> str:
        """Return the Python text of the right-hand side and the name it gets."""
        return "\n".join(self.lines())


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
        for body in itertools.chain(*(e.bodies for e in self.equations)):
            for name in known & set(body.own_names()):
                raise LanguageError(f"function of {', '.join(body.inputs[:1])}: {name!r} is defined outside")

    # -------------------------------------------------------------- running

    def environment(self, ops: Ops, values: Mapping[str, Any], dtype: Any = None) -> dict[str, Any]:
        """Return every named value of a run; `dtype` is what float arrays among the constants become.

        Raises: KeyError for an operation that `ops` lacks; whatever an operation raises.
        Cost: one call per equation, and what a higher-order word makes of its bodies.
        """
        env = dict(values)
        for e in self.equations:
            bodies = [partial(_call, body, ops, env, dtype) for body in e.bodies]
            args = [env[a.text] if isinstance(a, Name) else literals.as_argument(a, dtype) for a in e.args]
            params = {key: literals.as_argument(value) for key, value in e.params.items()}
            env[e.name] = ops[e.primitive](*bodies, *args, **params)
        return env

    def run(self, ops: Ops, values: Mapping[str, Any], dtype: Any = None) -> Any:
        """Return the output of a run: a value, or a tuple of values where there are several outputs."""
        env = self.environment(ops, values, dtype)
        results = tuple(env[name] for name in self.outputs)
        return results[0] if len(results) == 1 else results

    def everywhere(self, ops: Ops, values: Mapping[str, Any], dtype: Any = None) -> dict[str, Any]:
        """Return every named value, those in bodies as they are when a body is first called.

        What stands in a branch that is not taken has no value.
        """
        env = self.environment(ops, values, dtype)
        found = dict(env)
        for e in self.equations:
            args = [env[a.text] if isinstance(a, Name) else literals.as_argument(a, dtype) for a in e.args]
            taken = e.bodies if e.primitive != "branch" else e.bodies[:1] if args[0] > 0 else e.bodies[1:]
            for body in taken:
                point = {body.inputs[0]: args[HIGHER[e.primitive].point]}
                found |= body.everywhere(ops, {**point, **_seen(body, env)}, dtype)
        return found

    # -------------------------------------------------------------- reading

    @property
    def captures(self) -> tuple[str, ...]:
        """Return the outer names that a body sees: its inputs, but for its parameter."""
        return self.inputs[1:]

    def primitives(self) -> tuple[str, ...]:
        """Return the primitives used, in bodies too, each once, in the order of their first use."""
        return tuple(dict.fromkeys(e.primitive for e in self.all_equations()))

    def all_equations(self) -> Iterator[Equation]:
        """Yield the equations, before each one those of its bodies."""
        for e in self.equations:
            for body in e.bodies:
                yield from body.all_equations()
            yield e

    def own_names(self) -> Iterator[str]:
        """Yield the names that a body defines, inner bodies' too: none may stand outside."""
        yield from (self.inputs[0], *(e.name for e in self.equations))
        for body in itertools.chain(*(e.bodies for e in self.equations)):
            yield from body.own_names()

    @property
    def is_flat(self) -> bool:
        """Return whether no equation has functions in it: no derivative, branch or loop."""
        return not any(e.bodies for e in self.equations)

    @property
    def depth(self) -> int:
        """Return how many derivatives are taken within each other, 0 without nesting."""
        inside = (
            (e.primitive in DERIVATIVES) + max(body.depth for body in e.bodies)
            for e in self.equations
            if e.bodies
        )
        return max(inside, default=0)

    def use_counts(self) -> Counter[str]:
        """Return how often each name is used by equations and outputs."""
        return Counter(itertools.chain(*(e.uses() for e in self.equations), self.outputs))

    def fresh_names(self) -> Iterator[str]:
        """Yield the names a, b, …, z, a1, b1, … that the program does not use yet."""
        inner = itertools.chain(*(b.own_names() for e in self.equations for b in e.bodies))
        taken = {*self.inputs, *(e.name for e in self.equations), *inner}
        return (name for name in letters() if name not in taken)

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

        def copy(used: str) -> str:
            if used != name:
                return used
            copies.append(next(names))
            return copies[-1]

        equations = tuple(e.mapped(copy) for e in self.equations)
        outputs = tuple(map(copy, self.outputs))
        inputs = (*(i for i in self.inputs if i != name), *copies)
        return Program(inputs=inputs, equations=equations, outputs=outputs), tuple(copies)

    def capturing(self, names: Mapping[str, str]) -> Program:
        """Return the body with its captured names replaced; names of its own give way: a becomes a_."""
        if all(names.get(name, name) == name for name in self.captures):
            return self
        giving_way = set(self.own_names()) & set(names.values())
        return self.renamed({**names, **{name: f"{name}_" for name in giving_way}})

    def renamed(self, names: Mapping[str, str]) -> Program:
        """Return the program with every name replaced through `names`, inputs of one name made one."""

        def to(name: str) -> str:
            return names.get(name, name)

        def line(e: Equation) -> Equation:
            args = tuple(Name(to(a.text)) if isinstance(a, Name) else a for a in e.args)
            return replace(e, name=to(e.name), args=args, bodies=tuple(b.renamed(names) for b in e.bodies))

        return Program(
            inputs=tuple(dict.fromkeys(map(to, self.inputs))),
            equations=tuple(map(line, self.equations)),
            outputs=tuple(map(to, self.outputs)),
        )

    # -------------------------------------------------------------- text

    def lines(self, name: str, parameters: Iterable[str]) -> list[str]:
        """Return the lines of the program as a Python function."""
        body = [f"    {line}" for e in self.equations for line in e.lines()]
        return [f"def {name}({', '.join(parameters)}):", *body, f"    return {', '.join(self.outputs)}"]

    def __str__(self) -> str:
        """Return the program as a Python function."""
        return "\n".join(self.lines("f", self.inputs))


def closed(parameter: str, equations: Iterable[Equation], output: str) -> Program:
    """Return the body of these lines: what it captures comes in the order of its first use."""
    lines = tuple(equations)
    own = {parameter, *(e.name for e in lines)}
    used = (*itertools.chain(*(e.uses() for e in lines)), output)
    captures = dict.fromkeys(name for name in used if name not in own)
    return Program(inputs=(parameter, *captures), equations=lines, outputs=(output,))


def letters() -> Iterator[str]:
    """Yield the names of values: a, b, …, z, a1, b1, …; five letters have a meaning of their own."""
    plain = [c for c in string.ascii_lowercase if c not in {"f", "u", "v", "x", "y"}]
    return (f"{letter}{suffix or ''}" for suffix in itertools.count() for letter in plain)


def _seen(body: Program, env: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the outer names that a body sees."""
    return {name: env[name] for name in body.captures}


def _call(body: Program, ops: Ops, env: Mapping[str, Any], dtype: Any, z: Any) -> Any:
    """Return the result of a body at z, where it stands."""
    return body.run(ops, {body.inputs[0]: z, **_seen(body, env)}, dtype)
