"""Records: complete games as JSON, read back only if all their parts agree; see docs/records.md."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from serai.annotations import (
    Branch,
    Comment,
    Evaluation,
    Remark,
    Variation,
    annotation_json,
    check_ending,
    check_variations,
    read_tags,
)
from serai.component_sets import write_files
from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS, IllegalAction
from serai.core.notation.errors import brief
from serai.game import Game
from serai.named_positions import bare
from serai.recorded_components import check_files, components_of
from serai.setup import SEED_BITS, Setup, check_names
from serai.strict_json import LARGEST, BadRecord, checksum, expect, load, same

__all__ = [
    "LARGEST",
    "BadRecord",
    "Comment",
    "Evaluation",
    "Record",
    "Remark",
    "Variation",
    "checksum",
    "game_of",
    "read",
    "read_lines",
    "result",
    "unpack",
    "write",
    "write_line",
]

FORMAT = 2
FIRST_FIELDS = (
    "format",
    "game",
    "rules",
    "components",
    "names",
    "seed",
    "rounds",
    "deal",
    "count",
    "decisions",
    "result",
)
FIELDS = ("format", "game", "rules", "components", "names", "rounds", "start", "decisions", "result", "checksum")
OPTIONAL = ("tags", "comments", "evaluations", "variations", "extra")
LONGEST_POSITION = 10_000
SEED = re.compile(r"[0-9a-f]{1,32}")


@dataclass(frozen=True)
class Record:
    """A game with its annotations; `extra` keeps unknown fields."""

    game: Game
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    variations: tuple[Variation, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def of(self, game: Game) -> "Record":
        """Returns the record of a game that was continued or taken back; keeps annotations on shared decisions."""
        pairs = zip(self.game.decisions(), game.decisions(), strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return replace(
            self,
            game=game,
            tags={name: text for name, text in self.tags.items() if name != "ending"},
            comments=tuple(each for each in self.comments if each.step <= shared),
            evaluations=tuple(each for each in self.evaluations if each.step <= shared),
            variations=tuple(each for each in self.variations if each.step <= shared),
        )


def write(record: Record) -> str:
    """Writes a record, one value per line; raises BadRecord for annotations that do not fit the game."""
    return json.dumps(_body(record), ensure_ascii=False, indent=1)


def write_line(record: Record) -> str:
    """Writes a record on one line, for files of several records (JSON Lines)."""
    return json.dumps(_body(record), ensure_ascii=False)


def _body(record: Record) -> dict[str, Any]:
    """Returns a record as a JSON object, with its checksum."""
    game = record.game
    body = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "components": game.components.recorded,
        "names": game.names,
        "rounds": game.setup.rounds,
        "start": _start(game),
        "decisions": game.decisions(),
        "result": result(game),
        **_annotations(record),
    }
    _check(_annotated(body, game.players), game)
    return {**body, "checksum": checksum(body)}


def _start(game: Game) -> dict[str, Any]:
    """Returns the start of a game."""
    if game.setup.position is not None:
        return {"position": game.setup.position}
    return {"seed": f"{game.setup.seed:x}", "deal": game.deal()}


def _annotations(record: Record) -> dict[str, Any]:
    """Returns the optional parts of a record, without empty ones."""
    found = {
        "tags": dict(record.tags),
        **{
            key: [annotation_json(each) for each in getattr(record, key)]
            for key in ("comments", "evaluations", "variations")
        },
        "extra": json.loads(json.dumps(dict(record.extra))),
    }
    return {key: value for key, value in found.items() if value}


def result(game: Game) -> dict[str, Any] | None:
    """Returns how a game ended, None before it has."""
    if not game.over:
        return None
    return {"scores": game.scores(), "winner": game.winner, "stopped": game.stopped}


def read(text: str | bytes, most: int | None = None, components: ComponentSet | None = None) -> Record:
    """Reads a record of any format; replays all decisions, at most `most`, and compares the result.

    `components` is the set for a record that neither names a built-in set nor contains its own.
    """
    body = _parse(text)
    setup = _setup(body, components)
    annotated = _annotated(body, setup.players)
    size = len(body["decisions"]) + sum(variation.size for variation in annotated["variations"])
    if most is not None and size > most:
        raise BadRecord(f"the record has {size} decisions, more than {most}")
    game = Game(setup)
    if setup.position is None:
        expect(same(body["start"]["deal"], game.deal()), "deal", "does not agree with the seed; one of them was edited")
    _replay(game, body["decisions"])
    found, ours = body["result"], result(game)
    expect(same(found, ours), "result", f"is {brief(found)}, but replaying gives {ours}")
    _check(annotated, game)
    return Record(game, **annotated)


def read_lines(lines: Iterable[str | bytes], components: ComponentSet | None = None) -> Iterator[Record]:
    """Reads the records of JSON Lines, one after another; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield read(line, components=components)
        except BadRecord as error:
            raise BadRecord(f"line {number}: {error}") from None


def unpack(text: str | bytes, folder: Path) -> None:
    """Writes the component files in a record to a new folder, to play with them."""
    body = _parse(text)
    game = _game(body["game"])
    found = body["components"]
    if not isinstance(found, dict) or "files" not in found:
        raise BadRecord("the record contains no component files; only records of custom sets do")
    write_files(check_files(game, found["files"]), folder)


def _annotated(body: dict[str, Any], players: int) -> dict[str, Any]:
    """Reads the optional parts of a record."""
    branch = Branch(0, len(body["decisions"]), players)
    extra = body.get("extra", {})
    expect(isinstance(extra, dict), "extra", f"is {brief(extra)}, not an object")
    return {"tags": read_tags(body.get("tags", {})), **branch.read(body), "extra": extra}


def _check(annotated: dict[str, Any], game: Game) -> None:
    """Checks that annotations fit the game."""
    check_ending(annotated["tags"], game)
    check_variations(game, annotated["variations"])


def _parse(text: str | bytes) -> dict[str, Any]:
    """Reads the JSON of a record and checks that it is complete; converts older formats to this one."""
    record = load(text)
    version = record.get("format") if isinstance(record, dict) else None
    if type(version) is not int:
        raise BadRecord("this is JSON but not a game record: 'format' is missing or not a number")
    if version > FORMAT:
        raise BadRecord(f"'format' is {brief(version)}, newer than {FORMAT}, which this program writes; update serai")
    expect(version >= 1, "format", f"is {brief(version)}; the oldest is 1")
    body = _first_format(record) if version == 1 else _second_format(record)
    for number, decision in enumerate(body["decisions"], 1):
        expect(isinstance(decision, str), "decisions", f"number {number} is {brief(decision)}, not text")
    return body


def _needed(record: dict[str, Any], fields: Iterable[str]) -> None:
    """Checks that no field is missing."""
    for each in fields:
        expect(each in record, each, "is missing")
    expect(isinstance(record["decisions"], list), "decisions", "is not a list")


def _first_format(record: dict[str, Any]) -> dict[str, Any]:
    """Reads a record as v0.1.0 wrote it: without annotations, with the number of decisions as its checksum."""
    _needed(record, FIRST_FIELDS)
    if unknown := [key for key in record if key not in FIRST_FIELDS]:
        raise BadRecord(f"{brief(unknown[0])} is no part of a record")
    count, found = record["count"], len(record["decisions"])
    expect(same(count, found), "count", f"is {brief(count)}, but there are {found} decisions")
    return {**record, "start": {"seed": record["seed"], "deal": record["deal"]}}


def _second_format(record: dict[str, Any]) -> dict[str, Any]:
    """Verifies the checksum, and moves unknown fields to `extra`."""
    _needed(record, FIELDS)
    if not same(record["checksum"], checksum(record)):
        raise BadRecord(
            "'checksum' does not fit: the record was damaged or edited since it was written; get it again from where "
            "it came, or, if the edit was meant, write a new checksum (docs/records.md)"
        )
    unknown = {key: value for key, value in record.items() if key not in (*FIELDS, *OPTIONAL)}
    extra = record.get("extra", {})
    if isinstance(extra, dict) and (twice := extra.keys() & unknown.keys()):
        raise BadRecord(f"{brief(min(twice))} is both in 'extra' and beside it")
    return {**record, "extra": {**extra, **unknown}} if isinstance(extra, dict) and unknown else record


def _game(name: Any) -> str:
    """Checks that a game exists and returns its name."""
    known = isinstance(name, str) and name in spec.GAMES
    expect(known, "game", f"is {brief(name)}; known: {', '.join(spec.GAMES)}")
    return str(name)


def _setup(body: dict[str, Any], own: ComponentSet | None) -> Setup:
    """Reads everything that determines the game before its first decision."""
    game, rules = _game(body["game"]), body["rules"]
    newest = spec.GAMES[game].VERSION
    known = type(rules) is int and 1 <= rules <= newest
    expect(known, "rules", f"is {brief(rules)}; this program plays version 1 to {newest}")
    components = components_of(game, body["components"], body["format"] > 1, own)
    names = _names(game, body["names"])
    rounds = body["rounds"]
    expect(rounds is None or (type(rounds) is int and rounds > 0), "rounds", f"is {brief(rounds)}")
    start = body["start"]
    if isinstance(start, dict) and start.keys() == {"position"}:
        position = _position(components, len(names), start["position"])
        return Setup(game, len(names), 0, names, rounds, position, rules, components)
    expect(
        isinstance(start, dict) and start.keys() == {"seed", "deal"}, "start", "has neither seed and deal nor position"
    )
    return Setup(game, len(names), _seed(start["seed"]), names, rounds, None, rules, components)


def game_of(text: str | bytes) -> str:
    """Returns the name of the game in a record, without replaying it."""
    return _game(_parse(text)["game"])


def _names(game: str, names: Any) -> tuple[str, ...]:
    """Reads the names by seat."""
    least, most = spec.GAMES[game].SEATS
    expect(isinstance(names, list) and least <= len(names) <= most, "names", f"must be {least} to {most} names")
    try:
        return check_names(names)
    except ValueError as error:
        raise BadRecord(f"'names' cannot be used: {error}") from None


def _seed(text: Any) -> int:
    """Reads the seed."""
    right = isinstance(text, str) and SEED.fullmatch(text) is not None
    expect(right, "seed", f"is {brief(text)}, not a hexadecimal number of {SEED_BITS} bits in small letters")
    return int(text, 16)


def _position(components: ComponentSet, players: int, text: Any) -> str:
    """Reads the position that a game starts from, which must be complete."""
    right = isinstance(text, str) and len(text) <= LONGEST_POSITION
    expect(right, "position", f"is {brief(text)}, not a text of up to {LONGEST_POSITION} characters")
    notation = NOTATIONS[components.game]
    try:
        text = bare(text, components)
        state = notation.parse_position(components, text)
    except ValueError as error:
        raise BadRecord(f"'position' cannot be read: {error}") from None
    expect(state.seats == players, "position", f"has {state.seats} players, but there are {players} names")
    expect(
        notation.position(components, state) == text, "position", "is not written in full, as Game.position() writes it"
    )
    return str(text)


def _replay(game: Game, decisions: list[str]) -> None:
    """Plays the recorded decisions."""
    for number, decision in enumerate(decisions, 1):
        try:
            game.play(decision)
        except IllegalAction as error:
            raise BadRecord(f"decision {number}: {error}") from None
