"""Interprets what people type as one of the legal decisions."""

from collections.abc import Sequence


class NotUnderstood(ValueError):
    """Text that matches no legal decision, or more than one; says what would."""


def understand(text: str, legal: Sequence[str]) -> str:
    """Returns the legal decision that a text means: its number in the list, the decision itself, or a short form."""
    words = text.split()
    if text.strip().isdecimal():
        return _numbered(text.strip(), legal)
    for fits in _same, _short_verb, _short:
        meant = [decision for decision in legal if fits(words, decision.split())]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise NotUnderstood(f"{text.strip()!r} could be: {', '.join(meant)}. Type more of it, or a number.")
    raise NotUnderstood(
        f"{text.strip()!r} is no legal decision now, and no command (see help). Choices: {listed(legal)}"
    )


def listed(legal: Sequence[str]) -> str:
    """Writes the legal decisions in one line, numbered from 1."""
    return ", ".join(f"{number} {decision}" for number, decision in enumerate(legal, 1))


def _numbered(number: str, legal: Sequence[str]) -> str:
    """Returns a decision by its number in the list."""
    place = int(number) if len(number) < 10 else 0
    if not 1 <= place <= len(legal):
        raise NotUnderstood(f"There is no choice {number[:9]}. Choices: {listed(legal)}")
    return legal[place - 1]


def _same(typed: Sequence[str], decision: Sequence[str]) -> bool:
    """Returns whether the words are the same, ignoring case."""
    return [word.lower() for word in typed] == [word.lower() for word in decision]


def _short_verb(typed: Sequence[str], decision: Sequence[str]) -> bool:
    """Returns whether only the first word is abbreviated."""
    return _short(typed[:1], decision[:1]) and _same(typed[1:], decision[1:])


def _short(typed: Sequence[str], decision: Sequence[str]) -> bool:
    """Returns whether every word begins as in the decision; trailing words may be left out."""
    pairs = zip(typed, decision, strict=False)
    return 0 < len(typed) <= len(decision) and all(full.lower().startswith(word.lower()) for word, full in pairs)
