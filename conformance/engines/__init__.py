"""One adapter per engine, each importing one foreign library."""
