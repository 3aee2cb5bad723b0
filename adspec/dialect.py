"""Dialects: the closed list of questions on which correct engines differ, and how four families answer.

A dialect relaxes a question, never a number: what an engine declares is shown as *deviates*, with what it
does instead, and a wrong derivative is as wrong as without it. An adapter takes the dialect of its family,
or states its own answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """The closed list of questions on which correct engines differ, with the strict answer as default.

    pairing          the product in which vjp is the transpose of jvp: "bilinear" Re(v·Ju),
                     "hermitian" Re(conj(v)·Ju)
    scalar_output    which outputs `grad` accepts: "0-d", "size 1", "any" real one, or "anything"
    scalar_error     the exception types that refuse any other output
    push_calls       Python calls of f by one jvp           vjp_calls   by building one pullback
    pull_calls       by one pull                            grad_calls  by one grad
    jacobian_calls   by one jacobian of either way          hessian_calls   by one hessian
    linearize_calls  by linearizing, and none by a push after that
    checkpoint_calls of a checkpointed f by building one pullback and pulling once
    jit_calls        of a compiled f by calling it twice: what is traced once never runs in Python again
    input_error      the exception types that refuse what has no derivative: integers, text, None
    whole_input      the gradient with respect to integers: "refused", or "none", which is no number
    unused_input     the cotangent of an input on which y does not depend: "zeros" or "none"
    subnormals       "kept" or "flushed" to zero
    immutable        whether arrays cannot be written to, so that aliasing is harmless
    cotangent_dtype  what becomes of a float64 cotangent for a float32 output: it is "cast", "refused",
                     or "kept", so that the answer is float64 too
    escaped_tracer   a value that f kept, once its derivative is over: "refused", or "used" like any other
    """

    pairing: str = "bilinear"
    scalar_output: str = "0-d"
    scalar_error: tuple[type[Exception], ...] = (TypeError,)
    push_calls: int = 1
    vjp_calls: int = 1
    pull_calls: int = 0
    grad_calls: int = 1
    jacobian_calls: int = 1
    hessian_calls: int = 1
    linearize_calls: int = 1
    checkpoint_calls: int = 2
    jit_calls: int = 1
    input_error: tuple[type[Exception], ...] = (TypeError,)
    whole_input: str = "refused"
    unused_input: str = "zeros"
    subnormals: str = "kept"
    immutable: bool = False
    cotangent_dtype: str = "cast"
    escaped_tracer: str = "refused"


# The four families, as they answer where the strict answer is not theirs (measured with autograd 1.9.1, jax
# 0.10.2, torch 2.13.0 and tensorflow 2.21.0; what one of them gets wrong is no dialect).
AUTOGRAD = Dialect(scalar_output="size 1", cotangent_dtype="kept")
JAX = Dialect(subnormals="flushed", immutable=True, cotangent_dtype="refused", checkpoint_calls=1)
TORCH = Dialect(
    pairing="hermitian",
    scalar_output="size 1",
    scalar_error=(RuntimeError,),
    input_error=(RuntimeError, TypeError, AttributeError),
    linearize_calls=2,  # "We evaluate `fn` twice": for y, and to trace the push
)
TENSORFLOW = Dialect(
    pairing="hermitian",
    scalar_output="anything",
    unused_input="none",
    whole_input="none",
    input_error=(TypeError, ValueError),
    immutable=True,
    cotangent_dtype="refused",
)
FAMILIES: Mapping[str, Dialect] = {
    "autograd": AUTOGRAD,
    "jax": JAX,
    "torch": TORCH,
    "tensorflow": TENSORFLOW,
}
