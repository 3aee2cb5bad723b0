"""The subcommands of `adspec`, one per file."""
