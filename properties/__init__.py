"""The laws of automatic differentiation, one per file."""
