"""Functions that act on each entry by itself.

A row is a primitive: its name in the array API standard (NumPy's where that has
none) and NumPy's function for it. The derivatives are in `rules/elementwise.py`
and `rules/pairs.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import hypot_slopes, sech2_values, sinc_slopes
from adspec.reference_engine.tracing import Binary, Constant, Primitive, Unary

# ---- one argument

abs = Unary("abs", np.abs)
acos = Unary("acos", np.arccos)
acosh = Unary("acosh", np.arccosh)
asin = Unary("asin", np.arcsin)
asinh = Unary("asinh", np.arcsinh)
atan = Unary("atan", np.arctan)
atanh = Unary("atanh", np.arctanh)
cbrt = Unary("cbrt", np.cbrt)
ceil = Unary("ceil", np.ceil)
cos = Unary("cos", np.cos)
cosh = Unary("cosh", np.cosh)
deg2rad = Unary("deg2rad", np.deg2rad)
exp = Unary("exp", np.exp)
exp2 = Unary("exp2", np.exp2)
expm1 = Unary("expm1", np.expm1)
fabs = Unary("fabs", np.fabs)
floor = Unary("floor", np.floor)
log = Unary("log", np.log)
log10 = Unary("log10", np.log10)
log1p = Unary("log1p", np.log1p)
log2 = Unary("log2", np.log2)
negative = Unary("negative", np.negative)
positive = Unary("positive", np.positive)
rad2deg = Unary("rad2deg", np.rad2deg)
reciprocal = Unary("reciprocal", lambda x: np.reciprocal(np.asarray(x)[()]))
round = Primitive("round", np.round)
sign = Unary("sign", np.sign)
sin = Unary("sin", np.sin)
sinc = Unary("sinc", np.sinc)
sinh = Unary("sinh", np.sinh)
sqrt = Unary("sqrt", np.sqrt)
square = Unary("square", np.square)
tan = Unary("tan", np.tan)
tanh = Unary("tanh", np.tanh)
trunc = Unary("trunc", np.trunc)
nan_to_num = Primitive("nan_to_num", np.nan_to_num)

# Derivatives that need a function of their own, to be accurate and to go on.
sech2 = Unary("sech2", sech2_values)
sinc_derivative = Primitive("sinc_derivative", sinc_slopes)
hypot_slope = Binary("hypot_slope", hypot_slopes)

# ---- complex numbers

real = Unary("real", np.real)
imag = Unary("imag", np.imag)
conj = Unary("conj", np.conj)
angle = Unary("angle", np.angle)

# ---- two arguments and more

add = Binary("add", np.add)
atan2 = Binary("atan2", np.arctan2)
copysign = Binary("copysign", np.copysign)
divide = Binary("divide", np.divide)
float_power = Binary("float_power", np.float_power)
floor_divide = Binary("floor_divide", np.floor_divide)
fmax = Binary("fmax", np.fmax)
fmin = Binary("fmin", np.fmin)
fmod = Binary("fmod", np.fmod)
heaviside = Binary("heaviside", np.heaviside)
hypot = Binary("hypot", np.hypot)
logaddexp = Binary("logaddexp", np.logaddexp)
logaddexp2 = Binary("logaddexp2", np.logaddexp2)
maximum = Binary("maximum", np.maximum)
minimum = Binary("minimum", np.minimum)
multiply = Binary("multiply", np.multiply)
pow = Binary("pow", np.power)
remainder = Binary("remainder", np.remainder)
subtract = Binary("subtract", np.subtract)
where = Primitive("where", np.where)


def clip(x: Any, lo: Any = None, hi: Any = None) -> Any:
    """Return x with what lies outside [lo, hi] moved to the nearer bound."""
    if lo is None:
        return x if hi is None else minimum(x, hi)
    return maximum(x, lo) if hi is None else clip_between(x, lo, hi)


clip_between = Primitive("clip", np.clip)

# ---- no derivative

allclose = Constant("allclose", np.allclose)
array_equal = Constant("array_equal", np.array_equal)
equal = Constant("equal", np.equal)
greater = Constant("greater", np.greater)
greater_equal = Constant("greater_equal", np.greater_equal)
isclose = Constant("isclose", np.isclose)
isfinite = Constant("isfinite", np.isfinite)
isinf = Constant("isinf", np.isinf)
isnan = Constant("isnan", np.isnan)
less = Constant("less", np.less)
less_equal = Constant("less_equal", np.less_equal)
logical_and = Constant("logical_and", np.logical_and)
logical_not = Constant("logical_not", np.logical_not)
logical_or = Constant("logical_or", np.logical_or)
logical_xor = Constant("logical_xor", np.logical_xor)
not_equal = Constant("not_equal", np.not_equal)
signbit = Constant("signbit", np.signbit)
