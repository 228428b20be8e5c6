"""Records: written whole, and read back only if every part of them agrees."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from serai import BadRecord, Game
from serai.record import FIELDS, FIRST_FIELDS, LARGEST
from tests.hasty import HASTY
from tests.positions import TABLES
from tests.records import GAME, TEXT, Json, edited, first_format, second_format
from tests.spice_road.positions import play_hastily


def test_a_record_has_its_documented_fields_in_order() -> None:
    assert tuple(json.loads(TEXT)) == FIELDS


def test_a_finished_game_records_its_result() -> None:
    assert json.loads(TEXT)["result"] == {"scores": GAME.scores(), "winner": GAME.winner, "stopped": False}


@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 20, 21, 22, 23, 60, 61, 150, 10_000])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_reads_back_as_the_same_game(name: str, players: int, decisions: int) -> None:
    """C-5: set-up and decisions determine the game."""
    names = ["Ada", "Bén", "Цyd", "D", "E"][:players]
    game = HASTY[name].play_hastily(Game.new(name, seed=players, names=names, rounds=1000), seed=4, most=decisions)
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
    deal = json.loads(TEXT)["start"]["deal"]
    assert deal == GAME.deal()
    assert (len(deal["merchants"]), len(deal["points"])) == (43, 36)


def swap_cards(record: Json) -> None:
    """Exchanges two cards of the deal."""
    cards = record["deal"]["points"]
    cards[0], cards[-1] = cards[-1], cards[0]


def without(field: str) -> Callable[[Json], Any]:
    """Returns an edit that takes a field away."""
    return lambda record: record.pop(field)


def deciding(number: int, text: str) -> Callable[[Json], Any]:
    """Returns an edit that replaces one decision."""
    return lambda record: record["decisions"].__setitem__(number, text)


EDITS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "newer format": (lambda record: record.update(format=3), "'format' is 3, newer than 2"),
    "older format": (lambda record: record.update(format=0), "'format' is 0"),
    "format as text": (lambda record: record.update(format="1"), "'format' is missing or not a number"),
    "no format": (lambda record: record.pop("format"), "'format' is missing or not a number"),
    "unknown game": (lambda record: record.update(game="chess"), "'game' is 'chess'; known: "),
    "game of a wrong type": (lambda record: record.update(game=["spice_road"]), "'game' is ['spice_road']"),
    "other rules": (lambda record: record.update(rules=99), "'rules' is 99"),
    "other components": (lambda record: record["components"].update(digest="0"), "'components' "),
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
    "an illegal decision": (lambda record: record["decisions"].insert(0, "stop"), "decision 1: 'stop' is not legal"),
    "an unknown decision": (lambda record: record["decisions"].insert(7, "hop"), "decision 8: 'hop' is not legal now"),
    "a decision too many": (lambda record: record["decisions"].append("rest"), "decision 306: 'rest' is not legal"),
    "a decision too few": (lambda record: record["decisions"].pop(), "but replaying gives None"),
    "cut to nothing": (lambda record: record.update(decisions=[]), "but replaying gives None"),
    "true for a winner": (lambda record: record["result"].update(winner=True), "'result' is {"),
    "nought for false": (lambda record: record["result"].update(stopped=0), "'result' is {"),
    "more in the result": (lambda record: record["result"].update(more=0), "'result' is {"),
    "more in the deal": (lambda record: record["deal"].update(more=0), "'deal' does not agree with the seed"),
    "edited winner": (lambda record: record["result"].update(winner=0), "'result' is {"),
    "edited scores": (lambda record: record["result"]["scores"].reverse(), "'result' is {"),
    "result taken away": (lambda record: record.update(result=None), "'result' is None, but replaying gives {"),
    **{f"no {field}": (without(field), f"'{field}' is missing") for field in FIELDS if field in FIRST_FIELDS[1:]},
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_record_is_refused_and_says_what_and_where(what: str) -> None:
    """What an edit changes is said even when the checksum fits again."""
    edit, message = EDITS[what]
    record = first_format()
    edit(record)
    with pytest.raises(BadRecord) as error:
        Game.from_json(second_format(record))
    assert message in str(error.value)


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_record_of_the_first_format_is_refused_as_well(what: str) -> None:
    edit, message = EDITS[what]
    record = first_format()
    edit(record)
    if isinstance(record.get("decisions"), list):
        record["count"] = len(record["decisions"])
    with pytest.raises(BadRecord) as error:
        Game.from_json(json.dumps(record))
    assert message in str(error.value)


FIRST_EDITS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a decision too few": (lambda record: record["decisions"].pop(), "'count' is 305, but there are 304 decisions"),
    "half a character": (lambda record: record.update(names=["Ada", "\ud800"]), r"'names' cannot be used: '\ud800'"),
    "another count": (lambda record: record.update(count=9), "'count' is 9, but there are 305 decisions"),
    "true for the count": (lambda record: record.update(count=True), "'count' is True"),
    "an unknown field": (lambda record: record.update(more=1), "'more' is no part of a record"),
    **{f"no {field}": (without(field), f"'{field}' is missing") for field in ("seed", "deal", "count")},
}


@pytest.mark.parametrize("what", FIRST_EDITS)
def test_the_first_format_knows_no_other_fields_and_counts_its_decisions(what: str) -> None:
    edit, message = FIRST_EDITS[what]
    record = first_format()
    edit(record)
    with pytest.raises(BadRecord) as error:
        Game.from_json(json.dumps(record))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "start",
    [{}, None, "0", {"seed": "0"}, {"deal": GAME.deal()}, {"seed": "0", "deal": GAME.deal(), "position": "x"}],
    ids=lambda start: str(start)[:20],
)
def test_a_game_starts_from_a_seed_with_its_deal_or_from_a_position(start: Any) -> None:
    with pytest.raises(BadRecord, match="'start' has neither seed and deal nor position"):
        Game.from_json(edited(lambda record: record.update(start=start)))


def test_a_decision_edited_anywhere_is_noticed() -> None:
    """C-5: in a finished game another decision leads to another result, or to one that is not legal."""
    record: Json = json.loads(TEXT)
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
        ("[]", "'format' is missing or not a number"),
        ("null", "'format' is missing or not a number"),
        ('"text"', "'format' is missing or not a number"),
        ("[" * 100_000, "not JSON: "),
        ('{"format":' * 100_000, "not JSON: "),
        ('{"format": ' + "9" * 5000 + "}", "not JSON: "),
        (TEXT.replace('"deal": {', '"deal": ' + "[" * 100_000 + "]" * 100_000 + ', "was": {'), "not JSON: "),
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
    record: Json = json.loads(game.to_json())
    del record["decisions"][20:]
    with pytest.raises(BadRecord, match="'checksum' does not fit: the record was damaged or edited"):
        Game.from_json(json.dumps(record))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [('"seed":', '"seed": "0", "seed":', "seed"), ('"set":', '"set": "1", "set":', "set")],
)
def test_a_key_that_is_there_twice_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(BadRecord, match=f"'{key}' appears twice"):
        Game.from_json(TEXT.replace(old, new, 1))


LONG = "x" * 1_000_000
LARGE: dict[str, Callable[[Json], Any]] = {
    **{field: lambda record, field=field: record.update({field: LONG}) for field in FIRST_FIELDS[1:]},  # type: ignore[misc]
    "a name": lambda record: record.update(names=["Ada", LONG]),
    "a decision": lambda record: record["decisions"].insert(0, LONG),
    "a list": lambda record: record.update(result=[LONG]),
    "the set": lambda record: record["components"].update(set=LONG),
    "the digest": lambda record: record["components"].update(digest=LONG),
}
LARGE_NUMBERS: dict[str, Callable[[Json], Any]] = {
    "format": lambda record: record.update(format=10**4000),
    "version": lambda record: record.update(rules=10**4000),
    "a field": lambda record: record.update({LONG: 1}),
}


@pytest.mark.parametrize("what", [*LARGE, *LARGE_NUMBERS])
def test_a_message_repeats_no_more_than_the_beginning_of_a_wrong_value(what: str) -> None:
    record = first_format()
    (LARGE | LARGE_NUMBERS)[what](record)
    texts = [json.dumps(record), second_format(record)] if what in LARGE and what != "count" else [json.dumps(record)]
    for text in texts:
        with pytest.raises(BadRecord) as error:
            Game.from_json(text)
        assert len(str(error.value)) < 450


def test_a_number_that_not_every_program_reads_exactly_is_refused() -> None:
    with pytest.raises(BadRecord, match="9007199254740992 is larger than"):
        Game.from_json(json.dumps({**json.loads(TEXT), "extra": {"much": 2**53}}))


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="is not a number"):
        Game.from_json(TEXT.replace('"rounds": null', f'"rounds": {text}'))


@pytest.mark.parametrize("field", [*FIELDS, "extra", "unknown"])
def test_a_deep_value_anywhere_is_refused(field: str) -> None:
    deep: Any = 0
    for _ in range(700):
        deep = [deep]
    record: Json = {**json.loads(TEXT), field: deep}
    with pytest.raises(BadRecord):
        Game.from_json(json.dumps(record))
