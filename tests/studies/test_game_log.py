"""The log of a game, held against a count by hand from views and decisions."""

from collections import Counter

import pytest

from serai import GAMES
from serai.arena.match import Result, play
from serai.arena.plan import ArenaSettings
from serai.core import compiled
from serai.core.component_folders import standard
from serai.game import Game
from serai.studies.game_log import GameLog, measure
from serai.studies.pieces import watched_part
from tests.studies.counting import TAKINGS, moments, seen, used

ROUNDS = 6 if compiled.PLAIN else 30
EVERY_GAME = pytest.mark.parametrize("name", sorted(GAMES))
ENOUGH = {("spice_road", 2): 6, ("spice_road", 4): 5}


def played(name: str, players: int = 3, bot: str = "novice", rounds: int = ROUNDS) -> tuple[Game, Result, GameLog]:
    """A game, its result and its log."""
    plan = ArenaSettings(name, players, (bot,), 1, 4, rounds)
    game, result = play(plan, plan.match(0))
    return game, result, measure(game, result)


def named(name: str, kind: str, piece: int | str | None) -> str:
    """The name of a piece."""
    return next(each.names[int(piece or 0)] for each in watched_part(name).kinds(standard(name)) if each.key == kind)


@EVERY_GAME
@pytest.mark.parametrize("bot", ["random", "novice"])
def test_what_is_taken_is_what_came_to_the_players(name: str, bot: str) -> None:
    game, _, log = played(name, bot=bot)
    by_hand = [taken for moment in moments(game) for taken in TAKINGS[name](moment)]
    found = [(str(kind), named(name, str(kind), piece), *rest) for kind, piece, *rest in log.takings]
    assert Counter(found) == Counter(by_hand)
    assert {kind for kind, *_ in found} >= {kind.key for kind in watched_part(name).kinds(standard(name))[1:3]}


@EVERY_GAME
def test_what_is_used_is_what_was_said(name: str) -> None:
    game, _, log = played(name)
    times, trades = Counter[tuple[str, str, int]](), Counter[tuple[str, str, int]]()
    for moment in moments(game):
        if found := used(moment):
            times[*found[:2], moment.seat] += found[2]
            trades[*found[:2], moment.seat] += found[3]
    told = {(str(k), named(name, str(k), p), int(s)): (t, d) for k, p, s, t, d in log.uses}
    assert told == {which: (count, trades[which]) for which, count in times.items()}


@EVERY_GAME
def test_what_is_seen_is_what_lay_open_at_some_time(name: str) -> None:
    game, _, log = played(name)
    views = [moment.after for moment in moments(game)] + [Game(game.setup).view(0)]
    by_hand = {each for view in views for each in seen(view)}
    kinds = {kind for kind, _ in by_hand}
    assert {(kind, named(name, kind, piece)) for kind in kinds for piece in log.shown[kind]} == by_hand


@EVERY_GAME
def test_the_parts_of_the_points_add_up_to_the_score(name: str) -> None:
    _, result, log = played(name)
    assert [sum(parts) for parts in log.parts] == result.scores == log.scores


@EVERY_GAME
def test_every_turn_is_of_one_kind_and_every_decision_somebodys(name: str) -> None:
    game, result, log = played(name)
    assert [sum(counts[seat] for counts in log.actions.values()) for seat in range(3)] == result.turns
    assert log.decisions == [sum(step.seat == seat for step in game.steps()) for seat in range(3)]
    first = Counter(moment.text.split()[0] for moment in moments(game) if moment.before["phase"] == "turn")
    assert sum(log.actions["rest"]) == first["rest"]
    for verb in {"play", "acquire", "claim", "route"} & log.actions.keys():
        assert sum(log.actions[verb]) == first[verb]


@pytest.mark.compiled
@EVERY_GAME
@pytest.mark.parametrize("players", [2, 4])
def test_who_ends_a_game_is_the_first_with_enough(name: str, players: int) -> None:
    game, _, log = played(name, players, "trader", 200)
    enough = ENOUGH.get((name, players), 4 if name == "sand_to_sea" else 8)
    pile = "victory" if name == "sand_to_sea" else "claimed"
    first = next(m.seat for m in moments(game) if len(m.after["players"][m.seat][pile]) == enough)
    assert (log.ender, log.stopped) == (first, False)


def test_a_game_that_was_stopped_was_ended_by_nobody() -> None:
    plan = ArenaSettings("spice_road", 2, ("random",), 1, 4, 3)
    log = measure(*play(plan, plan.match(0)))
    assert (log.ender, log.stopped, log.rounds, log.turns) == (None, True, 3, [3, 3])
