"""What goes wrong when text is read."""

LONGEST_ECHO = 80


class IllegalAction(ValueError):
    """A decision that is unknown or not legal now; says what is legal. Nothing was changed."""


class BadPosition(ValueError):
    """A position text that cannot be read; says which part and why."""


def brief(value: object) -> str:
    """Writes a wrong value for a message, cut short."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"<{type(value).__name__} too large to show>"
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
