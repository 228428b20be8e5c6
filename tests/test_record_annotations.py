"""What records say besides the decisions: tags, comments, evaluations, variations, and what other programs add."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from serai import BadRecord, Game
from serai.annotations import DEEPEST_VARIATION
from serai.record import Comment, Evaluation, Record, Variation, read, read_lines, write, write_line
from tests.records import GAME, TEXT, Edit, Json, edited, first_format
from tests.spice_road.positions import play_hastily

OPENING = play_hastily(Game.new("spice_road", seed=1, names=["Ada", "Ben"]), seed=1, most=12)
FIRST = OPENING.decisions()[0]
OTHER = next(text for text in Game(OPENING.setup).legal() if text != FIRST)
ANNOTATED = Record(
    OPENING,
    {"date": "2026-02-28", "place": "Köln", "event": "club evening", "ending": "abandoned", "table": "3"},
    (Comment(0, "A quiet start.\nAnd a long one.", "Cyd"), Comment(12, "Here they stopped.")),
    (Evaluation(3, "grandmaster", (0.25, 0.75)),),
    (
        Variation(
            0,
            (OTHER,),
            (Comment(1, "Better?"),),
            (Evaluation(1, "Ada", (0.5, 0.5)),),
            (Variation(0, (FIRST,)),),
        ),
    ),
    {"clock": {"ada": 1.5, "ben": [1, None, True]}},
)
WRITTEN = write(ANNOTATED)


def refused(edit: Edit) -> str:
    """Returns what is said of an edited record."""
    with pytest.raises(BadRecord) as error:
        read(edited(edit, WRITTEN))
    return str(error.value)


def test_all_annotations_are_read_back() -> None:
    again = read(WRITTEN)
    assert replace(again, game=OPENING) == ANNOTATED
    assert write(again) == WRITTEN


def test_what_a_record_does_not_have_is_not_written() -> None:
    assert json.loads(WRITTEN).keys() - json.loads(TEXT).keys() == {
        "tags",
        "comments",
        "evaluations",
        "variations",
        "extra",
    }
    assert "by" not in json.loads(WRITTEN)["comments"][1]


def test_a_record_of_the_first_format_has_no_annotations() -> None:
    assert replace(read(json.dumps(first_format())), game=GAME) == Record(GAME)


def setting(key: str, *values: Any) -> Edit:
    """Returns an edit that sets a part of the record."""
    return lambda record: record.update({key: values[0] if len(values) == 1 else list(values)})


def variation(**parts: Any) -> Edit:
    """Returns an edit that leaves one variation."""
    return lambda record: record.update(variations=[{"step": 0, "decisions": [OTHER], **parts}])


def nested(depth: int) -> Json:
    """Returns variations inside each other."""
    found: Json = {"step": 0, "decisions": [FIRST]}
    for _ in range(depth - 1):
        found = {"step": 0, "decisions": [FIRST], "variations": [found]}
    return found


EVEN = [0.5, 0.5]
EDITS: dict[str, tuple[Edit, str]] = {
    "tags": (setting("tags", ["x"]), "'tags' is ['x'], not an object"),
    "name of a tag": (setting("tags", {"Date": "x"}), "'tags' has 'Date'; names are made of a to z"),
    "number for a tag": (setting("tags", {"place": 3}), "tags: 'place' is 3, not a text of 1 to 200 characters"),
    "tag of two lines": (setting("tags", {"place": "a\nb"}), "tags: 'place' is 'a\\nb', not a text"),
    "long tag": (setting("tags", {"place": 201 * "x"}), "tags: 'place' is "),
    "no such day": (setting("tags", {"date": "2026-02-30"}), "'date' is '2026-02-30', not a day such as"),
    "day in words": (setting("tags", {"date": "20260228"}), "'date' is '20260228', not a day such as"),
    "unknown ending": (setting("tags", {"ending": "bored"}), "'ending' is 'bored'; known: finished, stopped, "),
    "finished": (setting("tags", {"ending": "finished"}), "'ending' is 'finished', but the game is not over"),
    "comments": (setting("comments", {}), "'comments' is {}, not a list"),
    "comment": (setting("comments", ["x"]), "comment 1 is 'x', not an object"),
    "comment without step": (setting("comments", [{"text": "x"}]), "comment 1: 'step' is missing"),
    "comment without text": (setting("comments", [{"step": 0}]), "comment 1: 'text' is missing"),
    "empty comment": (setting("comments", [{"step": 0, "text": ""}]), "comment 1: 'text' is '', not a text of 1 to"),
    "escape in a comment": (setting("comments", [{"step": 0, "text": "\x1b[2J"}]), "comment 1: 'text' is '\\x1b[2J'"),
    "more in a comment": (setting("comments", [{"step": 0, "text": "x", "m": 1}]), "comment 1: 'm' is unknown; known"),
    "comment too late": (
        setting("comments", [{"step": 0, "text": "x"}, {"step": 13, "text": "x"}]),
        "comment 2: 'step' is 13, not a number from 0 to 12",
    ),
    "step as text": (setting("comments", [{"step": "1", "text": "x"}]), "comment 1: 'step' is '1', not a number"),
    "true for a step": (setting("comments", [{"step": True, "text": "x"}]), "comment 1: 'step' is True, not a number"),
    "nobody judged": (setting("evaluations", [{"step": 0, "chances": EVEN}]), "evaluation 1: 'by' is missing"),
    "three chances": (
        setting("evaluations", [{"step": 0, "by": "x", "chances": [0.5, 0.5, 0]}]),
        "evaluation 1: 'chances' is [0.5, 0.5, 0], not a chance for each seat, together 1",
    ),
    "too much chance": (
        setting("evaluations", [{"step": 0, "by": "x", "chances": [0.5, 0.6]}]),
        "evaluation 1: 'chances' is [0.5, 0.6]",
    ),
    "less than no chance": (
        setting("evaluations", [{"step": 0, "by": "x", "chances": [-0.5, 1.5]}]),
        "evaluation 1: 'chances' is [-0.5, 1.5]",
    ),
    "true for a chance": (
        setting("evaluations", [{"step": 0, "by": "x", "chances": [True, 0]}]),
        "evaluation 1: 'chances' is [True, 0]",
    ),
    "empty variation": (variation(decisions=[]), "variation 1: 'decisions' is [], not a list of decisions"),
    "number for a decision": (variation(decisions=[1]), "variation 1: 'decisions' is [1], not a list of decisions"),
    "illegal variation": (variation(decisions=[OTHER, "hop"]), "variation 1, decision 2: 'hop' is not legal now"),
    "comment past a variation": (
        variation(comments=[{"step": 2, "text": "x"}]),
        "variation 1, comment 1: 'step' is 2, not a number from 0 to 1",
    ),
    "variation past a variation": (
        variation(variations=[{"step": 2, "decisions": ["x"]}]),
        "variation 1, variation 1: 'step' is 2",
    ),
    "illegal inside": (
        variation(variations=[{"step": 0, "decisions": ["hop"]}]),
        "variation 1, variation 1, decision 1: 'hop' is not legal",
    ),
    "too deep": (setting("variations", [nested(DEEPEST_VARIATION + 1)]), "variations are nested more than 8 deep"),
    "extra": (setting("extra", "x"), "'extra' is 'x', not an object"),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_wrong_annotation_is_refused_and_says_what_and_where(what: str) -> None:
    edit, message = EDITS[what]
    assert message in refused(edit)


def test_variations_may_be_nested_to_a_depth() -> None:
    deep = read(edited(setting("variations", [nested(DEEPEST_VARIATION)]), WRITTEN))
    assert deep.variations[0].size == DEEPEST_VARIATION


def test_a_variation_of_a_finished_game_leads_elsewhere_from_any_step() -> None:
    decisions = GAME.decisions()
    found = tuple(Variation(step, tuple(decisions[step : step + 3])) for step in (0, 240, 7, 100, 100))
    record = Record(GAME, variations=found)
    assert read(write(record)).variations == found
    assert record.game.decisions() == decisions


def test_nothing_follows_the_end_in_a_variation() -> None:
    with pytest.raises(BadRecord, match="variation 1, decision 1: 'rest' is not legal: the game is over"):
        write(Record(GAME, variations=(Variation(len(GAME.steps()), ("rest",)),)))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(GAME, {"ending": "abandoned"}), "'ending' is 'abandoned', but the game is over"),
        (Record(GAME, comments=(Comment(999, "x"),)), "comment 1: 'step' is 999"),
        (Record(GAME, evaluations=(Evaluation(0, "x", (1.0,)),)), "evaluation 1: 'chances' is"),
        (Record(GAME, extra={"x": float("nan")}), "nan is not a number"),
    ],
    ids=str,
)
def test_what_could_not_be_read_is_not_written(record: Record, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        write(record)


def test_endings_are_told_of_games_that_ended_so() -> None:
    stopped = play_hastily(Game.new("spice_road", seed=1, rounds=2), seed=1)
    for game, ending in ((GAME, "finished"), (stopped, "stopped"), (OPENING, "resigned"), (OPENING, "abandoned")):
        assert read(write(Record(game, {"ending": ending}))).tags == {"ending": ending}


def test_what_a_newer_program_wrote_is_kept_and_written_back() -> None:
    newer = edited(lambda record: record.update(weather={"wind": [3.5, "NW"]}), WRITTEN)
    extra = {**ANNOTATED.extra, "weather": {"wind": [3.5, "NW"]}}
    assert read(newer).extra == extra
    assert json.loads(write(read(newer)))["extra"] == extra
    assert read(write(read(newer))).extra == extra


def test_a_key_both_in_extra_and_beside_it_is_refused() -> None:
    assert refused(lambda record: record.update(clock=1)) == "'clock' is both in 'extra' and beside it"


def change(where: str) -> Callable[[Json], Any]:
    """Returns an edit of one place."""
    return {
        "a tag": lambda record: record["tags"].update(place="Bonn"),
        "a comment": lambda record: record["comments"][0].update(text="A loud start."),
        "an evaluation": lambda record: record["evaluations"][0].update(chances=EVEN),
        "a variation": lambda record: record["variations"][0]["comments"].clear(),
        "a known extra": lambda record: record["extra"]["clock"].update(ada=1.25),
        "an unknown key": lambda record: record.update(more=1),
        "a name": lambda record: record["names"].reverse(),
        "the checksum": lambda record: record.update(checksum=record["checksum"].upper()),
        "no text": lambda record: record.update(checksum=None),
    }[where]


@pytest.mark.parametrize(
    "where",
    ["a tag", "a comment", "an evaluation", "a variation", "a known extra", "an unknown key", "a name", "the checksum"],
)
def test_damage_anywhere_is_noticed(where: str) -> None:
    record: Json = json.loads(WRITTEN)
    change(where)(record)
    with pytest.raises(BadRecord, match="'checksum' does not fit: the record was damaged or edited since it was"):
        read(json.dumps(record))


def test_spelling_and_order_do_not_matter_to_the_checksum() -> None:
    record: Json = json.loads(WRITTEN)
    other = json.dumps(dict(reversed(record.items())), indent=3).replace("1.5", "15.0e-1")
    assert read(other).extra == ANNOTATED.extra


def test_several_games_are_lines_of_one_file() -> None:
    records = [ANNOTATED, Record(GAME), Record(Game.new("east_to_west", seed=3))]
    lines = [write_line(record) for record in records]
    assert not any("\n" in line for line in lines)
    assert [write(record) for record in read_lines([*lines[:2], "\n", lines[2] + "\n"])] == [*map(write, records)]
    assert [record.game.name for record in read_lines(line.encode() for line in lines)][2] == "east_to_west"


def test_a_bad_line_is_told_by_its_number_after_the_good_ones() -> None:
    found = read_lines([write_line(Record(GAME)), "", "{}"])
    assert next(found).game.over
    with pytest.raises(BadRecord, match="line 3: this is JSON but not a game record"):
        next(found)


def test_several_games_are_not_read_as_one() -> None:
    with pytest.raises(BadRecord, match=r"Extra data.*; several games in one file are JSON Lines, \*\.jsonl"):
        read(2 * f"{write_line(Record(GAME))}\n")


def test_there_may_be_too_many_decisions_in_variations_too() -> None:
    text = write(Record(OPENING, variations=(Variation(0, (OTHER,)), Variation(0, (FIRST,)))))
    assert read(text, most=14)
    with pytest.raises(BadRecord, match="the record has 14 decisions, more than 13"):
        read(text, most=13)


def test_a_game_that_went_on_keeps_what_was_said_of_the_part_it_shares() -> None:
    on = read(WRITTEN).game
    on.play(on.legal()[0])
    assert ANNOTATED.of(on).comments == ANNOTATED.comments
    assert "ending" not in ANNOTATED.of(on).tags
    on.rewind(2)
    assert ANNOTATED.of(on).comments == ANNOTATED.comments[:1]
    assert ANNOTATED.of(on).evaluations == ()
    assert read(write(ANNOTATED.of(on))).variations == ANNOTATED.variations


def test_every_decision_is_played_once_however_many_variations_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of 4 MB is read in a time that grows with its size alone."""
    decisions = GAME.decisions()
    text = write(Record(GAME, variations=tuple(Variation(step, (decisions[step],)) for step in range(len(decisions)))))
    counted, play = count(), Game.play
    monkeypatch.setattr(Game, "play", lambda game, decision: (next(counted), play(game, decision)))
    read(text)
    assert next(counted) == 2 * len(decisions)
