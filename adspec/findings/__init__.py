"""Findings: from a broken verdict to a counterexample that explains itself."""
