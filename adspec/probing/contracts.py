"""What may happen around a derivative: overwriting, pulling twice, threads, and how often f is called."""

from __future__ import annotations

from adspec.probing.question import Question, rows

OPERATORS = (
    *("jvp", "vjp", "grad", "value_and_grad", "linearize", "jacobian", "forward_jacobian", "hessian"),
    *("checkpoint", "jit"),
)
# of a function from arrays of three to arrays of three, or to numbers where an operator wants a scalar
VECTOR, SCALAR = "sin(x) * x", "sum(sin(x) * x)"
OF_SCALARS = frozenset({"grad", "value_and_grad", "hessian"})

# fmt: off
CONTRACTS: tuple[Question, ...] = (
    *rows("twice", ("the second pull of one pullback",        "x * x",   2.0)),
    *rows("shared", ("does a pull of x + 0 return v itself",  "x + 0.0", [1.0, 2.0])),
    *rows("overwritten", ("x is overwritten before the pull", "x * x",   [1.0, 2.0])),
    *rows("law", ("two threads at once",                      "x * y",   (2.0, 3.0)), law="threads"),
    *rows("law", ("what f kept, used when all is over",       "x * x",   2.0), law="escaped_tracer"),
    *rows("law", ("a derivative after an exception in f",     "x * x",   2.0), law="exceptions"),
    *rows("law", ("overwriting, by all ways",                 "x * x",   [1.0, 2.0]), law="stale_input"),
    *rows("law", ("aliases of what the caller has",           "x + 0.0", [1.0, 2.0]), law="aliasing"),
    *rows("jacobian", ("jacobian of an output of shape (2,)", "x * x",   [3.0, 2.0])),
    *rows("elementwise", ("elementwise_grad",                 "x * x",   [3.0, 2.0])),
    *(
        question
        for name in OPERATORS
        for question in rows("calls",
            (f"calls of f by {name}", SCALAR if name in OF_SCALARS else VECTOR, [0.5, 1.0, 2.0]), of=name)
    ),
)
# fmt: on
