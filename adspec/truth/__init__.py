"""The truth: derivatives from function values alone, in ball arithmetic."""

from adspec.truth.second import second_order
from adspec.truth.truth import Truth, truth_of

__all__ = ["Truth", "second_order", "truth_of"]
