"""Figures in words: shares, intervals, lists."""

from collections.abc import Sequence
from typing import Any


def players_word(number: int) -> str:
    """Writes a number of players."""
    return f"{number} players"


def percent(share: dict[str, Any]) -> str:
    """Writes a share with its interval: `53.1 % (51.2–55.0)`."""
    return f"{100 * share['share']:.1f} % ({100 * share['low']:.1f}–{100 * share['high']:.1f})"


def times(lift: dict[str, Any]) -> str:
    """Writes a lift with its interval: `1.21 (1.10–1.32)`."""
    return f"{lift['lift']:.2f} ({lift['low']:.2f}–{lift['high']:.2f})"


def about(mean: dict[str, Any], digits: int = 1) -> str:
    """Writes a mean with its interval, if it has one."""
    if mean["low"] is None:
        return f"{mean['mean']:.{digits}f}"
    return f"{mean['mean']:.{digits}f} ({mean['low']:.{digits}f}–{mean['high']:.{digits}f})"


def listed(words: Sequence[str]) -> str:
    """Joins words as a sentence does."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
