"""Numbers and marks of a walk in few words."""

from __future__ import annotations

from unicodedata import normalize

import numpy as np

from adspec.findings.cuts import Answer
from adspec.findings.told import Told
from adspec.findings.walk import Mark, Node, Walk
from adspec.language.spaces import Array
from adspec.report import numbers
from adspec.truth.interval import Interval

NARROW = {"float32": "f32", "float16": "f16", "complex64": "c64"}
FEW = (4, 3)  # digits, where more of an array fits with them
SHORT = 24  # columns of one number in a table
DASH = "·"
PASS = {"value": "value", "tangent": "push", "cotangent": "pull"}


def brief(answer: Answer, digits: int = 6, width: int = SHORT) -> str:
    """Return an answer in a few columns: `0.5`, `[1.0, 2.0]`, `[1.0, …] (3, 4)`, `raises TypeError`."""
    if answer is None:
        return DASH
    if isinstance(answer, str):
        return clipped(answer.partition(":")[0], width)
    name = answer.dtype.name
    kind = NARROW.get(name, "")
    more = FEW if digits == numbers.DIGITS[0] else ()
    texts = [numbers.array(answer, d).replace(name, kind or name) for d in (digits, *more)]
    text = next((t for t in texts if len(t) <= width), texts[0])
    if len(text) <= width:
        return text
    shape = f"{f' {kind}' if kind else ''} {np.shape(answer)}".replace(",)", ")")
    first = [numbers.number(a, digits) for a in np.ravel(answer)[:3]]
    while len(first) > 1 and len(f"[{', '.join(first)}, …]{shape}") > width:
        first.pop()
    return f"[{', '.join(first)}, …]{shape}" if np.ndim(answer) else clipped(text, width)


def clipped(text: str, width: int) -> str:
    """Return a text of at most so many columns."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def true(told: Told, digits: int = 6, width: int = SHORT) -> str:
    """Return what the truth says: a number, `0.0 to 1.0` at a kink, or that it says nothing."""
    if isinstance(told.truth, str):
        return DASH
    right = told.right
    if right is not None:
        return brief(right, digits, width).replace("nan", "?")
    ends = _entries(told.truth)
    return clipped(ends, width) if ends else "?"


def _entries(truth: Interval) -> str:
    lo, hi = truth.lo, truth.hi
    if np.isnan(lo).all():
        return ""
    return f"{brief(lo)} to {brief(hi)}"


def digits_of(told: Told) -> int:
    """Return how many digits show that a wrong number is wrong."""
    right = told.right
    if not told.is_wrong or right is None or not isinstance(told.engine, np.ndarray):
        return numbers.DIGITS[0]
    return numbers.telling_digits(told.engine, right)


def at(told: Told) -> tuple[int, ...] | None:
    """Return the entry at which a wrong array is most wrong, where it is too long for a line."""
    right = told.right
    if (
        not told.is_wrong
        or told.status == "dtype"
        or right is None
        or not isinstance(told.engine, np.ndarray)
    ):
        return None
    if len(numbers.array(told.engine, digits_of(told))) <= SHORT:
        return None
    return worst(told.engine, right)


def worst(left: Array, right: Array) -> tuple[int, ...] | None:
    """Return where two arrays of one shape differ most."""
    if np.shape(left) != np.shape(right) or np.ndim(left) == 0:
        return None
    with np.errstate(all="ignore"):
        distance = np.abs(np.asarray(left, complex) - np.asarray(right, complex))
    place = int(np.argmax(np.where(np.isnan(distance), np.inf, distance)))
    return tuple(int(i) for i in np.unravel_index(place, distance.shape))


def accusation(found: Walk, mark: Mark) -> str:
    """Return what the first wrong number of a pass accuses: `the pull rule of prod for argument 0`."""
    if not mark.guilty and all(e.source != mark.name for n in found.nodes for e in n.edges):
        return "no rule: f(x) = x is wrong already"
    if not mark.guilty:
        return f"every use of {mark.name} alone is right: their sum is wrong"
    node = found.node(mark.guilty)
    word = node.equation.primitive if node.equation else "input"
    half = PASS[mark.quantity]
    rule = f"the value of {word}" if mark.quantity == "value" else f"the {half} rule of {word}"
    return rule + ("" if mark.argument is None else f" for argument {mark.argument}")


def symbol(quantity: str, name: str) -> str:
    """Return how a quantity is written: `x`, `ẋ`, `x̄` (a dot for tangents, a bar for cotangents)."""
    accent = {"value": "", "tangent": "\N{COMBINING DOT ABOVE}", "cotangent": "\N{COMBINING MACRON}"}
    return normalize("NFC", f"{name[:1]}{accent[quantity]}{name[1:]}")


def status(told: Told) -> str:
    """Return the word for how a number is: right, wrong (and how), or not judged (and why)."""
    if told.is_wrong:
        return told.status
    if told.status:
        return told.status
    return f"not judged: {told.doubt}" if told.doubt else ""


def guilty(found: Walk) -> tuple[Node, ...]:
    """Return the nodes that the marks accuse: of a wrong sum, the one whose uses are added up."""
    return tuple(found.node(name) for name in dict.fromkeys(m.guilty or m.name for m in found.marks))
