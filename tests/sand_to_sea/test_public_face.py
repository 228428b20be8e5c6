"""Sand to Sea through `Game`: notation both ways, undo, records, who decides."""

import json
import re
from typing import Any

import pytest

from serai import BadPosition, BadRecord, Game, IllegalAction
from serai.games.sand_to_sea import rules as sand_to_sea
from tests.positions import act, actions, copy, legal
from tests.records import sealed
from tests.sand_to_sea.positions import ISLANDS, dealt, hasty_game, play_hastily, stack
from tests.sand_to_sea.positions import position as built
from tests.sand_to_sea.standard import DECISIONS, NUMBERS, decision, parse, parse_position, position, reveals

HEAD = "sand_to_sea, 2 players\n"


def test_every_decision_that_is_no_step_reads_back() -> None:
    """C-12: one text, one number, whatever the position."""
    state = built()
    assert len(NUMBERS) == 3 * 45 + 24 + 3 + 4 + 3 + 4 + 2 + 4 + 3 + 4
    for text, action in NUMBERS.items():
        assert decision(state, action) == text
        assert parse(state, text) == action


def test_action_numbers_stay_in_their_blocks() -> None:
    """C-12: every number has a place in the mask and in the published blocks."""
    for action in DECISIONS:
        assert 0 <= action < 64 * sand_to_sea.WORDS
        assert any(block <= action < block + room for block, (_, room) in sand_to_sea.BLOCKS.items())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_decision_of_whole_games_reads_back(players: int) -> None:
    """C-12, SS-9: steps too, which name the space they lead to."""
    for state in hasty_game(players, seed=40 + players, most=400):
        numbers = actions(state)
        texts = [decision(state, action) for action in numbers]
        assert len(set(texts)) == len(numbers)
        assert [parse(state, str(text)) for text in texts] == numbers


def test_steps_name_the_space_and_the_card() -> None:
    """SS-9: without a card they are free."""
    assert {"sail C4 YY", "sail B2 +2"} <= legal(built())
    assert {"sail C4", "sail B2"} <= legal(built(sail=1))


NO_DECISIONS = "sail|sail C6|sail C6 YY|sail Z9|sail C4 YX|sail C4 YY YY|sail -1 YY|play|play BBBBBB|place Z1|start BB"


@pytest.mark.parametrize(
    "text", [*NO_DECISIONS.split("|"), "choose gold", "give X", "deliver A1", "trade YY>RR", "dance"]
)
def test_a_text_that_names_no_decision_reads_as_none(text: str) -> None:
    """C-12: whatever is written."""
    assert parse(built(boat="C3"), text) is None


def test_a_step_where_there_is_no_neighbour_has_no_text() -> None:
    """SS-9: a corner has three neighbours only."""
    texts = [decision(built(boat="A1"), action) for action in DECISIONS]
    assert texts.count(None) == 3 * (45 + 1)


def test_decisions_are_read_in_any_case() -> None:
    """C-12: small letters do as well."""
    game = play_hastily(Game.new("sand_to_sea", seed=1), seed=1, most=4)
    step = next(text for text in game.legal() if text.startswith("sail"))
    game.play(f"  {step.lower()} ")
    assert game.decisions()[-1] == step


@pytest.mark.parametrize(("players", "most"), [(2, 10_000), (3, 400), (4, 400)])
def test_the_position_of_every_state_of_a_game_reads_back(players: int, most: int) -> None:
    """C-5: text and state say the same, from the first choice to the end."""
    for state in hasty_game(players, seed=49 + players, most=most):
        assert parse_position(position(state)).tobytes() == state.tobytes()


ASKED: dict[str, dict[str, Any]] = {
    "turn": {},
    "start": {"boat": "-"},
    "place": {"boat": "-", "groups": ""},
    "sail 2": {"sail": 2},
    "toll 2": {"caravan": "Y", "others": {2: "boat C3"}},
    "act": {},
    "build 1": {"caravan": "Y", "others": {2: "outposts C3"}},
    "bonus 3": {"outposts": "A2 D3 C4 C1 A3 D4 C2 B2 E2 C3 D2 B3"},
    "market": {"outposts": "C3", "caravan": "YR"},
    "discard": {"caravan": "Y" * 11},
    "upgrade 1": {"hand": "YY", "played": "+2", "caravan": "Y"},
    "pay 2 for place 3": {"caravan": "YY"},
}


def test_a_position_is_written_as_it_is_read() -> None:
    """C-12: every question with what belongs to it."""
    for what, table in ASKED.items():
        text = position(built(question=what, **table))
        assert f"\nasked: seat 1 in turn 1 {what}\n" in text
        assert position(parse_position(text)) == text


def test_what_is_not_given_is_empty_but_for_piles_and_decks() -> None:
    """SS-4: bonus tiles are those of a new game; a stack not given holds all tiles."""
    read = position(parse_position(HEAD + "1: boat C3\n2: boat C3")).splitlines()
    assert read[1] == "asked: seat 1 in turn 1 turn"
    assert read[3].startswith("merchants: - / G YR YYY B")
    assert read[4].startswith("ports: A1 -, A4 -, E1 -, E4 - / closed YYGGG")
    assert read[5] == "bonus: hold 4, sail 4, points 6 5 4 3"
    assert read[7].startswith("1: boat C3, caravan -, hand -, played -, spent -, outposts -, victory -, hold 0")


BAD = {
    "": "line 1: '' is not 'sand_to_sea, N players' with N from 2 to 4",
    "sand_to_sea, 5 players": "line 1: 'sand_to_sea, 5 players' is not",
    HEAD + "3: caravan Y": "line 2: '3' is not a whole number from 1 to 2",
    HEAD + "asked: seat 3 in turn 1 turn": "line 2: 'seat 3 in turn 1 turn' is no question of this game",
    HEAD + "asked: seat 1 in turn 1 upgrade": "line 2: 'seat 1 in turn 1 upgrade' does not say all that it must",
    HEAD + "asked: seat 1 in turn 1 turn 2": "line 2: 'seat 1 in turn 1 turn 2' does not say all that it must",
    HEAD + "asked: seat 1 in turn 1 dance": "line 2: ",
    HEAD + "tiles: A1 sea": "line 2: unknown: 'A1'",
    HEAD + "tiles: A2 Y:Y>B": "line 2: there is no island 'Y:Y>B'",
    HEAD + "ports: C3 YYGGG": "line 2: unknown: 'C3'",
    HEAD + "ports: A1 YYYYYY": "line 2: there is no victory tile 'YYYYYY'",
    HEAD + "ports: A1 YYGGG\n2: victory YYGGG": "in two places: YYGGG",
    HEAD + "merchants: G YR B YG RR": "line 2: 5 cards in a row of 4",
    HEAD + "1: boat Z3": "line 2: there is no space 'Z3'",
    HEAD + "1: hand YYYYYYYYY": "line 2: there is no merchant card 'YYYYYYYYY'",
    HEAD + "1: played G\n2: spent G": "in two places: G",
    HEAD + "groups: BBB": "line 2: there is no group of starting cubes 'BBB'",
    HEAD + "1: points 7": "line 2: there is no points tile '7'",
    HEAD + "asked: seat 1 in turn 1 trade": "'seat 1 in turn 1 trade' does not say all that it must, or too much",
    HEAD + "asked: seat 1 in turn 1 bonus 5": "'seat 1 in turn 1 bonus 5' does not say all that it must, or too much",
    HEAD + "asked: seat 1 in turn 1 build 99999": "line 2: 'seat 1 in turn 1 build 99999' is no question of this game",
    HEAD + "1: hold 5": "line 2: '5' is not a whole number from 0 to 4",
    HEAD + "1: sail 5": "line 2: '5' is not a whole number from 0 to 4",
    HEAD + "bonus: hold 5, sail 4, points -": "line 2: '5' is not a whole number from 0 to 4",
    HEAD + "bonus: hold 4, sail 4": "line 2: 'points' is missing",
    HEAD + "bonus: hold 4, sail 4, points 9 9": "line 2: '9 9' cannot be left of the points tiles 6 5 4 3, taken from",
    HEAD + "bonus: hold 4, sail 4, points 6 5": "line 2: '6 5' cannot be left of the points tiles 6 5 4 3, taken from",
    HEAD + "bonus: hold 4, sail 4, points 6 6 5 4 3": "line 2: '6 6 5 4 3' cannot be left of",
    HEAD + "bonus: hold 4, sail 4, points 4 3\n1: boat C3, points 4": "in two places: 4",
    HEAD + "1: boat C3, points 6\n2: points 6": "in two places: 6",
    HEAD + "1: boat C3, hold 3\n2: hold 2": "5 hold tiles with those on the pile; there are 4",
    HEAD + "bonus: hold 4, sail 3, points 3\n2: sail 2": "5 sail tiles with those on the pile; there are 4",
    HEAD + "tiles: A2 Y:G>YYYYR, A3 Y:B>YYYRR, B1 Y:B>YYYG, B2 Y:RR>YYYG, B3 Y:R>YYY": "5 islands with the symbol Y",
}


@pytest.mark.parametrize("text", BAD)
def test_a_position_that_cannot_be_read_says_where_and_why(text: str) -> None:
    """C-12: the line and what is wrong with it."""
    with pytest.raises(BadPosition) as error:
        parse_position(text)
    assert BAD[text] in str(error.value)


OTHERS_HERE = {2: "boat C3, outposts C3"}
UNASKABLE: list[tuple[str, dict[str, Any], str]] = [
    ("turn", {"turn": 2}, "out of turn only a discard is"),
    ("turn", {"boat": "-"}, "the boat of seat 1 is not placed"),
    ("start", {}, "the boat of seat 1 is placed"),
    ("place", {}, "the boat of seat 1 is placed"),
    ("start", {"seat": 2, "boat": "-"}, "the boat of seat 1 is placed"),
    ("start", {"boat": "-", "others": {2: "boat -"}}, "the boat of seat 2 is not placed"),
    ("turn", {"others": {2: "boat -"}}, "the boat of seat 2 is not placed"),
    ("place", {"boat": "-", "tiles": dict.fromkeys(ISLANDS, "sea")}, "there is no island to place a boat on"),
    ("start", {"boat": "-", "groups": ""}, "0 groups of starting cubes are left for 1 players"),
    ("sail 2", {"sail": 1}, "2 free steps where there are 1 at most"),
    ("sail 0", {"hand": ""}, "nothing is left to do there"),
    ("toll 0", {"caravan": "Y"}, "there is no other seat 0"),
    ("toll 1", {"caravan": "Y"}, "there is no other seat 1"),
    ("toll 3", {"caravan": "Y"}, "there is no other seat 3"),
    ("toll 2", {"caravan": "Y"}, "the boat of seat 2 is not at the same island"),
    (
        "toll 2",
        {"caravan": "Y", "boat": "A1", "others": {2: "boat A1"}},
        "the boat of seat 2 is not at the same island",
    ),
    ("toll 2", {"others": OTHERS_HERE}, "there is no cube to give"),
    ("act", {"boat": "A1"}, "nothing is left to do there"),
    ("build 1", {"boat": "A1", "caravan": "Y"}, "the boat is not at an island without an own outpost"),
    ("build 1", {"outposts": "C3", "caravan": "Y"}, "the boat is not at an island without an own outpost"),
    ("build 3", {"caravan": "YYY", "others": OTHERS_HERE}, "3 cubes for an outpost that costs 2"),
    ("build 1", {"caravan": "YYY"}, "1 cubes for an outpost that costs 0"),
    ("build 2", {"caravan": "Y", "others": OTHERS_HERE}, "the caravan holds 1 cubes, not 2"),
    ("bonus 1", {}, "the boat is not at an own outpost"),
    ("bonus 1", {"outposts": "C3"}, "the outpost here has not emptied column 1"),
    ("bonus 2", {"outposts": "C3 A2 A3 B2"}, "the outpost here has not emptied column 2"),
    ("market", {"caravan": "YR"}, "the boat is not at an own outpost"),
    ("market", {"outposts": "C3", "caravan": "YY"}, "the trade of the island cannot be paid"),
    ("upgrade 1", {"caravan": "Y"}, "1 upgrades where there are 0 at most"),
    ("upgrade 3", {"caravan": "Y", "hand": "", "played": "+2"}, "3 upgrades where there are 2 at most"),
    ("discard", {"caravan": "Y" * 13, "hold": 1}, "13 cubes are within the limit of 13"),
]


@pytest.mark.parametrize(("asked", "table", "why"), UNASKABLE, ids=[f"{asked}: {why}" for asked, _, why in UNASKABLE])
def test_a_question_that_cannot_be_asked_says_why(asked: str, table: dict[str, Any], why: str) -> None:
    """SS-9, SS-10, SS-11, SS-15: boat, outposts and cubes are where the question needs them."""
    with pytest.raises(BadPosition) as error:
        built(question=asked, **table)
    assert str(error.value) == f"{asked.split()[0]} cannot be asked: {why}"


def test_piles_that_are_not_given_hold_what_nobody_has() -> None:
    """SS-4: points tiles are taken from the top."""
    read = position(parse_position(HEAD + "1: boat C3, hold 1, points 5\n2: boat C3, hold 2, sail 4")).splitlines()
    assert read[5] == "bonus: hold 1, sail 0, points 4 3"


def test_reveals_name_the_cards_and_tiles_turned_up() -> None:
    """C-4, SS-13, SS-11: what fills the row, the port, or the port that was closed."""
    for before, decisions, shown in (
        (built(merchant_deck="RR"), ["acquire G"], ["RR"]),
        (built(boat="A1", caravan="YYGGG", stack="YRGB closed"), ["deliver"], ["YRGB"]),
        (built(boat="A1", caravan="YYGGG", stack="closed YRGB"), ["deliver"], ["closed"]),
        (built(boat="A1", caravan="YYGGG", ports={"A4": "closed"}, stack="RRGB"), ["deliver"], ["RRGB"]),
        (built(boat="A1", caravan="YYGGG", ports={"A4": "closed"}, stack=""), ["deliver"], []),
        (act(built(outposts="A2 A3 B2", merchant_deck="RR"), "build"), ["take G"], ["RR"]),
        (built(), ["play YY"], []),
    ):
        assert reveals(before, act(copy(before), *decisions)) == shown


def test_a_revealed_tile_cannot_be_undone() -> None:
    """C-5: nor a revealed card; all else can be taken back by who decided last."""
    game = Game.new("sand_to_sea", 2, seed=4)
    undone = kept = 0
    for _ in range(10_000):
        if game.over:
            break
        before, seat = game.state.tobytes(), game.seat
        play_hastily(game, seed=len(game.decisions()), most=1)
        if game.steps()[-1].reveals:
            kept += 1
            assert not game.can_undo(seat)
            with pytest.raises(IllegalAction, match=re.escape(f"it revealed {game.steps()[-1].reveals[0]}")):
                game.undo()
        else:
            undone += 1
            text = game.decisions()[-1]
            assert game.can_undo(seat)
            assert (game.undo(), game.state.tobytes(), game.seat) == (text, before, seat)
            game.play(text)
    assert game.over
    assert kept >= 4
    assert undone > 100


def test_a_set_up_choice_can_be_undone() -> None:
    """SS-6: nothing is revealed by it."""
    game = Game.new("sand_to_sea", seed=1)
    before = game.position()
    game.play("start RR")
    assert (game.can_undo(1), game.can_undo(0), game.undo(), game.position()) == (True, False, "start RR", before)


def test_a_record_holds_the_whole_deal() -> None:
    """C-5: cards, map and victory tiles with the closed port; an edited one is refused."""
    game = Game.new("sand_to_sea", seed=3)
    record = json.loads(game.to_json())
    deal = record["start"]["deal"]
    assert (len(deal["merchants"]), len(deal["tiles"]), len(deal["victory"])) == (43, 20, 27)
    assert deal["victory"][4:] == stack(game.state)
    deal["victory"][0], deal["victory"][1] = deal["victory"][1], deal["victory"][0]
    with pytest.raises(BadRecord, match="'deal' does not agree with the seed"):
        Game.from_json(sealed(record))


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    """SS-5: others are refused, and told why."""
    with pytest.raises(ValueError, match=f"sand_to_sea is for 2 to 4 players, not {players}"):
        Game.new("sand_to_sea", players)


def test_turns_and_rounds_are_counted_from_one_and_the_set_up_belongs_to_the_first() -> None:
    """SS-6, C-6: the choices of the set-up are no turns."""
    game = Game.new("sand_to_sea", 3, seed=1)
    counted = []
    for _ in range(6):
        counted.append((game.turn, game.round, game.seat))
        game.play(game.legal()[0])
    assert counted == [(1, 1, 2), (1, 1, 2), (1, 1, 1), (1, 1, 1), (1, 1, 0), (1, 1, 0)]
    for _ in range(4):
        counted.append((game.turn, game.round, game.seat))
        game.play("play YY" if "play YY" in game.legal() else "rest")
    assert counted[6:] == [(1, 1, 0), (2, 1, 1), (3, 1, 2), (4, 2, 0)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_has_a_turn_of_each_player(players: int) -> None:
    """C-6, SS-16: also the last one, and a discard of another seat begins no turn."""
    game = play_hastily(Game.new("sand_to_sea", players, seed=players), seed=1)
    assert game.over
    assert game.turn == game.round * players
    assert game.winner == max(range(players), key=lambda seat: (game.scores()[seat], seat))


def test_a_limit_of_rounds_stops_the_game_as_it_stands() -> None:
    """C-10: Ruling: scored and marked as stopped, after a whole round."""
    game = Game.new("sand_to_sea", 2, seed=1, rounds=2)
    play_hastily(game, seed=3)
    assert (game.over, game.stopped, max(game.scores())) == (True, True, game.scores()[game.winner or 0])
    assert game.legal() == []


def test_a_dealt_game_is_what_its_deal_says() -> None:
    """C-5, SS-2: the tiles of the deal lie on the map."""
    game = Game.new("sand_to_sea", seed=9)
    assert game.deal()["tiles"] == game.view(0)["tiles"]
    assert dealt(2, seed=9).tobytes() == game.state.tobytes()
