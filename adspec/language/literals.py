"""Literals of the program language: what a constant or a static parameter may be.

A literal is None, a bool, an int, a float, a complex number, a string, a slice, Ellipsis,
a tuple of literals, or a list. *A tuple is a tuple; a list is an array*: `axis=(0, 1)` is a
static parameter, `[1.0, 2.0]` becomes a NumPy array when the program runs. Literals print
as Python text and parse back from it without eval; in JSON, floats are hexadecimal strings,
so that every bit survives.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

Literal = Any
NAMED = {"inf": math.inf, "nan": math.nan, "Ellipsis": ..., "newaxis": None}


class LanguageError(ValueError):
    """A text or a JSON value that is not of the program language; says where and why."""


# ------------------------------------------------------------------ text


def show(value: Literal) -> str:
    """Return the Python text of a literal; `parse_literal` reads it back bit for bit."""
    text = next((text for kind, text in _TEXTS if isinstance(value, kind)), repr)
    return text(value)


def _shown(values: Iterable[Literal]) -> str:
    return ", ".join(map(show, values))


_TEXTS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (slice, lambda s: f"slice({_shown((s.start, s.stop, s.step))})"),
    (type(...), lambda _: "Ellipsis"),
    (tuple, lambda t: f"({_shown(t)}{',' if len(t) == 1 else ''})"),
    (list, lambda values: f"[{_shown(values)}]"),
    (complex, lambda c: f"complex({_shown((c.real, c.imag))})"),
)


def parse_literal(node: ast.expr) -> Literal:
    """Return the literal that a syntax tree denotes, evaluating nothing.

    Raises: LanguageError naming line and text of what is not a literal.
    """
    match node:
        case ast.Constant(value=value) if not isinstance(value, bytes):
            return value
        case ast.Name(id=name) if name in NAMED:
            return NAMED[name]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            items = [parse_literal(e) for e in elements]
            return tuple(items) if isinstance(node, ast.Tuple) else items
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() | ast.Name() as operand):
            value = parse_literal(operand)
            if isinstance(value, (int, float, complex)) and not isinstance(value, bool):
                return -value
        case ast.Call(func=ast.Name(id="slice" | "complex" as made), args=arguments, keywords=[]):
            return _made(made, [parse_literal(a) for a in arguments], node)
        case _:
            pass
    raise _not_a_literal(node)


def _made(made: str, arguments: list[Literal], node: ast.expr) -> Literal:
    if made == "slice" and len(arguments) == 3:
        return slice(*arguments)
    if made == "complex" and [type(a) for a in arguments] == [float, float]:
        return complex(*arguments)
    raise _not_a_literal(node)


def _not_a_literal(node: ast.expr) -> LanguageError:
    return LanguageError(f"line {getattr(node, 'lineno', 1)}: {ast.unparse(node)!r} is not a literal")


# ------------------------------------------------------------------ JSON


def to_json(value: Literal) -> Any:
    """Return the JSON value of a literal: floats as {"f": hex}, tuples and slices tagged."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    for kind, encode in _ENCODERS:
        if isinstance(value, kind):
            return encode(value)
    raise LanguageError(f"{type(value).__name__} {value!r} is not a literal")


_ENCODERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (float, lambda f: {"f": f.hex()}),
    (complex, lambda c: {"c": [c.real.hex(), c.imag.hex()]}),
    (tuple, lambda t: {"t": [to_json(v) for v in t]}),
    (list, lambda values: [to_json(v) for v in values]),
    (slice, lambda s: {"slice": [to_json(v) for v in (s.start, s.stop, s.step)]}),
    (type(...), lambda _: {"ellipsis": True}),
)


def from_json(value: Any, where: str = "literal") -> Literal:
    """Return the literal of a JSON value: inverse of `to_json`.

    Raises: LanguageError naming the place.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list):
        return _from_items(value, where)
    tag, content = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else ("", None)
    decode = _DECODERS.get(tag)
    if decode is None:
        raise LanguageError(f"{where}: {value!r} is not a literal")
    return decode(content, where)


def _from_items(items: Any, where: str, length: int | None = None) -> list[Literal]:
    if not isinstance(items, list) or (length is not None and len(items) != length):
        raise LanguageError(f"{where}: {items!r} is not a list{f' of {length}' if length else ''}")
    return [from_json(v, f"{where}[{i}]") for i, v in enumerate(items)]


def _complex(parts: Any, where: str) -> complex:
    if not isinstance(parts, list) or len(parts) != 2:
        raise LanguageError(f"{where}: {parts!r} is not a pair of hexadecimal floats")
    return complex(hex_float(parts[0], where), hex_float(parts[1], where))


def hex_float(text: Any, where: str) -> float:
    """Return the float of a hexadecimal string; raises LanguageError naming the place."""
    try:
        return float.fromhex(text)
    except (TypeError, ValueError, OverflowError) as error:
        raise LanguageError(f"{where}: {text!r} is not a hexadecimal float") from error


_DECODERS: Mapping[str, Callable[[Any, str], Literal]] = {
    "f": hex_float,
    "c": _complex,
    "t": lambda items, where: tuple(_from_items(items, where)),
    "slice": lambda items, where: slice(*_from_items(items, where, 3)),
    "ellipsis": lambda _, __: ...,
}


def as_argument(value: Literal, dtype: Any = None) -> Any:
    """Return what an operation receives: lists as arrays (floats in `dtype`), within tuples too."""
    if isinstance(value, list):
        array = np.asarray(value)
        return array.astype(dtype) if dtype is not None and array.dtype == np.float64 else array
    if isinstance(value, tuple):
        return tuple(as_argument(v, dtype) for v in value)
    return value
