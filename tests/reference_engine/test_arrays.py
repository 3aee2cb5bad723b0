"""Rules of functions on whole arrays: linear ones push themselves, and every pull is the transpose."""

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad

random = np.random.default_rng(0)
X = random.standard_normal((3, 4))
V = random.standard_normal(5)
CUBE = random.standard_normal((2, 3, 4))
IMAGES = random.standard_normal((2, 3, 2, 5))
Z = X + 1j * random.standard_normal((3, 4))

# fmt: off
LINEAR = {
    "sum":             (lambda x: ad.sum(x, axis=(0, -1)), CUBE),
    "sum keepdims":    (lambda x: ad.sum(x, axis=1, keepdims=True), CUBE),
    "mean":            (lambda x: ad.mean(x, axis=0), X),
    "cumulative_sum":  (lambda x: ad.cumulative_sum(x, axis=1, include_initial=True), X),
    "diff":            (lambda x: ad.diff(x, n=2), X),
    "trapezoid":       (lambda x: ad.trapezoid(x, axis=0), X),
    "gradient":        (lambda x: ad.gradient(x, axis=1), X),
    "reshape":         (lambda x: ad.reshape(x, (2, 6)), X),
    "permute_dims":    (lambda x: ad.permute_dims(x, (2, 0, 1)), CUBE),
    "moveaxis":        (lambda x: ad.moveaxis(x, (0, 1), (-1, 0)), CUBE),
    "flip":            (lambda x: ad.flip(x, axis=(0, 1)), X),
    "roll":            (lambda x: ad.roll(x, (1, -2), axis=(0, 1)), X),
    "rot90":           (lambda x: ad.rot90(x, 3), X),
    "repeat":          (lambda x: ad.repeat(x, [1, 0, 2], axis=0), X),
    "tile":            (lambda x: ad.tile(x, (2, 1, 3)), X),
    "broadcast_to":    (lambda x: ad.broadcast_to(x, (2, 3, 4)), X),
    "expand, squeeze": (lambda x: ad.squeeze(ad.expand_dims(x, (0, 2)), 0), X),
    "concat":          (lambda x: ad.concat([x, 2 * x, np.zeros((3, 1))], axis=1), X),
    "concat flat":     (lambda x: ad.concat([x, x[0]], axis=None), X),
    "stack":           (lambda x: ad.stack([x, -x], axis=-1), X),
    "hstack":          (lambda x: ad.hstack([x, x]), V),
    "column_stack":    (lambda x: ad.column_stack([x[0], x.T]), X),
    "pad":             (lambda x: ad.pad(x, ((1, 0), (2, 1))), X),
    "pad constant":    (lambda x: ad.pad(x, 1, constant_values=0.0), X),
    "pad edge":        (lambda x: ad.pad(x, 2, mode="edge"), X),
    "pad reflect":     (lambda x: ad.pad(x, 2, mode="reflect"), X),
    "pad wrap":        (lambda x: ad.pad(x, ((0, 1), (3, 0)), mode="wrap"), X),
    "slices":          (lambda x: x[::-2, 1:], X),
    "integers":        (lambda x: x[[0, 0, 2], [1, 1, -1]], X),
    "mask":            (lambda x: x[X > 0], X),
    "mixed":           (lambda x: x[..., None, [0, 0]], CUBE),
    "take":            (lambda x: ad.take(x, [[0, 2], [2, 2]], axis=1), X),
    "take_along_axis": (lambda x: ad.take_along_axis(x, np.array([[3, 3]]), axis=1), X),
    "put_add":         (lambda x: ad.put_add(x, (2,), [0, 1, 1, 0, 1]), V),
    "at.add":          (lambda x: ad.at.add(x, [1, 1], 2 * x[:2]), V),
    "at.set":          (lambda x: ad.at.set(x, slice(1, 3), 2 * x[:2]), V),
    "at.set twice":    (lambda x: ad.at.set(x, [1, 1], 2 * x[:2]), V),
    "diag":            (lambda x: ad.diag(x, -2), V),
    "diagonal":        (lambda x: ad.diagonal(x, 1, 2, 1), CUBE),
    "tril, triu":      (lambda x: ad.tril(x, -1) + 2 * ad.triu(x, 1), X),
    "trace":           (ad.trace, X),
    "split":           (lambda x: ad.split(x, [1, 3], axis=1)[1], X),
    "unstack":         (lambda x: ad.unstack(x, axis=1)[2], X),
    "select":          (lambda x: ad.select([X > 0], [x], default=0.0), X),
    "choose":          (lambda x: ad.choose(np.array([0, 1, 0, 1]), [x[0], x[1]]), X),
    "matmul":          (lambda x: ad.matmul(CUBE, x.T), X),
    "vector @ stack":  (lambda x: ad.matmul(x, np.swapaxes(CUBE, 1, 2)), V[:4]),
    "stack @ vector":  (lambda x: ad.matmul(CUBE, x), V[:4]),
    "dot":             (lambda x: ad.dot(CUBE, x.T), X),
    "dot of stacks":   (lambda x: ad.dot(X, x), np.swapaxes(CUBE, 1, 2)),
    "inner":           (lambda x: ad.inner(CUBE, x), X),
    "outer":           (lambda x: ad.outer(V, x), X),
    "kron":            (lambda x: ad.kron(x, CUBE), X),
    "kron left":       (lambda x: ad.kron(X, x), CUBE),
    "tensordot":       (lambda x: ad.tensordot(CUBE, x, ([1, 2], [0, 1])), X),
    "einsum":          (lambda x: ad.einsum("ijk,jk->ik", CUBE, x), X),
    "einsum implicit": (lambda x: ad.einsum("ij,kj", x, X), X),
    "einsum diagonal": (lambda x: ad.einsum("iij->j", x), random.standard_normal((3, 3, 2))),
    "einsum dots":     (lambda x: ad.einsum("...j,j->...", CUBE, x), V[:4]),
    "einsum sum":      (lambda x: ad.einsum("ij->", x), X),
    "cross":           (lambda x: ad.cross(x, X[:, 1]), X[:, 0]),
    "convolve":        (lambda x: ad.convolve(x, V[:2], "same"), V),
    "correlate":       (lambda x: ad.correlate(V, x, "full"), V[:3]),
    "vecdot":          (lambda x: ad.vecdot(x, X, axis=0), X),
    "fft":             (lambda x: ad.fft.fft(x, n=6), Z),
    "ifft cut":        (lambda x: ad.fft.ifft(x, n=3, axis=1, norm="ortho"), Z),
    "rfft":            (lambda x: ad.fft.rfft(x, n=7), X),
    "irfft even":      (ad.fft.irfft, Z),
    "irfft odd":       (lambda x: ad.fft.irfft(x, n=5, norm="forward"), Z),
    "hfft":            (ad.fft.hfft, Z),
    "ihfft":           (ad.fft.ihfft, X),
    "fftn":            (lambda x: ad.fft.fftn(x, s=(2, 5)), Z),
    "rfftn":           (ad.fft.rfftn, X),
    "irfftn":          (lambda x: ad.fft.irfftn(x, axes=(0, 1)), Z),
    "fftshift":        (lambda x: ad.fft.ifftshift(ad.fft.fftshift(x) * 2, axes=0), Z),
    "real, imag":      (lambda x: ad.real(x) + 2 * ad.imag(x), Z),
    "conj":            (ad.conj, Z),
    "from parts":      (lambda x: ad.lax.complex(x, 2 * x), X),
    "conv":            (lambda x: ad.nn.conv(x, CUBE[:, :, None, :2], (1, 2), "SAME"), IMAGES),
}

CURVED = {
    "prod":            (lambda x: ad.prod(x, axis=(0, 2)), CUBE),
    "cumulative_prod": (lambda x: ad.cumulative_prod(x, axis=0), X),
    "max":             (lambda x: ad.max(x, axis=1), X),
    "std":             (lambda x: ad.std(x, axis=0, correction=1), X),
    "std complex":     (ad.std, Z),
    "var complex":     (lambda x: ad.var(x, axis=1), Z),
    "logsumexp":       (lambda x: ad.logsumexp(x, axis=(0, 1)), X),
    "softmax":         (lambda x: ad.softmax(x, axis=0), X),
    "log_softmax":     (ad.log_softmax, X),
    "logcumsumexp":    (lambda x: ad.logaddexp.accumulate(x, axis=1), X),
    "running maximum": (lambda x: ad.maximum.accumulate(x, axis=1), X),
    "norm":            (lambda x: ad.linalg.vector_norm(x, axis=1, ord=3), X),
    "norm complex":    (ad.linalg.norm, Z),
    "abs complex":     (ad.abs, Z),
    "angle":           (ad.angle, Z),
    "average":         (lambda x: ad.average(X, axis=0, weights=ad.exp(x)), X),
    "sort":            (lambda x: ad.sort(x, axis=0), X),
    "partition":       (lambda x: ad.partition(x, 1), X),
    "einsum twice":    (lambda x: ad.einsum("ij,kj,kl->il", x, x, x), X),
    "linear algebra":  (lambda x: ad.linalg.slogdet(x @ x.T + np.eye(3))[1], X),
}
# fmt: on


def vector_like(x):
    real = random.standard_normal(np.shape(x))
    return np.asarray(real + 1j * random.standard_normal(np.shape(x)) if np.iscomplexobj(x) else real)


@pytest.mark.parametrize("name", LINEAR)
def test_a_linear_function_pushes_itself(name):
    f, x = LINEAR[name]
    u = vector_like(x)
    assert engine.jvp(f, (x,), (u,))[1] == pytest.approx(f(u), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("name", [*LINEAR, *CURVED])
def test_the_pull_is_the_transpose_of_the_push(name):
    f, x = {**LINEAR, **CURVED}[name]
    u = vector_like(x)
    y, Ju = engine.jvp(f, (x,), (u,))
    v = vector_like(y)
    (JTv,) = engine.vjp(f, x)[1](v)
    assert np.sum(JTv * u).real == pytest.approx(np.sum(v * Ju).real, rel=1e-11)
    assert engine.linearize(f, x)[1](u) == pytest.approx(Ju, rel=1e-14)


@pytest.mark.parametrize("name", CURVED)
def test_the_hessian_is_symmetric_and_the_same_in_every_mixture(name):
    f, x = CURVED[name]
    u, w, v = vector_like(x), vector_like(x), vector_like(f(x))
    scalar = lambda x: ad.real(ad.sum(v * f(x) ** 2))
    pair = lambda a, b: np.sum(np.asarray(a) * b).real
    push_pull = pair(engine.jvp(engine.grad(scalar), (x,), (u,))[1], w)
    pull_pull = pair(engine.grad(lambda x: ad.real(ad.sum(engine.grad(scalar)(x) * w)))(x), u)
    push_push = engine.jvp(lambda x: engine.jvp(scalar, (x,), (u,))[1], (x,), (w,))[1]
    assert [push_pull, pull_pull] == pytest.approx([push_push] * 2, rel=1e-10)


@pytest.mark.parametrize("name", [n for n in ad.NAMES if not n.startswith("_")])
def test_both_names_of_a_function_are_one(name):
    assert getattr(ad, name) is ad.NAMES[ad.OLDER.get(name, name)]
