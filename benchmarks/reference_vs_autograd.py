"""How long the reference engine takes for a gradient, and how much memory, beside HIPS autograd.

Both run in this process, in turns, on the same function written for either NumPy namespace; each
time is the median of many rounds, so that what else the machine does falls on both alike.

    python benchmarks/reference_vs_autograd.py

Needs autograd (pip install autograd).
"""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import autograd
import autograd.numpy
import autograd.scipy.special
import numpy as np

import adspec.reference_engine
import adspec.reference_engine.numpy

ROUNDS = 40
SECONDS_PER_ROUND = 0.01


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One engine: its NumPy, its log-sum-exp, and its operators."""

    np: Any
    logsumexp: Callable[..., Any]
    grad: Callable[..., Any]
    jacobian: Callable[..., Any]


OURS = Side(
    np=adspec.reference_engine.numpy,
    logsumexp=adspec.reference_engine.numpy.logsumexp,
    grad=adspec.reference_engine.grad,
    jacobian=adspec.reference_engine.jacobian,
)
THEIRS = Side(
    np=autograd.numpy,
    logsumexp=autograd.scipy.special.logsumexp,
    grad=autograd.grad,
    jacobian=autograd.jacobian,
)

random = np.random.default_rng(0)
INPUTS = random.standard_normal((16, 4))
TARGETS = random.standard_normal((16, 2))
LAYERS = [
    (random.standard_normal((4, 8)), np.zeros(8)),
    (random.standard_normal((8, 8)), np.zeros(8)),
    (random.standard_normal((8, 2)), np.zeros(2)),
]
POINTS = random.standard_normal((200, 2))
MIXTURE = (np.zeros(5), random.standard_normal((5, 2)), np.zeros((5, 2)))
MATRIX = random.standard_normal((30, 30)) / 6


def mlp(side: Side) -> Callable[..., Any]:
    """Mean squared error of two hidden layers of eight."""

    def loss(layers: Any) -> Any:
        x = INPUTS
        for weights, bias in layers[:-1]:
            x = side.np.tanh(side.np.dot(x, weights) + bias)
        weights, bias = layers[-1]
        return side.np.mean((side.np.dot(x, weights) + bias - TARGETS) ** 2)

    return side.grad(loss)


def mixture(side: Side) -> Callable[..., Any]:
    """Log-likelihood of 200 points under five Gaussians with diagonal covariance."""

    def likelihood(parameters: Any) -> Any:
        weights, means, log_scales = parameters
        apart = (POINTS[:, None, :] - means) * side.np.exp(-log_scales)
        each = -0.5 * side.np.sum(apart**2, axis=2) - side.np.sum(log_scales, axis=1)
        return side.np.sum(side.logsumexp(each + weights - side.logsumexp(weights), axis=1))

    return side.grad(likelihood)


def recurrence(side: Side) -> Callable[..., Any]:
    """Take a thousand steps of x ← x + h sin(x) · a, a scalar."""

    def final(a: Any) -> Any:
        x = 0.5
        for _ in range(1000):
            x = x + 0.001 * side.np.sin(x) * a
        return x

    return side.grad(final)


def product(side: Side) -> Callable[..., Any]:
    """Σ sin(x) x."""
    return side.grad(lambda x: side.np.sum(side.np.sin(x) * x))


def matrix(side: Side) -> Callable[..., Any]:
    """Build the Jacobian of tanh(A x) x, thirty by thirty."""
    return side.jacobian(lambda x: side.np.tanh(side.np.dot(MATRIX, x)) * x)


CASES: dict[str, tuple[Callable[[Side], Callable[..., Any]], Any]] = {
    "small MLP loss": (mlp, LAYERS),
    "Gaussian mixture": (mixture, MIXTURE),
    "1,000-step recurrence": (recurrence, 1.5),
    "sum(sin(x) x), n = 12": (product, random.standard_normal(12)),
    "sum(sin(x) x), n = 10^6": (product, random.standard_normal(1_000_000)),
    "Jacobian, n = 30": (matrix, random.standard_normal(30)),
}


def agree(ours: Any, theirs: Any) -> bool:
    """Return whether two gradients of the same structure are equal up to rounding."""
    if isinstance(theirs, tuple | list):
        return all(agree(a, b) for a, b in zip(ours, theirs, strict=True))
    return bool(np.allclose(ours, theirs, rtol=1e-9, atol=1e-12))


def seconds(f: Callable[..., Any], x: Any, calls: int) -> float:
    """Return the time of one call, averaged over some."""
    start = time.perf_counter()
    for _ in range(calls):
        f(x)
    return (time.perf_counter() - start) / calls


def peak(f: Callable[..., Any], x: Any) -> int:
    """Return the most memory that one call holds, in bytes, its result included."""
    gc.collect()
    tracemalloc.start()
    f(x)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def main() -> None:
    """Print one line per case, and the ratios over all."""
    print(f"{'':26}{'ours':>12}{'autograd':>12}{'ratio':>8}{'memory ratio':>14}")
    ratios = []
    for name, (make, x) in CASES.items():
        ours, theirs = make(OURS), make(THEIRS)
        assert agree(ours(x), theirs(x)), f"{name}: the engines disagree"
        calls = max(1, int(SECONDS_PER_ROUND / seconds(theirs, x, 1)))
        rounds = [(seconds(ours, x, calls), seconds(theirs, x, calls)) for _ in range(ROUNDS)]
        mine, yours = (statistics.median(side) for side in zip(*rounds, strict=True))
        ratios.append(statistics.median(a / b for a, b in rounds))
        memory = peak(ours, x) / peak(theirs, x)
        times = f"{mine * 1e6:10.1f}µs{yours * 1e6:10.1f}µs"
        print(f"{name:26}{times}{ratios[-1]:8.2f}{memory:14.2f}")
    print(f"median ratio {statistics.median(ratios):.2f}, largest {max(ratios):.2f}")


if __name__ == "__main__":
    main()
