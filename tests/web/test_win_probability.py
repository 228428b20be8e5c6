"""The curve of a finished game: a moment for every turn, nothing hidden in it, and the turns that changed it."""

import asyncio
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from serai.core import spec
from serai.core.component_folders import standard
from serai.core.phases import SET_UP
from serai.game import Game
from serai.web.drawing import charts
from serai.web.tables import bot_worker
from serai.web.tables.bot_pool import BotPool, NoAnswer
from serai.web.tables.win_probability import (
    MOST_KEPT,
    Curve,
    TurnStart,
    Unlearned,
    WinProbabilities,
    beginnings,
    curve,
    positions,
    turnings,
)
from tests.standard import values_of
from tests.web.conftest import forget_networks
from tests.web.learned import Here
from tests.web.test_results import played

GAMES = [("spice_road", 3), ("spice_road", 5), ("sand_to_sea", 2), ("east_to_west", 4)]


def judged(game: Game) -> Curve:
    """Returns the curve of a game."""
    begun = beginnings(game)
    chances = bot_worker.chances(game.components, positions(game, begun))
    assert chances is not None
    return curve(game, begun, chances)


def told(*rows: tuple[float, ...]) -> Curve:
    """Makes a curve of hand-made chances: one decision a turn, the last row is the end."""
    players, last = len(rows[0]), len(rows) - 1
    return tuple(
        TurnStart(turn, 1 + turn // players, None if turn == last else turn % players, row)
        for turn, row in enumerate(rows)
    )


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_turn_has_a_moment_and_at_the_end_the_winner_is_certain(trained: Path, name: str, players: int) -> None:
    game = played(name, players, 1)
    found = judged(game)
    assert len(found) == game.turn + 1
    assert [moment.seat for moment in found[:-1]] == [turn % players for turn in range(game.turn)]
    assert [moment.round for moment in found] == sorted(moment.round for moment in found)
    assert found[-1].round == game.round
    assert found[-1].chances == tuple(float(seat == game.winner) for seat in range(players))
    for moment in found:
        assert len(moment.chances) == players
        assert sum(moment.chances) == pytest.approx(1.0)


@pytest.mark.compiled
def test_a_set_up_is_no_turn() -> None:
    game = played("sand_to_sea", 3, 2)
    first = beginnings(game)[0]
    assert first > 0
    steps = game.steps()
    assert steps[first - 2].state.phase >= SET_UP
    assert steps[first - 1].state.phase < SET_UP


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_hidden_is_used(trained: Path, name: str, players: int) -> None:
    states = positions(game := played(name, players, 3), beginnings(game))
    before = bot_worker.chances(standard(name), states)
    for state in states:
        spec.redeal(values_of(state), state, state.seat, np.uint64(5), np.uint64(6))
    assert bot_worker.chances(standard(name), states) == before


@pytest.mark.compiled
def test_positions_judged_together_are_judged_as_if_alone(trained: Path) -> None:
    game = played("spice_road", 5, 1)
    states = positions(game, beginnings(game))
    assert len(states) > 128
    alone = [
        (bot_worker.chances(standard("spice_road"), states[place : place + 1]) or [])[0] for place in range(len(states))
    ]
    np.testing.assert_allclose(np.array(bot_worker.chances(standard("spice_road"), states)), np.array(alone), atol=1e-4)


def test_a_moment_has_the_mean_of_every_seats_latest_judgement() -> None:
    game = Game.new("spice_road", 2, seed=1, rounds=2)
    while not game.over:
        game.play(game.actions()[0])
    begun = beginnings(game)
    assert len(begun) == 4
    found = curve(game, begun, [[0.5, 0.5, 0, 0, 0], [0.7, 0.3, 0, 0, 0], [0.9, 0.1, 0, 0, 0], [0.1, 0.9, 0, 0, 0]])
    means = [0.5, 0.6, 0.8, 0.5]
    assert [moment.chances[0] for moment in found[:-1]] == pytest.approx(means)
    assert [moment.chances[1] for moment in found[:-1]] == pytest.approx([1 - mean for mean in means])


def test_the_turn_after_which_a_chance_stays_changed_is_a_turning_point() -> None:
    even, better = (0.4, 0.6), (0.6, 0.4)
    half = (0.5, 0.5)  # the mean of a judgement before and one after
    rows = [even] * 5 + [half] + [better] * 4 + [(1.0, 0.0)]
    [first, last] = turnings(told(*rows))
    assert (first.turn.steps, first.seat, first.steps) == (4, 0, 5)
    assert (first.before, first.after) == (0.4, 0.6)
    assert (last.turn.steps, last.seat, last.before, last.after) == (9, 1, 0.4, 0.0)


def test_what_comes_and_goes_is_none_and_neither_is_a_little() -> None:
    up, down = (0.52, 0.48), (0.48, 0.52)
    assert turnings(told(*[up, down] * 6, (1.0, 0.0))[:-1]) == []


def test_no_more_than_three_are_told_and_no_two_of_one_round() -> None:
    chance = np.random.default_rng(3)
    rows = [(float(value), float(1 - value)) for value in chance.random(60)]
    found = turnings(told(*rows, (1.0, 0.0)))
    assert len(found) == 3
    places = [turning.turn.steps for turning in found]
    assert places == sorted(places)
    assert all(after - before >= 2 for before, after in pairwise(places))
    assert all(turning.seat == turning.turn.seat for turning in found)


def test_a_curve_is_drawn_between_nothing_and_certainty_with_a_ring_on_its_line() -> None:
    rows = [(0.5, 0.5), (0.25, 0.75), (0.5, 0.5), (1.0, 0.0)]
    drawn = charts.curve(rows, [1, 1, 2, 2], ["Ada", "Ben"], [(1, 0)])
    middle = (charts.TOP + charts.BOTTOM) / 2
    assert drawn.lines[0].path.startswith(f"M34 {middle:g}L148 170L262 {middle:g}L376 {charts.TOP}")
    assert [text for _, text in drawn.up] == [0, None, 50, None, 100]
    assert drawn.across == ((34, 1), (262, 2))
    assert drawn.rings == ((148, 170),)


@pytest.mark.compiled
def test_a_curve_is_thought_about_once_and_old_ones_are_forgotten(trained: Path) -> None:
    async def test() -> None:
        game, bot_pool = played("spice_road", 2, 1), Here()
        kept = WinProbabilities(bot_pool)
        first = await kept.of("a", game)
        assert await kept.of("a", game) is first
        assert bot_pool.asked == 1
        for number in range(MOST_KEPT):
            kept._kept[str(number)] = first
        await kept.of("0", game)
        assert len(kept._kept) == MOST_KEPT
        assert await kept.of("a", game) == first
        assert bot_pool.asked == 2

    asyncio.run(test())


@pytest.mark.compiled
def test_without_a_network_that_fits_there_is_no_curve(trained: Path) -> None:
    async def test() -> None:
        game = played("spice_road", 2, 1)
        (trained / "spice_road.npz").unlink()
        forget_networks()
        with pytest.raises(Unlearned):
            await WinProbabilities(Here()).of("a", game)
        (trained / "sand_to_sea.npz").rename(trained / "spice_road.npz")
        forget_networks()
        with pytest.raises(Unlearned):
            await WinProbabilities(Here()).of("a", game)

    asyncio.run(test())


@pytest.mark.compiled
def test_nobody_waits_for_workers_that_are_not_ready() -> None:
    async def test() -> None:
        with pytest.raises(NoAnswer):
            await WinProbabilities(BotPool(0)).of("a", played("spice_road", 2, 1))

    asyncio.run(test())
