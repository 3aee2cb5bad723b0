"""Examples under a help text, kept line by line."""


def examples(*commands: str, after: str = "") -> str:
    """Return the epilog of a command: its examples, then a paragraph of its own."""
    shown = "\n".join(["\b", "Examples:", *(f"  {command}" for command in commands)])
    return f"{shown}\n\n\b\n{after}" if after else shown
