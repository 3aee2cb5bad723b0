"""Smoke: what is wrong with an adapter as a whole, said before any law is judged.

An adapter that returns (J u, y) for (y, J u) breaks thirty laws, and none of them says so. So its
functions are called once on one primitive at one point, where value, tangent and cotangent are
different numbers, and what comes back is told apart by which of them it is. A number that is none of
them is no matter of the adapter: the laws see to it, as they do to exceptions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.discovery import BROKEN_ADAPTER, DiscoveryError
from adspec.engine import Engine
from adspec.foreign import ProtocolError
from adspec.language.presentation import NotShown
from adspec.language.standin import NUMPY
from adspec.observation import unwarned

# Primitives of one argument with a value and a slope at 1/2 that nobody takes for each other.
PROBES = ("sin", "exp", "tanh", "square", "log", "sqrt", "negative")
X, SEED = 0.5, 2.0  # u and v: J u = Jᵀ v = 2 f′(x)
STEP = 1e-4
DIGITS = 1e-2  # agreement of half-precision engines, too: it tells y from J u, and is no judgement


@dataclass(frozen=True, slots=True)
class _Probe:
    """One function in the engine's words, at one point: its value and twice its slope, by NumPy."""

    f: Callable[..., Any]
    x: Any
    seed: Any
    y: float
    twice: float


def require_sound(engine: Engine) -> None:
    """Refuse an adapter of which nothing that a law says would be about the engine.

    Raises: DiscoveryError.
    """
    fault = fault_of(engine)
    if fault:
        raise DiscoveryError(f"engine {engine.name}: its adapter is wrong. {fault}", BROKEN_ADAPTER)


def fault_of(engine: Engine) -> str:
    """Return what is wrong with an adapter, in one line with the way out, or "" for nothing.

    Cost: one call of each of its functions, on one number.
    """
    try:
        with unwarned(), np.errstate(all="ignore"), engine.scope():
            return next(_faults(engine), "")
    except ProtocolError as error:
        return f"It {error}"
    except (Exception, SystemExit):  # noqa: BLE001 -- whatever an engine raises is for the laws to judge
        return ""


def _faults(engine: Engine) -> Iterator[str]:
    yield from _of_arrays(engine)
    words = [name for name in PROBES if name in engine.ops]
    probes = [probe for name in words if (probe := _probe(engine, name)) is not None]
    if words and not probes:
        shown = ", ".join(words)
        yield f"ops: none of {shown} has NumPy's value at 1/2. Are the functions under the right names?"
    for probe in probes[:1]:
        yield from _of_jvp(engine, probe)
        yield from _of_vjp(engine, probe)
        yield from _of_grads(engine, probe)


def _of_arrays(engine: Engine) -> Iterator[str]:
    try:
        back = engine.to_numpy(engine.from_numpy(np.array([X])))
    except NotShown:
        return
    if not _near(back, X):
        yield f"to_numpy(from_numpy(array([0.5]))): is {_spoken(back)}. They must be each other's inverse."


def _probe(engine: Engine, name: str) -> _Probe | None:
    """Return a primitive as a probe; None where its value is not NumPy's, or it raises."""
    meaning, word = NUMPY[name], engine.ops[name]
    y = float(meaning(X))
    for shape in ((), (1,)):
        try:
            x, seed = (engine.from_numpy(np.full(shape, number)) for number in (X, SEED))
            right = _near(engine.to_numpy(word(x)), y)
        except ProtocolError:
            raise
        except Exception:  # noqa: BLE001, S112 -- some engines have no arrays without axes
            continue
        if right:
            slope = float(meaning(X + STEP) - meaning(X - STEP)) / (2 * STEP)
            return _Probe(f=word, x=x, seed=seed, y=y, twice=SEED * slope)
    return None


def _of_jvp(engine: Engine, probe: _Probe) -> Iterator[str]:
    if engine.jvp is None:
        return
    yield from _unlike(engine.jvp, "jvp", "(f, xs, us)", probe.f, (probe.x,), (probe.seed,))
    answer = engine.jvp(probe.f, (probe.x,), (probe.seed,))
    yield from _of_pair(engine, answer, "jvp", ("y", probe.y), ("J u", probe.twice))


def _of_vjp(engine: Engine, probe: _Probe) -> Iterator[str]:
    if engine.vjp is None:
        return
    yield from _unlike(engine.vjp, "vjp", "(f, xs)", probe.f, (probe.x,))
    answer = engine.vjp(probe.f, (probe.x,))
    if not _is_pair(answer):
        yield f"vjp: returns {_kind(answer)}. Return (y, pull)."
        return
    first, pull = answer
    if callable(first) and not callable(pull):
        yield "vjp: returns (pull, y). Return (y, pull)."
    elif not callable(pull):
        yield f"vjp: the second of what it returns is {_kind(pull)}. Return (y, pull), where pull takes v."
    else:
        yield from _of_each(pull(probe.seed), "pull", "cotangent")


def _of_grads(engine: Engine, probe: _Probe) -> Iterator[str]:
    if engine.grad is not None:
        yield from _unlike(engine.grad, "grad", "(f, xs)", probe.f, (probe.x,))
        yield from _of_each(engine.grad(probe.f, (probe.x,)), "grad", "gradient")
    if engine.value_and_grad is not None:
        yield from _unlike(engine.value_and_grad, "value_and_grad", "(f, xs)", probe.f, (probe.x,))
        both = engine.value_and_grad(probe.f, (probe.x,))
        if not _is_pair(both):
            yield f"value_and_grad: returns {_kind(both)}. Return (y, gradients)."
        elif isinstance(both[0], tuple | list) and not isinstance(both[1], tuple | list):
            yield "value_and_grad: returns (gradients, y). Return (y, gradients)."
        else:
            yield from _of_each(both[1], "value_and_grad", "gradient")


# ------------------------------------------------------------------ parts


def _of_pair(
    engine: Engine, answer: Any, name: str, first: tuple[str, float], second: tuple[str, float]
) -> Iterator[str]:
    due = f"({first[0]}, {second[0]})"
    if not _is_pair(answer):
        yield f"{name}: returns {_kind(answer)}. Return {due}."
        return
    a, b = (engine.to_numpy(part) for part in answer)
    if _near(a, second[1]) and _near(b, first[1]):
        yield f"{name}: returns ({second[0]}, {first[0]}). Return {due}."


def _of_each(answer: Any, name: str, what: str) -> Iterator[str]:
    if not isinstance(answer, tuple | list):
        yield f"{name}: returns {_kind(answer)}. Return a tuple with one {what} for each x."
    elif len(answer) != 1:
        yield f"{name}: returns {len(answer)} values for one x. Return a tuple with one {what} for each x."


def _unlike(function: Callable[..., Any], name: str, due: str, *arguments: Any) -> Iterator[str]:
    """Yield that a function cannot be called as it will be."""
    try:
        signature = inspect.signature(function, follow_wrapped=False)
    except (TypeError, ValueError):  # of C, which says nothing of itself
        return
    try:
        signature.bind(*arguments)
    except TypeError as error:
        way_out = "Its xs and us are tuples, one entry for each input."
        yield f"{name}: cannot be called as {name}{due}: {error}. {way_out}"


def _is_pair(answer: Any) -> bool:
    return isinstance(answer, tuple | list) and len(answer) == 2


def _near(value: Any, number: float) -> bool:
    array = np.asarray(value)
    if array.dtype.kind not in "fciu" or array.size != 1:
        return False
    return bool(np.abs(array.ravel()[0] - number) <= DIGITS * abs(number))


def _kind(value: Any) -> str:
    return f"one {type(value).__name__}"


def _spoken(value: Any) -> str:
    return " ".join(repr(value).split())[:60]
