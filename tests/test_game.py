"""One played game: who sits where, what may be decided, undo, turns and rounds, the end."""

import copy
import json
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from serai import GAMES, BadRecord, Game, IllegalAction
from serai.core import playouts
from serai.core.notation.errors import brief
from serai.core.phases import Phase
from serai.core.records import empty_states
from serai.record import FIELDS
from tests.records import sealed
from tests.spice_road.positions import play_hastily

NAMES = ["Ada", "Ben", "Cyd"]


def new(players: int = 2, seed: int = 1, **options: Any) -> Game:
    """Sets up a game whose row is YY>RR YR>B YR YYYY>GB RRR>GGG G>YRR."""
    return Game.new("spice_road", players, seed, **options)


def test_names_keep_their_order_around_the_table() -> None:
    """SR-5: only who starts is dealt."""
    for seed in range(50):
        names = new(3, seed, names=NAMES).names
        start = names.index("Ada")
        assert names[start:] + names[:start] == NAMES


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_name_gets_to_start(players: int) -> None:
    """SR-5: the seed says who starts."""
    names = ["Ada", "Ben", "Cyd", "Dan", "Eve"][:players]
    assert {new(players, seed, names=names).names[0] for seed in range(60)} == set(names)


def test_given_seating_keeps_the_names_as_they_are() -> None:
    assert all(new(3, seed, names=NAMES, seating="given").names == NAMES for seed in range(20))


def test_seating_does_not_change_the_deal() -> None:
    assert new(3, names=NAMES).position() == new(3, names=NAMES, seating="given").position() == new(3).position()


def test_players_without_names_are_numbered_by_seat() -> None:
    assert new(3).names == ["player 1", "player 2", "player 3"]


def test_the_number_of_names_is_the_number_of_players() -> None:
    assert Game.new("spice_road", names=NAMES).players == 3
    assert Game.new("spice_road").players == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "spice_road is for 2 to 5 players, not 1"),
        ({"players": 6}, "spice_road is for 2 to 5 players, not 6"),
        ({"names": ["Ada"]}, "spice_road is for 2 to 5 players, not 1"),
        ({"names": []}, "spice_road is for 2 to 5 players, not 0"),
        ({"players": 2, "names": NAMES}, "3 names for 2 players"),
        ({"names": ["Ada", " "]}, "' ' is not a name: 1 to 60 characters"),
        ({"names": ["Ada", "x" * 61]}, "is not a name: 1 to 60 characters"),
        ({"names": ["Ada", 3]}, "3 is not a name"),
        ({"names": ["Ada", "B\nen"]}, r"'B\nen' is not a name: 1 to 60 characters that can be printed"),
        ({"names": ["Ada", "B\x1b[2Jen"]}, r"'B\x1b[2Jen' is not a name"),
        ({"names": ["Ada", "B\u202een"]}, r"'B\u202een' is not a name"),
        ({"names": ["Ada", "B\ud800"]}, r"'B\ud800' is not a name"),
        ({"names": ["Ada", "Ada"]}, "the names ['Ada', 'Ada'] are not all different"),
        ({"names": ["Ada", "Ada "]}, "the names ['Ada', 'Ada '] are not all different"),
        ({"names": ["Ada", "aDa"]}, "the names 'Ada' and 'aDa' look alike; give one of the two another name"),
        ({"names": ["Zo\u00eb", "Bo", "zoe\u0308 "]}, "the names 'Zo\u00eb' and 'zoe\u0308 ' look alike"),
        ({"names": ["Weiss", "Wei\u00df"]}, "look alike"),
        ({"names": ["Ada", "\uff21\uff24\uff21"]}, "look alike"),
        ({"names": ["A da", "A  da"]}, "look alike"),
        ({"names": ["Ada", "A\ufe0fda\u3164"]}, "look alike"),
        ({"names": ["Ada", "\u3164\u2800"]}, "'\u3164\u2800' is not a name: 1 to 60 characters that can be seen"),
        ({"names": "ab"}, "names is 'ab', not a list of names"),
        ({"names": {"Ada": 1, "Ben": 2}}, "not a list of names"),
        ({"players": True}, "players is True, not a whole number"),
        ({"players": 2.0}, "players is 2.0, not a whole number"),
        ({"players": "2"}, "players is '2', not a whole number"),
        ({"seed": True}, "the seed is True, not a whole number"),
        ({"seed": 1.0}, "the seed is 1.0, not a whole number"),
        ({"seed": "1"}, "the seed is '1', not a whole number"),
        ({"seed": 10**5000}, "the seed <int too large to show> is not a number"),
        ({"rounds": True}, "rounds is True, not a whole number"),
        ({"rounds": 2.5}, "rounds is 2.5, not a whole number"),
        ({"rounds": "2"}, "rounds is '2', not a whole number"),
        ({"rounds": -3}, "rounds is -3; a limit of rounds (C-10) is at least 1"),
        ({"seed": -1}, "the seed -1 is not a number from 0 to 2**128 - 1"),
        ({"seed": 1 << 128}, "is not a number from 0 to 2**128 - 1"),
        ({"rounds": 0}, "a limit of rounds (C-10) is at least 1"),
        ({"rules": 3}, "spice_road is played by version 1 to 2 of the rules, not 3"),
        ({"rules": 0}, "spice_road is played by version 1 to 2 of the rules, not 0"),
        ({"rules": True}, "rules is True, not a whole number"),
        ({"seating": "random"}, "seating is 'dealt' or 'given', not 'random'"),
    ],
)
def test_a_wrong_setup_is_refused_and_says_why(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        Game.new("spice_road", **options)
    assert message in str(error.value)


def test_names_that_differ_to_the_eye_are_taken_as_they_are_typed() -> None:
    """Also an accent more, another script, a space within."""
    names = ["Zoe", "Zo\u00eb", "zoe 2", "\u8449\U000e0100", "\u00c5sa "]
    assert new(5, names=names, seating="given").names == names


@pytest.mark.parametrize("names", [["Ada", "ada"], ["Zo\u00eb", "Zoe\u0308"], ["Ada", "\u3164"]])
def test_a_record_is_read_whatever_its_names_look_like(names: list[str]) -> None:
    """Earlier versions let them begin a game."""
    record = {**json.loads(new().to_json()), "names": names}
    assert Game.from_json(sealed(record)).names == names


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64])
def test_every_kind_of_integer_sets_up_a_plain_game(kind: Any) -> None:
    game = Game.new("spice_road", players=kind(3), seed=kind(5), rounds=kind(4))
    assert game.setup == Game.new("spice_road", 3, 5, rounds=4).setup
    assert {type(value) for value in (game.setup.players, game.setup.seed, game.setup.rounds)} == {int}
    assert json.loads(game.to_json())["rounds"] == 4


def test_an_unknown_game_is_refused_with_a_list_of_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"there is no game 'chess'; there are: .*spice_road"):
        Game.new("chess")
    with pytest.raises(ValueError, match=r"there is no game \['spice_road'\]; there are: "):
        Game.new(["spice_road"])  # type: ignore[arg-type]


def test_without_a_seed_no_two_games_are_alike() -> None:
    """C-5: a fresh seed is 128 bits of the operating system."""
    seeds = {Game.new("spice_road").setup.seed for _ in range(20)}
    assert len(seeds) == 20
    assert max(seeds) > 1 << 100
    assert Game.new("spice_road").position() != Game.new("spice_road").position()


def test_the_largest_seed_is_a_seed() -> None:
    assert new(seed=(1 << 128) - 1).position() != new(seed=(1 << 64) - 1).position()


def test_legal_decisions_are_sorted_text() -> None:
    legal = new().legal()
    assert legal == ["acquire YR", "acquire YR>B", "acquire YY>RR", "acquire YYYY>GB", "play +2", "play YY", "rest"]
    assert legal == sorted(legal)


def test_action_numbers_stand_for_the_same_decisions() -> None:
    game = new()
    assert len(game.actions()) == len(game.legal())
    for action in game.actions():
        by_number, by_text = new(), new()
        by_number.play(action)
        by_text.play(by_number.decisions()[0])
        assert by_number.position() == by_text.position()


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint64])
def test_every_kind_of_integer_is_an_action_number(kind: Any) -> None:
    game = new()
    game.play(kind(0))
    assert game.decisions() == ["play YY"]


@pytest.mark.parametrize("text", ["play YY", "PLAY yy", "  Play   yY "])
def test_decisions_are_read_in_any_case_and_spacing(text: str) -> None:
    game = new()
    game.play(text)
    assert game.decisions() == ["play YY"]


@pytest.mark.parametrize(
    "wrong",
    ["", "dance", "play", "play B", "pay Y", "acquire RRR>GGG", "claim YYRR", 5, -1, 10**30, True, 0.0, None, b"rest"],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(wrong: Any) -> None:
    game = new()
    before = game.state.tobytes()
    with pytest.raises(IllegalAction) as error:
        game.play(wrong)
    assert str(error.value) == f"{wrong!r} is not legal now; legal: {', '.join(game.legal())}"
    assert game.state.tobytes() == before
    assert game.decisions() == []


@pytest.mark.parametrize("wrong", ["x" * 100_000, 10**5000], ids=["text", "number"])
def test_a_long_mistake_is_not_repeated_in_full(wrong: Any) -> None:
    with pytest.raises(IllegalAction) as error:
        new().play(wrong)
    assert len(str(error.value)) < 250


def test_what_was_revealed_is_told() -> None:
    """C-4: the card that fills the row."""
    game = new()
    top = game.deal()["merchants"][6]
    assert game.play("play YY") == []
    assert game.play("acquire YY>RR") == [top]
    assert game.history() == ["play YY", "acquire YY>RR", f"reveal {top}"]


def test_states_given_out_are_copies() -> None:
    game = new()
    game.state.players[0].caravan[3] = 9
    assert "caravan YYY," in game.position()


def test_a_turn_is_undone_decision_by_decision() -> None:
    game = new()
    positions = [game.position()]
    for decision in "play +2", "upgrade Y", "upgrade R":
        game.play(decision)
        positions.append(game.position())
    for decision, position in (("upgrade R", 2), ("upgrade Y", 1), ("play +2", 0)):
        assert game.can_undo(0)
        assert game.undo() == decision
        assert game.position() == positions[position]
    assert (game.turn, game.seat, game.can_undo(0)) == (1, 0, False)


def test_rewinding_goes_past_reveals_and_the_same_cards_come_again() -> None:
    """C-5: a set-up and a list of decisions determine the game."""
    game = new()
    turned = [game.play(decision) for decision in ("acquire YY>RR", "play YY", "play YY")]
    assert turned[0]
    end = game.state
    game.rewind(0)
    assert (game.decisions(), game.turn, game.position()) == ([], 1, new().position())
    assert [game.play(decision) for decision in ("acquire YY>RR", "play YY", "play YY")] == turned
    assert game.state == end
    for count in (-1, 4):
        with pytest.raises(ValueError, match="there are 3 decisions"):
            game.rewind(count)


def test_a_turn_cannot_be_undone_once_the_next_seat_has_decided() -> None:
    game = new()
    game.play("play YY")
    assert game.can_undo(0)
    assert not game.can_undo(1)
    game.play("play +2")
    assert not game.can_undo(0)
    assert game.can_undo(1)


def test_a_reveal_cannot_be_undone() -> None:
    game = new()
    game.play("acquire YR>B")
    assert game.can_undo(0)
    revealed = game.play("pay Y")
    assert not game.can_undo(0)
    before = game.state.tobytes()
    with pytest.raises(IllegalAction, match=re.escape(f"'pay Y' cannot be undone: it revealed {revealed[0]}")):
        game.undo()
    assert game.state.tobytes() == before


def test_a_payment_can_be_undone_before_the_reveal() -> None:
    game = new()
    start = game.position()
    game.play("acquire YR")
    game.play("pay Y")
    assert [game.undo(), game.undo()] == ["pay Y", "acquire YR"]
    assert game.position() == start


def test_there_is_nothing_to_undo_in_a_new_game() -> None:
    game = new()
    assert not game.can_undo(0)
    with pytest.raises(IllegalAction, match="there is nothing to undo"):
        game.undo()


def test_undoing_the_last_decision_reopens_the_game() -> None:
    game = new(rounds=1)
    game.play("play YY")
    game.play("play YY")
    assert (game.over, game.view(0)["phase"]) == (True, "over")
    game.undo()
    assert (game.over, game.winner, game.seat, game.view(0)["phase"]) == (False, None, 1, "turn")


def test_turns_and_rounds_are_counted_from_one() -> None:
    game = new(3)
    counted = [(game.turn, game.round, game.seat)]
    for decision in "play +2", "upgrade Y", "stop", "play YY", "play YY", "rest":
        game.play(decision)
        counted.append((game.turn, game.round, game.seat))
    assert counted == [(1, 1, 0), (1, 1, 0), (1, 1, 0), (2, 1, 1), (3, 1, 2), (4, 2, 0), (5, 2, 1)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_round_has_a_turn_of_each_player(players: int) -> None:
    """C-6: also the last one."""
    game = play_hastily(new(players, seed=players), seed=1)
    assert game.over
    assert game.turn == game.round * players


def test_a_limit_of_rounds_stops_the_game_as_it_stands() -> None:
    """C-10: the game is scored as it stands and marked as stopped."""
    game = new(5, rounds=2)
    for _ in range(10):
        assert not game.over
        assert not game.stopped
        game.play("play YY" if game.round == 1 else "rest")
    assert game.over
    assert game.stopped
    assert game.scores() == [0, 0, 0, 1, 1]
    assert game.winner == 4
    assert game.legal() == []
    with pytest.raises(IllegalAction, match="'play YY' is not legal: the game is over"):
        game.play("play YY")


def test_a_limit_of_rounds_waits_for_the_whole_last_turn() -> None:
    """C-10, C-6: the round ends with the turn of the last player, not with its first decision."""
    game = new(rounds=1)
    for decision in "play YY", "play +2", "upgrade Y":
        game.play(decision)
    assert not game.over
    game.play("stop")
    assert game.stopped


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_a_stopped_game_counts_no_round_that_was_not_begun(players: int, rounds: int) -> None:
    """C-10: the limit is the last round, and random games in compiled code count like played ones."""
    game = play_hastily(new(players, rounds=rounds), seed=1)
    assert (game.stopped, game.round, game.turn) == (True, rounds, rounds * players)
    assert (game.view(0)["round"], game.view(0)["turn"]) == (rounds, rounds * players)
    results = np.zeros(3, playouts.RESULT)
    mask = np.zeros(game.rules.WORDS, np.uint64)
    playouts.simulate(game.values, empty_states(game.rules.STATE, 1), mask, players, np.uint64(1), 0, rounds, results)
    assert results["stopped"].tolist() == [1, 1, 1]
    assert results["rounds"].tolist() == [rounds] * 3
    assert results["turns"].tolist() == [rounds * players] * 3


def test_an_end_in_the_last_round_allowed_is_no_stop() -> None:
    """C-10, C-6: a game that is over by its own rules was not stopped."""
    free = play_hastily(new(seed=2), seed=1)
    limited = play_hastily(new(seed=2, rounds=free.round), seed=1)
    assert (limited.over, limited.stopped, limited.round) == (True, False, free.round)


def test_without_a_limit_a_game_goes_on() -> None:
    """C-10: the rules set no limit of rounds."""
    game = new()
    for _ in range(400):
        game.play("play YY" if "play YY" in game.legal() else "discard Y" if "discard Y" in game.legal() else "rest")
    assert not game.over
    assert game.round > 70


def test_a_stopped_game_can_be_recorded_and_viewed_as_json() -> None:
    """C-10: stopped games are records and views like any other."""
    game = new(rounds=1)
    game.play("play YY")
    game.play("play YY")
    assert json.loads(json.dumps(game.view(0)))["stopped"] is True
    assert Game.from_json(game.to_json()).stopped is True


def test_the_winner_is_known_only_when_the_game_is_over() -> None:
    """C-7, SR-14: until then there are only scores as they would be now."""
    game = new()
    assert (game.winner, game.scores(), game.over) == (None, [0, 0], False)
    play_hastily(game, seed=3)
    scores = game.scores()
    assert game.over
    assert not game.stopped
    assert game.winner == max(range(2), key=lambda seat: (scores[seat], seat))


def test_a_tie_goes_to_the_latest_in_turn_order() -> None:
    """C-7: three players without a point."""
    game = new(3, rounds=1)
    for _ in range(3):
        game.play("play YY")
    assert (game.scores(), game.winner) == ([0, 0, 0], 2)
    assert game.ranking() == [2, 1, 0]


def test_a_ranking_lists_the_seats_best_first() -> None:
    """C-7: by score, and of equal scores the later seat first; at any time, as scores are."""
    game = play_hastily(new(5, seed=2), seed=3)
    scores = game.scores()
    assert game.ranking() == sorted(range(5), key=lambda seat: (-scores[seat], -seat))
    assert game.ranking()[0] == game.winner
    assert new(5).ranking() == [4, 3, 2, 1, 0]


SEATED: list[Any] = [Game.view, Game.can_undo, lambda game, seat: game.redealt(seat, 1)]


@pytest.mark.parametrize("ask", SEATED, ids=["view", "can_undo", "redealt"])
@pytest.mark.parametrize("seat", [-1, 2, 10**5000, True, np.True_, 0.0, np.nan, "0", "", None, [0]], ids=brief)
def test_only_a_seat_that_is_there_is_viewed_redealt_and_asked_for_undo(ask: Any, seat: Any) -> None:
    """C-11: what a seat knows; false is no seat 0."""
    game = new()
    game.play("play YY")
    with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 1|the seat is .*, not a whole number"):
        ask(game, seat)


@pytest.mark.parametrize("ask", SEATED, ids=["view", "can_undo", "redealt"])
@pytest.mark.parametrize("kind", [np.int8, np.uint64])
def test_every_kind_of_integer_is_a_seat(ask: Any, kind: Any) -> None:
    game = new()
    game.play("play YY")
    assert ask(game, kind(0)) == ask(game, 0)


@pytest.mark.parametrize("count", [True, 1.0, np.nan, "1", None], ids=brief)
def test_only_a_whole_number_of_decisions_is_rewound_to(count: Any) -> None:
    game = new()
    game.play("play YY")
    with pytest.raises(ValueError, match=r"the count is .*, not a whole number"):
        game.rewind(count)
    assert game.decisions() == ["play YY"]


@pytest.mark.parametrize("wrong", [None, 1, True, {}, ["{}"], Path("game.json")], ids=brief)
def test_only_text_is_read_as_a_record(wrong: Any) -> None:
    with pytest.raises(BadRecord, match=r"a record is text or bytes, as Game.to_json writes it, not "):
        Game.from_json(wrong)


@pytest.mark.parametrize("wrong", [None, "spice_road", 1], ids=brief)
def test_a_game_is_not_made_of_anything_but_a_setup(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"a game is made of a Setup, not of .*; Game.new makes one by its name"):
        Game(wrong)


@pytest.mark.parametrize("seed", [-1, 1 << 128, True, 1.0, "1"])
def test_only_a_seed_redeals(seed: Any) -> None:
    """C-11: 128 bits, as for a new game."""
    with pytest.raises(ValueError, match="the seed"):
        new().redealt(0, seed)


def played(name: str, decisions: int, rounds: int | None = None) -> Game:
    """Plays random decisions of any game."""
    game, random = Game.new(name, seed=3, rounds=rounds), Random(decisions)
    while not game.over and len(game.steps()) < decisions:
        game.play(random.choice(game.legal()))
    return game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_game_can_be_copied_and_pickled(name: str, again: Any) -> None:
    game = played(name, 25)
    copied = again(game)
    assert copied.to_json() == game.to_json()
    assert copied.state.tobytes() == game.state.tobytes()
    assert copied.legal() == game.legal()
    assert copied.play(game.legal()[0]) is not None


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_copy_is_played_apart_from_its_original(again: Any) -> None:
    game = played("spice_road", 25)
    before = game.to_json()
    again(game).play(game.legal()[0])
    assert game.to_json() == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rounds", [1, 4])
def test_views_and_records_of_stopped_games_are_plain_json(name: str, rounds: int) -> None:
    """C-10: of every game."""
    game = played(name, 10_000, rounds)
    assert game.stopped is True
    assert (game.view(0)["phase"], game.view(0).get("turn_of")) == ("over", None)
    assert tuple(json.loads(game.to_json())) == FIELDS
    assert Game.from_json(game.to_json()).to_json() == game.to_json()
    for seat in range(game.players):
        assert json.loads(json.dumps(game.view(seat))) == game.view(seat)


@pytest.mark.parametrize("name", GAMES)
def test_decision_trees_have_as_many_ways_as_can_be_played(name: str) -> None:
    """C-12: every decision counts as a step; a finished game counts as one way."""
    game = Game.new(name, seed=3)
    states = empty_states(game.rules.STATE, 3)
    masks = np.zeros((3, game.rules.WORDS), np.uint64)
    states[0] = game.state
    ways = 0
    for decision in game.legal():
        twin = copy.copy(game)
        twin.play(decision)
        ways += len(twin.legal())
    assert [playouts.perft(game.values, states, masks, depth) for depth in range(3)] == [1, len(game.legal()), ways]
    states[0].phase = Phase.OVER
    assert playouts.perft(game.values, states, masks, 2) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_the_version_of_the_rules_that_it_was_begun_with(name: str) -> None:
    """C-9: up to version 1 nobody rests for nothing; its records are read and played on by it."""
    usual, first = Game.new(name, seed=2), Game.new(name, seed=2, rules=1)
    for game in usual, first:
        while game.state.phase != Phase.TURN:
            game.play(game.legal()[0])
    assert (usual.version, first.version) == (2, 1)
    assert set(usual.legal()) - set(first.legal()) == {"rest"}
    read = Game.from_json(first.to_json())
    assert (read.version, read.legal()) == (1, first.legal())
    usual.play("rest")
    assert Game.from_json(usual.to_json()).decisions()[-1] == "rest"
