"""Views: documented key by key, plain data, and nothing that a seat may not know."""

import re
from pathlib import Path
from random import Random

import pytest

from serai import Game
from tests.spice_road.known import reordered
from tests.spice_road.positions import play_hastily
from tests.views import check_finished, check_plain, check_seats_know_the_same, check_told_alike, disguised, keys

PAGES = Path(__file__).parents[1] / "docs" / "views"
POINTS_IN_TIME = [0, 1, 2, 5, 30, 31, 32, 33, 90, 180, 10_000]


def game_at(decisions: int, players: int = 3) -> Game:
    """Returns a game after a number of decisions."""
    return play_hastily(Game.new("spice_road", players, seed=11), seed=2, most=decisions)


@pytest.mark.parametrize("name", [page.stem for page in sorted(PAGES.glob("*_*.md"))])
def test_every_key_of_a_view_is_documented_and_no_other(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    game, random, seen = Game.new(name, seed=1, rounds=40), Random(1), set[str]()
    while not game.over:
        seen |= {key for key in keys(game.view(0)) if not key.startswith("components")}
        game.play(random.choice(game.legal()))
    assert "also has `components`: the `set`" in " ".join(page.split())
    assert sorted(documented) == sorted(seen)
    assert len(documented) == len(set(documented))


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_has_the_same_keys_at_any_time(decisions: int) -> None:
    view, first = game_at(decisions).view(0), game_at(0).view(0)
    assert list(view) == list(first)
    assert {key for key in keys(view) if not key.startswith("repeats[].")} <= set(keys(first))


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_is_plain_data_that_json_keeps(decisions: int) -> None:
    for seat in range(3):
        check_plain(game_at(decisions).view(seat))


@pytest.mark.parametrize("decisions", POINTS_IN_TIME)
def test_a_view_tells_nothing_of_the_seed_and_the_order_of_the_decks(decisions: int) -> None:
    """C-11: hidden is only the order of face-down decks."""
    check_told_alike(game_at(decisions), disguised(game_at(decisions), reordered))


def test_the_views_of_all_seats_differ_only_in_seat_and_legal() -> None:
    """C-11: hands, played and claimed cards are known to all."""
    check_seats_know_the_same(game_at(40))


def test_changing_a_view_does_not_change_the_game() -> None:
    game = game_at(10)
    before = game.to_json()
    view = game.view(0)
    view["players"][0]["hand"].append("B")
    view["names"].clear()
    view["legal"].clear()
    assert game.to_json() == before
    assert game.view(0)["names"] == game.names


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 2"):
        game_at(0).view(seat)


def test_a_view_says_what_is_asked() -> None:
    """SR-7, C-2, C-3: the card being paid for, the upgrades left, the trade in use."""
    game = Game.new("spice_road", seed=1)
    game.play("acquire YR")
    view = game.view(0)
    assert (view["phase"], view["owed"], view["paying_for"], view["trading"]) == ("pay", 2, "YR", None)
    game.undo()
    game.play("play +2")
    view = game.view(1)
    assert (view["phase"], view["owed"], view["paying_for"], view["decides"]) == ("upgrade", 2, None, 0)


def test_a_view_of_a_finished_game_names_the_winner() -> None:
    """C-7, SR-14: nobody decides any more."""
    check_finished(game_at(10_000))


def test_a_view_is_drawn_with_names_cards_and_coins() -> None:
    """SR-10, SR-11: gold and silver stand above their places."""
    game = Game.new("spice_road", seed=1, names=["Ada", "Ben"], seating="given")
    assert str(game).splitlines() == [
        "Spice Road, round 1: Ada to play, acquire, claim or rest",
        "points     YRGBBB=20 +gold×4  RRRRR=10 +silver×4  RRGG=10  GGGG=12  YYGGG=11   (31 in the deck)",
        "merchants  YY>RR  YR>B  YR  YYYY>GB  RRR>GGG  G>YRR   (37 in the deck)",
        "> Ada: 0 points, none claimed, gold 0, silver 0",
        "    caravan YYY   hand YY +2   played -",
        "  Ben: 0 points, none claimed, gold 0, silver 0",
        "    caravan YYYY   hand YY +2   played -",
    ]


def test_what_is_asked_and_who_won_can_be_read() -> None:
    game = Game.new("spice_road", seed=1, names=["Ada", "Ben"], seating="given", rounds=1)
    game.play("acquire YR")
    assert "Ada to pay 2 more for YR" in str(game)
    game.play("pay Y")
    game.play("pay Y")
    assert "merchants  YY>RR(Y)  YR>B(Y)  YYYY>GB" in str(game)
    game.play("play +2")
    assert "Ben to upgrade 2 more" in str(game)
    game.play("stop")
    assert "stopped, Ben wins" in str(game)
