"""Reports: the one run, written for the terminal, for files and for other programs."""
