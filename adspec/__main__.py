"""`python -m adspec` is the command `adspec`."""

from adspec.cli import main

main()
