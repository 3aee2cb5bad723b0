"""The language: what a case is. Plain data over NumPy; knows no engine and no derivative."""
