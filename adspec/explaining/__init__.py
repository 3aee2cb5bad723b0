"""Explaining: a walk through a run as text, as a picture, and as a page to step through."""
