"""Figures over the sheets of many games: shares and means with 95 % intervals, and distributions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from serai.core.component_set import ComponentSet
from serai.intervals import mean, share
from serai.studies.game_log import Sheet
from serai.studies.piece_statistics import piece_figures, place_counts
from serai.studies.pieces import Watched

Figures = dict[str, Any]


def figures(watched: Watched, pieces: ComponentSet, sheets: Sequence[Sheet]) -> Figures:
    """Returns all figures of games with one number of players; the sheets must be ordered by number."""
    return {
        "games": len(sheets),
        "stopped": sum(sheet.stopped for sheet in sheets),
        "seats": [share(sum(sheet.winner == seat for sheet in sheets), len(sheets)) for seat in seats(sheets)],
        "ties": ties(sheets),
        "scores": scores(sheets),
        "margin": spread([margin(sheet) for sheet in sheets]),
        "turns": spread([sheet.rounds for sheet in sheets]),
        "turns_per_game": mean_of(sum(sheet.turns) for sheet in sheets),
        "decisions_per_turn": mean_of(sum(sheet.decisions) / sum(sheet.turns) for sheet in sheets),
        "ends": ends(sheets),
        "parts": parts(watched, sheets),
        "held": held(watched, sheets),
        "actions": actions(watched, sheets),
        **by_piece(watched, pieces, sheets),
    }


def together(watched: Watched, pieces: ComponentSet, sheets: Sequence[Sheet]) -> Figures:
    """Returns the figures over all numbers of players together."""
    found = {"games": len(sheets), "stopped": sum(sheet.stopped for sheet in sheets), "ends": ender_wins(sheets)}
    return {**found, "parts": parts(watched, sheets), **by_piece(watched, pieces, sheets)}


def seats(sheets: Sequence[Sheet]) -> range:
    """Returns the seats of some games."""
    return range(sheets[0].players)


def mean_of(values: Iterable[float]) -> Figures:
    """Returns a mean with its interval."""
    return dict(mean(np.array(list(values), np.float64)))


def spread(values: Sequence[int]) -> Figures:
    """Returns a mean with its interval, the median, and how often each value occurred."""
    return {**mean_of(values), "median": float(np.median(values)), "counts": counted(values)}


def counted(values: Iterable[int]) -> dict[str, int]:
    """Counts values, lowest first; JSON requires text keys."""
    return {str(value): count for value, count in sorted(Counter(values).items())}


def ties(sheets: Sequence[Sheet]) -> Figures:
    """Returns how often the first place was tied, and each seat's share of wins if ties were split."""
    tied = [[seat for seat, score in enumerate(sheet.scores) if score == max(sheet.scores)] for sheet in sheets]
    shared = [sum((seat in first) / len(first) for first in tied) / len(sheets) for seat in seats(sheets)]
    return {**share(sum(len(first) > 1 for first in tied), len(sheets)), "shared": shared}


def scores(sheets: Sequence[Sheet]) -> Figures:
    """Returns the scores of all seats, of the winners, and by seat."""
    return {
        "all": spread([score for sheet in sheets for score in sheet.scores]),
        "winners": spread([sheet.scores[sheet.winner] for sheet in sheets]),
        "seats": [mean_of(sheet.scores[seat] for sheet in sheets) for seat in seats(sheets)],
    }


def margin(sheet: Sheet) -> int:
    """Returns the winner's lead over the next seat."""
    return sheet.scores[sheet.winner] - sheet.scores[sheet.ranking[1]]


def ends(sheets: Sequence[Sheet]) -> Figures:
    """Returns which seat triggers the last round, and how often it wins; games stopped by the limit are left out."""
    ended = [sheet for sheet in sheets if sheet.ender is not None]
    by_seat = [sum(sheet.ender == seat for sheet in ended) for seat in seats(sheets)]
    return {**ender_wins(sheets), "seats": [share(count, len(ended)) if ended else None for count in by_seat]}


def ender_wins(sheets: Sequence[Sheet]) -> Figures:
    """Returns how often the seat that triggers the last round wins."""
    ended = [sheet for sheet in sheets if sheet.ender is not None]
    wins = sum(sheet.ender == sheet.winner for sheet in ended)
    return {"games": len(ended), "wins": share(wins, len(ended)) if ended else None}


def parts(watched: Watched, sheets: Sequence[Sheet]) -> Figures:
    """Returns where points come from, for winners and for all seats."""
    seated = [(sheet, seat) for sheet in sheets for seat in range(sheet.players)]
    return {
        name: {
            "winners": mean_of(sheet.parts[sheet.winner][place] for sheet in sheets),
            "all": mean_of(sheet.parts[seat][place] for sheet, seat in seated),
        }
        for place, name in enumerate(watched.PARTS)
    }


def held(watched: Watched, sheets: Sequence[Sheet]) -> Figures:
    """Returns how many pieces of equal worth winners have, and how many all seats have."""
    found = parts(watched, sheets)
    return {
        name: {who: (found[part][who]["mean"] or 0.0) / worth for who in ("winners", "all")}
        for name, (part, worth) in watched.HELD.items()
    }


def actions(watched: Watched, sheets: Sequence[Sheet]) -> Figures:
    """Returns the share of each kind of action among all turns and among the winners' turns."""
    return {
        name: {
            "all": sum(sum(sheet.actions[name]) for sheet in sheets) / sum(sum(sheet.turns) for sheet in sheets),
            "winners": sum(sheet.actions[name][sheet.winner] for sheet in sheets)
            / sum(sheet.turns[sheet.winner] for sheet in sheets),
        }
        for name in watched.ACTIONS
    }


def by_piece(watched: Watched, pieces: ComponentSet, sheets: Sequence[Sheet]) -> Figures:
    """Returns the figures of all pieces, and from which places they were taken."""
    return {
        "pieces": {kind.key: piece_figures(kind, sheets) for kind in watched.kinds(pieces)},
        "places": {kind.key: place_counts(kind, sheets) for kind in watched.kinds(pieces) if kind.places},
    }
