"""Views of Sand to Sea: plain data, and nothing that a seat may not know; tests/test_view.py holds the page to it."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from serai.core.phases import Phase
from serai.games.sand_to_sea.rules.state import Sea
from serai.games.sand_to_sea.view import QUESTIONS
from tests.positions import act
from tests.sand_to_sea.known import reordered
from tests.sand_to_sea.positions import play_hastily, position
from tests.standard import viewed
from tests.views import check_plain, check_seats_know_the_same, check_told_alike, keys

PAGE = Path(__file__).parents[2] / "docs" / "views" / "sand_to_sea.md"
POINTS_IN_TIME = [0, 1, 2, 6, 7, 8, 40, 41, 42, 150, 300, 10_000]


@cache
def played() -> Game:
    """Plays a whole game of three."""
    return play_hastily(Game.new("sand_to_sea", 3, seed=11), seed=2)


def game_at(decisions: int, turned: int = 0) -> Game:
    """Returns that game after a number of decisions; turned, with another seed and other decks and stacks."""
    game = Game(replace(played().setup, seed=11 + turned))
    steps = played().steps()[:decisions]
    if turned:
        steps = [replace(step, state=reordered(step.state, turned)) for step in steps]
        game._start = reordered(game_at(0)._start, turned)
    game._steps = steps
    return game


def test_every_phase_is_documented_and_can_be_told() -> None:
    """C-12: whatever is asked."""
    line = next(text for text in PAGE.read_text(encoding="utf-8").splitlines() if text.startswith("| `phase`"))
    assert set(re.findall(r"`(\w+)`", line)) - {"phase"} == {*QUESTIONS, "over"}


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_has_the_same_keys_at_any_time_and_is_plain_data(decisions: int) -> None:
    """C-11: JSON keeps all of it."""
    game, first = game_at(decisions), game_at(0).view(0)
    for seat in range(3):
        shown = game.view(seat)
        assert list(shown) == list(first)
        coming_and_going = {key for key in keys(shown) if key.startswith(("repeats[].", "reach."))}
        assert set(keys(shown)) - coming_and_going <= set(keys(first))
        check_plain(shown)


@pytest.mark.parametrize("turned", [1, 2, 4])
@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_tells_nothing_of_the_seed_and_the_order_of_deck_and_stack(decisions: int, turned: int) -> None:
    """C-11: hidden is only the order of the merchant deck and of the victory stack."""
    check_told_alike(game_at(decisions), game_at(decisions, turned))


def test_the_views_of_all_seats_differ_only_in_seat_and_legal() -> None:
    """C-11: Ruling: hands, piles and tiles are known to all."""
    check_seats_know_the_same(game_at(150))


@pytest.mark.parametrize(
    ("state", "decisions", "told"),
    [
        (position(caravan="YY", row="G YR B"), ["acquire B"], {"phase": "pay", "owed": 2, "paying_for": "B"}),
        (position(caravan="YYYY", hand="YY>RR"), ["play YY>RR"], {"phase": "trade", "trading": "YY>RR"}),
        (position(sail=2), ["sail C4"], {"phase": "sail", "free_steps": 1}),
        (position(boat="C5", hand="YY", caravan="Y"), ["sail C6 YY"], {"phase": "toll", "toll_to": 1}),
        (position(caravan="YY", others={2: "outposts C3"}), ["build"], {"phase": "build", "owed": 2}),
        (position(outposts="A2 A3 B2"), ["build"], {"phase": "bonus", "column": 0}),
        (position(hold=1, caravan="R" * 13), ["play YY"], {"phase": "discard", "turn_of": 0}),
    ],
    ids=["pay", "trade", "sail", "toll", "build", "bonus", "discard"],
)
def test_a_view_says_what_is_asked(state: Any, decisions: list[str], told: dict[str, Any]) -> None:
    """C-12: and all that belongs to the question; the rest is nothing."""
    nothing = {"owed": 0, "free_steps": 0, "toll_to": None, "column": None, "paying_for": None, "trading": None}
    shown = viewed(act(state, *decisions))
    assert {key: shown[key] for key in {**nothing, **told}} == {**nothing, **told}


def test_it_is_nobodys_turn_when_the_game_is_over() -> None:
    """C-7: seat 0 has no part in it; while the game goes on, a seat has the turn."""
    over, before = game_at(len(played().steps())).view(0), game_at(len(played().steps()) - 1).view(0)
    assert (over["phase"], over["turn_of"], over["decides"]) == ("over", None, None)
    assert before["turn_of"] == 2


def test_a_view_tells_what_lies_on_the_ports_and_on_the_piles() -> None:
    """SS-13, SS-4: a tile with its points, a closed port, an empty one; piles from the top."""
    shown = viewed(position(ports={"A4": "closed", "E1": "-"}, stack="", points="6", hold=1))
    assert shown["ports"]["A1"] == {"tile": "YYGGG", "points": 11, "closed": False}
    assert shown["ports"]["A4"] == {"tile": None, "points": 0, "closed": True}
    assert shown["ports"]["E1"] == {"tile": None, "points": 0, "closed": False}
    assert (shown["hold_left"], shown["sail_left"], shown["points_left"]) == (3, 4, [5, 4, 3])
    assert (shown["players"][0]["limit"], shown["players"][0]["points"], shown["closed_within"]) == (13, [6], 0)


def test_a_drawing_shows_map_boats_and_outposts() -> None:
    """SS-2, SS-10: every space with its tile; players by their numbers."""
    game = Game.new("sand_to_sea", 2, seed=1, names=["Ada", "Ben"], seating="given")
    assert "Ben to choose a group of starting cubes" in str(game)
    assert "starting cubes: YYYY YYR RR YG" in str(game)
    game.play("start YYYY")
    island = next(text for text in game.legal() if text.startswith("place"))
    for decision in island, "start RR", island, "build":
        game.play(decision)
    drawn = str(game)
    assert "post1 boat1 boat2" in drawn
    assert all(f"{name} " in drawn for name in [*game.view(0)["tiles"], *game.view(0)["ports"]])
    assert "Ben to acquire, play, sail, act or rest" in drawn


def test_every_state_of_a_game_can_be_drawn() -> None:
    """C-12: each question has its words; at the end the winner is told."""
    last = len(played().steps())
    for decisions in range(0, last, 4):
        game = game_at(decisions)
        assert str(game).startswith(f"Sand to Sea, round {game.round}: {game.names[game.seat]} to ")
    assert f"over, {played().names[played().winner or 0]} wins" in str(game_at(last))


def test_every_question_has_its_words() -> None:
    """C-12: one sentence for each phase of the game."""
    assert set(QUESTIONS) == {phase.name.lower() for phase in (*Phase, *Sea)} - {"over"}
