"""One counterexample as text: Let / Then / Because / Replay, at most 25 lines.

Let says what goes in, as a person would write it down: the numbers, then the equations. Then
says what came out, both sides of the broken claim and what the others answer. Because names the
guilty rule, the likely mistake, and the laws that fall with it. Replay is a command to type.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from adspec.findings.counterexample import Answer, Counterexample
from adspec.language.case import Case
from adspec.language.presentation import PRESENTATIONS
from adspec.law import FINDINGS
from adspec.report import numbers

COLUMNS = 100
INDENT = " " * 9
MANY_ULPS = 1e6  # past this the number of digits says it better
LINES, LET_LINES, THEN_LINES = 25, 11, 6  # what these two leave is for Because
MANY_LAWS = 4


def counterexample_text(found: Counterexample, replay: str = "") -> str:
    """Return the text of a counterexample; `replay` is the command that shows it again."""
    let, then = _clipped(let_lines(found), LET_LINES), _clipped(then_lines(found), THEN_LINES)
    because = _clipped(because_lines(found), LINES - 3 - len(let) - len(then))
    lines = [
        heading(found),
        *_section("Let", let),
        *_section("Then", then),
        *_section("Because", because),
        *_section("Replay", [replay] if replay else []),
    ]
    return "\n".join(line.rstrip() for line in lines)


def heading(found: Counterexample) -> str:
    """Return the first line: status, law, engine, cause (of a replay that holds, what it was), cases."""
    cases = "" if found.count == 1 else f"   ({found.count} cases)"
    cause = found.cause if found.status in FINDINGS else f"was {found.cause}"
    return f"{found.status:<11}  {found.law}   {found.engine} {found.version}   {cause}{cases}"


# ------------------------------------------------------------------ Let


def let_lines(found: Counterexample) -> list[str]:
    """Return the inputs, the equations, and those of u and v on which the broken claim depends."""
    case = found.case
    inputs = case.values(case.x)
    returned = ", ".join(case.program.outputs)
    last = case.program.equations[-1].name if case.program.equations else ""
    return [
        *(f"{name} = {numbers.array(inputs[name])}{_held(case, name)}" for name in case.program.inputs),
        *(line for equation in case.program.equations for line in equation.lines()),
        *([] if returned == last else [f"y = {returned}"]),
        *(_named("u", case.wrt, case.u) if _speaks_of("u", found) else []),
        *(_named("u₂", case.wrt, case.u2) if _speaks_of("u₂", found) else []),
        *(_named("v", [str(i) for i in range(len(case.v))], case.v) if _speaks_of("v", found) else []),
        *([] if case.presentation == "functions" else [_presented(case)]),
    ]


def _held(case: Case, name: str) -> str:
    return "   (held fixed)" if name in case.held else ""


def _presented(case: Case) -> str:
    """Return how the case is shown; what is packed is written out as f gets and returns it."""
    shown, f = PRESENTATIONS[case.presentation], case.program
    says = shown.says
    if shown.container is not None:
        write = shown.container.written
        y = write(f.outputs) if len(f.outputs) > 1 else f.outputs[0]
        says = f"f({write(case.wrt)}) returns {y}"
    return f"presented as {case.presentation}: {says}"


def _named(letter: str, keys: Sequence[str], arrays: Sequence[np.ndarray]) -> Iterator[str]:
    for key, value in zip(keys, arrays, strict=True):
        yield f"{letter if len(keys) == 1 else f'{letter}_{key}'} = {numbers.array(value)}"


# letter -> the modes whose claims are about it, and how the words of others name it
_SPOKEN = {
    "u": (("push",), r"(\b|J|ᵀ)u\b|\bpush|\bjvp\b|(?<!co)tangent"),
    "u₂": (("push of push", "push of push of push"), r"\bu₂"),
    "v": (("pull",), r"(\b|J|ᵀ)v\b|\bpull|\bvjp\b|cotangent"),
}


def _speaks_of(letter: str, found: Counterexample) -> bool:
    """Return whether a claim is about J u (or Jᵀ v), by its mode or its words."""
    modes, spoken = _SPOKEN[letter]
    words = f"{found.left_says} {found.right_says} {found.reason}"
    return found.cause.mode in modes or re.search(spoken, words) is not None


# ------------------------------------------------------------------ Then


def then_lines(found: Counterexample) -> list[str]:
    """Return both sides of the claim, how far they are apart, and what the others answer."""
    if found.left is None and found.right is None:
        return [*_wrapped(found.reason or found.cause.symptom), *_others(found)]
    left, right = numbers.sides(found.left, numbers.alike(found.left, found.right))
    says = _sayings(found)
    if found.right_says == "truth":
        right = _hull(found) or _known(right)
    width = max(map(len, says))
    claim = [f"{words:<{width}}   {side}" for words, side in zip(says, (left, right), strict=True)]
    return [*claim, *_accuracy(found), *_others(found)]


def _known(truth: str) -> str:
    """Return what the truth says, where a nan is nothing that it says."""
    return truth.replace("nan", "unknown")


def _hull(found: Counterexample) -> str:
    """Return what the truth says at a kink, where it is not one number: `between -1.0 and 1.0`."""
    return next((a.says for a in found.answers if a.oracle == "truth" and a.value is None and a.agrees), "")


def _sayings(found: Counterexample) -> tuple[str, str]:
    """Return the words for both sides; against the truth they name who says it."""
    if found.right_says == "truth":
        return f"{found.left_says} by {found.engine}", f"{found.left_says} by truth"
    return found.left_says, found.right_says


def _accuracy(found: Counterexample) -> Iterator[str]:
    if found.status == "inaccurate" and found.digits is not None:
        small = found.ulps is not None and found.ulps < MANY_ULPS
        error = f", wrong by {found.ulps:.0f} units in the last place" if small else ""
        yield f"{found.digits:.1f} correct digits{error}"


def _others(found: Counterexample) -> list[str]:
    """Return what the others answer, equal answers together, who is wrong as well, and who is alone.

    The truth is among them where no claim shows it, since the engine raised.
    """
    if any(a.oracle == found.engine and a.agrees for a in found.answers):
        return []  # the claim is about something else than the quantity that was asked for
    silent = {found.engine} if found.left is None else {found.engine, "truth"}
    said: dict[str, list[Answer]] = {}
    for answer in found.answers:
        if answer.oracle not in silent:
            said.setdefault(_answer(answer, found), []).append(answer)
    spoken = [f"{', '.join(a.oracle for a in group)} {text}" for text, group in said.items()]
    return _wrapped(f"{'; '.join(spoken)}{_minority(found)}") if spoken else []


def _answer(answer: Answer, found: Counterexample) -> str:
    wrong = " (wrong as well)" if found.status in FINDINGS else " (wrong)"
    suffix = wrong if answer.agrees is False else ""
    if answer.value is None:
        return f"{answer.says}{suffix}"
    left, right = found.left, numbers.alike(found.left, found.right)
    value = numbers.alike(left, answer.value)
    digits, place = numbers.telling_digits(left, right), numbers.focus(left, right)
    text = numbers.shown(value, digits, place)
    return f"{_known(text) if answer.oracle == 'truth' else text}{suffix}"


def _minority(found: Counterexample) -> str:
    engines = [a for a in found.answers if a.oracle not in (found.engine, "truth")]
    is_alone = any(a.agrees for a in engines) and all(a.agrees is not False for a in engines)
    return f". {found.engine} is alone" if is_alone and found.status in FINDINGS else ""


# ------------------------------------------------------------------ Because


def because_lines(found: Counterexample) -> list[str]:
    """Return the guilty rule, the diagnosis, and the laws that fall with this one; nothing if it holds."""
    if found.status not in FINDINGS:
        return []
    told = [guilt(found), *(part for part in (found.diagnosis, found.only) if part)]
    if found.falls_with:
        told.append(f"falls with it: {_some(found.falls_with)}")
    notes = [f"{key}: {text}" for key, text in found.notes.items()]
    return [line for text in ("; ".join(told), *notes) for line in _wrapped(text)]


def _some(names: Sequence[str]) -> str:
    """Return names, of many the first ones and how many follow."""
    more = len(names) - MANY_LAWS + 1
    return ", ".join(names if more <= 1 else [*names[: MANY_LAWS - 1], f"{more} more"])


# what is to blame where it is no single rule; {engine}, and {part}: " by pull" or nothing; of nesting
# {inner}, the operator within the program, and {depth}, how many are within each other there
COMPOSITIONS = {
    "many rules": "the same symptom{part} in many rules",
    "engine": "no single rule: {engine} itself{part}",
    "fan-out": "each rule alone is right: the sum over several uses of one value{part} is wrong",
    "sum over arguments": "each rule alone is right: the sum over several arguments{part} is wrong",
    "nesting": "each rule alone is right: a derivative by {inner} within the derivative{part} is wrong "
    "(depth {depth})",
}


def guilt(found: Counterexample) -> str:
    """Return who is to blame: `the pull rule of prod for argument 0`."""
    cause = found.cause
    kind, _, inner = cause.where.partition(" of ")
    if kind in COMPOSITIONS:
        part = f" by {cause.mode}" if cause.mode else ""
        depth = found.case.program.depth
        return COMPOSITIONS[kind].format(engine=found.engine, part=part, inner=inner, depth=depth)
    outer, of, inner = cause.mode.rpartition(" of ")
    rule = {"": "rule", "value": "value"}.get(inner, f"{inner} rule")
    argument = "" if cause.argument is None else f" for argument {cause.argument}"
    derived = f"the derivative, by a {outer}, of " if of else ""
    return f"{derived}the {rule} of {cause.where}{argument}"


# ------------------------------------------------------------------ lines


def _section(label: str, lines: Iterable[str]) -> list[str]:
    return [f"{label if i == 0 else '':<9}{line}" for i, line in enumerate(lines)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), COLUMNS - len(INDENT), break_on_hyphens=False)


def _clipped(lines: list[str], limit: int) -> list[str]:
    """Return at most `limit` lines, of a longer list the first and the last ones; long lines are wrapped."""
    flat = [part for line in lines for part in (_folded(line) if len(line) > COLUMNS else [line])]
    if len(flat) <= limit:
        return flat
    head = limit // 2
    tail = limit - head - 1
    return [*flat[:head], f"… {len(flat) - head - tail} more lines …", *flat[len(flat) - tail :]]


def _folded(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS - len(INDENT), subsequent_indent="    ", break_on_hyphens=False)
