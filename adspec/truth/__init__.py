"""The truth: derivatives from function values alone, in ball arithmetic."""

from adspec.truth.hessian import Curvature, curvature_of
from adspec.truth.second import second_order, third_order
from adspec.truth.truth import Truth, truth_of

__all__ = ["Curvature", "Truth", "curvature_of", "second_order", "third_order", "truth_of"]
