"""The checkers, each by one default call in reverse mode: (f, xs) -> "broken" or "holds"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.checkers.engines import for_autograd, for_jax, for_torch
from benchmarks.checkers.rules import Rule

Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Checker:
    """One column of the table: how a rule is made for it, how it is asked, and up to how many entries."""

    engine: str
    make: Callable[[Rule], Any]
    ask: Callable[[Any, Arrays], str]
    largest: int = 1_000_000

    @property
    def is_ours(self) -> bool:
        """Return whether it is adspec."""
        return getattr(self.ask, "func", None) is adspec


def _answer(call: Callable[[], Any]) -> str:
    try:
        return "broken" if call() is False else "holds"
    except Exception:  # noqa: BLE001 - every checker has exceptions of its own
        return "broken"


def autograd_check_grads(f: Any, xs: Arrays) -> str:
    """Return what autograd's checker says of both orders."""
    from autograd.test_util import check_grads

    return _answer(lambda: check_grads(f, modes=["rev"])(*xs))


def jax_check_grads(f: Any, xs: Arrays, dtype: str) -> str:
    """Return what JAX's checker says of both orders."""
    import jax
    from jax.test_util import check_grads

    with jax.enable_x64(dtype == "float64"):
        args = tuple(jax.numpy.asarray(x, dtype) for x in xs)
        return _answer(lambda: check_grads(f, args, order=2, modes=["rev"]))


def torch_gradcheck(f: Any, xs: Arrays, *, fast: bool) -> str:
    """Return what PyTorch's checker says."""
    import torch

    args = tuple(torch.tensor(x, requires_grad=True) for x in xs)
    return _answer(lambda: torch.autograd.gradcheck(f, args, fast_mode=fast))


def adspec(f: Any, xs: Arrays, *, engine: str) -> str:
    """Return what adspec says."""
    from adspec.rule import check

    return str(check(f, *xs, engine=engine).verdict)


CHECKERS: dict[str, Checker] = {
    "autograd check_grads": Checker("autograd", for_autograd, autograd_check_grads),
    "adspec, autograd": Checker("autograd", for_autograd, partial(adspec, engine="autograd")),
    "jax check_grads f64": Checker("jax", for_jax, partial(jax_check_grads, dtype="float64")),
    "jax check_grads f32": Checker("jax", for_jax, partial(jax_check_grads, dtype="float32")),
    "adspec, jax": Checker("jax", for_jax, partial(adspec, engine="jax")),
    # it writes the whole Jacobian down, more than once: 3 GB each time for 20,000 entries
    "torch gradcheck slow": Checker("torch", for_torch, partial(torch_gradcheck, fast=False), 5_000),
    "torch gradcheck fast": Checker("torch", for_torch, partial(torch_gradcheck, fast=True)),
    "adspec, torch": Checker("torch", for_torch, partial(adspec, engine="torch")),
}
