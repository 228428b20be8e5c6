"""Ratings: openskill from rankings of any number of players, Elo for duels."""

from collections.abc import Sequence
from itertools import combinations
from math import fsum, log

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from serai.arena.match import Result

ELO_MEAN = 1500.0
ELO_SCALE = 400 / log(10)
ELO_STEPS = 200
ELO_LARGEST_STEP = 2.0
ELO_NEAR_ENOUGH = 1e-10


def skills(bots: Sequence[str], results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Rates bots by Plackett–Luce, game by game in order of their numbers; bots do not change over time."""
    model = PlackettLuce(tau=0.0)
    rated = {name: model.rating() for name in bots}
    for result in results:
        for name, rating in _after(model, rated, result).items():
            rated[name] = rating
    return {name: {"mu": float(rating.mu), "sigma": float(rating.sigma)} for name, rating in rated.items()}


def _after(model: PlackettLuce, rated: dict[str, PlackettLuceRating], result: Result) -> dict[str, PlackettLuceRating]:
    """Returns the ratings after a game; copies of a bot share their average."""
    if len(set(result.bots)) == 1:
        return {}
    teams = [[model.rating(rated[name].mu, rated[name].sigma)] for name in result.bots]
    ranks = [float(result.ranking.index(seat)) for seat in range(len(teams))]
    after = [team[0] for team in model.rate(teams, ranks=ranks)]
    copies = {name: [after[seat] for seat, other in enumerate(result.bots) if other == name] for name in result.bots}
    return {name: model.rating(_mean([c.mu for c in of]), _mean([c.sigma for c in of])) for name, of in copies.items()}


def _mean(values: list[float]) -> float:
    """Returns a mean."""
    return fsum(values) / len(values)


def elo(bots: Sequence[str], results: Sequence[Result]) -> dict[str, float]:
    """Fits Elo ratings to the results of duels; each pair gets half a win each way, so that all ratings stay finite."""
    place = {name: number for number, name in enumerate(bots)}
    wins = np.zeros((len(bots), len(bots)))
    for one, other in combinations(range(len(bots)), 2):
        wins[one, other] = wins[other, one] = 0.5
    for result in results:
        first, second = (place[result.bots[seat]] for seat in result.ranking)
        wins[first, second] += first != second
    return {name: ELO_MEAN + ELO_SCALE * float(strength) for name, strength in zip(bots, _fit(wins), strict=True)}


def _fit(wins: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Returns the maximum-likelihood strengths, 0 on average (Newton's method with bounded steps)."""
    games = wins + wins.T
    strengths = np.zeros(len(wins))
    for _ in range(ELO_STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = wins.sum(axis=1) - (games * chances).sum(axis=1)
        weights = games * chances * (1 - chances)
        curve = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        strengths += np.clip(step, -ELO_LARGEST_STEP, ELO_LARGEST_STEP)
        strengths -= strengths.mean()
        if np.abs(step).max() < ELO_NEAR_ENOUGH:
            break
    return strengths
