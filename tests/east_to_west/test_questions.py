"""What is asked and what is not (C-12), one action a turn, and the settlers of every turn."""

import pytest

from serai.core.phases import Phase
from serai.games.east_to_west.rules.state import SETTLERS
from tests.east_to_west.positions import hasty_game, position, question
from tests.positions import act, legal


def test_the_action_of_a_turn_is_asked_also_with_one_answer() -> None:
    """C-12, C-9: even when resting is all there is."""
    state = position(reserve=11, at="YYY*1")
    assert (legal(state), question(state)) == ({"rest"}, "seat 1 turn")


def test_a_merchant_that_can_only_be_kept_is_asked_for() -> None:
    """C-12, EW-12: a choice with one answer is a choice."""
    assert legal(act(position(markets="GG>BB"), "work market 1")) == {"keep"}


def test_a_last_exploration_tile_is_asked_for() -> None:
    """C-12, EW-11: a choice with one answer is a choice."""
    assert legal(act(position(caravan="YRG", forts="YRG", beside="4p"), "work fort 1")) == {"explore 4p"}


def test_a_discard_is_asked_also_with_one_answer() -> None:
    """C-12, EW-18: eleven yellow cubes still ask which one goes."""
    assert legal(act(position(caravan="Y" * 8), "work YYY")) == {"discard Y"}


@pytest.mark.parametrize(
    ("state", "way"),
    [
        (position(caravan="YYYY"), ["work YY>G"]),
        (position(caravan="Y"), ["work +2"]),
        (position(caravan="YRG", forts="YRG", stacks="settlers / - / - / -"), ["work fort 1", "explore B"]),
        (position(route="G B"), ["work adjust"]),
        (position(caravan="YYYY", route="YY>G"), ["route 1"]),
        (position(caravan="Y", markets="+3"), ["work market 1", "use"]),
    ],
    ids=["trade location", "upgrade location", "bonus tile", "swap", "route", "merchant"],
)
def test_a_may_is_asked_whenever_there_is_something_to_accept(state: object, way: list[str]) -> None:
    """C-12: with a way to decline it."""
    choices = legal(act(state, *way))  # type: ignore[arg-type]
    assert len(choices) >= 2
    assert choices & {"stop", "no bonus", "no swap"}


def test_a_turn_is_exactly_one_of_work_route_and_rest() -> None:
    """EW-7, EW-16, EW-17: each of them passes the turn on."""
    for decision in "work YYY", "route 1", "rest":
        assert question(act(position(route="G", at="YR*1"), decision)) == "seat 2 turn"


def test_all_actions_that_are_possible_are_offered_together() -> None:
    """EW-7, EW-16, EW-17: a turn offers every location, every card of the route, and resting."""
    state = position(caravan="YYG", at="YR*1; refresh*1", route="G YY>G GG>BB", forts="YYG RRR", covered="+5 = 4p")
    free = ["YYY", "YYG", "YRR", "RB", "+2", "+3", "YY>G", "G>YRR", "adjust", "fort 1"]
    places = {f"work {place}" for place in free} | {f"work market {number}" for number in range(1, 5)}
    assert legal(state) == places | {"route 1", "route 2", "rest"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stop_is_never_the_only_answer_and_there_is_always_one(players: int) -> None:
    """C-12, C-9: through whole games, until they are over."""
    for state in hasty_game(players, seed=players):
        choices = legal(state)
        assert choices not in ({"stop"}, {"no swap"}, {"no bonus"})
        assert bool(choices) == (state.phase != Phase.OVER)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_twelve_settlers_always(players: int) -> None:
    """EW-5, EW-7, EW-10, EW-13, EW-17: on the board, in reserve, on locations and on the route."""
    for state in hasty_game(players, seed=7 * players):
        standing = sum(int(state.settlers[place]) for place in range(len(state.settlers)))
        owned = [int(state.players[seat].board + state.players[seat].reserve) for seat in range(players)]
        on_routes = sum(int(state.players[seat].on_route.sum()) for seat in range(players))
        assert standing + sum(owned) + on_routes == players * SETTLERS
