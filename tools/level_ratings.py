"""One rating scale from games between any bots: Plackett–Luce over their rankings, with intervals by deals."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np

from tools.level_games import Played

FIRST = 1000.0
ELO = 400 / log(10)
STEPS, NEAR = 60, 1e-9
HALF = 0.5  # a win each way for every two bots that met, so that all ratings stay finite
Vector = np.ndarray[Any, np.dtype[np.float64]]
Order = tuple[int, ...]


def ratings(games: Sequence[Played], anchor: str) -> dict[str, tuple[float, float]]:
    """Rates the bots that are linked to the anchor by games: the rating, and its standard error towards the anchor."""
    names = linked(games, anchor)
    place = {name: number for number, name in enumerate(names)}
    groups: defaultdict[object, Counter[Order]] = defaultdict(Counter)
    for played in games:
        if set(played.result.bots) <= set(names) and len(set(played.result.bots)) > 1:
            order = tuple(place[played.result.bots[seat]] for seat in played.result.ranking)
            groups[played.pairing, played.sources, played.result.deal][order] += 1
    strengths, errors = fitted(list(groups.values()), len(names))
    return {name: (FIRST + ELO * strengths[at], ELO * errors[at]) for name, at in place.items()}


def linked(games: Sequence[Played], anchor: str) -> list[str]:
    """Lists the bots that are linked to the anchor, the anchor first."""
    met = {frozenset(played.result.bots) for played in games}
    found = {anchor}
    while more := {name for names in met if names & found for name in names} - found:
        found |= more
    return [anchor, *sorted(found - {anchor})]


def fitted(groups: Sequence[Counter[Order]], size: int) -> tuple[Vector, Vector]:
    """Returns the strengths and their errors, both 0 for the first; the games of a group are not independent."""
    orders = sum(groups, Counter[Order]())
    counts: dict[Order, float] = dict(orders)
    for one, other in {pair for order in orders for pair in _pairs(order)}:
        counts[one, other] = counts.get((one, other), 0.0) + HALF
    strengths = np.zeros(size)
    for _ in range(STEPS):
        slope, curve = _derivatives(counts, strengths)
        step = np.zeros(size)
        step[1:] = np.linalg.solve(curve[1:, 1:], slope[1:])
        strengths += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < NEAR:
            break
    return strengths, _errors(groups, strengths, curve)


def _pairs(order: Order) -> list[tuple[int, int]]:
    """Lists every two bots of a game, both ways."""
    return [(one, other) for one in set(order) for other in set(order) if one != other]


def _errors(groups: Sequence[Counter[Order]], strengths: Vector, curve: Vector) -> Vector:
    """Returns standard errors: those of independent games, or those seen between groups if they are larger."""
    size = len(strengths)
    if size == 1:
        return np.zeros(1)
    inverse = np.linalg.inv(curve[1:, 1:])
    slopes = {order: _slope_and_curve(order, strengths)[0] for group in groups for order in group}
    scores = np.array([sum(count * slopes[order] for order, count in group.items()) for group in groups])[:, 1:]
    robust = inverse @ (scores.T @ scores) @ inverse
    errors = np.zeros(size)
    errors[1:] = np.sqrt(np.maximum(np.diag(inverse), np.diag(robust)))
    return errors


def _derivatives(counts: dict[Order, float], strengths: Vector) -> tuple[Vector, Vector]:
    """Returns the slope and the negative curvature of the likelihood."""
    size = len(strengths)
    slope, curve = np.zeros(size), np.zeros((size, size))
    for order, count in counts.items():
        one, other = _slope_and_curve(order, strengths)
        slope += count * one
        curve += count * other
    return slope, curve


def _slope_and_curve(order: Order, strengths: Vector) -> tuple[Vector, Vector]:
    """Returns what one game adds: each place is a choice among those who are left, by their strengths."""
    size = len(strengths)
    slope, curve = np.zeros(size), np.zeros((size, size))
    for place, best in enumerate(order[:-1]):
        left = np.array(order[place:])
        worth = np.exp(strengths[left])
        chances = np.bincount(left, worth / worth.sum(), size)
        slope[best] += 1
        slope -= chances
        curve += np.diag(chances) - np.outer(chances, chances)
    return slope, curve
