"""Engines under test, their expected failures, and deliberately wrong engines."""
