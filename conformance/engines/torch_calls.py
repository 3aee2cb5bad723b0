"""How PyTorch's functions are called with NumPy's axes, defaults and orders of arguments.

Each translates and computes nothing: what it calls is PyTorch's own function for the purpose, as its
documentation names it. What PyTorch documents that it does not take is not shown: matrices of two dtypes,
slices that run backwards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.fft
import torch.nn.functional as nn

from adspec.engine import NotShown

Word = Callable[..., Any]


def axes(x: Any, axis: Any) -> tuple[int, ...]:
    """Return the axes that NumPy's `axis` means; all of them for None."""
    if axis is None:
        return tuple(range(x.ndim))
    return axis if isinstance(axis, tuple) else (axis,)


def over(f: Word) -> Word:
    """Return a reduction over axes, all of them where none is named."""

    def reduced(x: Any, *, axis: Any = None, keepdims: bool = False, **more: Any) -> Any:
        if axis is None and not keepdims and not more:
            return f(x)
        return f(x, dim=axes(x, axis), keepdim=keepdims, **more)

    return reduced


def moments(f: Word) -> Word:
    """Return var or std, whose correction is 0 where none is given."""
    return lambda x, *, axis=None, keepdims=False, correction=0: f(
        x, dim=axes(x, axis), keepdim=keepdims, correction=correction
    )


def extreme(whole: Word, along: Word) -> Word:
    """Return max or min: of all entries, or `amax` or `amin` along axes."""

    def extreme(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
        is_whole = axis is None and not keepdims
        return whole(x) if is_whole else along(x, dim=axes(x, axis), keepdim=keepdims)

    return extreme


def prod(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the product over axes, one after the other: PyTorch's takes one."""
    if axis is None and not keepdims:
        return torch.prod(x)
    for one in sorted((a % x.ndim for a in axes(x, axis)), reverse=True):
        x = torch.prod(x, dim=one, keepdim=keepdims)
    return x


def quantile(x: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Return `torch.quantile`, which interpolates linearly as NumPy does."""
    shares = torch.as_tensor(q, dtype=x.dtype)
    return along_one("quantile", lambda x, axis: torch.quantile(x, shares, dim=axis, keepdim=keepdims))(
        x, axis=axis
    )


def alike(name: str, f: Word) -> Word:
    """Return a function of tensors of one dtype."""

    def of_one_dtype(*args: Any, **params: Any) -> Any:
        if len({a.dtype for a in args if isinstance(a, torch.Tensor)}) > 1:
            raise NotShown(f"{name} of torch takes tensors of one dtype")
        return f(*args, **params)

    return of_one_dtype


def tensors(f: Word) -> Word:
    """Return a function of tensors alone that takes Python numbers, too."""

    def of_tensors(*args: Any) -> Any:
        like = next(a for a in args if isinstance(a, torch.Tensor))
        return f(*(a if isinstance(a, torch.Tensor) else torch.as_tensor(a, dtype=like.dtype) for a in args))

    return of_tensors


def with_constants(f: Word) -> Word:
    """Return a function that takes NumPy's arrays among its tensors, as the constants of a program are."""
    return lambda *args, **params: f(
        *(torch.as_tensor(a) if isinstance(a, np.ndarray) else a for a in args), **params
    )


def cumulative(f: Word) -> Word:
    """Return a running sum or product, of a vector where no axis is named."""

    def along(x: Any, *, axis: int | None = None, include_initial: bool = False) -> Any:
        if include_initial:
            raise NotShown(f"torch.{f.__name__} has no parameter include_initial")
        return f(x, 0 if axis is None else axis)

    return along


# ------------------------------------------------------------------ moving entries


def getitem(x: Any, index: Any) -> Any:
    """Return x[index], but for slices that run backwards."""
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, slice) and (part.step or 1) < 0 for part in parts):
        raise NotShown("torch has no slices that run backwards")
    return operator.getitem(x, index)


def take(x: Any, indices: Any, *, axis: int | None = None) -> Any:
    """Return entries by number: `torch.take` of all, `torch.index_select` along an axis."""
    numbers = torch.as_tensor(indices)
    if axis is None:
        return torch.take(x, numbers)
    if numbers.ndim == 1:
        return torch.index_select(x, axis, numbers % x.shape[axis])
    return x[(slice(None),) * (axis % x.ndim) + (numbers,)]


def concat(*arrays: Any, axis: int | None = 0) -> Any:
    """Return arrays joined, flattened where there is no axis."""
    return torch.cat(arrays, axis) if axis is not None else torch.cat([a.ravel() for a in arrays])


def trace(x: Any, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return `torch.trace` of a matrix, else the sum of a diagonal."""
    if x.ndim == 2 and offset == 0:
        return torch.trace(x)
    return torch.diagonal(x, offset, axis1, axis2).sum(-1)


def pad(x: Any, widths: Any, *, mode: str = "constant") -> Any:
    """Return x with a border of zeros."""
    if mode != "constant":
        raise NotShown("torch.nn.functional.pad has other modes for images alone")
    flat = [w for pair in reversed(widths) for w in pair]
    return nn.pad(x, flat)


def gradient(x: Any, *spacing: Any, axis: Any = None) -> Any:
    """Return `torch.gradient`, bare where it is along one axis."""
    found = torch.gradient(x, spacing=spacing[0] if spacing else 1.0, dim=axes(x, axis))
    return found if len(found) > 1 else found[0]


# ------------------------------------------------------------------ products


def dot(a: Any, b: Any) -> Any:
    """Return NumPy's dot by the function that PyTorch has for these axes."""
    if a.ndim == 0 or b.ndim == 0:
        return torch.multiply(a, b)
    if b.ndim == 1:
        return (torch.dot if a.ndim == 1 else torch.matmul)(a, b)
    return torch.matmul(a, b) if a.ndim <= 2 and b.ndim == 2 else torch.tensordot(a, b, ([-1], [b.ndim - 2]))


def cross(a: Any, b: Any, *, axis: int = -1) -> Any:
    """Return `torch.linalg.cross`, whose arguments must have as many axes."""
    return torch.linalg.cross(*torch.broadcast_tensors(a, b), dim=axis)


def solve_triangular(
    a: Any, b: Any, *, lower: bool = False, trans: int = 0, unit_diagonal: bool = False
) -> Any:
    """Return `torch.linalg.solve_triangular`, which takes matrices on the right."""
    seen = (a, a.mT, a.mH)[trans]
    columns = b if b.ndim > 1 else b[:, None]
    found = torch.linalg.solve_triangular(
        seen, columns, upper=lower == bool(trans), unitriangular=unit_diagonal
    )
    return found if b.ndim > 1 else found[:, 0]


def cho_solve(c: Any, b: Any, *, lower: bool = False) -> Any:
    """Return `torch.cholesky_solve`, which takes matrices on the right."""
    factor = torch.tril(c) if lower else torch.triu(c)  # PyTorch's is a factor and nothing beside it
    found = torch.cholesky_solve(b if b.ndim > 1 else b[:, None], factor, upper=not lower)
    return found if b.ndim > 1 else found[:, 0]


def searchsorted(a: Any, v: Any, *, side: str = "left") -> Any:
    """Return `torch.searchsorted` in a vector of constants."""
    return torch.searchsorted(torch.as_tensor(a, dtype=v.dtype), v, side=side)


def fft_axes(f: Word) -> Word:
    """Return a transform along axes."""
    return lambda x, *, axes=None, **more: f(x, dim=axes, **more)


def along_one(name: str, f: Word) -> Word:
    """Return a function along one axis."""

    def along(x: Any, *, axis: Any = -1) -> Any:
        if isinstance(axis, tuple):
            raise NotShown(f"{name} of torch takes one axis")
        return f(x, axis)

    return along


def imag(x: Any) -> Any:
    """Return the imaginary part of complex numbers."""
    if not x.is_complex():
        raise NotShown("torch.imag takes complex tensors")
    return torch.imag(x)
