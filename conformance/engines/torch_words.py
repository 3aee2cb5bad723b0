"""PyTorch's functions by NumPy's words, where its own namespace has other ones, or others of that name."""

from __future__ import annotations

from collections.abc import Mapping

import torch
import torch.fft
import torch.nn.functional as nn

from adspec.conformance.engines.torch_calls import (
    Word,
    alike,
    along_one,
    axes,
    cho_solve,
    concat,
    cross,
    cumulative,
    dot,
    extreme,
    fft_axes,
    getitem,
    gradient,
    imag,
    moments,
    over,
    pad,
    prod,
    quantile,
    searchsorted,
    solve_triangular,
    take,
    tensors,
    trace,
)

_ONE_DTYPE: Mapping[str, Word] = {
    "heaviside": torch.heaviside,
    "matmul": torch.matmul,
    "inner": torch.inner,
    "dot": dot,
    "vdot": lambda a, b: torch.vdot(a.ravel(), b.ravel()),
    "vecdot": lambda a, b, axis=-1: torch.linalg.vecdot(*torch.broadcast_tensors(a, b), dim=axis),
    "tensordot": lambda a, b, *, axes=2: torch.tensordot(a, b, dims=axes),
    "einsum": torch.einsum,
    "linalg.multi_dot": lambda *arrays: torch.linalg.multi_dot(arrays),
    "cross": cross,
    "linalg.solve": torch.linalg.solve,
    "linalg.solve_triangular": solve_triangular,
    "linalg.cho_solve": cho_solve,
    "linalg.lstsq": torch.linalg.lstsq,
    "lax.complex": torch.complex,
    "meshgrid": lambda *arrays, indexing="xy": torch.meshgrid(*arrays, indexing=indexing),
}

WORDS: Mapping[str, Word] = {
    **{name: alike(name, f) for name, f in _ONE_DTYPE.items()},
    "equal": torch.eq,
    "where": lambda condition, *xs: torch.where(torch.as_tensor(condition), *xs),
    # reductions
    "sum": over(torch.sum),
    "mean": over(torch.mean),
    "nansum": over(torch.nansum),
    "nanmean": over(torch.nanmean),
    "prod": prod,
    "max": extreme(torch.max, torch.amax),
    "min": extreme(torch.min, torch.amin),
    "var": moments(torch.var),
    "std": moments(torch.std),
    "special.logsumexp": lambda x, *, axis=None, keepdims=False: torch.logsumexp(
        x, dim=axes(x, axis), keepdim=keepdims
    ),
    "median": lambda x, **axes: quantile(x, 0.5, **axes),  # torch.median is the lower of two
    "quantile": quantile,
    "count_nonzero": lambda x, *, axis=None, keepdims=False: torch.sum(
        x != 0, dim=axes(x, axis), keepdim=keepdims
    ),
    # moving entries
    "permute_dims": torch.permute,
    "matrix_transpose": lambda x: x.mT,
    "expand_dims": lambda x, *, axis: torch.unsqueeze(x, axis),
    "astype": lambda x, dtype: x.to(getattr(torch, dtype)),
    "copy": torch.clone,
    "flip": lambda x, *, axis=None: torch.flip(x, axes(x, axis)),
    "roll": lambda x, shift, *, axis=None: torch.roll(x, shift, axis),
    "rot90": lambda x, k=1, axes=(0, 1): torch.rot90(x, k, axes),
    "repeat": lambda x, times, *, axis=None: torch.repeat_interleave(x, torch.as_tensor(times), dim=axis),
    "concat": concat,
    "split": lambda x, parts, *, axis=0: torch.tensor_split(x, parts, dim=axis),
    "unstack": lambda x, *, axis=0: torch.unbind(x, axis),
    "broadcast_arrays": torch.broadcast_tensors,
    "pad": pad,
    "getitem": getitem,
    "take": take,
    "take_along_axis": lambda x, numbers, *, axis: torch.take_along_dim(x, torch.as_tensor(numbers), axis),
    "diag": lambda x, *, k=0: torch.diag(x, k),
    "diagonal": lambda x, *, offset=0, axis1=0, axis2=1: torch.diagonal(x, offset, axis1, axis2),
    "trace": trace,
    "tril": lambda x, *, k=0: torch.tril(x, k),
    "triu": lambda x, *, k=0: torch.triu(x, k),
    # orders and running values
    "cumulative_sum": cumulative(torch.cumsum),
    "cumulative_prod": cumulative(torch.cumprod),
    "sort": lambda x, *, axis=-1: torch.sort(x, dim=axis).values,
    "searchsorted": searchsorted,
    "lax.top_k": torch.topk,
    "maximum.accumulate": lambda x, *, axis=0: torch.cummax(x, axis).values,
    "minimum.accumulate": lambda x, *, axis=0: torch.cummin(x, axis).values,
    "logaddexp.accumulate": lambda x, *, axis=0: torch.logcumsumexp(x, axis),
    "gradient": gradient,
    # complex numbers, matrices, transforms
    "imag": imag,
    "linalg.expm": torch.linalg.matrix_exp,
    **{
        f"fft.{name}": fft_axes(getattr(torch.fft, name))
        for name in ("fftn", "ifftn", "rfftn", "irfftn", "fftshift", "ifftshift")
    },
    # functions of tensors alone
    **{
        name: tensors(getattr(torch, name))
        for name in ("maximum", "minimum", "fmax", "fmin", "atan2", "hypot", "logaddexp", "logaddexp2")
    },
    "special.gammainc": tensors(torch.special.gammainc),
    "special.gammaincc": tensors(torch.special.gammaincc),
    "special.zeta": tensors(torch.special.zeta),
    # neural networks
    "nn.relu": nn.relu,
    "nn.relu6": nn.relu6,
    "nn.leaky_relu": nn.leaky_relu,
    "nn.elu": nn.elu,
    "nn.celu": nn.celu,
    "nn.selu": nn.selu,
    "nn.gelu": lambda x, *, approximate=True: nn.gelu(x, approximate="tanh" if approximate else "none"),
    "nn.silu": nn.silu,
    "nn.mish": nn.mish,
    "nn.sigmoid": torch.sigmoid,
    "nn.log_sigmoid": nn.logsigmoid,
    "nn.soft_sign": nn.softsign,
    "nn.softplus": nn.softplus,
    "nn.hard_tanh": nn.hardtanh,
    "nn.hard_sigmoid": nn.hardsigmoid,
    "nn.hard_silu": nn.hardswish,
    "nn.softmax": along_one("nn.softmax", nn.softmax),
    "nn.log_softmax": along_one("nn.log_softmax", nn.log_softmax),
    "nn.glu": lambda x, *, axis=-1: nn.glu(x, axis),
}
# torch.select takes one entry, which is another function.
OTHERS = frozenset({"select"})
