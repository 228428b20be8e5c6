"""Means and shares with 95 % intervals."""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any

import numpy as np

Figure = dict[str, float | None]
Numbers = np.ndarray[Any, np.dtype[Any]]

Z = 1.959964


def mean(values: Numbers) -> Figure:
    """Returns a mean with its normal 95 % interval; a single value has none."""
    middle = float(values.mean(dtype=np.float64))
    if len(values) < 2:
        return {"mean": middle, "low": None, "high": None}
    half = Z * float(values.std(ddof=1, dtype=np.float64)) / sqrt(len(values))
    return {"mean": middle, "low": middle - half, "high": middle + half}


def wilson(part: float, of: float) -> tuple[float, float]:
    """Returns Wilson's 95 % interval for a share observed in a number of trials."""
    spread = Z * Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = Z * sqrt(part * (1 - part) / of + spread / (4 * of)) / (1 + spread)
    return (max(0.0, middle - half) if part > 0 else 0.0), (min(1.0, middle + half) if part < 1 else 1.0)


def share(count: int, of: int) -> Figure:
    """Returns a share with Wilson's 95 % interval."""
    low, high = wilson(count / of, of)
    return {"count": count, "share": count / of, "low": low, "high": high}


def share_of_groups(shares: Sequence[float]) -> Figure:
    """Returns the mean share of independent groups, with Wilson's interval for their effective number of trials."""
    middle = fsum(shares) / len(shares)
    low, high = wilson(middle, trials(shares))
    return {"share": middle, "low": low, "high": high}


def trials(shares: Sequence[float]) -> float:
    """Returns the effective number of single trials in groups, at least one for each group.

    This is p (1 - p) over the variance of the groups, with one group of share 0 and one of share 1 added, so that
    groups that all agree do not seem certain.
    """
    groups = [*shares, 0.0, 1.0]
    middle = fsum(groups) / len(groups)
    variance = fsum((group - middle) ** 2 for group in groups) / (len(groups) - 1)
    return len(shares) * max(1.0, middle * (1 - middle) / variance)


def lift(shares: Sequence[float], chances: Sequence[float]) -> Figure:
    """Returns the ratio of the shares of independent groups to those expected by chance, with its interval."""
    found, chance = share_of_groups(shares), fsum(chances) / len(chances)
    names = {"lift": "share", "low": "low", "high": "high"}
    return {name: (found[key] or 0.0) / chance for name, key in names.items()}
