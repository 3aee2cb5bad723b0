"""Short numbers: arrays as a person wants to read them.

A float is cut to a few digits, and always looks like a float. Two sides of a broken claim get just as
many digits as it takes to see that they differ. An array of inputs keeps every digit, since
a reader may want to type it in; one that is too long for a line is described instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.language.spaces import Array

DIGITS = (6, 9, 12, 17)
WIDTH = 72
UNMARKED = ("float64", "complex128", "bool", "int64")


def number(value: Any, digits: int = 17) -> str:
    """Return the text of one number with at most so many significant digits: `0.8775826`, `6.0`, `1e-08`."""
    if isinstance(value, complex | np.complexfloating):
        imaginary = number(value.imag, digits)
        sign = "" if imaginary.startswith("-") else "+"
        return f"{number(value.real, digits)}{sign}{imaginary}j"
    if isinstance(value, np.float32 | np.float16):
        shortest = str(value)
        return shortest if digits >= 9 else repr(float(f"{float(value):.{digits}g}"))
    if isinstance(value, float | np.floating):
        return repr(float(value)) if digits >= 17 else repr(float(f"{value:.{digits}g}"))
    return str(value)


def array(value: Any, digits: int = 17) -> str:
    """Return the text of an array, nested as its shape: `[1.0, 2.0]`, `float32([1.0])`, `zeros((0, 3))`."""
    found = np.asarray(value)
    body = f"zeros({found.shape})" if found.size == 0 else _nested(found, digits)
    if len(body) > 4 * WIDTH:
        body = _described(found, digits)
    return body if found.dtype.name in UNMARKED else f"{found.dtype.name}({body})"


def sides(left: Any, right: Any) -> tuple[str, str]:
    """Return the texts of two sides with as few digits as show every difference; texts stay as they are."""
    if not (_is_numeric(left) and _is_numeric(right)):
        return plain(left), plain(right)
    digits, place = telling_digits(left, right), focus(left, right)
    a, b = (shown(side, digits, place) for side in (left, right))
    return (a, b) if place is None else (f"{a}   {_differing(left, right)}", b)


def shown(value: Any, digits: int, place: tuple[int, ...] | None) -> str:
    """Return the text of an array, or of its entry at one place: `[1, 0] = 6.0`."""
    if place is None or np.ndim(value) != len(place):
        return array(value, digits)
    at = ", ".join(map(str, place))
    return f"[{at}] = {number(np.asarray(value)[place], digits)}"


def plain(value: Any) -> str:
    """Return the text of one side: an array, or words."""
    if _is_numeric(value):
        return array(value, DIGITS[0])
    return "" if value is None else str(value)


def _is_numeric(value: Any) -> bool:
    return isinstance(value, np.ndarray | np.generic | float | complex)


def _nested(found: Array, digits: int) -> str:
    if found.ndim == 0:
        return number(found[()], digits)
    return "[" + ", ".join(_nested(np.asarray(row), digits) for row in found) + "]"


def _described(found: Array, digits: int) -> str:
    first = ", ".join(number(entry, digits) for entry in found.ravel()[:4])
    return f"[{first}, …] of shape {found.shape}"


def telling_digits(left: Any, right: Any) -> int:
    """Return the fewest digits with which entries that differ look different."""
    if not (_is_numeric(left) and _is_numeric(right)):
        return DIGITS[0]
    a, b = np.asarray(left), np.asarray(right)
    if a.shape != b.shape:
        return DIGITS[0]
    pairs = [(x, y) for x, y in zip(a.ravel(), b.ravel(), strict=True) if x != y and not (x != x and y != y)]  # noqa: PLR0124 - nan is not itself
    for digits in DIGITS:
        if all(number(x, digits) != number(y, digits) for x, y in pairs):
            return digits
    return DIGITS[-1]


def focus(left: Any, right: Any) -> tuple[int, ...] | None:
    """Return where two arrays differ most if they are too long for a line: at a nan, if there is one."""
    if not (_is_numeric(left) and _is_numeric(right)) or np.shape(left) != np.shape(right):
        return None
    if max(len(_nested(np.asarray(side), DIGITS[0])) for side in (left, right)) <= WIDTH:
        return None
    distance = _distance(left, right)
    worst = int(np.argmax(np.where(np.isnan(distance), np.inf, distance)))
    return tuple(int(i) for i in np.unravel_index(worst, distance.shape))


def _differing(left: Any, right: Any) -> str:
    distance = _distance(left, right)
    return f"({np.count_nonzero(~(distance == 0))} of {distance.size} entries differ)"


def _distance(left: Any, right: Any) -> Array:
    with np.errstate(all="ignore"):
        distance: Array = np.abs(np.asarray(left, dtype=complex) - np.asarray(right, dtype=complex))
    return distance


def alike(left: Any, right: Any) -> Any:
    """Return `right` as a complex array where it is the real view (…, 2) of a complex `left`."""
    if not (_is_numeric(left) and _is_numeric(right)) or not np.iscomplexobj(left) or np.iscomplexobj(right):
        return right
    view = np.asarray(right)
    return view[..., 0] + 1j * view[..., 1] if view.shape == (*np.shape(left), 2) else right
