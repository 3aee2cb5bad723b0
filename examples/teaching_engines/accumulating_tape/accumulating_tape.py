"""A tape after micrograd's pattern: gradients live on the values, and every backward pass adds to them."""

import math


class Value:
    """A number with its gradient and the operation that made it."""

    def __init__(self, data, children=()):
        self.data, self.grad = data, 0.0
        self.children, self.backward_step = children, lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def step():
            self.grad += out.grad
            other.grad += out.grad

        out.backward_step = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def step():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.backward_step = step
        return out

    def __pow__(self, other):
        exponent = other.data if isinstance(other, Value) else other
        out = Value(self.data**exponent, (self,))

        def step():
            self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out.backward_step = step
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1.0

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    __radd__, __rmul__ = __add__, __mul__

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def step():
            self.grad += out.data * out.grad

        out.backward_step = step
        return out

    def tanh(self):
        e = math.exp(2.0 * self.data)
        t = (e - 1.0) / (e + 1.0)
        out = Value(t, (self,))

        def step():
            self.grad += (1.0 - t * t) * out.grad

        out.backward_step = step
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def step():
            self.grad += (out.data > 0.0) * out.grad

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
        self.grad = seed
        for value in reversed(order):
            value.backward_step()
