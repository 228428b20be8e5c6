"""What a view says that something costs, brings or allows is what happens when it is done."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from serai import Game
from serai.core import spec
from serai.core.views import VIEWS
from tests.spice_road import positions as spice_road
from tests.spice_road import standard as notation

MOST = 140


def walk(name: str, players: int = 3, seed: int = 1, most: int = MOST) -> Iterator[tuple[Game, dict[str, Any]]]:
    """Plays a game by chance; yields it before each decision, with the view of who decides."""
    game, chance = Game.new(name, players, seed=seed), Random(seed)
    while not game.over and len(game.decisions()) < most:
        yield game, game.view(game.seat)
        game.play(chance.choice(game.legal()))


def after(game: Game, *decisions: str) -> Game:
    """Returns the game after some decisions."""
    twin = copy.copy(game)
    for decision in decisions:
        twin.play(decision)
    return twin


@pytest.mark.parametrize("name", spec.GAMES)
def test_the_parts_of_a_score_add_up_to_it(name: str) -> None:
    """SR-14, SS-17, EW-20, C-7: and the ranking goes by it, of equals the later seat first."""
    for game, view in walk(name):
        for seat, player in enumerate(view["players"]):
            assert sum(player["score_parts"].values()) == player["score"] == game.scores()[seat]
            assert tuple(player["score_parts"]) == game.rules.PARTS
        assert view["ranking"] == sorted(range(3), key=lambda seat: (game.scores()[seat], seat), reverse=True)


@pytest.mark.parametrize("name", spec.GAMES)
def test_a_trade_can_be_repeated_as_often_as_told_and_no_more(name: str) -> None:
    """C-2, C-12: the game does not ask again after the last time."""
    checked = 0
    for game, view in walk(name, most=400):
        for each in view["repeats"]:
            assert each["decision"] in view["legal"]
            done = after(game, each["decision"], *["trade"] * (each["times"] - 1))
            assert done.seat != game.seat or "trade" not in done.legal() or done.view(done.seat)["phase"] == "turn"
            checked += each["times"]
    assert checked > 3


@pytest.mark.parametrize("name", ["spice_road", "sand_to_sea"])
def test_a_merchant_card_costs_its_price(name: str) -> None:
    """SR-7, SS-7: one cube for each card on its left."""
    for game, view in walk(name, most=60):
        for place in view["merchants"]:
            if f"acquire {place['card']}" in view["legal"]:
                paying = after(game, f"acquire {place['card']}").view(game.seat)
                assert (paying["owed"] if paying["phase"] == "pay" else 0) == place["price"]


@pytest.mark.parametrize("name", ["spice_road", "sand_to_sea"])
def test_a_payment_goes_onto_the_card_told(name: str) -> None:
    """SR-7, SS-7: onto each card to the left once, from the left; `draw` says it too."""
    paid = 0
    for game, view in walk(name, most=400):
        if view["phase"] != "pay":
            assert view["paying_onto"] is None
            continue
        onto = {place["card"]: place["spices"] for place in view["merchants"]}
        then = after(game, next(text for text in view["legal"] if text.startswith("pay "))).view(game.seat)
        grown = [
            place["card"] for place in then["merchants"] if len(place["spices"]) > len(onto.get(place["card"], ""))
        ]
        assert grown == [view["paying_onto"]]
        assert f"next onto {view['paying_onto']}" in VIEWS[name].draw(view)
        paid += 1
    assert paid > 3


def test_a_point_card_brings_the_coin_above_it() -> None:
    """SR-10, SR-11: gold first, then silver at the first place."""
    seen = set()
    for seed in range(1, 30):
        for game, view in walk("spice_road", 2, seed, most=500):
            for place in view["points"]:
                if f"claim {place['card']}" in view["legal"]:
                    mine, then = (
                        each.view(0)["players"][game.seat] for each in (game, after(game, f"claim {place['card']}"))
                    )
                    got = [coin for coin in ("gold", "silver") if then[coin] > mine[coin]]
                    assert got == ([place["coin"]] if place["coin"] else [])
                    seen.add(place["coin"])
        if seen == {"gold", "silver", None}:
            return
    raise AssertionError(seen)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_how_many_claims_end_the_game(seats: int) -> None:
    """SR-13, SS-16, EW-19."""
    assert spec.GAMES["spice_road"].claims_to_end(seats) == (6 if seats in (2, 3) else 5)
    assert spec.GAMES["sand_to_sea"].claims_to_end(seats) == 4
    assert spec.GAMES["east_to_west"].claims_to_end(seats) == 8


@pytest.mark.long_in_plain
def test_an_outpost_costs_what_is_told() -> None:
    """SS-10: for each outpost on the island one cube, two with two players."""
    seen = set()
    for players in (2, 3):
        for game, view in walk("sand_to_sea", players, 3, most=500):
            if "build" in view["legal"]:
                cost = view["outpost_costs"][view["players"][game.seat]["boat"]]
                built = after(game, "build").view(game.seat)
                assert (built["owed"] if built["phase"] == "build" else 0) == cost
                seen.add((players, cost))
    assert {(2, 0), (2, 2), (3, 0), (3, 1)} <= seen


@pytest.mark.long_in_plain
def test_the_columns_emptied_are_those_whose_bonus_was_chosen() -> None:
    """SS-11: the column whose bonus is being chosen is the last of them."""
    emptied = set()
    for seed in range(1, 30):
        for game, view in walk("sand_to_sea", 2, seed, most=900):
            mine = view["players"][game.seat]
            if view["phase"] == "bonus":
                assert view["column"] == mine["columns_emptied"] - 1
                emptied.add(view["column"])
            assert all(number >= mine["columns_emptied"] for number in mine["built"].values())
        if {0, 1} <= emptied:
            return
    raise AssertionError(emptied)


def spaces_within(game: Game, steps: int) -> dict[str, int]:
    """Sails everywhere by the cheapest card; returns the fewest steps to each space where the boat may stop."""
    found: dict[str, int] = {}
    edge, boats = [game], {game.view(game.seat)["players"][game.seat]["boat"]}
    for number in range(1, steps + 1):
        reached = []
        for before in edge:
            first = {text.split()[1]: text for text in before.legal() if text.startswith("sail ")}
            for space, text in first.items():
                if space not in boats:
                    boats.add(space)
                    reached.append(after(before, text))
                    last = reached[-1].view(game.seat)
                    if last["phase"] != "sail" or "stop" in last["legal"]:
                        found[space] = number
        edge = [each for each in reached if each.view(game.seat)["phase"] == "sail" and each.seat == game.seat]
    return found


def test_the_reach_of_a_boat_is_where_it_can_sail() -> None:
    """SS-9: tried step by step; what lies next but is no place to stay is in reach too."""
    checked = 0
    for number, (game, view) in enumerate(walk("sand_to_sea", 3, 2, most=120)):
        told = {space: len(way["way"]) for space, way in view["reach"].items()}
        if not any(text.startswith("sail ") for text in view["legal"]):
            assert not told
        elif number % 6 == 0:
            found = spaces_within(game, 3)
            assert found == {
                space: steps for space, steps in told.items() if steps <= 3 and (steps > 1 or space in found)
            }
            checked += 1
    assert checked > 3


def test_a_toll_is_paid_to_whom_is_told() -> None:
    """SS-9: clockwise from the mover."""
    paid = 0
    for seed in range(1, 12):
        for game, view in walk("sand_to_sea", 4, seed, most=160):
            for space, way in view["reach"].items():
                steps = [text for text in view["legal"] if text.startswith(f"sail {space}")]
                if way["toll"] and steps:
                    then = after(game, steps[0])
                    then = after(then, "stop") if "stop" in then.legal() else then
                    if then.view(game.seat)["phase"] == "toll":
                        assert then.view(game.seat)["toll_to"] == way["toll"][0]
                        paid += 1
        if paid > 3:
            return
    raise AssertionError(paid)


@pytest.mark.long_in_plain
@pytest.mark.parametrize(("players", "seeds"), [(2, (5, 8)), (4, (10, 13))], ids=["2", "4"])
def test_a_location_can_be_worked_unless_something_hinders_it_and_asks_for_the_settlers_told(
    players: int, seeds: tuple[int, ...]
) -> None:
    """EW-7: with discounts, and more where others stand."""
    saved = 0
    for seed in seeds:
        for game, view in walk("east_to_west", players, seed, most=350):
            asked = zip(view["locations"], view["work"], strict=True)
            free = {f"work {there['location']}" for there, cost in asked if cost["hindrance"] is None}
            if view["phase"] == "turn":
                assert free == {text for text in view["legal"] if text.startswith("work ")}
                for number, cost in enumerate(view["work"]):
                    text = f"work {view['locations'][number]['location']}"
                    if text in free and number % 5 == seed % 5:
                        then = after(game, text)
                        assert then.view(0)["locations"][number]["settlers"] == cost["settlers"]
                        saved += cost["saved"]
    assert saved > 0


@pytest.mark.long_in_plain
def test_a_card_of_the_route_asks_for_the_settlers_told() -> None:
    """EW-16: one, and one for each empty card to its left."""
    used = 0
    for game, view in walk("east_to_west", 2, 7, most=500):
        for place, stop in enumerate(view["players"][game.seat]["route"]):
            if f"route {place + 1}" in view["legal"]:
                then = after(game, f"route {place + 1}").view(0)["players"][game.seat]
                assert then["route"][place]["settlers"] == stop["costs"]
                used += 1
    assert used > 5


def test_a_rest_takes_back_the_settlers_at_work() -> None:
    """EW-17."""
    for game, view in walk("east_to_west", 3, 8):
        mine = view["players"][game.seat]
        assert mine["board"] + mine["working"] + mine["reserve"] == 12
        if "rest" in view["legal"]:
            assert after(game, "rest").view(0)["players"][game.seat]["board"] == mine["board"] + mine["working"]


@pytest.mark.long_in_plain
def test_extra_cubes_come_as_told() -> None:
    """EW-10: with the work done, whatever else it brought."""
    added = 0
    for seed in range(1, 12):
        for game, view in walk("east_to_west", 2, seed, most=500):
            for there, cost in zip(view["locations"], view["work"], strict=True):
                text = f"work {there['location']}"
                if cost["extra"] and there["kind"] == "gain" and "&" not in text and text in view["legal"]:
                    then = after(game, text).view(0)["players"][game.seat]["caravan"]
                    mine = view["players"][game.seat]["caravan"] + there["location"] + cost["extra"]
                    assert sorted(then) == sorted(mine.partition("#")[0] + mine.partition("#")[2].lstrip("23456789"))
                    added += 1
        if added > 2:
            return
    raise AssertionError(added)


def test_costs_are_told_in_words() -> None:
    """SR-7, SR-10: for the terminal and for language models."""
    game = Game.new("spice_road", seed=1)
    told = VIEWS["spice_road"].costs(game.view(0))
    assert told == {
        "acquire YY>RR": "free",
        "acquire YR>B": "1 cube",
        "acquire YR": "2 cubes",
        "acquire YYYY>GB": "3 cubes",
    }


@pytest.mark.parametrize("name", spec.GAMES)
def test_costs_are_told_of_legal_decisions_alone(name: str) -> None:
    for _, view in walk(name, most=60):
        told = VIEWS[name].costs(view)
        assert set(told) <= set(view["legal"])
        assert all(text.strip() for text in told.values())


HINDERED = """
east_to_west, 2 players
asked: seat 1 turn
points: RRRGB - - - / -
markets: - - - - / -
covered: +5 = 3p
1: caravan Y, board 1, reserve 5, at YYY*6
2: caravan Y
"""


def test_what_hinders_work_is_told() -> None:
    """EW-7, EW-14: own settlers, a tile, no card, no deck, too few settlers, cubes missing for a card or a trade."""
    view = Game(replace(Game.new("east_to_west").setup, position=HINDERED)).view(0)
    told = {there["location"]: work for there, work in zip(view["locations"], view["work"], strict=True)}
    hindered = {"YYY": "yours", "+5": "covered", "fort 2": "no card", "market 1": "no card", "refresh": "no deck"}
    hindered |= {"RB": "needs", "fort 1": "lacks", "G>YRR": "unpaid"}
    assert {text: told[text]["hindrance"] for text in hindered} == hindered
    assert [text for text, work in told.items() if work["hindrance"] is None] == ["YR", "+2", "adjust"]
    assert (told["fort 1"]["lacks"], told["G>YRR"]["lacks"], told["YYY"]["settlers"]) == ("RRRGB", "G", 7)


def test_a_drawing_says_what_locations_cost_and_what_hinders_work() -> None:
    """EW-7: settlers with discounts and those of others counted, and the reason why not."""
    told = str(Game(replace(Game.new("east_to_west").setup, position=HINDERED)))
    lines = ["fort 1 [1, lacks RRRGB]", "fort 2 [no card]", "market 1 [no card]", "RB [needs 3]", "YR [1]"]
    for text in (*lines, "G>YRR [1, lacks G]", "+5 [under 3p]", "refresh [no deck]", "YYY [player 1 6]"):
        assert text in told
    game = Game.new("east_to_west", 2, seed=5, components="1")
    game.play("work YYY")
    assert "YYY [player 1 1, costs 2]" in str(game)


def test_what_is_lacking_for_each_point_card_is_told() -> None:
    """SR-9, C-4: the row is shorter when the deck is empty."""
    state = spice_road.position(caravan="YYRG", points="YYRR RRRR", point_deck="")
    view = Game.from_position(notation.position(state)).view(0)
    assert view["players"][0]["lacks"] == ["R", "RRR"]
