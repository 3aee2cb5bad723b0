"""The usual remedies, by what goes wrong and in which word: one row each, the first that fits is said."""

from __future__ import annotations

QUOTIENTS = "log log1p log2 log10 div divide true_divide reciprocal pow power integer_pow mul multiply"
STEPS = "round floor ceil trunc sign argmax argmin gt lt ge le eq ne stop_gradient detach"

# kind, symptom, words ("" for any), what stands on the line ("" for anything), the remedy
# fmt: off
_ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    ("cotangent", "nan inf", "sqrt norm linalg_vector_norm rsqrt pow power cbrt", "where",
     "a double where: replace the argument by 1 where the branch is not taken, inside as well as outside"),
    ("cotangent", "nan inf", "sqrt norm linalg_vector_norm rsqrt cbrt", "",
     "keep away from 0: sqrt(x + eps), or a double where around the square root or norm"),
    ("cotangent", "nan inf", QUOTIENTS, "",
     "a double where: choose a safe argument before the operation, not only a safe result after it"),
    ("value", "inf", "exp exp2 expm1", "",
     "subtract the largest exponent first: logsumexp, softmax, logaddexp or softplus do that"),
    ("value", "nan", "sub subtract div divide true_divide mul", "",
     "an inf - inf, inf/inf or 0/0: scale before (logsumexp, softmax), or a double where around it"),
    ("value", "nan inf", "log log2 log10 log1p", "",
     "the argument leaves the domain: keep it positive, or work with logarithms from the start"),
    ("value", "nan", "sqrt pow power", "",
     "the argument is negative: a rounding error? maximum(x, 0) before it"),
    ("value", "digits", "log", "", "log1p(x) for log(1 + x), which keeps the digits of a small x"),
    ("value", "digits", "sub subtract", "exp",
     "expm1(x) for exp(x) - 1, which keeps the digits of a small x"),
    ("value", "digits", "sub subtract", "cos", "2*sin(x/2)**2 for 1 - cos(x)"),
    ("value", "digits", "sub subtract add", "",
     "cancellation: rewrite the difference (log1p, expm1, a factored form), or compute it in float64"),
    ("cotangent", "zero", STEPS, "",
     "constant between its jumps, so 0 is right: use a smooth function in its place"),
    ("cotangent", "zero", "convert_element_type astype", "",
     "no derivative goes through integers: stay in floats"),
    ("cotangent", "zero", "max min maximum minimum clamp clip relu select_n where custom_jvp", "",
     "the other branch is taken or the function is saturated: softplus, leaky_relu or a wider bound"),
    ("cotangent", "wrong", "", "", "the rule of this operation: judge it alone with `adspec rule`"),
)
# fmt: on


def remedy_for(kind: str, symptom: str, word: str, line: str) -> str:
    """Return the usual remedy, or nothing where there is none."""
    for row_kind, symptoms, words, text, says in _ROWS:
        is_word = not words or word in words.split()
        if row_kind == kind and symptom in symptoms.split() and is_word and text in line:
            return says
    return ""
