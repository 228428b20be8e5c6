"""Errors in reading text."""

from serai.core.messages import brief

__all__ = ["BadPosition", "IllegalAction", "brief"]


class IllegalAction(ValueError):
    """A decision that is unknown or illegal now; lists what is legal. Nothing was changed."""


class BadPosition(ValueError):
    """A position text that cannot be read; says which part and why."""
