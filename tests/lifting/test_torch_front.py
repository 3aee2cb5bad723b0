"""PyTorch functions lifted: the same values, through custom Functions; and traced to the guilty line."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from adspec.lifting.graph import UnsupportedError  # noqa: E402 - after the skip
from adspec.lifting.torch_front import lift  # noqa: E402
from adspec.rule import check  # noqa: E402

X = np.array([0.5, 1.5, 2.5])


class Huber(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x.abs() < 1, 0.5 * x**2, x.abs() - 0.5)

    @staticmethod
    def backward(ctx, v):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() < 1, v * x, v * torch.sign(x))


FUNCTIONS = {
    "elementwise": lambda x: torch.tanh(x) * torch.exp(-x) + torch.log1p(x) ** 3 / torch.sqrt(x),
    "reductions": lambda x: x.sum() + x.mean() + x.max() + torch.var(x) + x.prod() + torch.linalg.norm(x),
    "where and clamp": lambda x: torch.where(x > 1, x, torch.clamp(x, 0.75, 1.0)),
    "softmax": lambda x: torch.softmax(x, 0) + torch.logsumexp(x, 0),
    "products": lambda x: torch.einsum("i,j->ij", x, x) @ x + x @ x,
    "indexing": lambda x: x[1] + x[torch.tensor([0, 2])].sum() + torch.flip(x, (0,))[0],
    "joining": lambda x: torch.cat([x, x * 2]) + torch.stack([x, x]).reshape(-1),
    "a branch": lambda x: x * 2 if x[0] > 0 else x,
    "a rule": Huber.apply,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_lifted_function_has_the_value_that_torch_computes(name):
    lifted = lift(FUNCTIONS[name], [X], lambda y: [y])
    found = np.asarray(lifted.values[lifted.outputs[0]], dtype=object).astype(float)
    assert np.allclose(found, FUNCTIONS[name](torch.tensor(X)).numpy(), rtol=1e-13)


def test_a_rule_alone_is_told_from_one_among_others():
    alone = lift(Huber.apply, [X], lambda y: [y])
    among = lift(lambda x: Huber.apply(x) + 1, [X], lambda y: [y])
    assert (alone.ruled, alone.rules, among.ruled, among.rules) == (True, 1, False, 1)


def test_writing_in_place_is_named_with_its_line():
    def f(x):
        y = x.clone()
        y.add_(1)
        return y

    with pytest.raises(UnsupportedError, match=r"in place.*test_torch_front.py:\d+ in f"):
        lift(f, [X], lambda y: [y])


def test_a_right_rule_holds():
    assert check(Huber.apply, X, engine="torch").verdict == "holds"


def test_a_whole_function_is_traced_to_its_line():
    def loss(x):
        p = x * (x > 1)
        q = p * torch.log(p)
        return torch.sum(torch.where(x > 1, q, torch.zeros_like(x)))

    walk = check(loss, X, engine="torch").walk
    assert "the cotangent becomes nan" in walk
    assert "q = p * torch.log(p)" in walk
    assert "a double where" in walk
