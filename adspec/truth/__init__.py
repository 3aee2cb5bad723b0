"""The truth: derivatives from function values alone, in ball arithmetic."""
