"""Higher-order words on balls: a derivative within a program is a difference of function values too.

With g a body, J_g(x) u = (g(x+hu) − g(x−hu)) / 2h, with the step h of first derivatives. The error is
O(h²) and smooth in x, so that differences of it, which the outer derivative takes, stay as small; each
level of nesting costs `exponent` bits of precision, and `Values` has as many more. No derivative rule
stands here either. Control flow is Python's, on decided comparisons.

What is asked of a body beside its result is told by its *visits*: the runs of it, in order, at the
point itself. There its noise is centred, and there kinks are looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb

from adspec.language.higher import DERIVATIVES, HIGHER
from adspec.truth.balls import as_array, less, power_of_two

Inputs = list[Any]
Body = Any  # a machine (`evaluator`) whose inputs are a parameter, then what the body captures


@dataclass(frozen=True, eq=False, slots=True)
class Nested:
    """A higher-order word with its bodies, called with the arguments and then what each body captures.

    `exponent` is that of the inner step, 2⁻ᵉ; `captured` says how many values each body captures.
    """

    primitive: str
    bodies: tuple[Body, ...]
    captured: tuple[int, ...]
    exponent: int

    def __call__(self, *values: Any, noise: Sequence[Any] = (), **params: Any) -> Any:
        """Return the result; `noise` has one noise per visit.

        Cost: two runs of the body per push, two per entry of x for a pull or a gradient.
        """
        if self.primitive not in DERIVATIVES:
            for number, (body, inputs) in enumerate(self._control(values, params, noise)):
                result = _result(body, inputs, noise, number)
            return result
        args, [inputs] = self._parted(values)
        return _DIFFERENCES[self.primitive](self, inputs, args[1:], noise)

    def visits(self, *values: Any, **params: Any) -> list[tuple[Body, Inputs]]:
        """Return the runs of bodies at the point itself: which body, and its inputs."""
        if self.primitive not in DERIVATIVES:
            return self._control(values, params)
        _, [inputs] = self._parted(values)
        return [(self.bodies[0], inputs)]

    def directions(self, *values: Any) -> list[Any]:
        """Return the directions, known ones, along which a derivative is taken here."""
        args, _ = self._parted(values)
        return [args[1]] if self.primitive == "push" else []

    def slope(self, inputs: Inputs, direction: Any, noise: Sequence[Any] = ()) -> Any:
        """Return J_g(x) u for the body g."""
        ahead, behind = (
            _result(self.bodies[0], shifted(inputs, direction, sign * power_of_two(-self.exponent)), noise)
            for sign in (1, -1)
        )
        return as_array((ahead - behind) * as_array(power_of_two(self.exponent - 1)))

    def _parted(self, values: Sequence[Any]) -> tuple[list[Any], list[Inputs]]:
        """Return the arguments, and the inputs with which each body is first called."""
        word = HIGHER[self.primitive]
        args, rest = list(values[: word.args]), iter(values[word.args :])
        return args, [[args[word.point], *(next(rest) for _ in range(n))] for n in self.captured]

    def _control(
        self, values: Sequence[Any], params: Mapping[str, Any], noise: Sequence[Any] = ()
    ) -> list[tuple[Body, Inputs]]:
        args, inputs = self._parted(values)
        if self.primitive == "branch":
            which = 0 if less(0, as_array(args[0]).item()) else 1
            return [(self.bodies[which], inputs[which])]
        runs, [(z, *captured)] = [], inputs
        for number in range(params["times"]):
            runs.append((self.bodies[0], [z, *captured]))
            z = _result(*runs[-1], noise, number)
        return runs


def _result(body: Body, inputs: Inputs, noise: Sequence[Any] = (), number: int = 0) -> Any:
    """Return the result of a body, with the noise of visit `number` where there is any."""
    return body.run(inputs, noise[number] if noise else None)[body.outputs[0]]


def shifted(inputs: Inputs, direction: Any, step: Any) -> Inputs:
    """Return inputs of a body whose parameter has moved."""
    return [as_array(inputs[0] + direction * as_array(step)), *inputs[1:]]


# ------------------------------------------------------------------ derivatives


def _push(nested: Nested, inputs: Inputs, args: list[Any], noise: Sequence[Any]) -> Any:
    return nested.slope(inputs, args[0], noise)


def _pull(nested: Nested, inputs: Inputs, args: list[Any], noise: Sequence[Any]) -> Any:
    found = np.empty(np.shape(inputs[0]), dtype=object)
    for index in np.ndindex(found.shape):
        e = np.zeros(found.shape, dtype=int)
        e[index] = 1
        found[index] = sum(np.ravel(args[0] * nested.slope(inputs, e, noise)).tolist(), arb(0))
    return found


def _grad(nested: Nested, inputs: Inputs, _args: list[Any], noise: Sequence[Any]) -> Any:
    return _pull(nested, inputs, [as_array(arb(1))], noise)


_DIFFERENCES: Mapping[str, Callable[..., Any]] = {"push": _push, "pull": _pull, "grad": _grad}
