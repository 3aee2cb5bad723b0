"""Starting: the files with which an engine joins, written for its author to go on from."""

from __future__ import annotations

from adspec.starting.files import Start, files_of

__all__ = ["Start", "files_of"]
