"""How messages quote wrong values."""

LONGEST_ECHO = 80


def brief(value: object) -> str:
    """Shortens a wrong value for a message."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"<{type(value).__name__} too large to show>"
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
