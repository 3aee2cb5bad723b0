"""The reference engine, wrong in exactly one way per file, named after the fault."""
