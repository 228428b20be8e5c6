"""The format of records: its schema, its canonical form, and games that start from a position."""

import json
import re
from dataclasses import replace
from random import Random

import jsonschema_rs
import pytest

from serai import GAMES, BadRecord, Game
from serai.core.records import State
from serai.record import checksum, read
from serai.strict_json import canonical
from tests.positions import play_on
from tests.records import TEXT, Edit, Json, edited, sealed
from tests.test_record_annotations import EDITS, WRITTEN
from tools.pages import DOCS

SCHEMA = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema_rs.validator_for(SCHEMA)


def any_of(random: Random, state: State, texts: list[str]) -> str:
    """Takes any decision."""
    return random.choice(texts)


def played(name: str, players: int, most: int) -> Game:
    """Plays some decisions."""
    return play_on(any_of, Game.new(name, players, seed=players), most, most)


def from_here(game: Game, most: int = 0) -> Game:
    """Begins another game where one has come to, and plays some decisions."""
    again = Game(replace(game.setup, seed=0, position=game.position()))
    return play_on(any_of, again, 1, most)


@pytest.mark.parametrize("name", GAMES)
def test_written_records_are_what_the_schema_says(name: str) -> None:
    for players in range(GAMES[name].SEATS[0], GAMES[name].SEATS[1] + 1):
        for most in (0, 9, 40):
            game = played(name, players, most)
            VALID.validate(json.loads(game.to_json()))
            VALID.validate(json.loads(from_here(game, 9).to_json()))
    stopped = play_on(any_of, Game.new(name, rounds=1, seed=1), seed=1)
    VALID.validate(json.loads(stopped.to_json()))


def test_annotated_and_finished_records_are_what_the_schema_says() -> None:
    for text in (WRITTEN, TEXT, edited(lambda record: record.update(unknown=[1]), WRITTEN)):
        VALID.validate(json.loads(text))


def test_the_schema_is_one_of_draft_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema_rs.meta.validate(SCHEMA)


SEEN_ONLY_BY_PLAYING = {
    "comment past a variation",
    "comment too late",
    "escape in a comment",
    "finished",
    "illegal inside",
    "illegal variation",
    "no such day",
    "tag of two lines",
    "three chances",
    "too deep",
    "too much chance",
    "variation past a variation",
}


@pytest.mark.parametrize("what", EDITS)
def test_the_schema_refuses_what_it_can_know_to_be_wrong(what: str) -> None:
    record: Json = json.loads(edited(EDITS[what][0], WRITTEN))
    assert VALID.is_valid(record) == (what in SEEN_ONLY_BY_PLAYING)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("most", [0, 1, 17, 60])
def test_a_game_from_a_position_is_recorded_and_read_back(name: str, most: int) -> None:
    """Hidden decks are in the text: what is turned up is what would have been turned up."""
    game = played(name, GAMES[name].SEATS[1], most)
    here = from_here(game, 25)
    again = Game.from_json(here.to_json())
    assert again.history() == here.history()
    assert again.state.tobytes() == here.state.tobytes()
    assert again.to_json() == here.to_json()
    for decision in here.decisions():
        game.play(decision)
    assert game.position() == again.position()
    assert json.loads(here.to_json())["start"].keys() == {"position"}


def test_the_rounds_of_a_game_from_a_position_count_from_there() -> None:
    late = played("spice_road", 2, 40)
    assert late.round > 3
    again = Game(replace(late.setup, seed=0, position=late.position(), rounds=1))
    play_on(any_of, again, 1, 100)
    assert (again.stopped, Game.from_json(again.to_json()).stopped) == (True, True)


POSITION = played("spice_road", 2, 30).position()
HERE = from_here(played("spice_road", 2, 30)).to_json()


def positioned(text: object) -> Edit:
    """Returns an edit that replaces the position."""
    return lambda record: record["start"].update(position=text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (7, "'position' is 7, not a text"),
        ("x" * 10_001, "'position' is 'xxx"),
        ("", "'position' cannot be read: line 1: "),
        (POSITION.replace("caravan", "camel"), "'position' cannot be read: line 6: "),
        (POSITION.replace("2 players", "3 players"), "'position' has 3 players, but there are 2 names"),
        (re.sub(r"points: (.*) /.*", r"points: \1", POSITION), "'position' is not written in full"),
        (POSITION + "\n", "'position' is not written in full"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_position_that_leaves_something_open_is_refused(text: object, said: str) -> None:
    with pytest.raises(BadRecord) as error:
        read(edited(positioned(text), HERE))
    assert said in str(error.value)


def test_a_game_from_a_position_has_no_deal() -> None:
    with pytest.raises(ValueError, match="this game began from a position, not from a deal"):
        Game.from_json(HERE).deal()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        # Those of RFC 8785, appendix B, and sections 3.2.2 and 3.2.3.
        (0.0, "0"),
        (-0.0, "0"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9007199254740992.0, "9007199254740992"),
        (295147905179352830000.0, "295147905179352830000"),
        (9.999999999999997e22, "9.999999999999997e+22"),
        (1e23, "1e+23"),
        (999999999999999700000.0, "999999999999999700000"),
        (1e21, "1e+21"),
        (9.999999999999997e-7, "9.999999999999997e-7"),
        (0.000001, "0.000001"),
        (333333333.33333325, "333333333.33333325"),
        (-0.0000033333333333333333, "-0.0000033333333333333333"),
        (1424953923781206.2, "1424953923781206.2"),
        (4.50, "4.5"),
        (2e-3, "0.002"),
        (1e-27, "1e-27"),
        ([56, {"d": True, "10": None, "1": []}], '[56,{"1":[],"10":null,"d":true}]'),
        ('€$\x0f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
        (
            {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\x80": 6, "ö": 7},
            '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
        ),
    ],
    ids=str,
)
def test_json_is_written_as_the_standard_says(value: object, text: str) -> None:
    assert canonical(value) == text


def test_half_a_character_has_no_checksum() -> None:
    with pytest.raises(BadRecord, match="a text contains a lone surrogate"):
        checksum({"extra": "\ud800"})
    with pytest.raises(BadRecord, match="a text contains a lone surrogate"):
        read(json.dumps({**json.loads(TEXT), "extra": {"\ud800": 1}}))


def test_the_example_of_the_page_is_a_record() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert example
    VALID.validate(json.loads(example[1]))
    assert sealed(json.loads(example[1])) == json.dumps(json.loads(example[1]))
    record = read(example[1])
    assert record.tags["event"] in page
