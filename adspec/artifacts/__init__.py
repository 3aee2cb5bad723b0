"""Artifacts: a counterexample as something to hand to people who do not know adspec."""
