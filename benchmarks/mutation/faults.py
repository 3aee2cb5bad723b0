"""Single faults in rule files, by syntax tree: what is changed, where, and into what.

A fault is one node put in place of another within the code of a rule: the lambdas and functions that are
registered as rules, and what these call. Guards (`if …: raise`) are left alone, since they say what is
refused and not what a derivative is; so are texts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.mutation.kinds import changes

REGISTER = ("defvjp", "defjvp", "defvjp_argnum", "defjvp_argnum")


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault: `number` counts those of a file; `owner` is the statement or function that has it."""

    file: str
    number: int
    kind: str
    line: int
    column: int
    owner: str
    before: str
    after: str

    @property
    def key(self) -> str:
        """Return what the fault is, whatever line it stands on."""
        return f"{self.file} {self.owner}: {self.before} → {self.after}"


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a node stands: a field of its parent, and which element of it."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        """Put a node in this place."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def faults(file: str, source: str) -> list[Fault]:
    """Return all faults that a file can have, in the order of its text."""
    found = _places(ast.parse(source))
    return [
        Fault(
            file=file,
            number=k,
            kind=kind,
            line=node.lineno,
            column=node.col_offset,
            owner=owner,
            before=ast.unparse(node),
            after=ast.unparse(new),
        )
        for k, (owner, _, node, kind, new) in enumerate(found)
    ]


def mutated(source: str, number: int) -> ast.Module:
    """Return the syntax tree of a file with one of its faults."""
    tree = ast.parse(source)
    _, place, _, _, new = list(_places(tree))[number]
    place.put(new)
    return ast.fix_missing_locations(tree)


def observed(source: str, number: int, name: str) -> ast.Module:
    """Return the right tree, in which the place of a fault calls name(value of the right expression)."""
    tree = ast.parse(source)
    _, place, node, _, _ = list(_places(tree))[number]
    call = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[node], keywords=[])
    place.put(ast.copy_location(call, node))
    return ast.fix_missing_locations(tree)


def owner_of(statement: ast.stmt) -> str:
    """Return what a statement of a module defines: a function's name, or the primitive it is a rule of."""
    match statement:
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[first, *_])) if name in REGISTER:
            return f"{name} {ast.unparse(first)}"
    return ""


def _places(tree: ast.Module) -> Iterator[tuple[str, Place, ast.expr, str, ast.expr]]:
    """Yield owner, place, node, kind and the node that is put in its place."""
    for statement in tree.body:
        owner = owner_of(statement)
        if owner and _is_rule_code(statement):
            for place, node, function in _walk(_root(statement), None):
                for kind, new in changes(node, function):
                    yield owner, place, node, kind, ast.copy_location(new, node)


def _is_rule_code(statement: ast.stmt) -> bool:
    """Return whether a statement is code of rules: not a list of names, nor a check that only refuses."""
    match statement:
        case ast.FunctionDef(name=name):
            return not name.startswith("check_")
        case ast.Assign(value=value):
            return isinstance(value, (ast.Lambda, ast.Call))
    return True


def _root(statement: ast.stmt) -> ast.AST:
    """Return the part of a statement that may be at fault: of a registration all but the primitive."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        rules, named = statement.value.args[1:], statement.value.keywords
        return ast.Tuple(elts=[*rules, *(k.value for k in named if k.arg != "argnums")], ctx=ast.Load())
    return statement


def _walk(node: ast.AST, function: ast.AST | None) -> Iterator[tuple[Place, ast.expr, ast.AST | None]]:
    """Yield place and node of every expression below a node, with the innermost function around it."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        function = node
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for k, child in enumerate(children):
            if not isinstance(child, ast.AST) or _is_guard(child) or field in {"decorator_list", "targets"}:
                continue
            if isinstance(child, ast.expr):
                place = Place(parent=node, field=field, index=k if isinstance(value, list) else None)
                yield place, child, function
            yield from _walk(child, function)


def _is_guard(node: ast.AST) -> bool:
    match node:
        case ast.Raise() | ast.Assert() | ast.arguments() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(body=[ast.Raise()], orelse=[]):
            return True
    return False
