"""`python -m adspec` is the command `adspec`."""

from adspec.entry import main

main()
