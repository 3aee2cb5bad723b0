"""Arrays as text and as JSON, bit for bit (NaN payloads aside).

`[1.0, 2.0]` is float64; any other dtype is written around it, `float32([1.0])`; an array without
entries shows its shape, `zeros((0, 3))`. In JSON, floats are hexadecimal strings.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from adspec.language import literals
from adspec.language.literals import LanguageError
from adspec.language.spaces import Array

DTYPES = ("float64", "float32", "complex128", "complex64", "bool", "int64")


def show_array(array: Array) -> str:
    """Return the text of an array: `[1.0, 2.0]` for float64, `float32([1.0])` and the like otherwise.

    Shapes: a zero-size array prints its shape, `zeros((0, 3))`.
    """
    if array.size == 0:
        text = f"zeros({array.shape})"
        return text if array.dtype == np.float64 else f"{array.dtype.name}({text})"
    body = literals.show(array.tolist())
    return body if array.dtype == np.float64 else f"{array.dtype.name}({body})"


def parse_array(node: ast.expr) -> Array:
    """Return the array that a syntax tree denotes: inverse of `show_array`.

    Raises: LanguageError with line and fault.
    """
    try:
        return _array(node, None)
    except LanguageError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise LanguageError(f"line {node.lineno}: {ast.unparse(node)!r} is not an array") from error


def _array(node: ast.expr, dtype: str | None) -> Array:
    match node:
        case ast.Call(func=ast.Name(id="zeros"), args=[shape]):
            return np.zeros(literals.parse_literal(shape), dtype or np.float64)
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in DTYPES:
            return _array(inner, name)
    value = literals.parse_literal(node)
    if not _is_numeric(value):
        raise TypeError("not a number, nor a list of them")
    return np.asarray(value, dtype or (None if _is_complex(value) else np.float64))


def _is_numeric(value: Any) -> bool:
    return (
        all(map(_is_numeric, value)) if isinstance(value, list) else isinstance(value, (int, float, complex))
    )


def _is_complex(value: Any) -> bool:
    return any(_is_complex(v) for v in value) if isinstance(value, list) else isinstance(value, complex)


def array_to_json(array: Array) -> dict[str, Any]:
    """Return dtype, shape and the elements in C order, floats as hexadecimal strings."""
    flat = [literals.to_json(value) for value in array.ravel().tolist()]
    plain = [v["f"] if isinstance(v, dict) and "f" in v else v for v in flat]
    return {"dtype": array.dtype.name, "shape": list(array.shape), "elements": plain}


def array_from_json(value: Any, where: str) -> Array:
    """Return the array of a JSON value: inverse of `array_to_json`; raises LanguageError naming the place."""
    match value:
        case {"dtype": str(dtype), "shape": list(shape), "elements": list(elements)}:
            if dtype not in DTYPES:
                raise LanguageError(f"{where}.dtype: {dtype!r} is not one of {', '.join(DTYPES)}")
            parsed = [_element(e, f"{where}.elements[{i}]") for i, e in enumerate(elements)]
            try:
                return np.asarray(parsed, dtype=dtype).reshape(shape)
            except (TypeError, ValueError) as error:
                raise LanguageError(f"{where}: {error}") from error
    raise LanguageError(f"{where}: expected an object with dtype, shape and elements")


def _element(value: Any, where: str) -> Any:
    return literals.hex_float(value, where) if isinstance(value, str) else literals.from_json(value, where)
