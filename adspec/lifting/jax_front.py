"""A JAX function as equations over balls: traced to its jaxpr, which is then run.

Inner jaxprs (jit, checkpoint, the primal of a custom rule) are written in line; `cond`, `while` and
`scan` as far as this point takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.lifting.frames import is_library
from adspec.lifting.graph import Lifted, Place, Tape, UnsupportedError
from adspec.lifting.jax_places import gather, scatter, scatter_add
from adspec.lifting.jax_words import word_for
from adspec.lifting.words import SELF, cast
from adspec.truth.balls import as_array, exact

# Calls of an inner jaxpr, and the parameter that has it.
CALLS = {
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "remat2": "jaxpr",
    "checkpoint": "jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "custom_vjp_call_jaxpr": "fun_jaxpr",
}
RULES = frozenset({"custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr"})
LOOPS = 100_000  # turns of a loop that are unrolled


def lifter(f: Callable[..., Any]) -> Callable[[Sequence[Array]], Lifted]:
    """Return what lifts f at arrays, with 64 bits; f is traced once per shape and dtype."""
    traced: dict[Any, Any] = {}

    def at(xs: Sequence[Array]) -> Lifted:
        key = tuple((a.shape, a.dtype.name) for a in xs)
        with jax.enable_x64(True):  # noqa: FBT003 - the flag is JAX's own
            if key not in traced:
                traced[key] = trace(f, xs)
            return lift(traced[key], xs)

    return at


def trace(f: Callable[..., Any], xs: Sequence[Array]) -> Any:
    """Return the closed jaxpr of f at arrays of these shapes and dtypes."""
    return jax.make_jaxpr(f)(*xs)


def lift(closed: Any, xs: Sequence[Array]) -> Lifted:
    """Return a closed jaxpr as steps, run at `xs`.

    Raises: UnsupportedError naming the first operation that has no meaning in balls.
    """
    tape = Tape()
    inputs = [tape.put(exact(np.asarray(x))) for x in xs]
    walk = _Walk(tape)
    outputs = walk.run(closed.jaxpr, closed.consts, inputs, None)
    named = [o if isinstance(o, Name) else tape.constant(o) for o in outputs]
    return tape.lifted(inputs, named, ruled=is_one_rule(closed.jaxpr))


def is_one_rule(jaxpr: Any) -> bool:
    """Return whether the whole of a function is one custom rule (or a jitted one)."""
    if len(jaxpr.eqns) != 1 or set(map(id, jaxpr.eqns[0].outvars)) != set(map(id, jaxpr.outvars)):
        return False
    [equation] = jaxpr.eqns
    if equation.primitive.name in {"jit", "pjit"}:
        return is_one_rule(equation.params["jaxpr"].jaxpr)
    return equation.primitive.name in RULES


def is_inlined(name: str) -> bool:
    """Return whether an equation is a call that has no rule of its own."""
    return name in CALLS and name not in RULES


def inner_of(equation: Any) -> tuple[Any, Sequence[Any]]:
    """Return the jaxpr that an equation calls, and its constants."""
    inner = equation.params[CALLS[equation.primitive.name]]
    return (inner.jaxpr, inner.consts) if hasattr(inner, "consts") else (inner, ())


def title(equation: Any) -> str:
    """Return what a unit is called: the name of the user's function of a rule, else the primitive."""
    if equation.primitive.name in RULES:
        jaxpr, _ = inner_of(equation)
        return str(jaxpr.debug_info.func_name or "custom rule")
    return str(equation.primitive.name)


def lift_unit(equation: Any, args: Sequence[Any], moving: Sequence[int], place: Place | None) -> Lifted:
    """Return one equation as steps; the arguments `moving` are its inputs, the others constants."""
    tape = Tape()
    given = [
        tape.put(exact(np.asarray(a))) if k in moving else exact(np.asarray(a)) for k, a in enumerate(args)
    ]
    with jax.enable_x64(True):  # noqa: FBT003 - the flag is JAX's own
        outputs = _Walk(tape).write(equation, given, place)
    floats = [o for o, v in zip(outputs, equation.outvars, strict=True) if _is_float(v.aval)]
    return tape.lifted(
        [given[k] for k in moving],
        [o if isinstance(o, Name) else tape.constant(o) for o in floats],
        ruled=True,
    )


class _Walk:
    """One run through a jaxpr."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape

    def run(self, jaxpr: Any, consts: Sequence[Any], args: Sequence[Any], call: Place | None) -> list[Any]:
        """Write the equations of a jaxpr called at a line; return the names (or constants) of its results."""
        known = call if call is not None and is_foreign(jaxpr) else None
        env: dict[Any, Any] = dict(zip(jaxpr.invars, args, strict=True))
        env.update((var, self._constant(c)) for var, c in zip(jaxpr.constvars, consts, strict=True))

        def read(atom: Any) -> Any:
            return self._constant(atom.val) if hasattr(atom, "val") else env[atom]

        for equation in jaxpr.eqns:
            place = place_of(equation, known) or call
            found = self._equation(equation, [read(a) for a in equation.invars], place)
            env.update(zip(equation.outvars, found, strict=True))
        return [read(a) for a in jaxpr.outvars]

    def _constant(self, value: Any) -> Any:
        return exact(np.asarray(value))

    def _equation(self, equation: Any, args: list[Any], place: Place | None) -> list[Any]:
        name = equation.primitive.name
        if is_inlined(name):
            return self.run(*inner_of(equation), args, place)
        return self._tape.within(title(equation), place, lambda: self.write(equation, args, place))

    def write(self, equation: Any, args: list[Any], place: Place | None) -> list[Any]:
        """Write one equation of the engine's."""
        name, params = equation.primitive.name, equation.params
        if name in RULES:
            jaxpr, consts = inner_of(equation)
            self._tape.rules += not is_foreign(jaxpr)
            return self.run(jaxpr, consts, args, place)
        if name in _CONTROL:
            return _CONTROL[name](self, params, args, place)
        made = _SPECIAL[name](equation) if name in _SPECIAL else None
        whole = not any(_is_float(v.aval) for v in equation.invars)
        made = made or word_for(name, params, whole=whole)
        if made is None:
            raise UnsupportedError(f"jax primitive {name!r}", place)
        word, f = made
        if word in SELF and len(args) == 2 and args[0] is args[1]:
            args, (word, f) = args[:1], SELF[word]
        result = self._tape.step(word, f, args, place=place)
        if not equation.primitive.multiple_results:
            return [result]
        return [
            self._tape.step("getitem", _part(k), [result], place=place) for k in range(len(equation.outvars))
        ]

    # -------------------------------------------------------------- control flow

    def cond(self, params: Any, args: list[Any], place: Place | None) -> list[Any]:
        """Write the branch that is taken."""
        which = int(self._tape.decide(args[0], place))
        branch = params["branches"][min(max(which, 0), len(params["branches"]) - 1)]
        return self.run(branch.jaxpr, branch.consts, args[1:], place)

    def while_(self, params: Any, args: list[Any], place: Place | None) -> list[Any]:
        """Write as many turns as this point takes."""
        n, m = params["cond_nconsts"], params["body_nconsts"]
        test, body = params["cond_jaxpr"], params["body_jaxpr"]
        state = args[n + m :]
        for _ in range(LOOPS):
            [again] = self.run(test.jaxpr, test.consts, [*args[:n], *state], place)
            if not bool(self._tape.decide(again, place)):
                return state
            state = self.run(body.jaxpr, body.consts, [*args[n : n + m], *state], place)
        raise UnsupportedError("while", place, f"takes more than {LOOPS:,} turns. Give a smaller input")

    def scan(self, params: Any, args: list[Any], place: Place | None) -> list[Any]:
        """Write every turn of a scan."""
        n, m, body = params["num_consts"], params["num_carry"], params["jaxpr"]
        consts, carry, rows = args[:n], args[n : n + m], args[n + m :]
        turns = range(params["length"])
        results: list[list[Any]] = []
        for k in reversed(turns) if params["reverse"] else turns:
            row = [self._tape.step("getitem", _part(k), [a], place=place) for a in rows]
            found = self.run(body.jaxpr, body.consts, [*consts, *carry, *row], place)
            carry = found[:m]
            results.append(found[m:])
        ordered = results[::-1] if params["reverse"] else results
        stacked = [
            self._tape.step("stack", _stack, column, place=place) for column in zip(*ordered, strict=True)
        ]
        return [*carry, *stacked]

    def solve(self, params: Any, args: list[Any], place: Place | None) -> list[Any]:
        """Write the solver of a custom linear solve."""
        lengths, jaxpr = params["const_lengths"], params["jaxprs"].solve
        first = lengths.matvec + lengths.vecmat
        consts = args[first : first + lengths.solve]
        b = args[first + lengths.solve + lengths.transpose_solve :]
        return self.run(jaxpr.jaxpr, jaxpr.consts, [*consts, *b], place)


def _iota(equation: Any) -> Any:
    p = equation.params
    shape, axis = p["shape"], p["dimension"]
    wide = [1] * len(shape)
    wide[axis] = shape[axis]
    row = np.arange(shape[axis]).reshape(wide).astype(p["dtype"])
    return "iota", lambda: cast(np.broadcast_to(row, shape), row.dtype)


def _frozen(_: Any) -> Any:
    seen: list[Any] = []

    def stop(x: Any) -> Any:
        """Return what x was when the function was lifted: no derivative goes through."""
        if not seen:
            seen.append(x)
        return seen[0]

    return "stop_gradient", stop


def _stack(*rows: Any) -> Any:
    return np.stack([np.asarray(r) for r in rows])


def _part(k: int) -> Callable[[Any], Any]:
    return lambda value: as_array(value[k])


def _is_float(aval: Any) -> bool:
    dtype = getattr(aval, "dtype", jax.dtypes.float0)
    return dtype != jax.dtypes.float0 and np.dtype(dtype).kind in "fc"


_SPECIAL: dict[str, Callable[[Any], Any]] = {
    "iota": _iota,
    "stop_gradient": _frozen,
    "gather": gather,
    "scatter": scatter,
    "scatter-add": scatter_add,
    "scatter_add": scatter_add,
}
_CONTROL: dict[str, Callable[..., list[Any]]] = {
    "cond": _Walk.cond,
    "while": _Walk.while_,
    "scan": _Walk.scan,
    "custom_linear_solve": _Walk.solve,
}


# ------------------------------------------------------------------ where an equation stands


def place_of(equation: Any, call: Place | None) -> Place | None:
    """Return the user's line of an equation; that of the `call` where a library wrote the function around it.

    An inner jaxpr is traced once, wherever it is called: the lines of a library's are of its first call.
    """
    trace = equation.source_info.traceback
    if call is not None or trace is None:
        return call
    frames = (f for f in trace.frames if not is_library(f.file_name))
    return next((Place(f.file_name, _line(f), f.function_name.rpartition(".")[2]) for f in frames), None)


def is_foreign(jaxpr: Any) -> bool:
    """Return whether a library wrote the function that was traced."""
    file = jaxpr.debug_info.func_filename or ""
    return is_library(file)


def _line(frame: Any) -> int:
    return int(getattr(frame, "line_num", 0) or getattr(frame, "start_line", 0))
