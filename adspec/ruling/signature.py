"""What a user's function takes and returns: containers of arrays, read off an example.

Arrays of floats (and Python floats) are differentiated; arrays of integers are held; whatever else stands
in the example (None, strings, flags) is passed as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.spaces import Array

DTYPES = {
    "f32": "float32",
    "f64": "float64",
    "c64": "complex64",
    "c128": "complex128",
    "i32": "int32",
    "i64": "int64",
    "bool": "bool",
    **{name: name for name in ("float32", "float64", "complex64", "complex128", "int32", "int64")},
}


class SignatureError(ValueError):
    """An example or a description of arguments from which no call can be made."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """Where the k-th array goes."""

    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Signature:
    """The arguments of a function: a tree with numbered leaves, and the example's arrays."""

    tree: Any
    example: tuple[Array, ...]
    names: tuple[str, ...]

    def arguments(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        """Return the arguments with these arrays in their places."""
        return tuple(_filled(self.tree, leaves))

    @property
    def moving(self) -> tuple[int, ...]:
        """Return the numbers of the arrays that are differentiated."""
        return tuple(k for k, a in enumerate(self.example) if a.dtype.kind in "fc")


def signature_of(arguments: Sequence[Any], to_numpy: Callable[[Any], Any] = np.asarray) -> Signature:
    """Return the signature of a call by example.

    Raises: SignatureError where nothing could be differentiated.
    """
    arrays: list[Array] = []
    names: list[str] = []

    def read(value: Any, path: str) -> Any:
        if isinstance(value, (tuple, list)):
            parts = [read(v, f"{path}[{i}]") for i, v in enumerate(value)]
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        if isinstance(value, dict):
            return {k: read(v, f"{path}[{k!r}]") for k, v in value.items()}
        if isinstance(value, (float, complex)) or hasattr(value, "dtype"):
            arrays.append(np.array(to_numpy(value)))
            names.append(path)
            return _Leaf(len(arrays) - 1)
        return value

    tree = tuple(read(a, f"x{i}" if len(arguments) > 1 else "x") for i, a in enumerate(arguments))
    found = Signature(tree=tree, example=tuple(arrays), names=tuple(names))
    if not found.moving:
        raise SignatureError(
            "arguments: no array of floats among them. Give one: check(f, 1.0), or --args f64[3]."
        )
    return found


def _filled(tree: Any, leaves: Sequence[Any]) -> Any:
    if isinstance(tree, _Leaf):
        return leaves[tree.number]
    if isinstance(tree, (tuple, list)):
        parts = [_filled(t, leaves) for t in tree]
        return type(tree)(*parts) if hasattr(tree, "_fields") else type(tree)(parts)
    if isinstance(tree, dict):
        return {k: _filled(t, leaves) for k, t in tree.items()}
    return tree


def float_leaves(result: Any, is_float: Callable[[Any], bool]) -> list[Any]:
    """Return the arrays of floats of a result, left to right; dict entries by sorted key."""
    if isinstance(result, (tuple, list)):
        return [leaf for part in result for leaf in float_leaves(part, is_float)]
    if isinstance(result, dict):
        return [leaf for key in sorted(result) for leaf in float_leaves(result[key], is_float)]
    return [result] if is_float(result) else []


# ------------------------------------------------------------------ described as text

_BARE = re.compile(r"\b(" + "|".join(DTYPES) + r")\s*\[\s*\]")


@dataclass(frozen=True, slots=True)
class Described:
    """An array of which only dtype and shape are given."""

    dtype: str
    shape: tuple[int, ...]


def parse_arguments(text: str, fill: Callable[[Described], Array]) -> tuple[Any, ...]:
    """Return the example that a text describes: `f32[3,4], f64[], (f64[2], {"a": f64[]}), 3, None`.

    `fill` makes an array of each description. Nothing is evaluated.

    Raises: SignatureError naming the part and the way out.
    """
    try:
        full = _BARE.sub(r"\1[()]", text)
        tree = ast.parse(f"({full},)", mode="eval").body
    except SyntaxError as error:
        raise SignatureError(f"--args {text!r}: not a list of arguments. Write f32[3,4], f64[].") from error
    assert isinstance(tree, ast.Tuple)
    return tuple(_read(node, fill) for node in tree.elts)


def _read(node: ast.expr, fill: Callable[[Described], Array]) -> Any:
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=shape):
            if name not in DTYPES:
                known = ", ".join(list(DTYPES)[:7])
                raise SignatureError(f"--args {ast.unparse(node)!r}: no dtype {name!r}. Known: {known}.")
            return fill(Described(DTYPES[name], _shape(shape, node)))
        case ast.Tuple(elts=parts):
            return tuple(_read(p, fill) for p in parts)
        case ast.List(elts=parts):
            return [_read(p, fill) for p in parts]
        case ast.Dict(keys=keys, values=values):
            return {_literal(k): _read(v, fill) for k, v in zip(keys, values, strict=True)}
        case ast.Name(id=name) if name in DTYPES:
            return fill(Described(DTYPES[name], ()))
    return _literal(node)


def _shape(node: ast.expr, whole: ast.expr) -> tuple[int, ...]:
    sizes = _literal(node)
    shape = sizes if isinstance(sizes, tuple) else (sizes,)
    if not all(isinstance(n, int) and n >= 0 for n in shape):
        raise SignatureError(f"--args {ast.unparse(whole)!r}: a shape has whole numbers. Write f64[3,4].")
    return shape


def _literal(node: ast.expr | None) -> Any:
    try:
        return ast.literal_eval(node) if node is not None else None
    except ValueError as error:
        text = ast.unparse(node) if node is not None else ""
        raise SignatureError(
            f"--args {text!r}: neither an array nor a plain value. Write f64[3], a number, a string or None."
        ) from error
