"""A counterexample as a script of its own: NumPy, the engine in its own idiom, and the right value.

The script computes the one number that is wrong, holds it against the right one, and exits non-zero while it
is wrong. The right value is the truth's, and how far off an answer may be is derived from the case, both
written into the script; so is where they come from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adspec.artifacts.literal import after, array, shown
from adspec.artifacts.right import Right, right_of
from adspec.artifacts.spelling import NoScript, Speller
from adspec.engine import Engine
from adspec.findings.counterexample import Counterexample
from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.containers import CONTAINERS
from adspec.language.spaces import Array
from adspec.law import Law
from adspec.observation import EngineError, observe
from adspec.report.text import guilt

SAYS = {
    "value": "f(x)",
    "push": "J u",
    "pull": "Jᵀ v",
    "push of push": "D²f[u, u₂]",
    "push of pull": "H u",
    "pull of push": "H u",
    "pull of pull": "H u",
    "push of push of push": "D³f[u, u₂, u]",
    "push of push of pull": "d/dt H(x + t u₂) u",
    "value of jvp": "the value beside J u",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Script:
    """The parts of a script; `found` is the expression that asks the engine."""

    title: str
    engine: str
    says: str
    imports: tuple[str, ...]
    setup: tuple[str, ...]
    found: str
    right: Right

    @property
    def test(self) -> str:
        """Return the condition under which the answer is right."""
        conditions = ["found.shape == right.shape"] if self.right.has_shape else []
        if self.right.has_dtype:
            conditions.append("found.dtype == right.dtype")
        if self.right.allowed:
            unknown = " | np.isnan(right)" if self.right.has_unknown else ""
            close = (
                f"(np.abs(found - right) <= allowed){unknown}"
                if unknown
                else "np.abs(found - right) <= allowed"
            )
            conditions.append(f"np.all({close})")
        return " and ".join(conditions) or "True"


def script_of(found: Counterexample, engine: Engine, law: Law) -> Script:
    """Return the script that shows a counterexample on an engine.

    Raises: NoScript with the reason, for what is no number or array that one call returns.
    Cost: one observation, and the truth of the quantity.
    """
    if engine.idiom is None:
        raise NoScript(
            f"engine {engine.name}: its adapter has no idiom to write scripts in. Fill Engine.idiom "
            "(adspec.idiom.Idiom)."
        )
    mode = _quantity(found, law)
    case = found.case
    spell = Speller(engine=engine.name, idiom=engine.idiom, presentation=case.presentation, dtype=case.dtype)
    right = right_of(found, engine, mode)
    writer = _Writer(case, engine, spell)
    expression = writer.quantity(mode, right.component)
    setup = writer.setup()
    body = "\n".join((*setup, expression))
    wanted = [line for text, line in engine.idiom.optional.items() if text in body]
    return Script(
        title=f"{engine.name} {engine.version}: {guilt(found)}: {found.cause.symptom}",
        engine=engine.name,
        says=SAYS[mode],
        imports=("import numpy as np", *engine.idiom.imports, *wanted, *_digits(found)),
        setup=tuple(setup),
        found=expression,
        right=right,
    )


def _digits(found: Counterexample) -> tuple[str, ...]:
    """Return the line that shows enough digits of an array to see that the last ones are wrong."""
    return ("np.set_printoptions(precision=17)",) if found.cause.symptom == "inaccurate" else ()


def _quantity(found: Counterexample, law: Law) -> str:
    """Return which quantity is wrong, by a key of `SAYS`; raises NoScript where it is none of them."""
    cause, words = found.cause, f"{found.left_says} {found.right_says}"
    if found.case.presentation in CONTAINERS:  # as plain arrays, which scripts pass, it would be right
        raise NoScript(
            f"case in a {found.case.presentation}: scripts write functions of arrays, and the fault is in "
            "the container. `adspec replay FILE` shows it."
        )
    if law.accuses == "engine":
        raise NoScript(
            f"law {law.name}: speaks of an operator or of the engine as a whole (threads, life-time, "
            "aliases, counts of calls, what it refuses), not of one derivative of one function; for that "
            "there is no script. `adspec replay FILE` shows it."
        )
    if cause.symptom in {"structure", "kind of array", "None"}:
        raise NoScript(
            f"cause {cause}: is about the kind of answer, not a number. `adspec replay FILE` shows it."
        )
    if cause.mode in SAYS:
        return cause.mode
    if law.name == "primal" and "jvp" in words:
        return "value of jvp"
    for mode, spoken in (("pull", r"ᵀ|\bpull|\bvjp"), ("push", r"J u|\bpush|\bjvp")):
        if re.search(spoken, words):
            return mode
    return "value"


class _Writer:
    """The lines before the question, and the question, in an engine's words."""

    def __init__(self, case: Case, engine: Engine, spell: Speller) -> None:
        self._case, self._engine, self._spell = case, engine, spell
        self._hermitian = engine.dialect.pairing == "hermitian"
        self._extra: list[str] = []
        self._named: dict[str, str] = {}

    def setup(self) -> list[str]:
        """Return the program and the arrays that the question reads."""
        case = self._case
        held = [f"{name} = {self._array(a)}" for name, a in case.held.items()]
        xs = [f"{name} = {self._array(a)}" for name, a in zip(case.wrt, case.x, strict=True)]
        given = [f"{name} = {text}" for name, text in self._named.items()]
        return [
            *held,
            *self._spell.function("f", case.wrt, case.program),
            *xs,
            *after([*case.held, *case.wrt], case.presentation),
            *given,
            *self._extra,
        ]

    def quantity(self, mode: str, component: int) -> str:
        """Return the expression for one array of a quantity."""
        case, idiom = self._case, self._spell.idiom
        xs = list(case.wrt)
        many = f"[{component}]" if len(case.v) > 1 else ""
        outer, of, inner = mode.partition(" of ")
        if mode == "value":
            asked = f"f({', '.join(xs)}){many}"
        elif mode == "value of jvp":
            asked = f"{idiom.push('f', xs, self._us('u', case.u))}[0]{many}"
        elif not of:
            asked = self._outermost(outer, "f", component)
        else:
            asked = self._nested(mode, inner, component)
        return f"np.asarray({idiom.numpy.format(asked)})"

    def _outermost(self, way: str, f: str, component: int) -> str:
        case, idiom, xs = self._case, self._spell.idiom, list(self._case.wrt)
        if way == "push":
            many = f"[{component}]" if len(case.v) > 1 else ""
            return f"{idiom.push(f, xs, self._us('u', case.u))}[1]{many}"
        return idiom.pull(f, xs, self._v(), component)

    def _nested(self, mode: str, inner: str, component: int) -> str:
        """Return the expression for a derivative of a derivative; the inner ones become functions."""
        idiom, case = self._spell.idiom, self._case
        xs = list(case.wrt)
        pulled = inner.endswith("pull")
        self._define("g", self._inner("f", pulled=pulled))
        in_x = pulled and len(xs) > 1
        many = f"[{component}]" if (in_x if pulled else len(case.v) > 1) else ""
        if mode == "pull of push":
            return idiom.pull("g", xs, self._v(), component)
        if mode == "pull of pull":
            us = self._us("u", case.u)
            return idiom.pull("g", xs, us[0] if len(us) == 1 else f"({', '.join(us)})", component)
        if mode.count(" of ") == 1:
            name, direction = ("u", case.u) if pulled else ("u2", case.u2)
            return f"{idiom.push('g', xs, self._us(name, direction))}[1]{many}"
        first, last = (("u", case.u), ("u2", case.u2)) if pulled else (("u2", case.u2), ("u", case.u))
        self._define("h", f"{idiom.push('g', xs, self._us(*first))}[1]")
        return f"{idiom.push('h', xs, self._us(*last))}[1]{many}"

    def _inner(self, f: str, *, pulled: bool) -> str:
        idiom, case, xs = self._spell.idiom, self._case, list(self._case.wrt)
        if not pulled:
            return f"{idiom.push(f, xs, self._us('u', case.u))}[1]"
        parts = [idiom.pull(f, xs, self._v(), k) for k in range(len(xs))]
        return parts[0] if len(parts) == 1 else idiom.outputs.format(", ".join(parts))

    def _define(self, name: str, expression: str) -> None:
        self._extra += [f"def {name}({', '.join(self._case.wrt)}):", f"    return {expression}"]

    def _array(self, a: Array) -> str:
        text = shown(a, self._case.presentation)
        return self._spell.idiom.array.format(text)

    def _us(self, letter: str, arrays: Sequence[Array]) -> list[str]:
        """Return the names of tangents, which are defined before the question."""
        names = [letter if len(arrays) == 1 else f"{letter}_{name}" for name in self._case.wrt]
        self._named |= {name: self._array(a) for name, a in zip(names, arrays, strict=True)}
        return names

    def _v(self) -> str:
        """Return the name of the cotangent, which is as the engine pairs it, in the dtypes of its own y."""
        case = self._case
        given = case.v if self._hermitian else [np.asarray(spaces.conj(a)) for a in case.v]
        try:
            homes = observe(self._engine, case).y
        except EngineError:
            homes = case.v
        cast = [_as_wide(a, y) for a, y in zip(given, homes, strict=False)]
        texts = [self._spell.idiom.array.format(array(a)) for a in cast or given]
        self._named["v"] = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
        return "v"


def _as_wide(v: Array, y: Array) -> Array:
    """Return v in the dtype of y, where both are real or both are complex."""
    return v.astype(y.dtype) if v.dtype.kind == y.dtype.kind else v
