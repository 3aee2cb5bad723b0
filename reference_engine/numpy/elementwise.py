"""Functions that act on each entry by itself.

A row is a primitive: its name in the array API standard (NumPy's where that has
none) and NumPy's function for it. The derivatives are in `rules/elementwise.py`
and `rules/pairs.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import hypot_slopes, sech2_values, sinc_slopes
from adspec.reference_engine.tracing import Constant, Primitive

# ---- one argument

abs = Primitive("abs", np.abs)
acos = Primitive("acos", np.arccos)
acosh = Primitive("acosh", np.arccosh)
asin = Primitive("asin", np.arcsin)
asinh = Primitive("asinh", np.arcsinh)
atan = Primitive("atan", np.arctan)
atanh = Primitive("atanh", np.arctanh)
cbrt = Primitive("cbrt", np.cbrt)
ceil = Primitive("ceil", np.ceil)
cos = Primitive("cos", np.cos)
cosh = Primitive("cosh", np.cosh)
deg2rad = Primitive("deg2rad", np.deg2rad)
exp = Primitive("exp", np.exp)
exp2 = Primitive("exp2", np.exp2)
expm1 = Primitive("expm1", np.expm1)
fabs = Primitive("fabs", np.fabs)
floor = Primitive("floor", np.floor)
log = Primitive("log", np.log)
log10 = Primitive("log10", np.log10)
log1p = Primitive("log1p", np.log1p)
log2 = Primitive("log2", np.log2)
negative = Primitive("negative", np.negative)
positive = Primitive("positive", np.positive)
rad2deg = Primitive("rad2deg", np.rad2deg)
reciprocal = Primitive("reciprocal", lambda x: np.reciprocal(np.asarray(x)[()]))
round = Primitive("round", np.round)
sign = Primitive("sign", np.sign)
sin = Primitive("sin", np.sin)
sinc = Primitive("sinc", np.sinc)
sinh = Primitive("sinh", np.sinh)
sqrt = Primitive("sqrt", np.sqrt)
square = Primitive("square", np.square)
tan = Primitive("tan", np.tan)
tanh = Primitive("tanh", np.tanh)
trunc = Primitive("trunc", np.trunc)
nan_to_num = Primitive("nan_to_num", np.nan_to_num)

# Derivatives that need a function of their own, to be accurate and to go on.
sech2 = Primitive("sech2", sech2_values)
sinc_derivative = Primitive("sinc_derivative", sinc_slopes)
hypot_slope = Primitive("hypot_slope", hypot_slopes)

# ---- complex numbers

real = Primitive("real", np.real)
imag = Primitive("imag", np.imag)
conj = Primitive("conj", np.conj)
angle = Primitive("angle", np.angle)

# ---- two arguments and more

add = Primitive("add", np.add)
atan2 = Primitive("atan2", np.arctan2)
copysign = Primitive("copysign", np.copysign)
divide = Primitive("divide", np.divide)
float_power = Primitive("float_power", np.float_power)
floor_divide = Primitive("floor_divide", np.floor_divide)
fmax = Primitive("fmax", np.fmax)
fmin = Primitive("fmin", np.fmin)
fmod = Primitive("fmod", np.fmod)
heaviside = Primitive("heaviside", np.heaviside)
hypot = Primitive("hypot", np.hypot)
logaddexp = Primitive("logaddexp", np.logaddexp)
logaddexp2 = Primitive("logaddexp2", np.logaddexp2)
maximum = Primitive("maximum", np.maximum)
minimum = Primitive("minimum", np.minimum)
multiply = Primitive("multiply", np.multiply)
pow = Primitive("pow", np.power)
remainder = Primitive("remainder", np.remainder)
subtract = Primitive("subtract", np.subtract)
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
