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
from adspec.report import numbers

COLUMNS = 100
INDENT = " " * 9
MANY_ULPS = 1e6  # past this the number of digits says it better
LET_LINES, THEN_LINES, BECAUSE_LINES = 11, 6, 5  # with the heading and two lines for Replay: 25


def counterexample_text(found: Counterexample, replay: str = "") -> str:
    """Return the text of a counterexample; `replay` is the command that shows it again."""
    lines = [
        heading(found),
        *_section("Let", _clipped(let_lines(found), LET_LINES)),
        *_section("Then", _clipped(then_lines(found), THEN_LINES)),
        *_section("Because", _clipped(because_lines(found), BECAUSE_LINES)),
        *_section("Replay", [replay] if replay else []),
    ]
    return "\n".join(line.rstrip() for line in lines)


def heading(found: Counterexample) -> str:
    """Return the first line: status, law, engine, cause, how many cases."""
    cases = "" if found.count == 1 else f"   ({found.count} cases)"
    return f"{found.status:<11}  {found.law}   {found.engine} {found.version}   {found.cause}{cases}"


# ------------------------------------------------------------------ Let


def let_lines(found: Counterexample) -> list[str]:
    """Return the inputs, the equations, and those of u and v on which the broken claim depends."""
    case = found.case
    returned = ", ".join(case.program.outputs)
    last = case.program.equations[-1].name if case.program.equations else ""
    return [
        *(f"{name} = {numbers.array(a)}{_held(case, name)}" for name, a in case.values(case.x).items()),
        *(str(equation) for equation in case.program.equations),
        *([] if returned == last else [f"y = {returned}"]),
        *(_named("u", case.wrt, case.u) if _speaks_of("u", found) else []),
        *(_named("v", [str(i) for i in range(len(case.v))], case.v) if _speaks_of("v", found) else []),
        *([] if case.presentation == "functions" else [f"presented as {case.presentation}"]),
    ]


def _held(case: Case, name: str) -> str:
    return "   (held fixed)" if name in case.held else ""


def _named(letter: str, keys: Sequence[str], arrays: Sequence[np.ndarray]) -> Iterator[str]:
    for key, value in zip(keys, arrays, strict=True):
        yield f"{letter if len(keys) == 1 else f'{letter}_{key}'} = {numbers.array(value)}"


def _speaks_of(letter: str, found: Counterexample) -> bool:
    """Return whether a claim is about J u (or Jᵀ v), by its mode or its words."""
    mode = {"u": "push", "v": "pull"}[letter]
    words = f"{found.left_says} {found.right_says}"
    return found.cause.mode in (mode, "") or re.search(rf"(\b|J|ᵀ){letter}\b", words) is not None


# ------------------------------------------------------------------ Then


def then_lines(found: Counterexample) -> list[str]:
    """Return both sides of the claim, how far they are apart, and what the others answer."""
    if found.left is None and found.right is None:
        return [*_wrapped(found.reason or found.cause.symptom), *_others(found)]
    left, right = numbers.sides(found.left, numbers.alike(found.left, found.right))
    says = _sayings(found)
    if found.right_says == "truth":
        right = _hull(found) or right
    width = max(map(len, says))
    claim = [f"{words:<{width}}   {side}" for words, side in zip(says, (left, right), strict=True)]
    return [*claim, *_accuracy(found), *_others(found)]


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
    """Return what the other oracles answer, equal answers together, and who is in the minority."""
    if any(a.oracle == found.engine and a.agrees for a in found.answers):
        return []  # the claim is about something else than the quantity that was asked for
    others = [a for a in found.answers if a.oracle not in (found.engine, "truth")]
    said: dict[str, list[str]] = {}
    for answer in others:
        said.setdefault(_answer(answer, found), []).append(answer.oracle)
    if not said:
        return []
    spoken = "; ".join(f"{', '.join(names)} {text}" for text, names in said.items())
    return _wrapped(f"{spoken}{_minority(found, others)}")


def _answer(answer: Answer, found: Counterexample) -> str:
    if answer.value is None:
        return answer.says
    right = numbers.alike(found.left, found.right)
    return numbers.array(numbers.alike(found.left, answer.value), numbers.telling_digits(found.left, right))


def _minority(found: Counterexample, others: Sequence[Answer]) -> str:
    wrong = [a.oracle for a in others if a.agrees is False]
    right = [a.oracle for a in others if a.agrees]
    if wrong:
        return f". Wrong as well: {', '.join(wrong)}"
    return f". {found.engine} is alone" if right else ""


# ------------------------------------------------------------------ Because


def because_lines(found: Counterexample) -> list[str]:
    """Return the guilty rule, the diagnosis, and the laws that fall with this one."""
    told = [guilt(found), *([found.diagnosis] if found.diagnosis else [])]
    if found.falls_with:
        told.append(f"falls with it: {', '.join(found.falls_with)}")
    notes = [f"{key}: {text}" for key, text in found.notes.items()]
    return [line for text in ("; ".join(told), *notes) for line in _wrapped(text)]


def guilt(found: Counterexample) -> str:
    """Return who is to blame: `the pull rule of prod for argument 0`."""
    cause = found.cause
    if cause.where in ("engine", "fan-out", "nesting", "many rules"):
        part = f" by {cause.mode}" if cause.mode else ""
        return {
            "many rules": f"the same symptom{part} in many rules",
            "engine": f"no single rule: {found.engine} itself{part}",
            "fan-out": f"each rule alone is right: the sum over several uses of one value{part} is wrong",
            "nesting": f"each rule alone is right: derivatives of derivatives{part} are mixed up",
        }[cause.where]
    rule = f"{cause.mode} rule" if cause.mode else "rule"
    argument = "" if cause.argument is None else f" for argument {cause.argument}"
    return f"the {rule} of {cause.where}{argument}"


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
