"""NumPy for functions to be differentiated, under two sets of names.

Every function is here under its name in the Python array API standard and, where
NumPy calls it otherwise, under NumPy's name too. On plain arrays they are NumPy;
on traced values they are equations. What has no derivative (comparisons, argmax,
dtypes, constants) is here as well, so that a function needs this module alone.
"""

from __future__ import annotations

from numpy import (
    arange,
    bool_,
    complex64,
    complex128,
    e,
    empty,
    eye,
    float32,
    float64,
    full,
    inf,
    int64,
    isscalar,
    linspace,
    nan,
    newaxis,
    ones,
    pi,
    tri,
    zeros,
)

from adspec.reference_engine.numpy import fft as fft
from adspec.reference_engine.numpy import lax as lax
from adspec.reference_engine.numpy import linalg as linalg
from adspec.reference_engine.numpy import methods as methods
from adspec.reference_engine.numpy import neural as neural
from adspec.reference_engine.numpy import special as special
from adspec.reference_engine.numpy.elementwise import (
    abs as abs,
    acos as acos,
    acosh as acosh,
    add as add,
    angle as angle,
    array_equal as array_equal,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    cbrt as cbrt,
    ceil as ceil,
    clip as clip,
    conj as conj,
    copysign as copysign,
    cos as cos,
    cosh as cosh,
    deg2rad as deg2rad,
    divide as divide,
    equal as equal,
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    fabs as fabs,
    float_power as float_power,
    floor as floor,
    floor_divide as floor_divide,
    fmax as fmax,
    fmin as fmin,
    fmod as fmod,
    greater as greater,
    greater_equal as greater_equal,
    heaviside as heaviside,
    hypot as hypot,
    imag as imag,
    isclose as isclose,
    isfinite as isfinite,
    isinf as isinf,
    isnan as isnan,
    less as less,
    less_equal as less_equal,
    log as log,
    log10 as log10,
    log1p as log1p,
    log2 as log2,
    logaddexp2 as logaddexp2,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    logical_xor as logical_xor,
    multiply as multiply,
    nan_to_num as nan_to_num,
    negative as negative,
    not_equal as not_equal,
    positive as positive,
    pow as pow,
    rad2deg as rad2deg,
    real as real,
    reciprocal as reciprocal,
    remainder as remainder,
    round as round,
    sign as sign,
    signbit as signbit,
    sin as sin,
    sech2 as sech2,
    sinc as sinc,
    sinc_derivative as sinc_derivative,
    sinh as sinh,
    sqrt as sqrt,
    square as square,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    trunc as trunc,
    where as where,
)
from adspec.reference_engine.numpy.reductions import (
    all as all,
    any as any,
    argmax as argmax,
    argmin as argmin,
    average as average,
    count_nonzero as count_nonzero,
    cumulative_prod as cumulative_prod,
    cumulative_sum as cumulative_sum,
    max as max,
    mean as mean,
    min as min,
    nanmean as nanmean,
    nansum as nansum,
    prod as prod,
    ptp as ptp,
    std as std,
    sum as sum,
    var as var,
)
from adspec.reference_engine.numpy.manipulation import (
    array as array,
    asarray as asarray,
    astype as astype,
    atleast_1d as atleast_1d,
    atleast_2d as atleast_2d,
    atleast_3d as atleast_3d,
    broadcast_arrays as broadcast_arrays,
    broadcast_to as broadcast_to,
    column_stack as column_stack,
    concat as concat,
    copy as copy,
    dstack as dstack,
    expand_dims as expand_dims,
    flip as flip,
    full_like as full_like,
    hstack as hstack,
    matrix_transpose as matrix_transpose,
    meshgrid as meshgrid,
    moveaxis as moveaxis,
    ndim as ndim,
    ones_like as ones_like,
    pad as pad,
    permute_dims as permute_dims,
    ravel as ravel,
    repeat as repeat,
    reshape as reshape,
    roll as roll,
    rot90 as rot90,
    shape as shape,
    size as size,
    squeeze as squeeze,
    stack as stack,
    swapaxes as swapaxes,
    tile as tile,
    vstack as vstack,
    zeros_like as zeros_like,
)
from adspec.reference_engine.numpy.indexing import (
    at as at,
    choose as choose,
    compress as compress,
    diag as diag,
    diagonal as diagonal,
    extract as extract,
    getitem as getitem,
    put_add as put_add,
    select as select,
    split as split,
    take as take,
    take_along_axis as take_along_axis,
    tril as tril,
    triu as triu,
    unstack as unstack,
)
from adspec.reference_engine.numpy.running import (
    logaddexp as logaddexp,
    maximum as maximum,
    minimum as minimum,
)
from adspec.reference_engine.numpy.sorting import (
    argpartition as argpartition,
    argsort as argsort,
    median as median,
    partition as partition,
    quantile as quantile,
    searchsorted as searchsorted,
    sort as sort,
    top_k as top_k,
)
from adspec.reference_engine.numpy.products import (
    convolve as convolve,
    correlate as correlate,
    cross as cross,
    diff as diff,
    dot as dot,
    ediff1d as ediff1d,
    einsum as einsum,
    gradient as gradient,
    inner as inner,
    kron as kron,
    matmul as matmul,
    multi_dot as multi_dot,
    outer as outer,
    tensordot as tensordot,
    trace as trace,
    trapezoid as trapezoid,
    vdot as vdot,
    vecdot as vecdot,
)
from adspec.reference_engine.numpy.neural import (
    log_sigmoid as log_sigmoid,
    log_softmax as log_softmax,
    logsumexp as logsumexp,
    relu as relu,
    sigmoid as sigmoid,
    softmax as softmax,
    softplus as softplus,
)

# JAX's own name for the family

nn = neural

# NumPy's own names

absolute = abs
amax = max
amin = min
arccos = acos
arccosh = acosh
arcsin = asin
arcsinh = asinh
arctan = atan
arctan2 = atan2
arctanh = atanh
concatenate = concat
conjugate = conj
cumprod = cumulative_prod
cumsum = cumulative_sum
mod = remainder
power = pow
transpose = permute_dims
true_divide = divide
