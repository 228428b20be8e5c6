"""The notation: everything that is written can be read back, and what cannot be read says why."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serai import BadPosition, Game
from serai.core.bits import set_of
from serai.core.component_folders import in_folder
from serai.core.notation.cards import cubes, parse_cubes
from serai.core.notation.questions import check_legal
from serai.core.phases import Phase
from serai.games.spice_road import notation
from serai.games.spice_road import rules as spice_road
from tests.positions import act, actions, copy
from tests.spice_road.own_components import folder, lines
from tests.spice_road.positions import dealt, deck, hasty_game, play_hastily
from tests.spice_road.standard import (
    DECISIONS,
    MERCHANTS,
    NUMBERS,
    POINTS,
    VALUES,
    decision,
    parse,
    parse_position,
    position,
    reveals,
)

HEAD = "spice_road, 2 players\n"
EXAMPLE = """\
spice_road, 2 players
asked: seat 2 pay 1 for place 3
merchants: YYY(R) RR(YB) G B +3 YR / YG YYR
points: YYRR RRRR / -
coins: gold 0, silver 3
1: caravan -, hand -, played YY +2, claimed YYBB BBBBB, gold 1, silver 0
2: caravan RB, hand YY +2 GG>BB, played YYYY, claimed -, gold 0, silver 1
"""


@pytest.mark.parametrize("action", DECISIONS)
def test_every_action_number_has_a_text_that_reads_back(action: int) -> None:
    state = dealt(2)
    text = decision(state, action)
    assert text == DECISIONS[action]
    assert parse(state, text) == action
    assert 0 <= action < 64 * spice_road.WORDS


def test_no_two_decisions_have_the_same_text() -> None:
    assert len(NUMBERS) == len(DECISIONS) == 45 + 45 + 36 + 3 + 4 + 3 + 4


def test_there_is_no_text_to_upgrade_a_brown_cube() -> None:
    """C-2: brown cannot be upgraded."""
    assert "upgrade G" in NUMBERS
    assert "upgrade B" not in NUMBERS


@pytest.mark.parametrize("text", ["", "play", "play BBBBBBB", "acquire", "claim YY", "pay X", "trade YY>RR", "REST"])
def test_a_text_that_names_no_decision_reads_as_none(text: str) -> None:
    assert parse(dealt(2), text) is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_decision_of_whole_games_has_a_text(players: int) -> None:
    for state in hasty_game(players, seed=40 + players, most=500):
        assert all(decision(state, action) for action in actions(state))


@given(st.lists(st.integers(0, 12), min_size=4, max_size=4))
def test_cubes_read_back(counts: list[int]) -> None:
    assert parse_cubes(cubes(counts)) == tuple(counts)


def test_no_cubes_are_a_dash() -> None:
    assert parse_cubes("-") == parse_cubes("") == (0, 0, 0, 0)


def test_cards_are_written_as_what_they_give_trade_or_raise() -> None:
    """C-2: spice, upgrade and trade."""
    assert [MERCHANTS[number] for number in (0, 1, 10, 12)] == ["YY", "+2", "+3", "YY>G"]
    assert (POINTS[0], POINTS[35]) == ("YYRR", "YRGBBB")


def test_a_position_is_written_as_it_is_read() -> None:
    assert position(parse_position(EXAMPLE)) == EXAMPLE


def test_a_position_read_from_text_can_be_played_on() -> None:
    state = act(parse_position(EXAMPLE), "pay B")
    assert "merchants: YYY(R) RR(YBB) B +3 YR YG / YYR" in position(state)
    assert "2: caravan R, hand YY +2 G GG>BB" in position(state)


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**128 - 1), st.integers(0, 120))
def test_the_position_of_any_game_reads_back(players: int, seed: int, decisions: int) -> None:
    game = play_hastily(Game.new("spice_road", players, seed), seed % 1000, decisions)
    assert parse_position(game.position()).tobytes() == game.state.tobytes()


def test_a_finished_game_reads_back() -> None:
    game = play_hastily(Game.new("spice_road", 3, seed=1), seed=1)
    assert "\nasked: over\n" in game.position()
    assert parse_position(game.position()).tobytes() == game.state.tobytes()


def test_what_is_not_given_is_empty_but_for_coins_and_decks() -> None:
    """SR-2: the coins are those of a new game."""
    read = position(parse_position(HEAD)).splitlines()
    assert read[1] == "asked: seat 1 turn"
    assert read[2].startswith("merchants: - / G YR YYY")
    assert read[3].startswith("points: - / YYRR YYYRR RRRR")
    assert read[4] == "coins: gold 4, silver 4"
    assert read[5] == "1: caravan -, hand -, played -, claimed -, gold 0, silver 0"


def test_a_deck_that_is_not_given_holds_the_free_cards_in_the_order_of_the_files() -> None:
    state = parse_position(HEAD + "merchants: YYY RR\npoints: YYRR\n1: hand G, claimed RRRR\n")
    assert deck(state, "merchants")[:4] == ["YR", "B", "YG", "YYR"]
    assert deck(state, "points")[:3] == ["YYYRR", "YYGG", "YYRRR"]
    assert (len(deck(state, "merchants")), len(deck(state, "points"))) == (43 - 3, 36 - 2)


def test_what_a_player_line_leaves_out_is_nothing() -> None:
    assert "1: caravan -, hand -, played -, claimed -, gold 2, silver 0" in position(parse_position(HEAD + "1: gold 2"))


def test_reveals_name_the_cards_turned_up() -> None:
    """C-4: a card that fills the row."""
    before = parse_position(EXAMPLE.replace("pay 1 for place 3", "turn"))
    assert reveals(before, act(copy(before), "acquire YYY")) == ["YG"]
    assert reveals(before, act(copy(before), "play YY")) == []


BAD = {
    "": "line 1: '' is not 'spice_road, N players' with N from 2 to 5",
    "chess": "line 1: 'chess' is not 'spice_road, N players' with N from 2 to 5",
    "spice_road, 6 players": "line 1: 'spice_road, 6 players' is not",
    HEAD + "3: caravan Y": "line 2: '3' is not a whole number from 1 to 2",
    HEAD + "hello": "line 2: 'hello' is not",
    HEAD + "asked: seat 3 turn": "line 2: 'seat 3 turn' is no question of this game",
    HEAD + "asked: seat 1 dance": "line 2: 'seat 1 dance' is no question of this game",
    HEAD + "asked: seat 1 upgrade": "line 2: 'seat 1 upgrade' does not say all that it must",
    HEAD + "asked: seat 1 turn 2": "line 2: 'seat 1 turn 2' does not say all that it must, or too much",
    HEAD + "asked: seat 1 trade BB>YY": "line 2: there is no merchant card 'BB>YY'",
    HEAD + "coins: gold 5, silver 1": "line 2: '5' is not a whole number from 0 to 4",
    HEAD + "coins: gold 1, silver 1\n1: caravan YX": "line 3: 'YX' is not made of the cubes Y, R, G, B",
    HEAD + "1: hand YYX": "line 2: there is no merchant card 'YYX'",
    HEAD + "1: claimed YY": "line 2: there is no point card 'YY'",
    HEAD + "1: camel 1": "line 2: unknown: 'camel'; known: caravan, hand",
    HEAD + "1: gold many": "line 2: 'many' is not a whole number from 0 to 10",
    HEAD + "1: gold -3": "line 2: '-3' is not a whole number from 0 to 10",
    HEAD + "merchants: YYY RR G B +3 YR YG": "line 2: 7 cards in a row of 6",
    HEAD + "merchants: YYY(R": "line 2: there is no merchant card 'YYY(R'",
    HEAD + "merchants: YYY YYY": "in two places: YYY",
    HEAD + "merchants: YYY / RR RR": "in two places: RR",
    HEAD + "1: hand YYY\n2: played YYY": "in two places: YYY",
    HEAD + "points: YYRR\n2: claimed YYRR": "in two places: YYRR",
}


@pytest.mark.parametrize("text", BAD)
def test_a_position_that_cannot_be_read_says_where_and_why(text: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse_position(text)
    assert BAD[text] in str(error.value)


PAYING = HEAD + "asked: seat 1 pay "
IMPOSSIBLE = {
    HEAD + f"1: caravan {'Y' * 40_000}": "line 2: 40000 cubes; there is room for 127",
    HEAD + f"merchants: YYY({'Y' * 200})": "line 2: 200 cubes; there is room for 127",
    PAYING + "3 for place 2\nmerchants: YYY RR\n1: caravan YYY": "pay cannot be asked: place 2 costs 1, not 3",
    PAYING + "1 for place 2\nmerchants: YYY / -\n1: caravan YYY": "pay cannot be asked: there is no card at place 2",
    PAYING + "1 for place 2\nmerchants: YYY RR": "pay cannot be asked: the caravan holds 0 cubes, not 1",
    PAYING
    + "2 for place 3\nmerchants: YYY RR G\n1: caravan Y": "pay cannot be asked: the caravan holds 1 cubes, not 2",
    HEAD + "asked: seat 1 trade YYY\n1: played YYY": "trade cannot be asked: YYY is no trade",
    HEAD + "asked: seat 1 trade +2\n1: played +2, caravan YY": "trade cannot be asked: +2 is no trade",
    HEAD + "asked: seat 1 trade GG>BB\n1: played GG>BB, caravan GYY": "trade cannot be asked: GG>BB cannot be paid",
    HEAD + "asked: seat 1 trade GG>BB\n1: hand GG>BB, caravan GG": "trade cannot be asked: GG>BB has not been played",
    HEAD + "asked: seat 1 upgrade 1\n1: caravan BB": "upgrade cannot be asked: no cube below brown is there",
    HEAD + "asked: seat 1 upgrade 3\n1: played +2, caravan Y": "upgrade cannot be asked: 3 upgrades where there are 2",
    HEAD + "asked: seat 1 upgrade 1": "upgrade cannot be asked: no cube below brown is there",
    HEAD + "asked: seat 1 discard\n1: caravan YYY": "discard cannot be asked: 3 cubes are within the limit of 10",
    HEAD + "asked: seat 1 discard\n2: caravan YYYYYYYYYYY": "11 cubes of seat 2 are above the limit of 10",
    HEAD + "1: caravan YYYYYYYYYYY": "11 cubes of seat 1 are above the limit of 10",
    HEAD + "merchants: YY RR": "never in a row or its deck: YY",
    HEAD + "merchants: RR / YYY +2": "never in a row or its deck: +2",
    HEAD + "1: hand YY, played YY": "in two piles of one player: YY",
    HEAD + "1: hand YYY YYY": "line 2: twice in 'hand': YYY",
    HEAD + "1: claimed YYRR RRRR YYRR": "line 2: twice in 'claimed': YYRR",
    HEAD + "1: caravan YY, caravan RR": "line 2: 'caravan' is said twice",
    HEAD + "1: caravan YY\n2: caravan YY\n1: caravan RR": "line 4: '1' is said twice",
    HEAD + "asked: seat 1 turn\nasked: seat 2 turn": "line 3: 'asked' is said twice",
    HEAD + "coins: gold 1": "line 2: 'silver' is missing",
    HEAD + "merchants: YYY(R)(B)": "line 2: there is no merchant card 'YYY(R)(B)'",
    HEAD + "merchants: YYY()": "line 2: there is no merchant card 'YYY()'",
    HEAD + "merchants: YYY / RR(R)": "line 2: there is no merchant card 'RR(R)'",
    HEAD + "merchants: YYY / " + "RR " * 65: "line 2: 65 cards in a deck of 64 at most",
    HEAD + "1: gold " + "9" * 5000: "… is not a whole number from 0 to 10",
    HEAD + "asked: seat 1 trade": "line 2: 'seat 1 trade' does not say all that it must, or too much",
}


@pytest.mark.parametrize("text", IMPOSSIBLE, ids=lambda text: text[len(HEAD) : len(HEAD) + 50])
def test_a_position_that_cannot_be_says_why(text: str) -> None:
    """C-2, C-3, SR-3, SR-7: what is asked can be asked, and every card and cube is where it can be."""
    with pytest.raises(BadPosition) as error:
        parse_position(text)
    assert IMPOSSIBLE[text] in str(error.value)


def test_a_position_in_which_nothing_can_be_decided_is_refused() -> None:
    """C-12: there is always something to decide until the game is over."""
    state = parse_position(HEAD)
    state.phase = Phase.DISCARD
    with pytest.raises(BadPosition, match="nothing can be decided in this position"):
        check_legal(VALUES, state)
    state.phase = Phase.OVER
    check_legal(VALUES, state)


@pytest.mark.parametrize(
    "head", ["x" * 9999, HEAD + "x" * 9999, HEAD + f"1: hand {'x' * 9999}", HEAD + "1: " + "x" * 9999]
)
def test_a_message_repeats_no_more_than_the_beginning_of_a_wrong_text(head: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse_position(head)
    assert len(str(error.value)) < 250


def test_every_starting_card_may_be_in_several_hands() -> None:
    """SR-3: each player has one of each."""
    text = HEAD + "1: hand YY, played +2\n2: hand YY +2"
    assert "2: caravan -, hand YY +2," in position(parse_position(text))


def test_a_set_of_numbers_has_each_number_once() -> None:
    assert set_of([3, 3, 0]) == 9
    assert set_of([63]) == 1 << 63


def test_a_second_card_of_the_same_text_is_numbered(tmp_path: Path) -> None:
    """SR-4: two equal cards are two cards."""
    cards = [line.replace("3,deck,spice,,YR,", "3,deck,spice,,G,") for line in lines("merchant_cards.csv")]
    points = [
        line.replace("1,YYYRR,7", "1,YYRR,7").replace("2,RRRR,8", "2,YYRR,8") for line in lines("point_cards.csv")
    ]
    own = folder(tmp_path, merchants="\n".join(cards), points="\n".join(points))
    used: Any = in_folder("spice_road", own)
    texts, numbers = notation.all_decisions(used), notation.numbers(used)
    assert [texts[action] for action in (2, 3, 67, 128, 129, 130)] == [
        *("play G", "play G#2", "acquire G#2", "claim YYRR", "claim YYRR#2", "claim YYRR#3")
    ]
    assert numbers == {text: action for action, text in texts.items()}
    text = "spice_road, 2 players\nasked: seat 1 turn\nmerchants: G#2(R) G / RR\npoints: YYRR#3 / YYRR\n"
    state = notation.parse_position(used, text)
    written = notation.position(used, state)
    assert notation.parse_position(used, written).tobytes() == state.tobytes()
    assert written.splitlines()[2:4] == ["merchants: G#2(R) G / RR", "points: YYRR#3 / YYRR"]


def test_numbered_cards_are_played_by_their_texts(tmp_path: Path) -> None:
    rows = ["starting,spice,,YY,", *["deck,spice,,Y,"] * 7]
    table = [f"{number},{row}" for number, row in enumerate(rows)]
    own = folder(tmp_path, merchants="\n".join(["id,set,kind,give,get,upgrades", *table]))
    game = Game.new("spice_road", seed=1, components=own)
    first = game.view(0)["merchants"][0]["card"]
    game.play(f"acquire {first.lower()}")
    assert "#" in "".join(game.legal())
    assert first in game.view(0)["players"][0]["hand"]
    assert Game.from_json(game.to_json()).decisions() == [f"acquire {first}"]
