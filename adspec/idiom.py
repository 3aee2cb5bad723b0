"""Idioms: how the users of an engine would write what adspec asks of it.

A counterexample is handed to people who do not know adspec: as a script that imports NumPy and the
engine alone. Which modules that are, what a primitive is called there, and how a derivative is spelled
is known to the adapter. What it says here is text; nothing of it runs in adspec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Spelling = Callable[[Sequence[str], Mapping[str, str]], str]


def called(function: str, args: Sequence[str], params: Mapping[str, str]) -> str:
    """Return the text of a call."""
    return f"{function}({', '.join([*args, *(f'{key}={value}' for key, value in params.items())])})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Idiom:
    """How a script for an engine is written.

    `imports` are its lines beyond `import numpy as np`, `optional` those that are wanted only where a
    text stands in the script. `modules` are the names of the modules in which a primitive is looked up,
    in this order, by what scripts call them; `spelled` the primitives that are written in another way,
    each a function of the texts of its arguments and of its parameters by name. All that follows makes
    texts of texts: `push(f, xs, us)` the expression for the pair (y, J u), `pull(f, xs, v, k)` that for
    Jᵀv at argument k, `grad(f, xs, k)` that for the gradient there. `array` makes one of the engine's
    arrays of a NumPy array, `numpy` the reverse, `outputs` one result of several, as the engine wants it.
    """

    imports: tuple[str, ...]
    modules: Mapping[str, str]
    push: Callable[[str, Sequence[str], Sequence[str]], str]
    pull: Callable[[str, Sequence[str], str, int], str]
    grad: Callable[[str, Sequence[str], int], str] | None = None
    optional: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, Spelling] = field(default_factory=dict)
    array: str = "{0}"
    numpy: str = "{0}"
    outputs: str = "({0})"
