"""Views of From East to West: documented key by key, plain data, and nothing that a seat may not know."""

import re
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from tests.east_to_west.known import reordered
from tests.east_to_west.positions import play_hastily
from tests.views import check_finished, check_plain, check_seats_know_the_same, check_told_alike, disguised, keys

PAGE = Path(__file__).parents[2] / "docs" / "views" / "east_to_west.md"
POINTS_IN_TIME = [0, 1, 2, 5, 30, 31, 32, 33, 90, 180, 10_000]
MAY_BE_MISSING = {
    *(f"players[].route[].{key}" for key in ("card", "settlers", "costs")),
    *(f"repeats[].{key}" for key in ("decision", "times")),
    *(f"beside[].{key}" for key in ("tile", "points")),
}


def game_at(decisions: int, players: int = 3) -> Game:
    """Returns a game after a number of decisions."""
    return play_hastily(Game.new("east_to_west", players, seed=11, components="1"), seed=2, most=decisions)


def documented() -> list[str]:
    """Lists the keys that the page explains."""
    return re.findall(r"^\| `([^`]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_key_of_a_view_is_documented_and_no_other() -> None:
    """C-11: over the views of a whole game."""
    shown: set[str] = set()
    game = game_at(10_000)
    for step in game.steps()[::30]:
        shown |= set(keys(game_view(game, step.state)))
    assert sorted(documented()) == sorted(shown)


def game_view(game: Game, state: Any) -> dict[str, Any]:
    """Returns the view of an earlier position of a game."""
    earlier = Game(game.setup)
    earlier._start = state
    return earlier.view(0)


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_has_the_same_keys_at_any_time(decisions: int) -> None:
    view, first = game_at(decisions).view(0), game_at(0).view(0)
    assert list(view) == list(first)
    assert set(keys(view)) - MAY_BE_MISSING == set(keys(first)) - MAY_BE_MISSING


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_is_plain_data_that_json_keeps(decisions: int) -> None:
    game = game_at(decisions)
    for seat in range(3):
        check_plain(game.view(seat))


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_tells_nothing_of_the_seed_and_of_what_is_hidden(decisions: int) -> None:
    """C-11: hidden are the deck orders, bonus tiles under the tops and those in the box."""
    check_told_alike(game_at(decisions), disguised(game_at(decisions), reordered))


def test_the_views_of_all_seats_differ_only_in_seat_and_legal() -> None:
    """C-11: discard piles and claimed cards are known to all."""
    check_seats_know_the_same(game_at(40))


def test_changing_a_view_does_not_change_the_game() -> None:
    game = game_at(10)
    before = game.to_json()
    view = game.view(0)
    view["players"][0]["route"].append({})
    view["forts"].clear()
    assert game.to_json() == before
    assert len(game.view(0)["forts"]) == 4


def test_a_view_says_what_is_asked_and_where() -> None:
    """EW-12, EW-14, EW-8: the market being worked, the upgrades left, the turn that follows."""
    game = Game.new("east_to_west", seed=1, components="1")
    game.play("work market 2")
    view = game.view(1)
    assert (view["phase"], view["working"], view["decides"], view["legal"]) == ("market", "market 2", 0, [])
    game.undo()
    game.play("work +2")
    view = game.view(0)
    assert (view["phase"], view["owed"], view["working"]) == ("upgrade", 2, "+2")
    assert [place["settlers"] for place in view["locations"] if place["seat"] == 0] == [1]


def test_a_view_of_a_finished_game_names_the_winner() -> None:
    """C-7, EW-20: nobody decides any more."""
    check_finished(game_at(10_000))


def test_a_view_is_drawn_with_forts_markets_locations_and_players() -> None:
    """EW-1: settlers, tiles and stacks stand where they belong."""
    game = Game.new("east_to_west", seed=1, names=["Ada", "Ben"], seating="given", components="1")
    game.play("work YYY")
    lines = str(game).splitlines()
    assert lines[0] == "From East to West, round 1: Ben to work, use the route or rest"
    forts = [line.split("  ")[0] for line in lines[1:5]]
    assert forts[:2] == ["fort 1 [1, lacks RRRGB]", "fort 2 [1, lacks RRR]"]
    assert forts[2:] == ["fort 3 [2, lacks RB]", "fort 4 [3, lacks RGG]"]
    assert lines[5] == f"point deck 20, next {game.view(0)['next_point_card']}"
    assert any("YYY [Ada 1, costs 2]" in line and "YY>G [under" in line for line in lines)
    assert "    caravan YYYYYY   settlers 6 + 5 in reserve   route -   spent -" in lines
    assert "> Ben: 0 points, none claimed, bonus -, explored -" in lines


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_can_be_drawn(players: int) -> None:
    game = game_at(10_000, players)
    for step in game.steps()[::12]:
        earlier = Game(game.setup)
        earlier._start = step.state
        assert str(earlier).startswith("From East to West, round 1: ")
