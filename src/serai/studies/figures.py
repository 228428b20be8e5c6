"""Figures over the logs of many games: shares and means with 95 % intervals, and distributions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from serai.core.component_set import ComponentSet
from serai.intervals import mean, share
from serai.studies.game_log import GameLog
from serai.studies.piece_statistics import piece_figures, place_counts
from serai.studies.pieces import Watched

Figures = dict[str, Any]


def figures(watched: Watched, pieces: ComponentSet, logs: Sequence[GameLog]) -> Figures:
    """Returns all figures of games with one number of players; the logs must be ordered by number."""
    return {
        "games": len(logs),
        "stopped": sum(log.stopped for log in logs),
        "seats": [share(sum(log.winner == seat for log in logs), len(logs)) for seat in seats(logs)],
        "ties": ties(logs),
        "scores": scores(logs),
        "margin": spread([margin(log) for log in logs]),
        "turns": spread([log.rounds for log in logs]),
        "turns_per_game": mean_of(sum(log.turns) for log in logs),
        "decisions_per_turn": mean_of(sum(log.decisions) / sum(log.turns) for log in logs),
        "ends": ends(logs),
        "parts": parts(watched, logs),
        "held": held(watched, logs),
        "actions": actions(watched, logs),
        **by_piece(watched, pieces, logs),
    }


def together(watched: Watched, pieces: ComponentSet, logs: Sequence[GameLog]) -> Figures:
    """Returns the figures over all numbers of players together."""
    found = {"games": len(logs), "stopped": sum(log.stopped for log in logs), "ends": ender_wins(logs)}
    return {**found, "parts": parts(watched, logs), **by_piece(watched, pieces, logs)}


def seats(logs: Sequence[GameLog]) -> range:
    """Returns the seats of some games."""
    return range(logs[0].players)


def mean_of(values: Iterable[float]) -> Figures:
    """Returns a mean with its interval."""
    return dict(mean(np.array(list(values), np.float64)))


def spread(values: Sequence[int]) -> Figures:
    """Returns a mean with its interval, the median, and how often each value occurred."""
    return {**mean_of(values), "median": float(np.median(values)), "counts": counted(values)}


def counted(values: Iterable[int]) -> dict[str, int]:
    """Counts values, lowest first; JSON requires text keys."""
    return {str(value): count for value, count in sorted(Counter(values).items())}


def ties(logs: Sequence[GameLog]) -> Figures:
    """Returns how often the first place was tied, and each seat's share of wins if ties were split."""
    tied = [[seat for seat, score in enumerate(log.scores) if score == max(log.scores)] for log in logs]
    shared = [sum((seat in first) / len(first) for first in tied) / len(logs) for seat in seats(logs)]
    return {**share(sum(len(first) > 1 for first in tied), len(logs)), "shared": shared}


def scores(logs: Sequence[GameLog]) -> Figures:
    """Returns the scores of all seats, of the winners, and by seat."""
    return {
        "all": spread([score for log in logs for score in log.scores]),
        "winners": spread([log.scores[log.winner] for log in logs]),
        "seats": [mean_of(log.scores[seat] for log in logs) for seat in seats(logs)],
    }


def margin(log: GameLog) -> int:
    """Returns the winner's lead over the next seat."""
    return log.scores[log.winner] - log.scores[log.ranking[1]]


def ends(logs: Sequence[GameLog]) -> Figures:
    """Returns which seat triggers the last round, and how often it wins; games stopped by the limit are left out."""
    ended = [log for log in logs if log.ender is not None]
    by_seat = [sum(log.ender == seat for log in ended) for seat in seats(logs)]
    return {**ender_wins(logs), "seats": [share(count, len(ended)) if ended else None for count in by_seat]}


def ender_wins(logs: Sequence[GameLog]) -> Figures:
    """Returns how often the seat that triggers the last round wins."""
    ended = [log for log in logs if log.ender is not None]
    wins = sum(log.ender == log.winner for log in ended)
    return {"games": len(ended), "wins": share(wins, len(ended)) if ended else None}


def parts(watched: Watched, logs: Sequence[GameLog]) -> Figures:
    """Returns where points come from, for winners and for all seats."""
    seated = [(log, seat) for log in logs for seat in range(log.players)]
    return {
        name: {
            "winners": mean_of(log.parts[log.winner][place] for log in logs),
            "all": mean_of(log.parts[seat][place] for log, seat in seated),
        }
        for place, name in enumerate(watched.PARTS)
    }


def held(watched: Watched, logs: Sequence[GameLog]) -> Figures:
    """Returns how many pieces of equal worth winners have, and how many all seats have."""
    found = parts(watched, logs)
    return {
        name: {who: (found[part][who]["mean"] or 0.0) / worth for who in ("winners", "all")}
        for name, (part, worth) in watched.HELD.items()
    }


def actions(watched: Watched, logs: Sequence[GameLog]) -> Figures:
    """Returns the share of each kind of action among all turns and among the winners' turns."""
    return {
        name: {
            "all": sum(sum(log.actions[name]) for log in logs) / sum(sum(log.turns) for log in logs),
            "winners": sum(log.actions[name][log.winner] for log in logs) / sum(log.turns[log.winner] for log in logs),
        }
        for name in watched.ACTIONS
    }


def by_piece(watched: Watched, pieces: ComponentSet, logs: Sequence[GameLog]) -> Figures:
    """Returns the figures of all pieces, and from which places they were taken."""
    return {
        "pieces": {kind.key: piece_figures(kind, logs) for kind in watched.kinds(pieces)},
        "places": {kind.key: place_counts(kind, logs) for kind in watched.kinds(pieces) if kind.places},
    }
