"""Search: which cases are shown to an engine, and how a broken one is made small."""
