"""A tape that walks back breadth first: from the result to its parents, then to theirs, each value once."""

import math


class Value:
    """A number, and its parents, each with the slope of this number along it."""

    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents = data, 0.0, parents

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1.0 - t * t),))

    def backward(self, seed=1.0):
        values = [self]
        for value in values:
            values.extend(parent for parent, _ in value.parents if parent not in values)
        for value in values:
            value.grad = 0.0
        self.grad = seed
        for value in values:
            for parent, slope in value.parents:
                parent.grad += slope * value.grad

    __radd__, __rmul__ = __add__, __mul__
