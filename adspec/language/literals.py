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
from typing import Any

import numpy as np

Literal = Any
_NAMED = {"inf": math.inf, "nan": math.nan, "Ellipsis": ..., "newaxis": None}


class LanguageError(ValueError):
    """A text or a JSON value that is not of the program language; says where and why."""


# ------------------------------------------------------------------ text


def show(value: Literal) -> str:
    """Return the Python text of a literal; `parse_literal` reads it back bit for bit."""
    if isinstance(value, slice):
        return f"slice({show(value.start)}, {show(value.stop)}, {show(value.step)})"
    if value is ...:
        return "Ellipsis"
    if isinstance(value, tuple):
        return "(" + ", ".join(show(v) for v in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(show(v) for v in value) + "]"
    if isinstance(value, complex):
        return f"complex({show(value.real)}, {show(value.imag)})"
    return repr(value)


def parse_literal(node: ast.expr) -> Literal:
    """Return the literal that a syntax tree denotes, evaluating nothing.

    Raises: LanguageError naming line and text of what is not a literal.
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name) if name in _NAMED:
            return _NAMED[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = parse_literal(operand)
            if isinstance(value, (int, float, complex)) and not isinstance(value, bool):
                return -value
        case ast.Tuple(elts=elements):
            return tuple(parse_literal(e) for e in elements)
        case ast.List(elts=elements):
            return [parse_literal(e) for e in elements]
        case ast.Call(func=ast.Name(id="slice"), args=arguments, keywords=[]) if len(arguments) == 3:
            return slice(*(parse_literal(a) for a in arguments))
        case ast.Call(func=ast.Name(id="complex"), args=arguments, keywords=[]) if len(arguments) == 2:
            real, imag = (parse_literal(a) for a in arguments)
            if isinstance(real, (int, float)) and isinstance(imag, (int, float)):
                return complex(real, imag)
        case _:
            pass
    raise LanguageError(f"line {getattr(node, 'lineno', 1)}: {ast.unparse(node)!r} is not a literal")


# ------------------------------------------------------------------ JSON


def to_json(value: Literal) -> Any:
    """Return the JSON value of a literal: floats as {"f": hex}, tuples and slices tagged."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"f": value.hex()}
    if isinstance(value, complex):
        return {"c": [value.real.hex(), value.imag.hex()]}
    if isinstance(value, tuple):
        return {"t": [to_json(v) for v in value]}
    if isinstance(value, list):
        return [to_json(v) for v in value]
    if isinstance(value, slice):
        return {"slice": [to_json(value.start), to_json(value.stop), to_json(value.step)]}
    if value is ...:
        return {"ellipsis": True}
    raise LanguageError(f"{type(value).__name__} {value!r} is not a literal")


def from_json(value: Any, where: str = "literal") -> Literal:
    """Return the literal of a JSON value: inverse of `to_json`.

    Raises: LanguageError naming the place.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list):
        return [from_json(v, f"{where}[{i}]") for i, v in enumerate(value)]
    match value:
        case {"f": str(text)}:
            return hex_float(text, where)
        case {"c": [str(real), str(imag)]}:
            return complex(hex_float(real, where), hex_float(imag, where))
        case {"t": list(items)}:
            return tuple(from_json(v, f"{where}[{i}]") for i, v in enumerate(items))
        case {"slice": [start, stop, step]}:
            return slice(*(from_json(v, where) for v in (start, stop, step)))
        case {"ellipsis": True}:
            return ...
    raise LanguageError(f"{where}: {value!r} is not a literal")


def hex_float(text: str, where: str) -> float:
    """Return the float of a hexadecimal string; raises LanguageError naming the place."""
    try:
        return float.fromhex(text)
    except (ValueError, OverflowError) as error:
        raise LanguageError(f"{where}: {text!r} is not a hexadecimal float") from error


def as_argument(value: Literal, dtype: Any = None) -> Any:
    """Return what an operation receives: lists as arrays (floats in `dtype`), within tuples too."""
    if isinstance(value, list):
        array = np.asarray(value)
        return array.astype(dtype) if dtype is not None and array.dtype == np.float64 else array
    if isinstance(value, tuple):
        return tuple(as_argument(v, dtype) for v in value)
    return value
