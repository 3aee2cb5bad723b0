"""Observations: one engine run on one case, every quantity computed once, on first use.

Laws read an observation; none of them calls an engine itself. What an engine raises is kept
and raised again as `EngineError` with the stage at which it happened, so that a law which
needs that quantity is *crashed* while the others are judged. Cotangents are translated into
the real inner product here (dialect question "pairing"), so that laws need no convention.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language import spaces
from adspec.language.case import Case, output_tree
from adspec.language.presentation import PRESENTATIONS
from adspec.language.spaces import Array
from adspec.observation.errors import EngineError, NoNumbersError
from adspec.observation.higher import with_higher
from adspec.observation.packed import Packed
from adspec.observation.runs import Runs

Arrays = tuple[Array, ...]


class Observation:
    """One engine on one case. `calls` counts the Python calls of f per stage.

    `operators` are the engine's, `packed` where the case is shown in containers: outside of them all
    quantities are plain tuples.
    `notes` holds what one law worked out of it and the next ones need too.

    Shapes: y, Ju: one array per output; JTv: one per differentiated input.
    """

    def __init__(self, engine: Engine, case: Case, around: Callable[[Any], Any] | None = None) -> None:
        """Prepare nothing but the presentation of the case; `around` is the engine's, to wrap f in."""
        self.engine, self.case, self._around = engine, case, around
        self.calls: Counter[str] = Counter()
        self.notes: dict[str, Any] = {}
        runs = Runs(engine)
        self.once, self.stage = runs.once, runs.stage
        presentation = PRESENTATIONS[case.presentation]
        self._ops = with_higher(presentation.ops(engine.ops), engine, case.dtype)
        self._show, self._show_v = presentation.array, presentation.cotangent or presentation.array
        self.packed = Packed(engine, presentation.container) if presentation.container else None
        self.operators = self.packed or engine

    # -------------------------------------------------------------- what was shown

    def shown(self, arrays: Sequence[Array], show: Callable[[Array], Any] | None = None) -> tuple[Any, ...]:
        """Return arrays as the engine gets them; computed anew on every call."""
        with self.stage("primal"):
            return tuple(self.engine.array((show or self._show)(np.array(a))) for a in arrays)

    @property
    def x(self) -> tuple[Any, ...]:
        """Return the point as the engine saw it (its own arrays)."""
        return self.once("x", "primal", lambda: self.shown(self.case.x))

    @property
    def u(self) -> tuple[Any, ...]:
        """Return the tangent as the engine saw it."""
        return self.once("u", "push", lambda: self.shown(self.case.u))

    @property
    def u2(self) -> tuple[Any, ...]:
        """Return the second tangent as the engine saw it."""
        return self.once("u2", "push", lambda: self.shown(self.case.u2))

    @property
    def v(self) -> Any:
        """Return the cotangent as the engine saw it, bare where there is one output."""
        return self.once("v", "pull", lambda: self.shown_cotangent(self.case.v))

    def f(self, stage: str) -> Callable[..., Any]:
        """Return the program as a Python function whose calls are counted under `stage`."""
        case, ops, held = self.case, self._ops, self._held()

        def f(*xs: Any) -> Any:
            self.calls[stage] += 1
            return case.program.run(ops, {**dict(zip(case.wrt, xs, strict=True)), **held}, case.dtype)

        return self._around(f) if self._around else f

    # -------------------------------------------------------------- what was answered

    @property
    def y(self) -> Arrays:
        """Return f(x) by the plain call."""
        raw = self.raw_y
        return self.once("y as arrays", "primal", lambda: self.arrays(raw, "primal"))

    @property
    def raw_y(self) -> Any:
        """Return what the plain call returned."""
        return self.once("y", "primal", lambda: self.f("primal")(*self.x))

    @property
    def raw_push(self) -> tuple[Any, Any]:
        """Return the engine's own (y, J u)."""
        return self.once("push", "push", lambda: self._push(self.u, "push"))

    @property
    def Ju(self) -> Arrays:
        """Return J u."""
        raw = self.raw_push[1]
        return self.once("J u as arrays", "push", lambda: self.arrays(raw, "push"))

    @property
    def raw_vjp(self) -> tuple[Any, Callable[[Any], Any]]:
        """Return the engine's own (y, pull)."""
        return self.once("vjp", "vjp", self._vjp)

    @property
    def raw_pull(self) -> Any:
        """Return the engine's own cotangents for v."""
        pull = self.raw_vjp[1]
        return self.once("pull", "pull", lambda: pull(self.v))

    @property
    def JTv(self) -> Arrays:
        """Return Jᵀv in the real inner product."""
        raw = self.raw_pull
        return self.once("Jᵀ v as arrays", "pull", lambda: self.cotangents(raw))

    def push(self, u: Sequence[Array]) -> Arrays:
        """Return J u for another tangent. Cost: what one jvp of the engine costs."""
        with self.stage("push"):
            return self.arrays(self._push(self.shown(u), "push again")[1], "push")

    def pull(self, v: Sequence[Array]) -> Arrays:
        """Return Jᵀv for another cotangent with the same pullback. Cost: one pull."""
        pull = self.raw_vjp[1]
        with self.stage("pull"):
            return self.cotangents(pull(self.shown_cotangent(v)))

    @property
    def grad(self) -> Any:
        """Return what the engine's own `grad` returned."""
        grad = self.operators.grad
        assert grad is not None
        return self.once("grad", "grad", lambda: grad(self.f("grad"), self.x))

    @property
    def value_and_grad(self) -> tuple[Any, Any]:
        """Return what the engine's own `value_and_grad` returned."""
        both = self.operators.value_and_grad
        assert both is not None
        found: tuple[Any, Any] = self.once("both", "grad", lambda: both(self.f("value and grad"), self.x))
        return found

    def value(self, name: str) -> Array | None:
        """Return what a name of the program stands for in the plain call; None where it is no array.

        Cost: one call of f, once.
        """
        found = self.once("environment", "primal", lambda: self.named(*self.x))[name]
        return None if isinstance(found, (tuple, list)) else self.arrays(found, "primal")[0]

    def named(self, *xs: Any) -> dict[str, Any]:
        """Return what every name of the program stands for when the differentiated inputs are `xs`."""
        values = {**dict(zip(self.case.wrt, xs, strict=True)), **self._held()}
        return self.case.program.environment(self._ops, values, self.case.dtype)

    # -------------------------------------------------------------- translation

    def arrays(self, raw: Any, stage: str = "") -> Arrays:
        """Return the leaves of an engine's answer as NumPy arrays of numbers; it came at this stage."""
        with self.stage(stage):
            found = tuple(np.asarray(self.engine.to_numpy(leaf)) for leaf in spaces.leaves(raw))
            for array in found:
                if array.dtype.kind not in "biufc":
                    raise NoNumbersError(f"the answer is an array of dtype {array.dtype.name}")
        return found

    def cotangents(self, raw: Any) -> Arrays:
        """Return an engine's cotangents, one per input, in the real inner product."""
        found = self.arrays(tuple(self.filled(raw)), "pull")
        return (
            found
            if self.engine.dialect.pairing == "hermitian"
            else tuple(np.asarray(spaces.conj(a)) for a in found)
        )

    def filled(self, raw: Any) -> list[Any]:
        """Return an engine's cotangents, one per input, zeros where it declares none."""
        return [self._fill(leaf, x) for leaf, x in zip(_padded(raw, self.case.x), self.case.x, strict=True)]

    def _fill(self, leaf: Any, x: Array) -> Any:
        absent = leaf is None and self.engine.dialect.unused_input == "none"
        return self.engine.from_numpy(np.zeros_like(x)) if absent else leaf

    def shown_cotangent(self, v: Sequence[Array]) -> Any:
        """Return v as the engine gets it: by its pairing, in the dtypes of its own y; anew on every call.

        Which dtype a mixed expression has is the engine's to say.
        """
        if self.engine.dialect.pairing != "hermitian":
            v = [spaces.conj(a) for a in v]
        wide = [_as_wide(a, y) for a, y in zip(v, self.y, strict=True)]
        return output_tree(self.case, self.shown(wide, self._show_v))

    def _push(self, u: tuple[Any, ...], stage: str) -> tuple[Any, Any]:
        jvp = self.operators.jvp
        assert jvp is not None
        return _pair(jvp(self.f(stage), self.x, u), "jvp must return (y, J u)")

    def _vjp(self) -> tuple[Any, Callable[[Any], Any]]:
        vjp = self.operators.vjp
        assert vjp is not None
        y, pull = _pair(vjp(self.f("vjp"), self.x), "vjp must return (y, pull)")
        if not callable(pull):
            raise TypeError(f"vjp must return (y, pull), and {type(pull).__name__} cannot be called")
        return y, pull

    def _held(self) -> dict[str, Any]:
        return {name: self.engine.array(np.array(a)) for name, a in self.case.held.items()}


def observe(engine: Engine, case: Case, around: Callable[[Any], Any] | None = None) -> Observation:
    """Return the observation of an engine on a case; nothing runs until it is read.

    `around` stands for f ↦ f′, both functions of the same arguments: the engine's checkpoint or jit.
    """
    return Observation(engine, case, around)


def _pair(answer: Any, says: str) -> tuple[Any, Any]:
    """Return the pair that an operator answered; anything else is a fault of the adapter."""
    if isinstance(answer, tuple) and len(answer) == 2:
        return answer
    raise TypeError(f"{says}, not {type(answer).__name__}")


def _as_wide(v: Array, y: Array) -> Array:
    """Return v in the dtype of y, unless that is real and v is complex."""
    return v.astype(y.dtype, copy=False) if y.dtype.kind in {v.dtype.kind, "c"} else v


def _padded(raw: Any, x: Sequence[Array]) -> list[Any]:
    """Return one leaf per input; an answer of another length is a crash of the pull."""
    found = list(raw) if isinstance(raw, (tuple, list)) else [raw]
    if len(found) != len(x):
        raise EngineError(
            "pull", TypeError(f"the pullback returned {len(found)} cotangents for {len(x)} inputs")
        )
    return found
