"""The kinds of faults: what each makes of an expression.

One row per kind, each a function of the node and the innermost function around it, which yields nodes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

TANGENTS = frozenset({"g", "G"})  # what the rule files call a tangent or a cotangent
OTHER: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
}
ORDERED = (ast.Sub, ast.Div, ast.Pow)
COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# calls that bring an answer into its space, and which argument they bring
FITTING = {
    "unbroadcast_f": 1,
    "unbroadcast": 0,
    "unbroadcast_einsum": 0,
    "broadcast": 0,
    "match_complex": 1,
    "conj": 0,
    "real": 0,
    "replace_zero": 0,
    "T": 0,
}
AXES = frozenset({"axis", "axes"})
NOT_SWAPPED = frozenset({"partial", "isinstance"})  # no arithmetic: the file would not run


def changes(node: ast.expr, function: ast.AST | None) -> Iterator[tuple[str, ast.expr]]:
    """Yield the kind and the wrong expression of every fault that a node can have."""
    for kind, change in KINDS.items():
        for new in change(node, function):
            yield kind, new


def _sign(node: ast.expr, function: ast.AST | None) -> Iterator[ast.expr]:
    """Negate what a rule answers; drop a minus."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand
    elif isinstance(function, ast.Lambda) and function.body is node and _is_formula(function):
        yield ast.UnaryOp(op=ast.USub(), operand=node)


def _is_formula(function: ast.Lambda) -> bool:
    """Return whether a lambda takes a tangent or a cotangent and answers with another."""
    takes = {a.arg for a in function.args.args} & TANGENTS
    return bool(takes) and not isinstance(function.body, (ast.Lambda, ast.Constant))


def _operator(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        yield ast.BinOp(left=node.left, op=OTHER[type(node.op)](), right=node.right)


def _constant(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(value=node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) in {float, complex}:
        yield ast.Constant(value=2 * node.value or 1.0)


def _dropped(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    """Drop a factor, a divisor or a term."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div, ast.Add, ast.Sub)):
        yield node.left
        if isinstance(node.op, (ast.Mult, ast.Add)):
            yield node.right


def _swapped(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, ORDERED):
            yield ast.BinOp(left=right, op=op, right=left)
        case ast.Call(func=called, args=[first, second, *rest], keywords=named):
            alike = ast.unparse(first) == ast.unparse(second) or isinstance(second, ast.Lambda)
            if not alike and ast.unparse(called) not in NOT_SWAPPED:
                yield ast.Call(func=called, args=[second, first, *rest], keywords=named)


def _unfitted(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    """Drop an unbroadcast, a conj, or whatever else brings an answer into its space."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func).rpartition(".")[2]
        place = FITTING.get(called)
        if place is not None and place < len(node.args):
            yield node.args[place]


def _axis(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    """Take another axis, or keep the dimensions the other way."""
    if not isinstance(node, ast.Call):
        return
    for k, arg in enumerate(node.args):
        if isinstance(arg, ast.Name) and arg.id in AXES:
            args = [*node.args[:k], ast.Constant(value=0), *node.args[k + 1 :]]
            yield ast.Call(func=node.func, args=args, keywords=node.keywords)
    for k, named in enumerate(node.keywords):
        new = _other_axis(named)
        if new is not None:
            others = [*node.keywords[:k], ast.keyword(arg=named.arg, value=new), *node.keywords[k + 1 :]]
            yield ast.Call(func=node.func, args=node.args, keywords=others)


def _other_axis(named: ast.keyword) -> ast.expr | None:
    if named.arg == "keepdims":
        return ast.UnaryOp(op=ast.Not(), operand=named.value)
    if named.arg in AXES and isinstance(named.value, (ast.Name, ast.Subscript)):
        return ast.Constant(value=0)
    return None


def _comparison(node: ast.expr, _: ast.AST | None) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            yield ast.Compare(left=left, ops=[COMPARED[type(op)]()], comparators=[right])


KINDS: Mapping[str, Callable[[ast.expr, ast.AST | None], Iterator[ast.expr]]] = {
    "sign": _sign,
    "operator": _operator,
    "constant": _constant,
    "dropped": _dropped,
    "swapped": _swapped,
    "unfitted": _unfitted,
    "axis": _axis,
    "comparison": _comparison,
}
