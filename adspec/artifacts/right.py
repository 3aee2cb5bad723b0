"""The right value of a quantity, how far an answer may be from it, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_UP, Context, Decimal

import numpy as np

from adspec.artifacts.literal import array, number
from adspec.artifacts.spelling import NoScript
from adspec.engine import Engine
from adspec.findings.counterexample import Counterexample
from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law import grade_entries
from adspec.observation import EngineError, observe, second_of
from adspec.truth import curvature_of, truth_of
from adspec.truth.interval import Interval, real_view

ANY = 1e308  # allowed where any finite number will do
TRUTH = "from values of f alone, in ball arithmetic"
# mode -> the quantity in observations, in the truth, and whether it lives where x lives
QUANTITIES = {
    "value": ("y", "y", False),
    "push": ("Ju", "Ju", False),
    "pull": ("JTv", "JTv", True),
    "push of push": ("push_of_push", "along", False),
    "push of pull": ("push_of_pull", "Hu", True),
    "pull of push": ("pull_of_push", "Hu", True),
    "pull of pull": ("pull_of_pull", "Hu", True),
    "push of push of push": ("push_of_push_of_push", "thrice", False),
    "push of push of pull": ("push_of_push_of_pull", "Hu_slope", True),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Right:
    """The texts of the right value and of what is allowed ("" where numbers are not compared).

    `component` is which array of the quantity it is; `source` where the value comes from.
    """

    text: str
    allowed: str
    source: str
    component: int = 0
    has_shape: bool = True
    has_dtype: bool = False
    has_unknown: bool = False


def right_of(found: Counterexample, engine: Engine, mode: str) -> Right:
    """Return the right value of the quantity that a mode names.

    Raises: NoScript where nobody knows it and the engine does not raise.
    """
    if mode == "value of jvp":
        call = f"f({', '.join(found.case.wrt)})"
        is_dtype = found.cause.symptom == "dtype"
        return Right(text=f"np.asarray({call})", allowed="0.0", source="the plain call", has_dtype=is_dtype)
    known = _truths(found, mode)
    answers = _answers(found, engine, mode)
    component = next((k for k, i in enumerate(known) if _is_missed(answers, k, i, found)), 0)
    home = _home(found, engine, mode, component)
    paired = QUANTITIES[mode][2] and engine.dialect.pairing != "hermitian"
    return _right(found, known[component], home, component, paired=paired)


def _truths(found: Counterexample, mode: str) -> tuple[Interval, ...]:
    """Return what the truth says; where engines may choose, every finite number is right."""
    case, name = found.case, QUANTITIES[mode][1]
    if " of " in mode:
        return tuple(getattr(curvature_of(case), name))
    truth = truth_of(case)
    known: tuple[Interval, ...] = getattr(truth, name)
    if mode == "value" or truth.judged:
        return known
    return tuple(Interval(i.lo, i.hi, np.full_like(i.lo, ANY), i.floor) for i in known)


def _answers(found: Counterexample, engine: Engine, mode: str) -> tuple[Array, ...]:
    obs = observe(engine, found.case)
    try:
        answers: tuple[Array, ...] = getattr(second_of(obs) if " of " in mode else obs, QUANTITIES[mode][0])
    except EngineError:
        return ()
    return answers


def _is_missed(answers: tuple[Array, ...], k: int, interval: Interval, found: Counterexample) -> bool:
    if k >= len(answers):
        return False
    view = real_view(answers[k])
    if view.shape != interval.lo.shape:
        return True
    grade = grade_entries(view, interval, float(np.finfo(found.case.dtype).eps))
    return grade["status"] in {"broken", "inaccurate"}


def _home(found: Counterexample, engine: Engine, mode: str, component: int) -> Array:
    """Return an array of the space in which the quantity lives."""
    case = found.case
    if QUANTITIES[mode][2]:
        return case.x[component]
    try:
        return observe(engine, case).y[component]
    except EngineError:
        return case.v[component]


def _right(found: Counterexample, interval: Interval, home: Array, component: int, *, paired: bool) -> Right:
    """Return the right value in the space of `home`; `paired` says that the engine answers its conjugate."""
    symptom = found.cause.symptom
    is_dtype = symptom == "dtype"
    lo, hi, width = (_joined(a, home) for a in (interval.lo, interval.hi, interval.allowance))
    if (lo is None or hi is None or width is None) and found.status == "crashed":
        return _unknown(found, home, component, is_dtype=is_dtype)
    if lo is None or hi is None or width is None:
        raise NoScript(f"cause {found.cause}: the right value lives in another space than the answer.")
    with np.errstate(invalid="ignore"):  # what does not exist has infinite ends
        value, half = (lo + hi) / 2, np.abs(hi - lo) / 2
    allowed = np.where(np.isfinite(width), np.abs(width) + half, ANY)
    is_unknown = ~np.isfinite(value)
    if is_unknown.all():
        return _unknown(found, home, component, is_dtype=is_dtype)
    value = np.where(is_unknown, np.nan, value)
    if paired:
        value = np.asarray(spaces.conj(value))
    text = array(value.astype(home.dtype if home.dtype.kind in "fc" else value.dtype))
    rounding = np.abs(value.astype(home.dtype) - value) if home.dtype.itemsize < value.dtype.itemsize else 0.0
    return Right(
        text=text,
        allowed=_bound(np.where(is_unknown, 0.0, allowed + rounding)),
        source=f"{_choice(lo, hi, allowed)}{TRUTH}{_agreeing(found)}",
        component=component,
        has_dtype=is_dtype,
        has_unknown=bool(is_unknown.any()),
    )


def _choice(lo: Array, hi: Array, allowed: Array) -> str:
    """Return in what sense a value is right that is not the only one."""
    if np.any(allowed >= ANY):
        return "or any finite number; "
    return "the middle of all that may be chosen at a kink; " if np.any(lo < hi) else ""


def _unknown(found: Counterexample, home: Array, component: int, *, is_dtype: bool) -> Right:
    """Return what is right where no number is known: the shape, the dtype, or not to raise."""
    if not (is_dtype or found.cause.symptom == "shape" or found.status == "crashed"):
        raise NoScript(f"cause {found.cause}: nobody knows the right value of this case.")
    text = array(np.zeros(home.shape, home.dtype))
    source = "of the right shape and dtype; its numbers are not compared"
    return Right(text=text, allowed="", source=source, component=component, has_dtype=is_dtype)


def _joined(view: Array, home: Array) -> Array | None:
    """Return an array of the shape of its home: of a complex one, real and imaginary parts joined."""
    if np.iscomplexobj(home):
        return view[..., 0] + 1j * view[..., 1] if view.shape == (*home.shape, 2) else None
    return view if view.shape == home.shape else None


def _bound(allowed: Array) -> str:
    """Return the text of a bound, rounded up to two digits; one number where all are the same."""
    up = np.vectorize(
        lambda a: float(Context(prec=2, rounding=ROUND_UP).create_decimal(Decimal(float(a)))), [float]
    )
    short = np.asarray(up(allowed)) if allowed.size else np.zeros(())
    short = np.minimum(short, ANY)
    return number(float(short.flat[0])) if np.all(short == short.flat[0]) else array(short)


def _agreeing(found: Counterexample) -> str:
    names = [a.oracle for a in found.answers if a.agrees and a.oracle not in {"truth", found.engine}]
    return f"; {', '.join(names)} agree{'s' * (len(names) == 1)}" if names else ""
