"""What goes wrong when text is read."""


class IllegalAction(ValueError):
    """A decision that is unknown or not legal now; says what is legal. Nothing was changed."""


class BadPosition(ValueError):
    """A position text that cannot be read; says which part and why."""
