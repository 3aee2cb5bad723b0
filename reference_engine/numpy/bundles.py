"""Primitives with several outputs, and how their parts are had one by one."""

from __future__ import annotations

from typing import Any

from adspec.reference_engine.tracing import Bundle, Primitive, Traced, plain

tie = Primitive("tie", lambda *xs: Bundle(xs))
item = Primitive("item", lambda t, *, i: t[i])


def untie(t: Any) -> tuple[Any, ...]:
    """Return the parts of a bundle, each traced if the bundle is."""
    if not isinstance(t, Traced):
        return tuple(t)
    return tuple(item(t, i=i) for i in range(len(plain(t))))
