"""Faults of containers: every rule is right, and so is f of arrays; f of one dict or list is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants.mutant import Mutant

_jvp: Any = ENGINE.jvp
_vjp: Any = ENGINE.vjp
_grad: Any = ENGINE.grad


def _pushed(change: Callable[[Any], Any]) -> Any:
    """Return a jvp that changes the container of J u."""

    def jvp(f: Any, xs: Any, us: Any) -> Any:
        y, Ju = _jvp(f, xs, us)
        return y, change(Ju)

    return jvp


def _pulled(change: Callable[[Any], Any]) -> Any:
    """Return a vjp that changes the containers of the cotangents."""

    def vjp(f: Any, xs: Any) -> Any:
        y, pull = _vjp(f, xs)
        return y, lambda v: tuple(map(change, pull(v)))

    return vjp


def _sorted_keys(tree: Any) -> Any:
    """Return a dict with its keys sorted, and its values as they stood."""
    return dict(zip(sorted(tree), tree.values(), strict=True)) if isinstance(tree, dict) else tree


def _as_tuple(tree: Any) -> Any:
    """Return a tuple for a list."""
    return tuple(tree) if isinstance(tree, list) else tree


def _flat(tree: Any) -> Any:
    """Return one tuple for a tuple of tuples."""
    return tuple(a for part in tree for a in part) if isinstance(tree, tuple) else tree


def _without_last(tree: Any) -> Any:
    """Return a dict without its last entry, where it has more than one."""
    return dict(list(tree.items())[: max(1, len(tree) - 1)]) if isinstance(tree, dict) else tree


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    Mutant(engine=replace(ENGINE, name="dict_cotangents_by_sorted_key", vjp=_pulled(_sorted_keys)),
           where="engine", law="presentation", mode="pull", says="keys are sorted, values are not"),
    Mutant(engine=replace(ENGINE, name="list_comes_back_as_tuple", jvp=_pushed(_as_tuple)),
           where="engine", law="tangent_space", mode="push", symptom="structure",
           says="J u in a tuple, y in a list"),
    Mutant(engine=replace(ENGINE, name="dict_cotangent_loses_an_entry", vjp=_pulled(_without_last)),
           where="engine", law="tangent_space", mode="pull", symptom="structure",
           says="one key of x has no cotangent"),
    Mutant(engine=replace(ENGINE, name="gradient_of_tuples_is_flat",
                          grad=lambda f, xs: tuple(map(_flat, _grad(f, xs)))),
           where="engine", law="grad_is_pull", mode="grad", symptom="structure",
           says="the gradient of a tuple of tuples is one tuple"),
)
# fmt: on
