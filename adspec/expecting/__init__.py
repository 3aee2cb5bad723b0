"""What is known to be wrong with an engine, written down with its witnesses, and held against each run."""
