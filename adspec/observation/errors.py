"""What can go wrong while an engine is observed, and at which stage it did."""

from __future__ import annotations

from collections.abc import Callable

from adspec.language.presentation import NotShown


class EngineError(Exception):
    """What the engine raised, and at which stage: "primal", "push", "vjp", "pull", "grad"."""

    def __init__(self, stage: str, error: BaseException) -> None:
        """Keep the stage and the engine's own exception."""
        super().__init__(f"{stage}: {type(error).__name__}: {error}")
        self.stage = stage
        self.error = error

    @property
    def symptom(self) -> str:
        """Return how it shows: what was raised, or that the answer is of another kind."""
        return "dtype" if isinstance(self.error, NoNumbersError) else f"raises {type(self.error).__name__}"


class NoNumbersError(TypeError):
    """The engine answered with something else than numbers."""


def refused(run: Callable[[], object]) -> EngineError | None:
    """Return what an engine raises, None where it answers.

    Raises: EngineError where the case cannot be shown: then it is not the engine that refuses.
    """
    try:
        run()
    except EngineError as refusal:
        if isinstance(refusal.error, NotShown):
            raise
        return refusal
    return None
