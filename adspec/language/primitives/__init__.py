"""The words of the program language, one table per family."""

from __future__ import annotations

from collections.abc import Mapping

from adspec.language.primitives.row import Primitive, index

VOCABULARY: Mapping[str, Primitive] = index(())
