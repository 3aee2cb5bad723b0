"""NumPy-like code as equations over balls: run on arrays that record what NumPy is asked for.

NumPy hands ufuncs and functions over to such arrays (NEP 13 and 18), so that code written with NumPy
or with autograd.numpy (which calls NumPy where there is nothing to differentiate) writes itself down,
inside custom primitives too. What asks for a plain number (`if`, `int`, an index) gets the one at this
point, guarded; `float`, `math` and `np.asarray` would lose the thread, and are refused.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.lifting import frames
from adspec.lifting.graph import Lifted, Tape, UnsupportedError
from adspec.lifting.numpy_words import (
    LIKE,
    NUMERIC,
    REDUCTIONS,
    SEQUENCES,
    as_type,
    meaning_of,
    telling,
    word_for,
)
from adspec.lifting.words import SELF, as_balls
from adspec.truth.balls import as_array, exact
from adspec.truth.meanings import meaning


def lift(f: Callable[..., Any], xs: Sequence[Array], flatten: Callable[[Any], list[Any]]) -> Lifted:
    """Return f at arrays `xs` as steps; `flatten` gives the arrays of its result.

    Raises: UnsupportedError naming the first operation that has no meaning in balls; whatever f raises.
    """
    tape = Tape()
    inputs = [tape.put(exact(np.asarray(x))) for x in xs]
    shown = [Recorded(tape, n, np.asarray(x)) for n, x in zip(inputs, xs, strict=True)]
    results = flatten(f(*shown))
    return tape.lifted(inputs, [_atom(tape, r) for r in results])


def _atom(tape: Tape, value: Any) -> Any:
    """Return a value as an operand: the name of a recorded array, balls for floats, else the value."""
    if isinstance(value, Recorded):
        return value.name
    if isinstance(value, np.ndarray) and value.dtype == object:
        return _joined(tape, value)
    return tape.constant(value) if isinstance(value, (np.ndarray, np.generic, float, complex, int)) else value


def _joined(tape: Tape, value: Array) -> Name:
    """Return an object array of recorded numbers as one value."""
    parts = [_atom(tape, e) for e in value.ravel()]
    shape = value.shape

    def join(*entries: Any) -> Any:
        return np.concatenate([np.reshape(as_balls(e), 1) for e in entries]).reshape(shape)

    return tape.step("stack", join, parts, place=frames.here())


class Recorded(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of the user's function while it is read: a name on the tape, and what it is at this point."""

    __array_priority__ = 1000.0

    def __init__(self, tape: Tape, name: Name, seen: Array) -> None:
        self.tape, self.name, self.seen = tape, name, seen

    shape = property(lambda self: self.seen.shape)
    ndim = property(lambda self: self.seen.ndim)
    size = property(lambda self: self.seen.size)
    dtype = property(lambda self: self.seen.dtype)
    T = property(np.transpose)
    mT = property(lambda self: np.swapaxes(self, -1, -2))  # noqa: N815 - NumPy's own name
    real = property(np.real)
    imag = property(np.imag)
    flat = property(lambda self: iter(np.ravel(self)))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **params: Any) -> Any:
        """Record a ufunc, or its reduction."""
        name = word_for(ufunc.__name__)
        if method == "__call__":
            return record(self.tape, name, ufunc, inputs, telling(params))
        if method == "reduce" and ufunc.__name__ in REDUCTIONS:
            params.setdefault("axis", 0)
            return record(self.tape, REDUCTIONS[ufunc.__name__], ufunc.reduce, inputs, telling(params))
        if method == "accumulate":
            f = meaning(f"{name}.accumulate") if f"{name}.accumulate" in VOCABULARY else ufunc.accumulate
            return record(self.tape, f"{name}.accumulate", ufunc.accumulate, inputs, telling(params), f)
        raise UnsupportedError(f"numpy.{ufunc.__name__}.{method}", frames.here())

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Record a function of NumPy's."""
        if func.__name__ in LIKE:
            seen = [a.seen if isinstance(a, Recorded) else a for a in args]
            return func(*seen, **kwargs)
        return recorded_call(self.tape, func, args, dict(kwargs))

    def __getitem__(self, index: Any) -> Any:
        """Record an index; recorded ones among its parts are decided here."""
        parts = index if isinstance(index, tuple) else (index,)
        plain = tuple(_decided(part) for part in parts)
        key = plain if isinstance(index, tuple) else plain[0]
        return record(self.tape, "getitem", operator.getitem, (self, key), {})

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""
        return (self[k] for k in range(len(self)))

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.seen)

    def __bool__(self) -> bool:
        """Decide a condition."""
        return bool(_decided(self))

    def __int__(self) -> int:
        """Decide an integer."""
        return int(_decided(self))

    __index__ = __int__

    def __float__(self) -> float:
        """Refuse: a Python float remembers nothing."""
        raise UnsupportedError("float()", frames.here(), "makes a Python number, which cannot be followed")

    def __array__(self, *_: Any, **__: Any) -> Any:
        """Refuse: a plain array remembers nothing."""
        raise UnsupportedError("np.asarray()", frames.here(), "makes a plain array, which cannot be followed")

    def __getattr__(self, name: str) -> Any:
        """Return a method of arrays as the function of NumPy's of its name."""
        if name == "reshape":
            return lambda *shape: np.reshape(self, shape[0] if len(shape) == 1 else shape)
        if name == "transpose":
            return lambda *axes: np.transpose(self, (axes[0] if len(axes) == 1 else axes) or None)
        if name == "astype":
            return lambda dtype, **_: record(self.tape, "astype", as_type, (self, dtype), {})
        if name in {"copy", "item", "view"}:
            return lambda *_, **__: self
        if name in {"flatten", "ravel"}:
            return lambda *_: np.ravel(self)
        if name.startswith("_") or not hasattr(np, name):
            raise AttributeError(name)
        return lambda *args, **params: getattr(np, name)(self, *args, **params)


def recorded_call(
    tape: Tape,
    func: Any,
    args: Sequence[Any],
    params: dict[str, Any],
    made: tuple[str, Any, Any] | None = None,
) -> Any:
    """Record the call of a function of NumPy's or SciPy's; `made` is its word, meaning and NumPy's way."""
    if made is not None:
        word, f, numpy = made
        return record(tape, word, numpy, args, params, f)
    if func.__name__ in {"__getitem__", "getitem"}:
        return args[0][args[1]]
    module = getattr(func, "__module__", "") or ""
    home = next(
        (f"{part}." for part in ("linalg", "fft", "special") if module.endswith((part, f"_{part}"))), ""
    )
    if func.__name__ in SEQUENCES:
        (arrays, *rest), keys = args, dict(params)
        if rest:
            keys["axis"] = rest[0]
        several = lambda *xs, **p: func(xs, **p)
        return record(tape, word_for(func.__name__), several, tuple(arrays), telling(keys))
    return record(tape, word_for(f"{home}{func.__name__}"), func, args, telling(params))


def _decided(part: Any) -> Any:
    if not isinstance(part, Recorded):
        return part
    found = np.asarray(part.tape.decide(part.name, frames.here()))
    return found.astype(part.dtype) if part.dtype.kind in "biu" else found


def record(  # noqa: PLR0913, PLR0917 - what a call has
    tape: Tape, word: str, numpy: Any, args: Sequence[Any], params: dict[str, Any], f: Any = None
) -> Any:
    """Record a call and return what it is here by NumPy on plain arrays, which also gives the dtype."""
    place = frames.here()
    with np.errstate(all="ignore"):
        seen = numpy(*[_seen(a) for a in args], **{k: _seen(p) for k, p in params.items()})
    whole = not any(np.asarray(_seen(a)).dtype.kind in "fc" for a in args if isinstance(a, Recorded))
    called = f or meaning_of(word, numpy, whole=whole)
    if called is None:
        raise UnsupportedError(f"numpy {word}", place)
    held = {k: _held(p) for k, p in params.items()}
    if word in SELF and args[0] is args[1]:
        args, (word, called) = args[:1], SELF[word]
    atoms = [_operand(tape, a, word) for a in args]
    name = tape.step(word, called, atoms, held, place)
    if isinstance(seen, (tuple, list)):
        parts = [tape.step("getitem", _part(k), [name], place=place) for k in range(len(seen))]
        made = [Recorded(tape, n, np.asarray(s)) for n, s in zip(parts, seen, strict=True)]
        return type(seen)(*made) if hasattr(seen, "_fields") else type(seen)(made)
    return Recorded(tape, name, np.asarray(seen))


def _operand(tape: Tape, value: Any, word: str) -> Any:
    """Return an argument of a step: names and balls where numbers are meant, else the value itself."""
    if isinstance(value, (list, tuple)) and any(isinstance(v, Recorded) for v in value):
        return _atom(tape, np.fromiter(value, dtype=object, count=len(value)))
    if isinstance(value, (Recorded, np.ndarray, float, complex, np.generic)):
        return _atom(tape, value)
    if isinstance(value, (int, list)) and not isinstance(value, bool) and word in NUMERIC:
        return _atom(tape, np.asarray(value, dtype=float)) if word != "pow" else value
    return value


def _held(value: Any) -> Any:
    return _decided(value) if isinstance(value, Recorded) else value


def _seen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_seen(v) for v in value)
    return value.seen if isinstance(value, Recorded) else value


def _part(k: int) -> Callable[[Any], Any]:
    return lambda value: as_array(value[k])
