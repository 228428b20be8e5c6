"""Figures from the results of games: shares with intervals by deal, means, ratings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import fsum
from typing import Any

from serai.arena.match import Result
from serai.arena.plan import ArenaSettings
from serai.arena.ratings import elo, skills
from serai.intervals import share_of_groups

MOST_FORFEITS = 20

Figures = dict[str, Any]


def figures(plan: ArenaSettings, results: Sequence[Result]) -> Figures:
    """Returns all figures of an arena; the games must be ordered by number."""
    rated = ratings(plan, results)
    return {
        "bots": {name: {**bot_figures(plan, name, results), "rating": rated[name]} for name in plan.bots},
        "pairs": {f"{one} v {other}": pair(one, other, results) for one, other in combinations(plan.bots, 2)},
        "seats": [seat_figures(seat, results) for seat in range(plan.players)],
        "mean_winner_score": mean(result.scores[result.ranking[0]] for result in results),
        "mean_turns_per_player": mean(sum(result.turns) / plan.players for result in results),
        "stopped": sum(result.stopped for result in results),
        "forfeits": [forfeit for name in plan.bots for forfeit in forfeits(name, results)[:MOST_FORFEITS]],
        "games": len(results),
    }


def bot_figures(plan: ArenaSettings, name: str, results: Sequence[Result]) -> Figures:
    """Returns a bot's figures over its games; a win of any of its copies is its win."""
    own = [result for result in results if name in result.bots]
    seats = [(result, seat) for result in own for seat in seats_of(name, result)]
    turns = sum(result.turns[seat] for result, seat in seats)
    return {
        **(win_share(name, own) if len(plan.bots) > 1 else against_itself(plan)),
        "wins": sum(result.winner == name for result in own),
        "games": len(own),
        "mean_score": mean(result.scores[seat] for result, seat in seats),
        "mean_margin": mean(margin(name, result) for result in own),
        "turns_per_player": turns / len(seats),
        "ms_per_turn": sum(result.ms[seat] for result, seat in seats) / max(1, turns),
        "forfeits": len(forfeits(name, own)),
        "single": single(plan, name, own),
    }


def forfeits(name: str, results: Sequence[Result]) -> list[Figures]:
    """Lists the games that a bot forfeited: which, at what seat, and why."""
    return [
        {"game": result.number, "bot": name, **result.forfeit}
        for result in results
        if result.forfeit is not None and result.bots[result.forfeit["seat"]] == name
    ]


def seats_of(name: str, result: Result) -> list[int]:
    """Lists the seats of a bot in a game."""
    return [seat for seat, other in enumerate(result.bots) if other == name]


def win_share(name: str, results: Sequence[Result]) -> Figures:
    """Returns the share of games that a bot won."""
    found = share_by_deal(results, lambda result: result.winner == name)
    return {"win_share": found["share"], "low": found["low"], "high": found["high"]}


def against_itself(plan: ArenaSettings) -> Figures:
    """Returns the win share of a bot that only plays itself, which is known without any game."""
    return {"win_share": 1 / plan.players, "low": None, "high": None}


def single(plan: ArenaSettings, name: str, results: Sequence[Result]) -> Figures | None:
    """Returns how a bot did alone against copies of another; among equals it would win one game in `players`."""
    alone = [result for result in results if plan.players > 2 and len(set(result.bots)) == 2]
    alone = [result for result in alone if result.bots.count(name) == 1]
    if not alone:
        return None
    return {**win_share(name, alone), "expected": 1 / plan.players, "games": len(alone)}


def margin(name: str, result: Result) -> int:
    """Returns a bot's best score minus the best of the others; against itself, the winner's minus the next."""
    own = [result.scores[seat] for seat in seats_of(name, result)]
    others = [score for score, other in zip(result.scores, result.bots, strict=True) if other != name]
    return max(own) - max(others or sorted(own)[:-1])


def pair(one: str, other: str, results: Sequence[Result]) -> Figures:
    """Returns the share of games in which a bot ranked above another, by the best of its copies."""
    both = [result for result in results if one in result.bots and other in result.bots]
    found = share_by_deal(both, lambda result: place(one, result) < place(other, result))
    return {**found, "mean_margin": mean(margin(one, result) for result in both), "games": len(both)}


def place(name: str, result: Result) -> int:
    """Returns the best rank of a bot in a game."""
    return min(result.ranking.index(seat) for seat in seats_of(name, result))


def seat_figures(seat: int, results: Sequence[Result]) -> Figures:
    """Returns the share of games that a seat won."""
    return dict(share_by_deal(results, lambda result: result.ranking[0] == seat))


def share_by_deal(results: Iterable[Result], won: Callable[[Result], bool]) -> Figures:
    """Returns the share of games won, with an interval that treats the games of a deal as one trial."""
    deals: defaultdict[int, list[bool]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(won(result))
    return dict(share_of_groups([sum(games) / len(games) for games in deals.values()]))


def ratings(plan: ArenaSettings, results: Sequence[Result]) -> dict[str, Figures]:
    """Returns the ratings of all bots; Elo only for duels."""
    duels = elo(plan.bots, results) if plan.players == 2 else {}
    by_skill = skills(plan.bots, results)
    return {name: {"openskill": by_skill[name], "elo": duels.get(name)} for name in plan.bots}


def mean(values: Iterable[float]) -> float:
    """Returns a mean."""
    listed = list(values)
    return fsum(listed) / len(listed)
