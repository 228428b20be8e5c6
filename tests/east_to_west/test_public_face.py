"""A game of From East to West from outside: text both ways, undo, turns and rounds, records."""

import json
import re
from typing import Any

import pytest

from serai import BadPosition, Game, IllegalAction
from serai.core.phases import Phase
from serai.games.east_to_west import rules as east_to_west
from serai.games.east_to_west.rules.state import BLOCKS
from tests.east_to_west.positions import dealt, hasty_game, play_hastily
from tests.east_to_west.positions import position as built
from tests.east_to_west.standard import DECISIONS, NUMBERS, decision, parse, parse_position, position, reveals
from tests.positions import act, actions, copy

HEAD = "east_to_west, 2 players\n"
EXAMPLE = """\
east_to_west, 2 players
asked: seat 2 trade YY>G at market 3
points: YRR YYG RRR - / -
markets: YYY +3 YY>G GG>BB / G B YR
known: 2
stacks: compass+compass merchants / - / saddlebag+hammer / -
spares: merchants
beside: RR 4p
covered: +5 = B
1: caravan -, board 3, reserve 4, at fort 2*2; YYY*1, route YG*2 RR, spent -, claimed GGG, explored YY, bonus -
2: caravan YYG, board 5, reserve 5, at market 3*2, route -, spent YYR, claimed -, explored -, bonus settlers merchants
"""


@pytest.mark.parametrize("action", DECISIONS)
def test_every_action_number_has_a_text_that_reads_back(action: int) -> None:
    """C-12: numbers and texts stand for the same decisions."""
    state = dealt(2)
    text = decision(state, action)
    assert text == DECISIONS[action]
    assert parse(state, text) == action
    assert 0 <= action < 64 * east_to_west.WORDS


def test_no_two_decisions_have_the_same_text() -> None:
    """C-12: 22 locations, 10 tiles, the common questions, 5 places twice, 5 words, 10 swaps."""
    assert len(NUMBERS) == len(DECISIONS) == 22 + 10 + (3 + 3 + 4) + 5 + 5 + 5 + 10


def test_every_number_lies_in_the_block_of_its_kind() -> None:
    """C-12: blocks of fixed capacity, as published."""
    for action in DECISIONS:
        start = max(block for block in BLOCKS if block <= action)
        assert action < start + BLOCKS[start][1]


@pytest.mark.parametrize(
    "text",
    ["", "work", "work fort 5", "work market 0", "work BBB", "route 6", "replace 0", "swap 2 1", "swap 1 1", "pay Y"],
)
def test_a_text_that_names_no_decision_reads_as_none(text: str) -> None:
    assert parse(dealt(2), text) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_and_decisions_of_whole_games_read_back(players: int) -> None:
    """C-5, C-12: every other position with all its legal decisions, and the end."""
    for number, state in enumerate(hasty_game(players, seed=40 + players)):
        if number % 2 == 0 or state.phase == Phase.OVER:
            assert parse_position(position(state)).tobytes() == state.tobytes()
            assert all(parse(state, decision(state, action) or "") == action for action in actions(state))
    assert "\nasked: over\n" in position(state)


def test_a_position_is_written_as_it_is_read() -> None:
    assert position(parse_position(EXAMPLE)) == EXAMPLE


def test_what_is_not_given_is_nothing_but_for_settlers_and_decks() -> None:
    """EW-5: settlers are as at the start."""
    read = position(parse_position(HEAD + "1: caravan Y\n2: board 3, reserve 9")).splitlines()
    assert read[1] == "asked: seat 1 turn"
    assert read[2].startswith("points: - - - - / YRR YYG RRR")
    assert read[3].startswith("markets: - - - - / G YR YYY")
    assert read[9].startswith("1: caravan Y, board 7, reserve 5, at -, route -")
    assert read[10].startswith("2: caravan -, board 3, reserve 9")


BAD = {
    "": "line 1: '' is not 'east_to_west, N players' with N from 2 to 4",
    "east_to_west, 5 players": "line 1: 'east_to_west, 5 players' is not",
    HEAD + "3: caravan Y": "line 2: '3' is not a whole number from 1 to 2",
    HEAD + "asked: seat 3 turn": "line 2: 'seat 3 turn' is no question of this game",
    HEAD + "asked: seat 1 dance": "line 2: 'seat 1 dance' is no question",
    HEAD + "asked: seat 1 upgrade": "line 2: 'seat 1 upgrade' does not say all that it must, or too much",
    HEAD + "asked: seat 1 turn at YYY": "line 2: 'seat 1 turn at YYY' does not say all that it must, or too much",
    HEAD + "asked: seat 1 upgrade 2 at BBB": "line 2: there is no location 'BBB'",
    HEAD + "asked: seat 1 pay": "line 2: 'seat 1 pay' is no question of this game",
    HEAD + "asked: seat 1 trade at market 1": "line 2: 'seat 1 trade at market 1' does not say all that it must",
    HEAD + "asked: seat 1 turn YY>G": "line 2: 'seat 1 turn YY>G' does not say all that it must, or too much",
    HEAD + "points: YRR YYG RRR YRG GGG": "line 2: 5 places where there are 4",
    HEAD + "markets: - - - - YYY": "line 2: 5 places where there are 4",
    HEAD + "markets: YYY YYY": "in two places: YYY",
    HEAD + "markets: YYY\n1: route YYY": "in two places: YYY",
    HEAD + "points: YRR\n2: claimed YRR": "in two places: YRR",
    HEAD + "stacks: spoon": "line 2: there is no bonus tile 'spoon'",
    HEAD + "stacks: - / - / - / - / -": "line 2: 5 stacks where there are 4 forts",
    HEAD + "stacks: merchants merchants merchants": "line 2: 3 bonus tiles at fort 1; there is room for 2",
    HEAD + "spares:" + " merchants" * 9: "line 2: 9 bonus tiles among the spares; there is room for 8",
    HEAD + "covered: YYY = B": "line 2: YYY is never covered; only these are: YY>G, +5",
    HEAD + "covered: +5 = B, +5 = RR": "line 2: +5 is said twice",
    HEAD + "covered: +5": "line 2: there is no exploration tile ''",
    HEAD + "known: many": "line 2: 'many' is not a whole number from 0 to 64",
    HEAD + "1: board 13": "line 2: '13' is not a whole number from 0 to 12",
    HEAD + "1: at YYY*0": "line 2: '0' is not a whole number from 1 to 12",
    HEAD + "1: at YYY": "line 2: '' is not a whole number from 1 to 12",
    HEAD + "1: at YYY*1; YYY*1": "line 2: settlers are said twice at YYY; a location has those of one player",
    HEAD + "1: at YYY*1\n2: at YYY*2": "line 3: settlers are said twice at YYY; a location has those of one player",
    HEAD + "1: route G YR B RR YG YYR": "line 2: 6 cards in a route of 5 at most",
    HEAD + "1: route G*": "line 2: '' is not a whole number from 1 to 12",
    HEAD + "1: bonus settlers merchants merchants merchants": "line 2: 4 bonus tiles of a player; there is room for 3",
    HEAD + "1: camel 3": "line 2: unknown: 'camel'; known: caravan, board",
}


@pytest.mark.parametrize("text", BAD)
def test_a_position_that_cannot_be_read_says_where_and_why(text: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse_position(text)
    assert BAD[text] in str(error.value)


IMPOSSIBLE = {
    HEAD + "1: board 8": "13 settlers of seat 1; board, reserve, locations and route must have 12 together",
    HEAD + "2: at YYY*1": "13 settlers of seat 2; board, reserve, locations and route must have 12 together",
    HEAD + "1: board 6, route G*2": "13 settlers of seat 1",
    HEAD + "1: board 0, reserve 0": "0 settlers of seat 1",
    HEAD + "1: caravan YYYYYYYYYYY": "11 cubes of seat 1 are above the limit of 10",
    HEAD + "asked: seat 1 discard\n2: caravan YYYYYYYYYYY": "11 cubes of seat 2 are above the limit of 10",
    HEAD + "beside: RR B\n1: explored B": "in two places: B",
    HEAD + "beside: RR B\ncovered: +5 = RR": "in two places: RR",
    HEAD + "covered: +5 = RR, YY>G = RR": "in two places: RR",
    HEAD + "1: explored B\n2: explored B": "in two places: B",
    HEAD + "covered: +5 = RR\n1: board 4, at +5*3": "covered, so without settlers: +5",
    "east_to_west, 4 players\ncovered: +5 = RR": "with 4 players no location is covered",
    HEAD + "spares: settlers settlers": "2 bonus tiles settlers; there are 1",
    HEAD + "stacks: settlers\n2: bonus settlers": "2 bonus tiles settlers; there are 1",
    HEAD + "1: route YY": "never in a game of 2 players: YY",
    HEAD + "1: spent +2": "never in a game of 2 players: +2",
    HEAD + "1: claimed YYB": "never in a game of 2 players: YYB",
    HEAD + "points: YRR - RRR": "the forts have a gap; cards slide left, so empty places are at the right end",
    HEAD + "markets: - G": "the markets have a gap; cards slide left, so empty places are at the right end",
    HEAD
    + "asked: seat 1 market at market 2\npoints: YRR - RRR\nmarkets: G YR\n1: at market 2*1, board 6": "the forts have",
    HEAD + "markets: - / G YR\nknown: 3": "3 known merchants in a deck of 2",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_that_cannot_be_says_why(text: str) -> None:
    """EW-3, EW-4, EW-5, EW-7, EW-14: no piece is in two places, and there are no more than there are."""
    with pytest.raises(BadPosition) as error:
        parse_position(text)
    assert IMPOSSIBLE[text] in str(error.value)


AT_FORT: dict[str, Any] = {"at": "fort 1*1", "claimed": "YRG", "forts": "-"}
AT_MARKET: dict[str, Any] = {"at": "market 1*1", "markets": "YY>G +3"}
UNASKABLE: list[tuple[str, dict[str, Any], str]] = [
    ("turn, then again", {}, "another turn follows only a discard"),
    ("discard", {"caravan": "Y" * 10}, "10 cubes are within the limit of 10"),
    ("market at market 1", {}, "seat 1 has no settlers there"),
    ("market on route", {}, "it belongs to a location, not to the route"),
    ("market at YYY", {"at": "YYY*1"}, "the location is no market"),
    ("market at market 1", {"at": "market 1*1", "markets": "-"}, "there is no merchant at the market"),
    ("replace at market 1", {**AT_MARKET, "route": "G YR B RR"}, "the route has fewer than 5 cards"),
    ("explore on route", {}, "it belongs to a location, not to the route"),
    ("explore at YYY", {"at": "YYY*1"}, "the location is no fort"),
    ("explore at fort 1", {**AT_FORT, "forts": "YYG"}, "the point card above the fort has not been taken"),
    ("explore at fort 1", {**AT_FORT, "claimed": ""}, "seat 1 has claimed no point card"),
    ("explore at fort 1", {**AT_FORT, "claimed": "YYG"}, "no point card of seat 1 lets it explore"),
    ("bonus at YYY", {"at": "YYY*1"}, "the location is no fort"),
    ("bonus at fort 1", AT_FORT, "no bonus tile is left at the fort"),
    (
        "bonus at fort 1",
        {**AT_FORT, "stacks": "settlers / - / - / -", "bonus": "merchants merchants merchants"},
        "seat 1 has 3 already",
    ),
    ("swap at YYY", {"at": "YYY*1", "route": "G YR"}, "the location does not adjust the route"),
    ("swap at adjust", {"at": "adjust*1", "route": "G"}, "the route has fewer than two cards"),
    ("barter at YYY", {"at": "YYY*1"}, "the location does not trade"),
    ("barter at YY>G", {"at": "YY>G*2", "caravan": "Y"}, "its trade cannot be paid"),
    ("upgrade 3 at +2", {"at": "+2*1", "caravan": "Y"}, "3 upgrades where there are 2 at most"),
    ("upgrade 2 at +2", {"at": "+2*1", "caravan": "BB"}, "no cube below brown is there"),
    ("upgrade 1 at YYY", {"at": "YYY*1", "caravan": "Y"}, "1 upgrades where there are 0 at most"),
    ("upgrade 1 at market 1", {**AT_MARKET, "caravan": "Y"}, "1 upgrades where there are 0 at most"),
    ("upgrade 1 at fort 1", {**AT_FORT, "caravan": "Y", "explored": "RR"}, "1 upgrades where there are 0 at most"),
    ("upgrade 1 on route", {"caravan": "Y", "route": "+3"}, "1 upgrades where there are 0 at most"),
    ("upgrade 4 on route", {"caravan": "Y", "route": "+3*1"}, "4 upgrades where there are 3 at most"),
    ("trade YY>G at market 2", {"at": "market 2*1", "markets": "YY>G +3"}, "YY>G is not in use there"),
    ("trade YY>G at YYY", {"at": "YYY*1", "caravan": "YY"}, "YY>G is not in use there"),
    ("trade YY>G on route", {"route": "YY>G", "caravan": "YY"}, "YY>G is not in use there"),
    ("trade YY>G at market 1", {**AT_MARKET, "caravan": "Y"}, "YY>G cannot be paid"),
]


@pytest.mark.parametrize(("asked", "table", "why"), UNASKABLE, ids=[f"{asked}: {why}" for asked, _, why in UNASKABLE])
def test_a_question_that_cannot_be_asked_says_why(asked: str, table: dict[str, Any], why: str) -> None:
    """EW-8 to EW-16: settlers, cards, tiles and cubes are where the question needs them."""
    with pytest.raises(BadPosition) as error:
        built(question=asked, **table)
    assert str(error.value) == f"{re.split('[ ,]', asked)[0]} cannot be asked: {why}"


ASKABLE: list[tuple[str, dict[str, Any]]] = [
    ("discard, then again", {"at": "refresh*1", "caravan": "R" * 11}),
    ("market at market 1", AT_MARKET),
    ("replace at market 1", {**AT_MARKET, "route": "G YR B RR YG"}),
    ("explore at fort 1", AT_FORT),
    ("bonus at fort 1", {**AT_FORT, "stacks": "settlers / - / - / -", "bonus": "merchants merchants"}),
    ("swap at adjust", {"at": "adjust*1", "route": "G YR"}),
    ("barter at YY>G", {"at": "YY>G*2", "caravan": "YY"}),
    ("upgrade 2 at +2", {"at": "+2*1", "caravan": "YB"}),
    ("upgrade 3 at market 2", {"at": "market 2*1", "markets": "YY>G +3", "caravan": "Y"}),
    ("upgrade 1 at fort 1", {**AT_FORT, "caravan": "Y", "explored": "+3"}),
    ("upgrade 3 on route", {"caravan": "Y", "route": "+3*1"}),
    ("trade YY>G at market 1", {**AT_MARKET, "caravan": "YY"}),
    ("trade YY>G on route", {"route": "YY>G*1", "caravan": "YY"}),
]


@pytest.mark.parametrize(("asked", "table"), ASKABLE, ids=[asked for asked, _ in ASKABLE])
def test_every_question_can_be_asked_where_it_belongs(asked: str, table: dict[str, Any]) -> None:
    """EW-8 to EW-16: and is written as it was read."""
    text = position(built(question=asked, **table))
    assert f"\nasked: seat 1 {asked}\n" in text
    assert position(parse_position(text)) == text


def test_a_player_without_a_line_has_the_settlers_of_the_start() -> None:
    """EW-5: seven on the board with two players, six with more."""
    assert "2: caravan -, board 7, reserve 5," in position(parse_position(HEAD))
    assert "3: caravan -, board 6, reserve 6," in position(parse_position("east_to_west, 3 players"))


def test_a_turn_is_undone_decision_by_decision() -> None:
    """C-12: back to the deal, byte by byte."""
    game = Game.new("east_to_west", seed=1)
    states = [game.state.tobytes()]
    for text in "work +2", "upgrade Y", "upgrade R":
        game.play(text)
        states.append(game.state.tobytes())
    for text, before in zip(["upgrade R", "upgrade Y", "work +2"], states[2::-1], strict=True):
        assert game.can_undo(0)
        assert game.undo() == text
        assert game.state.tobytes() == before


def hidden(game: Game) -> list[object]:
    """Lists what lies hidden: deck orders above the known part, below the top, and tiles below tops and in the box."""
    state = game.state
    merchants = [int(card) for card in state.merchants.deck[state.known : state.merchants.left]]
    points = [int(card) for card in state.points.deck[: max(0, state.points.left - 1)]]
    tiles = [[int(tile) for tile in state.stacks[fort, : max(0, state.heights[fort] - 1)]] for fort in range(4)]
    return [merchants, points, tiles]


@pytest.mark.parametrize("seed", range(6))
def test_undo_never_goes_past_what_was_revealed(seed: int) -> None:
    """C-11: a decision that turned up a merchant, a point card or a bonus tile stays; any other may be taken back."""
    game = Game.new("east_to_west", 2 + seed % 3, seed)
    seen = set()
    for _ in range(250):
        before, seat, known = hidden(game), game.seat, int(game.state.known)
        play_hastily(game, seed=len(game.decisions()) * 7 + seed, most=1)
        step = game.steps()[-1]
        grown = int(game.state.known) > known
        if hidden(game) != before and not grown:
            assert step.reveals, f"{step.text} revealed something unsaid"
        if step.reveals:
            seen.add(step.text.split()[0])
            assert not game.can_undo(seat)
            with pytest.raises(IllegalAction, match=re.escape(f"{step.text!r} cannot be undone: it revealed")):
                game.undo()
        else:
            assert game.can_undo(seat)
        if game.over:
            break
    assert seen


def test_a_refresh_reveals_the_merchants_that_it_lays_out() -> None:
    """EW-14, C-11: four new ones."""
    game = Game.new("east_to_west", seed=1)
    new = game.deal()["merchants"][4:8]
    assert game.play("work refresh") == new
    assert not game.can_undo(0)


def test_a_kept_merchant_reveals_the_one_that_fills_the_row() -> None:
    """EW-12, C-4: the top of the deck; working at the market alone reveals nothing."""
    game = Game.new("east_to_west", seed=1)
    assert game.play("work market 1") == []
    assert game.can_undo(0)
    assert game.play("keep") == [game.deal()["merchants"][4]]


def test_a_claim_reveals_the_next_bonus_tile_before_the_next_point_card() -> None:
    """EW-9, C-11: the tile is taken before the cards slide; the card that fills the row was known before."""
    stacks = "settlers merchants / - / - / -"
    before = built(question="bonus at fort 1", **{**AT_FORT, "stacks": stacks, "point_deck": "GGG YYG RRR"})
    assert reveals(before, act(copy(before), "bonus")) == ["merchants", "YYG"]
    assert reveals(before, act(copy(before), "no bonus")) == ["YYG"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_and_rounds_are_counted_with_extra_turns_in_their_round(players: int) -> None:
    """C-6, EW-14: every round has a turn of each player, and one more for each refresh."""
    game = play_hastily(Game.new("east_to_west", players, seed=players), seed=1)
    refreshes = game.decisions().count("work refresh")
    assert game.over
    assert refreshes > 0
    assert game.turn == game.round * players + refreshes


def test_an_extra_turn_of_the_last_player_does_not_begin_a_round() -> None:
    """C-6, EW-14: nor does it come too late for a limit of rounds (C-10)."""
    game = Game.new("east_to_west", seed=1, rounds=1)
    for text in "work YYY", "work refresh":
        game.play(text)
    assert (game.seat, game.round, game.turn, game.over) == (1, 1, 3, False)
    game.play("work YR")
    assert (game.over, game.stopped) == (True, True)


def test_a_record_holds_the_whole_deal() -> None:
    """C-5, EW-2 to EW-6: everything that the seed decided, in the notation."""
    game = Game.new("east_to_west", 3, seed=1, components="3")
    deal = json.loads(game.to_json())["start"]["deal"]
    assert deal == game.deal()
    assert (len(deal["merchants"]), len(deal["points"])) == (43, 32)
    assert [len(stack) for stack in deal["stacks"]] == [2, 2, 4, 4]
    assert (len(deal["spares"]), sorted(deal["covered"])) == (8, ["+3", "YY>G"])


def test_a_game_plays_to_its_end_with_a_winner() -> None:
    """EW-19, C-7: a player has eight point cards, and the latest of the best wins."""
    game = play_hastily(Game.new("east_to_west", 4, seed=2), seed=2)
    scores = game.scores()
    assert game.state.phase == Phase.OVER
    assert max(len(player["claimed"]) for player in game.view(0)["players"]) >= 8
    assert game.winner == max(range(4), key=lambda seat: (scores[seat], seat))


@pytest.mark.parametrize("text", ["WORK yyy", "  work   YYY "])
def test_decisions_are_read_in_any_case_and_spacing(text: str) -> None:
    game = Game.new("east_to_west", seed=1)
    game.play(text)
    assert game.decisions() == ["work YYY"]
