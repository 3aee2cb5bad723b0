"""A tape in the style of many first ones: each operation knows how to set the gradients of its operands."""

import math


class Value:
    """A number that remembers what it was made of."""

    def __init__(self, data, children=()):
        self.data, self.grad = data, 0.0
        self.children, self.backward_step = children, lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def step():
            self.grad = out.grad
            other.grad = out.grad

        out.backward_step = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def step():
            self.grad = other.data * out.grad
            other.grad = self.data * out.grad

        out.backward_step = step
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def step():
            self.grad = (1.0 - t * t) * out.grad

        out.backward_step = step
        return out

    def backward(self, seed=1.0):
        order, seen = [], set()

        def build(value):
            if value not in seen:
                seen.add(value)
                for child in value.children:
                    build(child)
                order.append(value)

        build(self)
        for value in order:
            value.grad = 0.0
        self.grad = seed
        for value in reversed(order):
            value.backward_step()

    __radd__, __rmul__ = __add__, __mul__
