"""Whether counts look like even chances: neither too uneven nor too even."""

from typing import Any

import numpy as np

# A normal deviate beyond ±3.89 has a chance of 1e-4, half of it in each tail.
FAR = 3.89


def deviation(drawn: "np.ndarray[Any, Any]", kinds: int) -> float:
    """Returns χ² of draws from 0 to kinds - 1 as a normal deviate (Wilson and Hilferty); too even is negative."""
    counts = np.bincount(drawn, minlength=kinds)
    assert len(counts) == kinds, f"drawn {len(counts) - 1}, which is not below {kinds}"
    expected = len(drawn) / kinds
    mean_square = float(((counts - expected) ** 2).sum()) / expected / (kinds - 1)
    spread = 2 / (9 * (kinds - 1))
    return float((mean_square ** (1 / 3) - (1 - spread)) / np.sqrt(spread))


def even(drawn: "np.ndarray[Any, Any]", kinds: int) -> bool:
    """Returns whether draws may well have been fair."""
    return abs(deviation(drawn, kinds)) < FAR
