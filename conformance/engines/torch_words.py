"""PyTorch's functions with NumPy's words: axes, defaults and orders of arguments are those of the language.

A row translates and computes nothing: what it calls is PyTorch's own function for the purpose, as its
documentation names it. What PyTorch documents that it does not take is not shown: matrices of two dtypes,
slices that run backwards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import torch
import torch.fft
import torch.nn.functional as nn

from adspec.engine import NotShown

Word = Callable[..., Any]


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    """Return the axes that NumPy's `axis` means; all of them for None."""
    if axis is None:
        return tuple(range(x.ndim))
    return axis if isinstance(axis, tuple) else (axis,)


def _over(f: Word) -> Word:
    """Return a reduction over axes, all of them where none is named."""

    def reduced(x: Any, *, axis: Any = None, keepdims: bool = False, **more: Any) -> Any:
        if axis is None and not keepdims and not more:
            return f(x)
        return f(x, dim=_axes(x, axis), keepdim=keepdims, **more)

    return reduced


def _moments(f: Word) -> Word:
    """Return var or std, whose correction is 0 where none is given."""
    return lambda x, *, axis=None, keepdims=False, correction=0: f(
        x, dim=_axes(x, axis), keepdim=keepdims, correction=correction
    )


def _extreme(whole: Word, along: Word) -> Word:
    """Return max or min: of all entries, or `amax` or `amin` along axes."""

    def extreme(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
        is_whole = axis is None and not keepdims
        return whole(x) if is_whole else along(x, dim=_axes(x, axis), keepdim=keepdims)

    return extreme


def _prod(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    if axis is None and not keepdims:
        return torch.prod(x)
    for one in sorted((a % x.ndim for a in _axes(x, axis)), reverse=True):  # PyTorch's takes one axis
        x = torch.prod(x, dim=one, keepdim=keepdims)
    return x


def _quantile(x: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    shares = torch.as_tensor(q, dtype=x.dtype)
    return _along_one("quantile", lambda x, axis: torch.quantile(x, shares, dim=axis, keepdim=keepdims))(
        x, axis=axis
    )


def _alike(name: str, f: Word) -> Word:
    """Return a function of tensors of one dtype."""

    def of_one_dtype(*args: Any, **params: Any) -> Any:
        if len({a.dtype for a in args if isinstance(a, torch.Tensor)}) > 1:
            raise NotShown(f"{name} of torch takes tensors of one dtype")
        return f(*args, **params)

    return of_one_dtype


def _tensors(f: Word) -> Word:
    """Return a function of tensors that takes Python numbers, too."""

    def of_tensors(*args: Any) -> Any:
        like = next(a for a in args if isinstance(a, torch.Tensor))
        return f(*(a if isinstance(a, torch.Tensor) else torch.as_tensor(a, dtype=like.dtype) for a in args))

    return of_tensors


# ------------------------------------------------------------------ moving entries


def _getitem(x: Any, index: Any) -> Any:
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, slice) and (part.step or 1) < 0 for part in parts):
        raise NotShown("torch has no slices that run backwards")
    return operator.getitem(x, index)


def _take(x: Any, indices: Any, *, axis: int | None = None) -> Any:
    numbers = torch.as_tensor(indices)
    if axis is None:
        return torch.take(x, numbers)
    if numbers.ndim == 1:
        return torch.index_select(x, axis, numbers % x.shape[axis])
    return x[(slice(None),) * (axis % x.ndim) + (numbers,)]


def _concat(*arrays: Any, axis: int | None = 0) -> Any:
    return torch.cat(arrays, axis) if axis is not None else torch.cat([a.ravel() for a in arrays])


def _trace(x: Any, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    if x.ndim == 2 and offset == 0:
        return torch.trace(x)
    return torch.diagonal(x, offset, axis1, axis2).sum(-1)


def _pad(x: Any, widths: Any, *, mode: str = "constant") -> Any:
    if mode != "constant":
        raise NotShown("torch.nn.functional.pad has other modes for images alone")
    flat = [w for pair in reversed(widths) for w in pair]
    return nn.pad(x, flat)


def _gradient(x: Any, *spacing: Any, axis: Any = None) -> Any:
    found = torch.gradient(x, spacing=spacing[0] if spacing else 1.0, dim=_axes(x, axis))
    return found if len(found) > 1 else found[0]


# ------------------------------------------------------------------ products


def _dot(a: Any, b: Any) -> Any:
    if a.ndim == 0 or b.ndim == 0:
        return torch.multiply(a, b)
    if b.ndim == 1:
        return (torch.dot if a.ndim == 1 else torch.matmul)(a, b)
    return torch.matmul(a, b) if a.ndim <= 2 and b.ndim == 2 else torch.tensordot(a, b, ([-1], [b.ndim - 2]))


def _cross(a: Any, b: Any, *, axis: int = -1) -> Any:
    return torch.linalg.cross(*torch.broadcast_tensors(a, b), dim=axis)


def _solve_triangular(
    a: Any, b: Any, *, lower: bool = False, trans: int = 0, unit_diagonal: bool = False
) -> Any:
    seen = (a, a.mT, a.mH)[trans]
    columns = b if b.ndim > 1 else b[:, None]
    found = torch.linalg.solve_triangular(
        seen, columns, upper=lower == bool(trans), unitriangular=unit_diagonal
    )
    return found if b.ndim > 1 else found[:, 0]


def _cho_solve(c: Any, b: Any, *, lower: bool = False) -> Any:
    found = torch.cholesky_solve(b if b.ndim > 1 else b[:, None], c, upper=not lower)
    return found if b.ndim > 1 else found[:, 0]


def _searchsorted(a: Any, v: Any, *, side: str = "left") -> Any:
    return torch.searchsorted(torch.as_tensor(a, dtype=v.dtype), v, side=side)


def _fft_axes(f: Word) -> Word:
    """Return a transform along axes."""
    return lambda x, *, axes=None, **more: f(x, dim=axes, **more)


def _along_one(name: str, f: Word) -> Word:
    """Return a function along one axis."""

    def along(x: Any, *, axis: Any = -1) -> Any:
        if isinstance(axis, tuple):
            raise NotShown(f"{name} of torch takes one axis")
        return f(x, axis)

    return along


def _imag(x: Any) -> Any:
    if not x.is_complex():
        raise NotShown("torch.imag takes complex tensors")
    return torch.imag(x)


_ONE_DTYPE: Mapping[str, Word] = {
    "heaviside": torch.heaviside,
    "matmul": torch.matmul,
    "inner": torch.inner,
    "dot": _dot,
    "vdot": lambda a, b: torch.vdot(a.ravel(), b.ravel()),
    "vecdot": lambda a, b, axis=-1: torch.linalg.vecdot(*torch.broadcast_tensors(a, b), dim=axis),
    "tensordot": lambda a, b, *, axes=2: torch.tensordot(a, b, dims=axes),
    "einsum": torch.einsum,
    "linalg.multi_dot": lambda *arrays: torch.linalg.multi_dot(arrays),
    "cross": _cross,
    "linalg.solve": torch.linalg.solve,
    "linalg.solve_triangular": _solve_triangular,
    "linalg.cho_solve": _cho_solve,
    "linalg.lstsq": torch.linalg.lstsq,
    "lax.complex": torch.complex,
    "meshgrid": lambda *arrays, indexing="xy": torch.meshgrid(*arrays, indexing=indexing),
}

WORDS: Mapping[str, Word] = {
    **{name: _alike(name, f) for name, f in _ONE_DTYPE.items()},
    "equal": torch.eq,
    "where": lambda condition, *xs: torch.where(torch.as_tensor(condition), *xs),
    # reductions
    "sum": _over(torch.sum),
    "mean": _over(torch.mean),
    "nansum": _over(torch.nansum),
    "nanmean": _over(torch.nanmean),
    "prod": _prod,
    "max": _extreme(torch.max, torch.amax),
    "min": _extreme(torch.min, torch.amin),
    "var": _moments(torch.var),
    "std": _moments(torch.std),
    "special.logsumexp": lambda x, *, axis=None, keepdims=False: torch.logsumexp(
        x, dim=_axes(x, axis), keepdim=keepdims
    ),
    "median": lambda x, **axes: _quantile(x, 0.5, **axes),  # torch.median is the lower of two
    "quantile": _quantile,
    "count_nonzero": lambda x, *, axis=None, keepdims=False: torch.sum(
        x != 0, dim=_axes(x, axis), keepdim=keepdims
    ),
    # moving entries
    "permute_dims": torch.permute,
    "matrix_transpose": lambda x: x.mT,
    "expand_dims": lambda x, *, axis: torch.unsqueeze(x, axis),
    "astype": lambda x, dtype: x.to(getattr(torch, dtype)),
    "copy": torch.clone,
    "flip": lambda x, *, axis=None: torch.flip(x, _axes(x, axis)),
    "roll": lambda x, shift, *, axis=None: torch.roll(x, shift, axis),
    "rot90": lambda x, k=1, axes=(0, 1): torch.rot90(x, k, axes),
    "repeat": lambda x, times, *, axis=None: torch.repeat_interleave(x, torch.as_tensor(times), dim=axis),
    "concat": _concat,
    "split": lambda x, parts, *, axis=0: torch.tensor_split(x, parts, dim=axis),
    "unstack": lambda x, *, axis=0: torch.unbind(x, axis),
    "broadcast_arrays": torch.broadcast_tensors,
    "pad": _pad,
    "getitem": _getitem,
    "take": _take,
    "take_along_axis": lambda x, numbers, *, axis: torch.take_along_dim(x, torch.as_tensor(numbers), axis),
    "diag": lambda x, *, k=0: torch.diag(x, k),
    "diagonal": lambda x, *, offset=0, axis1=0, axis2=1: torch.diagonal(x, offset, axis1, axis2),
    "trace": _trace,
    "tril": lambda x, *, k=0: torch.tril(x, k),
    "triu": lambda x, *, k=0: torch.triu(x, k),
    # orders and running values
    "sort": lambda x, *, axis=-1: torch.sort(x, dim=axis).values,
    "searchsorted": _searchsorted,
    "lax.top_k": torch.topk,
    "maximum.accumulate": lambda x, *, axis=0: torch.cummax(x, axis).values,
    "minimum.accumulate": lambda x, *, axis=0: torch.cummin(x, axis).values,
    "logaddexp.accumulate": lambda x, *, axis=0: torch.logcumsumexp(x, axis),
    "gradient": _gradient,
    # complex numbers, matrices, transforms
    "imag": _imag,
    "linalg.expm": torch.linalg.matrix_exp,
    **{
        f"fft.{name}": _fft_axes(getattr(torch.fft, name))
        for name in ("fftn", "ifftn", "rfftn", "irfftn", "fftshift", "ifftshift")
    },
    # special functions
    "special.gammainc": _tensors(torch.special.gammainc),
    "special.gammaincc": _tensors(torch.special.gammaincc),
    "special.zeta": _tensors(torch.special.zeta),
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
    "nn.softmax": _along_one("nn.softmax", nn.softmax),
    "nn.log_softmax": _along_one("nn.log_softmax", nn.log_softmax),
    "nn.glu": lambda x, *, axis=-1: nn.glu(x, axis),
}
# torch.select takes one entry, which is another function.
OTHERS = frozenset({"select"})
