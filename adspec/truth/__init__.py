"""The truth: derivatives from function values alone, in ball arithmetic."""

from adspec.truth.truth import Truth, truth_of

__all__ = ["Truth", "truth_of"]
