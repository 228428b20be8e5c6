"""Logs of games that nobody played."""

from collections.abc import Sequence
from typing import Any

from serai.studies.game_log import GameLog
from serai.studies.pieces import watched_part


def log(
    number: int,
    scores: Sequence[int],
    ender: int | None = None,
    shown: Sequence[int] = (),
    takings: Sequence[Sequence[Any]] = (),
    uses: Sequence[Sequence[Any]] = (),
) -> GameLog:
    """A log of Spice Road with the given scores, one seat a number; of tied seats the later one is ranked first."""
    seats = range(len(scores))
    ranking = sorted(seats, key=lambda seat: (-scores[seat], -seat))
    actions = {name: [int(name == "play")] * len(scores) for name in watched_part("spice_road").ACTIONS}
    return GameLog(
        number=number,
        players=len(scores),
        rounds=1,
        stopped=ender is None,
        scores=list(scores),
        ranking=ranking,
        turns=[1 for _ in seats],
        decisions=[1 for _ in seats],
        ender=ender,
        parts=[[score, 0, 0, 0] for score in scores],
        actions=actions,
        shown={"merchants": list(shown)} if shown else {},
        takings=[list(taking) for taking in takings],
        uses=[list(use) for use in uses],
    )
