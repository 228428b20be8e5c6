"""Records: written whole, and read back only if every part of them agrees."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai import BadRecord, Game
from serai.record import FIELDS, LARGEST
from tests.spice_road.own_components import folder, lines, printed
from tests.spice_road.positions import play_hastily

Record = dict[str, Any]


def finished() -> Game:
    """Plays a whole game."""
    return play_hastily(Game.new("spice_road", seed=0, names=["Ada", "Ben"]), seed=0)


GAME = finished()
TEXT = GAME.to_json()


def edited(edit: Callable[[Record], Any]) -> str:
    """Returns the record of a finished game after an edit."""
    record: Record = json.loads(TEXT)
    edit(record)
    return json.dumps(record)


def test_a_record_has_its_documented_fields_in_order() -> None:
    assert tuple(json.loads(TEXT)) == FIELDS


def test_a_finished_game_records_its_result() -> None:
    assert json.loads(TEXT)["result"] == {"scores": GAME.scores(), "winner": GAME.winner, "stopped": False}


@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 20, 21, 22, 23, 150, 10_000])
@pytest.mark.parametrize("players", [2, 5])
def test_a_record_reads_back_as_the_same_game(players: int, decisions: int) -> None:
    """C-5: set-up and decisions determine the game."""
    names = ["Ada", "Bén", "Цyd", "D", "E"][:players]
    game = play_hastily(Game.new("spice_road", seed=players, names=names, rounds=1000), seed=4, most=decisions)
    again = Game.from_json(game.to_json())
    assert again.to_json() == game.to_json()
    assert again.state.tobytes() == game.state.tobytes()
    assert (again.names, again.turn, again.round, again.over) == (game.names, game.turn, game.round, game.over)
    assert again.history() == game.history()


def test_bytes_are_read_like_text() -> None:
    assert Game.from_json(TEXT.encode()).to_json() == TEXT


def test_a_game_read_back_can_be_played_on() -> None:
    game = Game.new("spice_road", seed=1)
    game.play("play +2")
    again = Game.from_json(game.to_json())
    again.play("upgrade Y")
    assert again.decisions() == ["play +2", "upgrade Y"]


def test_a_record_holds_the_whole_deal() -> None:
    """C-5: everything that the seed decided, in the notation."""
    deal = json.loads(TEXT)["deal"]
    assert deal == GAME.deal()
    assert (len(deal["merchants"]), len(deal["points"])) == (43, 36)


def swap_cards(record: Record) -> None:
    """Exchanges two cards of the deal."""
    cards = record["deal"]["points"]
    cards[0], cards[-1] = cards[-1], cards[0]


def without(field: str) -> Callable[[Record], Any]:
    """Returns an edit that takes a field away."""
    return lambda record: record.pop(field)


def deciding(number: int, text: str) -> Callable[[Record], Any]:
    """Returns an edit that replaces one decision."""
    return lambda record: record["decisions"].__setitem__(number, text)


EDITS: dict[str, tuple[Callable[[Record], Any], str]] = {
    "newer format": (lambda record: record.update(format=2), "'format' is 2, newer than 1"),
    "older format": (lambda record: record.update(format=0), "'format' is 0"),
    "format as text": (lambda record: record.update(format="1"), "no 'format' number"),
    "no format": (lambda record: record.pop("format"), "no 'format' number"),
    "unknown game": (lambda record: record.update(game="chess"), "'game' is 'chess'; known: "),
    "game of a wrong type": (lambda record: record.update(game=["spice_road"]), "'game' is ['spice_road']"),
    "other rules": (lambda record: record.update(rules=99), "'rules' is 99"),
    "other components": (lambda record: record["components"].update(digest="0"), "'components' are {'set': '1', 'dig"),
    "components of a wrong type": (lambda record: record.update(components="1"), "'components' are '1'"),
    "components without a set": (lambda record: record["components"].pop("set"), "'components' are {'digest': "),
    "components with more": (lambda record: record["components"].update(more=1), "'components' are {'set': '1', 'dig"),
    "an unknown set": (lambda record: record["components"].update(set="99"), "'components' name the set '99'; known: "),
    "a set of a wrong type": (lambda record: record["components"].update(set=[1]), "'components' name the set [1]"),
    "one name": (lambda record: record.update(names=["Ada"]), "'names' must be 2 to 5 names"),
    "names of a wrong type": (lambda record: record.update(names="Ada"), "'names' must be 2 to 5 names"),
    "a number for a name": (lambda record: record.update(names=["Ada", 3]), "'names' cannot be used: 3 is not"),
    "an empty name": (lambda record: record.update(names=["Ada", ""]), "'names' cannot be used: '' is not"),
    "the same name twice": (lambda record: record.update(names=["Ada", "Ada"]), "'names' cannot be used: the names ["),
    "a name of two lines": (lambda record: record.update(names=["Ada", "B\ne"]), r"'names' cannot be used: 'B\ne' is"),
    "half a character": (lambda record: record.update(names=["Ada", "\ud800"]), r"'names' cannot be used: '\ud800'"),
    "a longer table": (lambda record: record.update(names=["Ada", "Ben", "Cyd"]), "decision "),
    "edited seed": (lambda record: record.update(seed="1"), "'deal' does not agree with the seed"),
    "seed as a number": (lambda record: record.update(seed=0), "'seed' is 0, not a hexadecimal number"),
    "seed that is no number": (lambda record: record.update(seed="xyz"), "'seed' is 'xyz', not a hexadecimal number"),
    "seed with a sign": (lambda record: record.update(seed="+0"), "'seed' is '+0', not a hexadecimal number"),
    "seed with a prefix": (lambda record: record.update(seed="0x0"), "'seed' is '0x0', not a hexadecimal number"),
    "seed with spaces": (lambda record: record.update(seed=" 0"), "'seed' is ' 0', not a hexadecimal number"),
    "seed with underscores": (lambda record: record.update(seed="0_0"), "'seed' is '0_0', not a hexadecimal number"),
    "seed in capitals": (lambda record: record.update(seed="A"), "'seed' is 'A', not a hexadecimal number"),
    "seed with a line break": (lambda record: record.update(seed="0\n"), r"'seed' is '0\n', not a hexadecimal number"),
    "empty seed": (lambda record: record.update(seed=""), "'seed' is '', not a hexadecimal number"),
    "seed too large": (lambda record: record.update(seed="f" * 33), "not a hexadecimal number of 128 bits"),
    "rounds as text": (lambda record: record.update(rounds="9"), "'rounds' is '9'"),
    "true for rounds": (lambda record: record.update(rounds=True), "'rounds' is True"),
    "half a round": (lambda record: record.update(rounds=1.5), "'rounds' is 1.5"),
    "no rounds at all": (lambda record: record.update(rounds=0), "'rounds' is 0"),
    "fewer rounds": (lambda record: record.update(rounds=1), "is not legal: the game is over"),
    "edited deal": (swap_cards, "'deal' does not agree with the seed"),
    "no cards": (lambda record: record.update(deal=None), "'deal' does not agree with the seed"),
    "decisions of a wrong type": (lambda record: record.update(decisions="play YY"), "'decisions' is not a list"),
    "a number for a decision": (lambda record: record["decisions"].insert(2, 5), "'decisions' number 3 is 5, not text"),
    "an illegal decision": (lambda record: record["decisions"].insert(0, "rest"), "decision 1: 'rest' is not legal"),
    "an unknown decision": (lambda record: record["decisions"].insert(7, "hop"), "decision 8: 'hop' is not legal now"),
    "a decision too many": (lambda record: record["decisions"].append("rest"), "decision 250: 'rest' is not legal"),
    "a decision too few": (lambda record: record["decisions"].pop(), "'count' is 249, but there are 248 decisions"),
    "another count": (lambda record: record.update(count=9), "'count' is 9, but there are 249 decisions"),
    "true for the count": (lambda record: record.update(count=True), "'count' is True"),
    "cut to nothing": (lambda record: record.update(decisions=[], count=0), "but replaying gives None"),
    "an unknown field": (lambda record: record.update(more=1), "'more' is no part of a record"),
    "true for a winner": (lambda record: record["result"].update(winner=True), "'result' is {"),
    "nought for false": (lambda record: record["result"].update(stopped=0), "'result' is {"),
    "more in the result": (lambda record: record["result"].update(more=0), "'result' is {"),
    "more in the deal": (lambda record: record["deal"].update(more=0), "'deal' does not agree with the seed"),
    "edited winner": (lambda record: record["result"].update(winner=0), "'result' is {"),
    "edited scores": (lambda record: record["result"]["scores"].reverse(), "'result' is {"),
    "result taken away": (lambda record: record.update(result=None), "'result' is None, but replaying gives {"),
    **{f"no {field}": (without(field), f"'{field}' is missing") for field in FIELDS[1:]},
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_record_is_refused_and_says_what_and_where(what: str) -> None:
    edit, message = EDITS[what]
    with pytest.raises(BadRecord) as error:
        Game.from_json(edited(edit))
    assert message in str(error.value)


def test_a_decision_edited_anywhere_is_noticed() -> None:
    """C-5: in a finished game another decision leads to another result, or to one that is not legal."""
    record: Record = json.loads(TEXT)
    game = Game.new("spice_road", seed=0)
    for number, decision in enumerate(list(record["decisions"])):
        other = next((text for text in game.legal() if text != decision), None)
        game.play(decision)
        if other and number % 10 == 0:
            with pytest.raises(BadRecord, match=r"^decision \d+: |^'result' is "):
                Game.from_json(edited(deciding(number, other)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT[: len(TEXT) // 2], "not JSON, or cut short: "),
        (TEXT[:-2], "not JSON, or cut short: "),
        ("", "not JSON, or cut short: "),
        ("hello", "not JSON, or cut short: "),
        (b"\xff\x00\xff", "not JSON"),
        ("[]", "no 'format' number"),
        ("null", "no 'format' number"),
        ('"text"', "no 'format' number"),
        ("[" * 100_000, "not JSON: "),
        ('{"format":' * 100_000, "not JSON: "),
        ('{"format": ' + "9" * 5000 + "}", "not JSON: "),
        (TEXT.replace('"deal": {', '"deal": ' + "[" * 5000 + "]" * 5000 + ', "was": {'), "not JSON: "),
        (TEXT + " " * LARGEST, "the record is larger than 4 MB"),
        ("é" * (LARGEST // 2 + 1), "the record is larger than 4 MB"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_record_is_refused_and_says_why(text: str | bytes, message: str) -> None:
    with pytest.raises(BadRecord) as error:
        Game.from_json(text)
    assert message in str(error.value)


def test_half_a_character_is_refused() -> None:
    with pytest.raises(BadRecord):
        Game.from_json('{"format": "\ud800"}')


@pytest.mark.parametrize("field", ["format", "rules"])
def test_true_is_not_a_version(field: str) -> None:
    with pytest.raises(BadRecord, match=field):
        Game.from_json(edited(lambda record: record.update({field: True})))


def test_decisions_lost_from_an_unfinished_game_are_noticed() -> None:
    game = play_hastily(Game.new("spice_road", seed=5), seed=5, most=30)
    record: Record = json.loads(game.to_json())
    assert (record["count"], record["result"]) == (30, None)
    del record["decisions"][20:]
    with pytest.raises(BadRecord, match="'count' is 30, but there are 20 decisions"):
        Game.from_json(json.dumps(record))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [('"rounds":', '"seed": "0", "rounds":', "seed"), ('"set":', '"set": "1", "set":', "set")],
)
def test_a_key_that_is_there_twice_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(BadRecord, match=f"'{key}' is there twice"):
        Game.from_json(TEXT.replace(old, new, 1))


LONG = "x" * 1_000_000
LARGE: dict[str, Callable[[Record], Any]] = {
    **{field: lambda record, field=field: record.update({field: LONG}) for field in FIELDS[1:]},  # type: ignore[misc]
    "format": lambda record: record.update(format=10**4000),
    "version": lambda record: record.update(rules=10**4000),
    "a name": lambda record: record.update(names=["Ada", LONG]),
    "a decision": lambda record: record["decisions"].insert(0, LONG),
    "a field": lambda record: record.update({LONG: 1}),
    "a list": lambda record: record.update(result=[LONG]),
    "the set": lambda record: record["components"].update(set=LONG),
}


@pytest.mark.parametrize("what", LARGE)
def test_a_message_repeats_no_more_than_the_beginning_of_a_wrong_value(what: str) -> None:
    with pytest.raises(BadRecord) as error:
        Game.from_json(edited(LARGE[what]))
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("field", [field for field in FIELDS if field != "decisions"])
def test_a_deep_value_anywhere_is_refused(field: str) -> None:
    deep: Any = 0
    for _ in range(700):
        deep = [deep]
    with pytest.raises(BadRecord):
        Game.from_json(edited(lambda record: record.update({field: deep})))


def test_values_from_another_folder_are_the_same_components(tmp_path: Path) -> None:
    """C-5: the digest names the values; where they lie does not matter."""
    own = folder(tmp_path / "own", points="\n".join(lines("point_cards.csv")))
    file = tmp_path / "record.json"
    file.write_text(TEXT, encoding="utf-8")
    code = f"from serai import Game; print(Game.from_json(open({str(file)!r}).read()).to_json())"
    written = json.loads(printed(code, own))
    assert written.pop("components")["set"] == "custom"
    assert written == {field: value for field, value in json.loads(TEXT).items() if field != "components"}
    assert Game.from_json(edited(lambda record: record["components"].update(set="custom"))).to_json() == TEXT
