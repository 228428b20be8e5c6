"""Figures of single pieces: how often they are taken, how early, for how much, and by whom."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from serai.intervals import lift, share
from serai.studies.game_log import GameLog
from serai.studies.pieces import PieceKind


@dataclass
class Tally:
    """What is known of one piece over all games; `owners` counts seats that had it, over all games."""

    shown: int = 0
    taken: int = 0
    rounds: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    shares: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    owners: int = 0
    uses: int = 0
    trades: int = 0


def piece_figures(kind: PieceKind, logs: Sequence[GameLog]) -> list[dict[str, Any]]:
    """Returns the figures of every piece of a kind, in the order of their numbers."""
    tallies = [Tally() for _ in kind.names]
    for log in logs:
        for piece in log.shown.get(kind.key, []):
            tallies[piece].shown += 1
        _count_takings(kind, log, tallies)
        for key, number, _, times, trades in log.uses:
            if key == kind.key:
                tallies[int(number)].uses += int(times)
                tallies[int(number)].trades += int(trades)
    return [_piece_figure(kind, number, tally, len(logs)) for number, tally in enumerate(tallies)]


def _count_takings(kind: PieceKind, log: GameLog, tallies: list[Tally]) -> None:
    """Counts what was taken in a game; the winner's share of a piece's takings is compared with chance."""
    takers: defaultdict[int, list[int]] = defaultdict(list)
    for key, number, seat, when, place, paid, way in log.takings:
        if key == kind.key:
            takers[int(number or 0)].append(int(seat or 0))
            _count_one(tallies[int(number or 0)], when, place, paid, str(way))
    for number in kind.held:
        tallies[number].owners += log.players
    for number, seats in takers.items():
        tally = tallies[number]
        tally.taken += 1
        tally.owners += len(set(seats))
        tally.shares.append(seats.count(log.winner) / len(seats))
        tally.chances.append(1 / log.players)


def _count_one(tally: Tally, when: Any, place: Any, paid: Any, way: str) -> None:
    """Counts one taking."""
    tally.rounds.append(int(when))
    tally.ways[way] += 1
    if place is not None:
        tally.places.append(int(place))
    if paid is not None:
        tally.paid.append(int(paid))


def _piece_figure(kind: PieceKind, number: int, tally: Tally, games: int) -> dict[str, Any]:
    """Returns the figures of a piece; one that was never taken has no lift, round or price."""
    return {
        "name": kind.names[number],
        "points": kind.points[number] if kind.points else None,
        "shown": tally.shown,
        "taken": tally.taken,
        "times": len(tally.rounds),
        "per_shown": share(tally.taken, tally.shown) if tally.shown else None,
        "per_game": tally.taken / games,
        "times_per_game": len(tally.rounds) / games,
        "lift": lift(tally.shares, tally.chances) if tally.shares else None,
        "round": float(np.median(tally.rounds)) if tally.rounds else None,
        "place": float(np.mean(tally.places)) + 1 if tally.places else None,
        "paid": float(np.mean(tally.paid)) if tally.paid else None,
        "ways": {way: tally.ways[way] for way in kind.ways},
        "uses_per_owner": tally.uses / tally.owners if kind.uses and tally.owners else None,
        "trades_per_use": tally.trades / tally.uses if number in kind.trading and tally.uses else None,
    }


def place_counts(kind: PieceKind, logs: Sequence[GameLog]) -> dict[str, int]:
    """Counts from which places pieces of a kind were taken."""
    found = Counter(taking[4] for log in logs for taking in log.takings if taking[0] == kind.key)
    return {name: found[place] for place, name in enumerate(kind.places)}
