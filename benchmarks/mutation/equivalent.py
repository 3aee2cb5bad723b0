"""Mutants that are equivalent: proved by hand to answer the same, or in code that never runs.

A row's key is the start of a fault's key (see `faults.Fault`): file, owner, what is replaced by what. The
reason is the proof.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.mutation.faults import Fault

_AGAIN = "NumPy has one function for both names: the rule is registered again further down, and never runs"
EQUIVALENT: Mapping[str, str] = {
    "numpy_vjps defvjp anp.divide:": _AGAIN + " (true_divide)",
    "numpy_jvps defjvp anp.divide:": _AGAIN + " (true_divide)",
    "numpy_vjps defvjp anp.mod:": _AGAIN + " (remainder)",
    "numpy_jvps defjvp anp.mod:": _AGAIN + " (remainder)",
    "fft truncate_pad: anp.array(shape) - anp.array(x.shape) → anp.array(shape)": (
        "pads by n instead of n − len, then cuts to the first n all the same"
    ),
}


def why_equivalent(fault: Fault) -> str:
    """Return why a fault changes no answer, "" where that is not known."""
    return next((why for key, why in EQUIVALENT.items() if fault.key.startswith(key)), "")
