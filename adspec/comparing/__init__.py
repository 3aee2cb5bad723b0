"""Many runs side by side: merged from their JSON lines, shown as a page, and compared."""
