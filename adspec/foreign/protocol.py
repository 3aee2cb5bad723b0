"""The protocol: what adspec and an engine in another process say to each other, line by line, in JSON.

    → {"id": 0, "op": "hello", "protocol": 1}
    ← {"id": 0, "protocol": 1, "name": "tape.js", "version": "1.0", "primitives": ["sin", "multiply"],
       "values": "scalars", "dtypes": ["float64"], "ops": ["value", "jvp", "vjp"]}
    → {"id": 1, "op": "jvp", "program": …, "inputs": ["0x1.0p-1"], "wrt": ["x0"], "tangents": ["0x1.0p+0"]}
    ← {"id": 1, "value": ["0x1.eaee8744b05f0p-2"], "tangents": ["0x1.c1528065b7d50p-1"]}

A program is in adspec's JSON form (see `adspec.language.program`). A value is a hexadecimal float where the
engine takes "scalars", and an object of dtype, shape and elements where it takes "arrays". A vjp carries
"cotangents", one for each output, and so does its answer, one for each name in "wrt". An engine that cannot
answer says {"id": 1, "error": {"kind": "unsupported", "message": "…"}}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.arrays import array_from_json, array_to_json
from adspec.language.literals import LanguageError, hex_float
from adspec.language.presentation import NotShown
from adspec.language.spaces import Array
from adspec.limits import COMPLEX, REAL, Limits

PROTOCOL = 1
OPS = ("value", "jvp", "vjp")
ANSWER_LIMIT = 5.0  # seconds for an answer, where the hello does not say otherwise
MOST_SECONDS = 50.0  # a case, which has several answers, may take a minute


class ProtocolError(RuntimeError):
    """A message that is not of the protocol: the engine's, or its adapter's, fault."""


class EngineFailureError(RuntimeError):
    """The engine says that it failed."""


# kind of error -> the exception that it is here; what the engine does not provide is unsupported
KINDS: Mapping[str, type[Exception]] = {
    "unsupported": NotShown,
    "type": TypeError,
    "value": ValueError,
    "failure": EngineFailureError,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Hello:
    """What an engine says of itself.

    `limits` are the values that it takes, `ops` what it can be asked, `seconds` what an answer may take.
    """

    name: str
    version: str
    primitives: tuple[str, ...]
    ops: tuple[str, ...]
    limits: Limits
    seconds: float = ANSWER_LIMIT

    @property
    def scalar(self) -> bool:
        """Return whether values are hexadecimal floats."""
        return self.limits.scalar


def hello_of(answer: Mapping[str, Any]) -> Hello:
    """Return what a hello says.

    Raises: ProtocolError naming the field.
    """
    if answer.get("protocol") != PROTOCOL:
        spoken = answer.get("protocol")
        raise ProtocolError(f"speaks protocol {spoken!r}, not {PROTOCOL}. This adspec speaks no other.")
    ops = _words(answer, "ops", OPS)
    if "value" not in ops:
        raise ProtocolError("has no 'value' among its ops. All that is judged begins with the value.")
    return Hello(
        name=_text(answer, "name"),
        version=_text(answer, "version"),
        primitives=_words(answer, "primitives"),
        ops=ops,
        limits=_limits(answer),
        seconds=_seconds(answer.get("seconds", ANSWER_LIMIT)),
    )


def _seconds(found: Any) -> float:
    if isinstance(found, int | float) and 0 < found <= MOST_SECONDS:
        return float(found)
    raise ProtocolError(f"says {found!r} for seconds, which is not a number between 0 and {MOST_SECONDS:g}.")


def _limits(answer: Mapping[str, Any]) -> Limits:
    values, dtypes = answer.get("values"), _words(answer, "dtypes", REAL + COMPLEX)
    if values not in {"scalars", "arrays"}:
        raise ProtocolError(f"says {values!r} for values, which is neither 'scalars' nor 'arrays'.")
    if values == "scalars" and dtypes != ("float64",):
        raise ProtocolError(
            'takes scalars, and has other dtypes than float64. Say ["float64"], or take arrays.'
        )
    return Limits(axes=0 if values == "scalars" else None, dtypes=dtypes, order=1)


def _text(answer: Mapping[str, Any], key: str) -> str:
    found = answer.get(key)
    if isinstance(found, str) and found:
        return found
    raise ProtocolError(f"says {found!r} for {key}, which is not a text.")


def _words(answer: Mapping[str, Any], key: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    found = answer.get(key)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ProtocolError(f"says {found!r} for {key}, which is not a list of words.")
    for word in found if known else ():
        if word not in known:
            raise ProtocolError(f"says {word!r} among {key}, which is not one of {', '.join(known)}.")
    return tuple(found)


# ------------------------------------------------------------------ answers


def require_answer(message: Any, number: int, line: str) -> Mapping[str, Any]:
    """Return a message as the answer to the request of this number.

    Raises: ProtocolError for what is no answer, and what the engine says that it failed with.
    """
    if not isinstance(message, dict) or message.get("id") != number:
        raise ProtocolError(f"answered {line!r}, which is not an object with the id {number}.")
    if "error" not in message:
        return message
    match message["error"]:
        case {"kind": str(kind), "message": str(text)} if kind in KINDS:
            raise KINDS[kind](text)
    kinds = ", ".join(KINDS)
    raise ProtocolError(f"answered {line!r}, whose error has no message, or none of the kinds {kinds}.")


def written(array: Array, *, scalar: bool) -> Any:
    """Return the JSON of a value."""
    return float(array).hex() if scalar else array_to_json(array)


def read(answer: Mapping[str, Any], key: str, count: int, *, scalar: bool) -> tuple[Array, ...]:
    """Return so many values of an answer.

    Raises: ProtocolError naming the place.
    """
    found = answer.get(key)
    if not isinstance(found, list) or len(found) != count:
        raise ProtocolError(f"answered {found!r} as {key}, which is not a list of {count} values.")
    one: Callable[[Any, str], Array] = _scalar if scalar else array_from_json
    try:
        return tuple(one(value, f"{key}[{i}]") for i, value in enumerate(found))
    except LanguageError as error:
        raise ProtocolError(f"answered with a wrong value: {error}.") from error


def _scalar(value: Any, where: str) -> Array:
    return np.asarray(hex_float(value, where))
