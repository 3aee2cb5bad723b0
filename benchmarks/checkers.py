"""Checkers of gradients side by side: the same wrong and right rules, one default call each.

    python benchmarks/checkers.py                 # the table, for the engines that are installed
    python benchmarks/checkers.py --engines jax   # one of them

Wrong rules: one per class of mistake, each wrong in one way only. Right rules: unary functions at points
with |x| log-uniform in 1e-8 … 1e8. A checker catches a wrong rule if it does not pass it, and raises a
false alarm if it fails a right one; of adspec *inconclusive* counts as neither. CPU is per call.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

SEED = 1
POINTS = 30  # per right rule and checker; adspec tries many points in each of its calls
CALLS = 2  # of adspec per right rule


@dataclass(frozen=True)
class Rule:
    """A function and its pull, in the words that NumPy, jax.numpy and torch share; m is the module."""

    name: str
    f: Callable[..., Any]
    pull: Callable[..., tuple[Any, ...]]  # (m, y, xs, v) -> one cotangent per x
    example: tuple[np.ndarray, ...]


# ------------------------------------------------------------------ right rules


def _sigmoid(m: Any, x: Any) -> Any:
    small = m.exp(-abs(x))
    return m.where(x > 0, 1 / (1 + small), small / (1 + small))


def _bell(m: Any, x: Any) -> Any:
    small = m.exp(-abs(x))
    return small / (1 + small) ** 2


X = np.array([0.5, 1.5, 0.75])
RIGHT: dict[str, tuple[Callable[..., Any], Callable[..., Any], bool]] = {
    # name: f, f', whether x must be positive
    "exp": (lambda m, x: m.exp(x), lambda m, x: m.exp(x), False),
    "log": (lambda m, x: m.log(x), lambda _, x: 1 / x, True),
    "sin": (lambda m, x: m.sin(x), lambda m, x: m.cos(x), False),
    "tanh": (lambda m, x: m.tanh(x), lambda m, x: 1 - m.tanh(x) ** 2, False),
    "sqrt": (lambda m, x: m.sqrt(x), lambda m, x: 0.5 / m.sqrt(x), True),
    "reciprocal": (lambda _, x: 1 / x, lambda _, x: -1 / x**2, False),
    "cube": (lambda _, x: x**3, lambda _, x: 3 * x**2, False),
    "log1p": (lambda m, x: m.log1p(x), lambda _, x: 1 / (1 + x), True),
    "atan": (lambda m, x: m.arctan(x), lambda _, x: 1 / (1 + x**2), False),
    "sigmoid": (lambda m, x: 1 / (1 + m.exp(-x)), _bell, False),
    "softplus": (lambda m, x: m.log1p(m.exp(-abs(x))) + x * (x > 0), _sigmoid, False),
}


def right_rules() -> Iterator[tuple[Rule, bool]]:
    """Yield the right rules, and whether their points are positive."""
    for name, (f, slope, positive) in RIGHT.items():
        yield Rule(name, f, _times(slope), (X,)), positive


def _times(slope: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    return lambda m, _y, xs, v: (v * slope(m, *xs),)


# ------------------------------------------------------------------ wrong rules


class _Calls:
    """A counter: what a stateful pullback remembers."""

    def __init__(self) -> None:
        self.count = 0

    def next(self) -> int:
        self.count += 1
        return self.count


def _sin_with(change: Callable[..., Any], example: np.ndarray = X) -> tuple[Any, ...]:
    """Return sin with a pull that is changed: change(m, x, v, v·cos x)."""
    return (
        lambda m, x: m.sin(x),
        lambda m, _y, xs, v: (change(m, xs[0], v, v * m.cos(xs[0])),),
        (example,),
    )


def _stateful() -> Callable[..., Any]:
    calls = _Calls()
    return lambda _m, _x, _v, g: g * (1.0 if calls.next() % 2 else 2.0)


def _noisy() -> Callable[..., Any]:
    rng = np.random.default_rng(SEED)
    return lambda _m, _x, _v, g: g * (1 + 1e-8 * rng.normal())


def _orthogonal(m: Any, x: Any, v: Any, g: Any) -> Any:
    """Return g and something that the sum over all entries does not see."""
    signs = m.where(m.cumsum(0 * x + 1, 0) % 2 == 0, 0 * x + 1.0, 0 * x - 1.0)
    return g + signs * m.sum(v)


def _one_entry(m: Any, x: Any, _v: Any, g: Any) -> Any:
    return m.where(m.cumsum(0 * x + 1, 0) == 777, 2 * g, g)


def wrong_rules() -> list[Rule]:
    """Return the wrong rules: the sixteen classes, then some more."""
    many = np.linspace(0.1, 1.4, 20_000)
    even = np.array([0.5, 1.5, 0.75, 1.25])
    sixteen = {
        "wrong sign": _sin_with(lambda _m, _x, _v, g: -g),
        "factor 2": _sin_with(lambda _m, _x, _v, g: 2 * g),
        "factor 1.001": _sin_with(lambda _m, _x, _v, g: 1.001 * g),
        "factor 1 + 1e-5": _sin_with(lambda _m, _x, _v, g: (1 + 1e-5) * g),
        "only for x < 0": _sin_with(lambda m, x, _v, g: m.where(x < 0, 2 * g, g)),
        "only for 0-d": _sin_with(lambda _m, x, _v, g: 2 * g if x.ndim == 0 else g),
        "only for |x| > 100": _sin_with(lambda m, x, _v, g: m.where(abs(x) > 100, 2 * g, g)),
        "only at x = 0": _sin_with(lambda m, x, _v, g: m.where(x == 0, 0 * g, g)),
        "gradient of 1e-8, 2x": (
            lambda m, x: 1e-8 * m.sin(x),
            lambda m, _y, xs, v: (2e-8 * v * m.cos(xs[0]),),
            (X,),
        ),
        "pull clips at 3": _sin_with(lambda m, x, v, _g: m.clip(v, -3, 3) * m.cos(x)),
        "one of 20,000": _sin_with(_one_entry, many),
        "stateful pull": _sin_with(_stateful()),
        "noise of 1e-8": _sin_with(_noisy()),
        "unseen by the sum": _sin_with(_orthogonal, even),
        "second order at y = 0": (
            lambda m, x: m.expm1(x),
            lambda m, y, xs, v: (m.where(y == 0, v, v * m.exp(xs[0])),),
            (X,),
        ),
        "second argument dropped": (
            lambda m, x, y: m.sin(x) * y,
            lambda m, _y, xs, v: (v * m.cos(xs[0]) * xs[1], 0 * v),
            (X, even[1:]),
        ),
    }
    more = {
        "factor 1 + 1e-9": _sin_with(lambda _m, _x, _v, g: (1 + 1e-9) * g),
        "swapped arguments": (
            lambda m, x, y: m.sin(x) * y,
            lambda m, _y, xs, v: (v * m.sin(xs[0]), v * m.cos(xs[0]) * xs[1]),
            (X, even[1:]),
        ),
        "y for x": _sin_with(lambda m, x, v, _g: v * m.cos(m.sin(x))),
        "nan at 0": (lambda _m, x: x**3, lambda _m, _y, xs, v: (v * 3 * xs[0] ** 3 / xs[0],), (X,)),
        "constant of 7 digits": (
            lambda _m, x: x * 0.6931471805599453,
            lambda _m, _y, _xs, v: (v * 0.6931472,),
            (X,),
        ),
        "wrong beyond a sum": (
            lambda m, x: m.sum(x**2) + 0 * x,
            lambda _m, _y, xs, v: (2 * xs[0] * v,),
            (X,),
        ),
    }
    return [Rule(name, *parts) for name, parts in {**sixteen, **more}.items()]


# ------------------------------------------------------------------ the rules in every engine


def for_autograd(rule: Rule) -> Any:
    """Return the rule as an autograd primitive; its pull is in autograd's words."""
    import autograd.numpy as anp
    from autograd.extend import defvjp, primitive

    f = primitive(lambda *xs: rule.f(np, *xs))

    def way(k: int) -> Any:
        return lambda y, *xs: lambda v: rule.pull(anp, y, xs, v)[k]

    defvjp(f, *(way(k) for k in range(len(rule.example))))
    return f


def for_jax(rule: Rule) -> Any:
    """Return the rule as a custom_vjp."""
    import jax
    import jax.numpy as jnp

    f = jax.custom_vjp(lambda *xs: rule.f(jnp, *xs))

    def forward(*xs: Any) -> Any:
        return f(*xs), (f(*xs), xs)

    f.defvjp(forward, lambda kept, v: tuple(rule.pull(jnp, *kept, v)))
    return f


def for_torch(rule: Rule) -> Any:
    """Return the rule as an autograd.Function."""
    import torch

    class Made(torch.autograd.Function):
        @staticmethod
        def forward(*xs: Any) -> Any:
            return rule.f(torch, *xs)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(output, *inputs)

        @staticmethod
        def backward(ctx: Any, v: Any) -> Any:
            y, *xs = ctx.saved_tensors
            found = rule.pull(torch, y, tuple(xs), v)
            return found if len(found) > 1 else found[0]

    return Made.apply


# ------------------------------------------------------------------ the checkers


def _raises(call: Callable[[], Any]) -> bool:
    try:
        return call() is False
    except Exception:  # noqa: BLE001 - every checker has exceptions of its own
        return True


def autograd_check_grads(f: Any, xs: tuple[np.ndarray, ...]) -> str:
    """Return what autograd's checker says by its default call, in reverse mode."""
    from autograd.test_util import check_grads

    return "broken" if _raises(lambda: check_grads(f, modes=["rev"])(*xs)) else "holds"


def jax_check_grads(f: Any, xs: tuple[np.ndarray, ...], dtype: str = "float64") -> str:
    """Return what JAX's checker says by its default call: both orders, in reverse mode."""
    import jax
    from jax.test_util import check_grads

    with jax.enable_x64(dtype == "float64"):
        args = tuple(jax.numpy.asarray(x, dtype) for x in xs)
        return "broken" if _raises(lambda: check_grads(f, args, order=2, modes=["rev"])) else "holds"


def jax_check_grads_32(f: Any, xs: tuple[np.ndarray, ...]) -> str:
    """Return what JAX's checker says of float32."""
    return jax_check_grads(f, xs, "float32")


def torch_gradcheck(f: Any, xs: tuple[np.ndarray, ...], *, fast: bool = False) -> str:
    """Return what PyTorch's checkers of both orders say by their default calls."""
    import torch

    args = tuple(torch.tensor(x, requires_grad=True) for x in xs)
    first = _raises(lambda: torch.autograd.gradcheck(f, args, fast_mode=fast))
    return "broken" if first else "holds"


def torch_gradcheck_fast(f: Any, xs: tuple[np.ndarray, ...]) -> str:
    """Return what PyTorch's checker says in its fast mode."""
    return torch_gradcheck(f, xs, fast=True)


def adspec_with(engine: str) -> Callable[..., str]:
    """Return adspec's check with an engine, by its default call."""

    def check(f: Any, xs: tuple[np.ndarray, ...]) -> str:
        import adspec

        return str(adspec.check(f, *xs, engine=engine).verdict)

    return check


ENGINES: dict[str, tuple[Callable[[Rule], Any], dict[str, Callable[..., str]]]] = {
    "autograd": (
        for_autograd,
        {"autograd check_grads": autograd_check_grads, "adspec, autograd": adspec_with("autograd")},
    ),
    "jax": (
        for_jax,
        {
            "jax check_grads, f64": jax_check_grads,
            "jax check_grads, f32": jax_check_grads_32,
            "adspec, jax": adspec_with("jax"),
        },
    ),
    "torch": (
        for_torch,
        {
            "torch gradcheck, slow": torch_gradcheck,
            "torch gradcheck, fast": torch_gradcheck_fast,
            "adspec, torch": adspec_with("torch"),
        },
    ),
}


# ------------------------------------------------------------------ the table


@dataclass
class Score:
    """What a checker did."""

    caught: dict[str, str]
    alarms: dict[str, tuple[int, int, int]]  # right rule -> alarms, inconclusive, calls
    seconds: float = 0.0
    calls: int = 0

    def ask(self, checker: Callable[..., str], f: Any, xs: tuple[np.ndarray, ...]) -> str:
        """Return what a checker says, and count its CPU."""
        start = time.process_time()
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            said = checker(f, xs)
        self.seconds += time.process_time() - start
        self.calls += 1
        return said


def score(name: str, make: Callable[[Rule], Any], checker: Callable[..., str], only: str) -> Score:
    """Return what one checker makes of all rules."""
    found = Score({}, {})
    for rule in wrong_rules():
        if only in rule.name:
            found.caught[rule.name] = found.ask(checker, make(rule), rule.example)
            print(f"{name}: {rule.name}: {found.caught[rule.name]}", file=sys.stderr, flush=True)
    for rule, positive in right_rules():
        if only not in rule.name:
            continue
        rng = np.random.default_rng(SEED)
        said = []
        for _ in range(CALLS if name.startswith("adspec") else POINTS):
            sizes = np.exp(rng.uniform(np.log(1e-8), np.log(1e8), 3))
            signs = 1.0 if positive else rng.choice([-1.0, 1.0], 3)
            said.append(found.ask(checker, make(rule), (sizes * signs,)))
        print(f"{name}: right {rule.name}: {said}", file=sys.stderr, flush=True)
        found.alarms[rule.name] = said.count("broken"), said.count("inconclusive"), len(said)
    return found


def show(scores: dict[str, Score]) -> None:
    """Print what was caught, and how often a right rule was failed."""
    width = max(len(r.name) for r in wrong_rules()) + 2
    names = list(scores)
    print(f"{'wrong rules':<{width}}" + "".join(f"{n:>24}" for n in names))
    for rule in [r.name for r in wrong_rules()]:
        row = [scores[n].caught.get(rule, "") for n in names]
        print(f"{rule:<{width}}" + "".join(f"{_word(said):>24}" for said in row))
    counts = [list(scores[n].caught.values()) for n in names]
    print(f"{'caught of the 16':<{width}}" + "".join(f"{c[:16].count('broken'):>24}" for c in counts))
    print(f"{'caught of all':<{width}}" + "".join(f"{c.count('broken'):>17} of {len(c):>3}" for c in counts))
    print(f"\n{'right rules, alarms':<{width}}")
    for rule in RIGHT:
        row = [scores[n].alarms.get(rule, (0, 0, 0)) for n in names]
        print(f"{rule:<{width}}" + "".join(f"{_alarms(*a):>24}" for a in row))
    for says, part in (("false alarms", 0), ("inconclusive", 1)):
        shares = [_share(scores[n], part) for n in names]
        print(f"{says:<{width}}" + "".join(f"{s:>23.1f}%" for s in shares))
    print(
        f"{'CPU per call, s':<{width}}"
        + "".join(f"{s.seconds / max(s.calls, 1):>24.2f}" for s in scores.values())
    )


def _word(said: str) -> str:
    return {"broken": "caught", "holds": "missed"}.get(said, said)


def _alarms(alarms: int, inconclusive: int, calls: int) -> str:
    return f"{alarms} of {calls}" + (f", {inconclusive} inconclusive" if inconclusive else "")


def _share(found: Score, part: int) -> float:
    return (
        100 * sum(a[part] for a in found.alarms.values()) / max(sum(a[2] for a in found.alarms.values()), 1)
    )


def main() -> None:
    """Print the table for the engines that are asked for and installed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engines", nargs="*", default=list(ENGINES), choices=list(ENGINES))
    parser.add_argument("--only", default="", help="rules whose name has this text")
    parser.add_argument("--checker", default="", help="checkers whose name has this text")
    options = parser.parse_args()
    scores = {}
    for engine in options.engines:
        if find_spec(engine) is None:
            print(f"{engine} is not installed, and left out\n")
            continue
        make, checkers = ENGINES[engine]
        for name, checker in checkers.items():
            if options.checker in name:
                scores[name] = score(name, make, checker, options.only)
    show(scores)


if __name__ == "__main__":
    main()
