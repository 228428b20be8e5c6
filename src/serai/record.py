"""Records: games as JSON, written whole and read back only if every part of them agrees; see docs/records.md."""

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
    check_ending,
    check_variations,
    read_tags,
    told,
)
from serai.component_sets import (
    check_components,
    check_files,
    component_files,
    recorded_components,
    used_components,
    write_files,
)
from serai.game import Game
from serai.notation import NOTATIONS, IllegalAction
from serai.notation.errors import brief
from serai.rules import games
from serai.setups import SEED_BITS, Setup, check_names
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
    "component_files",
    "read",
    "read_lines",
    "result",
    "unpack",
    "used_components",
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
    """A game with what was added to it; `extra` is what we do not understand, and keep."""

    game: Game
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    variations: tuple[Variation, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def of(self, game: Game) -> "Record":
        """Returns the record of a game that went on from here, or back; keeps what was said of what they share."""
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
    """Writes a record, a value a line; raises BadRecord for annotations that do not fit the game."""
    return json.dumps(_body(record), ensure_ascii=False, indent=1)


def write_line(record: Record) -> str:
    """Writes a record on one line, as files with several of them have it (JSON Lines)."""
    return json.dumps(_body(record), ensure_ascii=False)


def _body(record: Record) -> dict[str, Any]:
    """Returns a record as JSON holds it, sealed with its checksum."""
    game = record.game
    body = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "components": recorded_components(game.name),
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
    """Returns where a game begins."""
    if game.setup.position is not None:
        return {"position": game.setup.position}
    return {"seed": f"{game.setup.seed:x}", "deal": game.deal()}


def _annotations(record: Record) -> dict[str, Any]:
    """Returns the optional parts of a record that it has, without what is empty in them."""
    found = {
        "tags": dict(record.tags),
        **{key: [told(each) for each in getattr(record, key)] for key in ("comments", "evaluations", "variations")},
        "extra": json.loads(json.dumps(dict(record.extra))),
    }
    return {key: value for key, value in found.items() if value}


def result(game: Game) -> dict[str, Any] | None:
    """Returns how a game ended, None before it has."""
    if not game.over:
        return None
    return {"scores": game.scores(), "winner": game.winner, "stopped": game.stopped}


def read(text: str | bytes, most: int | None = None) -> Record:
    """Reads a record of any format; replays every decision, of which there may be so many, and compares the result."""
    body = _parse(text)
    setup = _setup(body)
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


def read_lines(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """Reads the records of JSON Lines, one after another; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield read(line)
        except BadRecord as error:
            raise BadRecord(f"line {number}: {error}") from None


def unpack(text: str | bytes, folder: Path) -> None:
    """Writes the component files that a record brings into a new folder, to play with them."""
    body = _parse(text)
    game = _game(body["game"])
    found = body["components"]
    if not isinstance(found, dict) or "files" not in found:
        raise BadRecord("the record brings no component files; only those with values of somebody's own do")
    write_files(check_files(game, found["files"]), folder)


def _annotated(body: dict[str, Any], players: int) -> dict[str, Any]:
    """Reads the optional parts of a record."""
    branch = Branch(0, len(body["decisions"]), players)
    extra = body.get("extra", {})
    expect(isinstance(extra, dict), "extra", f"is {brief(extra)}, not an object")
    return {"tags": read_tags(body.get("tags", {})), **branch.read(body), "extra": extra}


def _check(annotated: dict[str, Any], game: Game) -> None:
    """Sees that annotations fit a game that was played."""
    check_ending(annotated["tags"], game)
    check_variations(game, annotated["variations"])


def _parse(text: str | bytes) -> dict[str, Any]:
    """Reads the JSON of a record and sees that all of it is there; older formats are read as this one."""
    record = load(text)
    version = record.get("format") if isinstance(record, dict) else None
    if type(version) is not int:
        raise BadRecord("this is JSON, but no record of a game: it has no 'format' number")
    if version > FORMAT:
        raise BadRecord(f"'format' is {brief(version)}, newer than {FORMAT}, which this program writes; update serai")
    expect(version >= 1, "format", f"is {brief(version)}; the oldest is 1")
    body = _first_format(record) if version == 1 else _second_format(record)
    for number, decision in enumerate(body["decisions"], 1):
        expect(isinstance(decision, str), "decisions", f"number {number} is {brief(decision)}, not text")
    return body


def _needed(record: dict[str, Any], fields: Iterable[str]) -> None:
    """Sees that nothing is missing."""
    for each in fields:
        expect(each in record, each, "is missing")
    expect(isinstance(record["decisions"], list), "decisions", "is not a list")


def _first_format(record: dict[str, Any]) -> dict[str, Any]:
    """Reads a record as v0.1.0 wrote it: without annotations, with the count of its decisions for a checksum."""
    _needed(record, FIRST_FIELDS)
    if unknown := [key for key in record if key not in FIRST_FIELDS]:
        raise BadRecord(f"{brief(unknown[0])} is no part of a record")
    count, found = record["count"], len(record["decisions"])
    expect(same(count, found), "count", f"is {brief(count)}, but there are {found} decisions")
    return {**record, "start": {"seed": record["seed"], "deal": record["deal"]}}


def _second_format(record: dict[str, Any]) -> dict[str, Any]:
    """Checks the checksum, and moves what is unknown to `extra`."""
    _needed(record, FIELDS)
    if not same(record["checksum"], checksum(record)):
        raise BadRecord(
            "'checksum' does not fit: the record was damaged or edited since it was written; get it again from where "
            "it came, or, if the edit was meant, write the checksum anew (docs/records.md)"
        )
    unknown = {key: value for key, value in record.items() if key not in (*FIELDS, *OPTIONAL)}
    extra = record.get("extra", {})
    if isinstance(extra, dict) and (twice := extra.keys() & unknown.keys()):
        raise BadRecord(f"{brief(min(twice))} is both in 'extra' and beside it")
    return {**record, "extra": {**extra, **unknown}} if isinstance(extra, dict) and unknown else record


def _game(name: Any) -> str:
    """Returns the name of a game that there is."""
    known = isinstance(name, str) and name in games.GAMES
    expect(known, "game", f"is {brief(name)}; known: {', '.join(games.GAMES)}")
    return str(name)


def _setup(body: dict[str, Any]) -> Setup:
    """Reads what determines the game before its first decision."""
    game, rules = _game(body["game"]), body["rules"]
    newest = games.GAMES[game].VERSION
    known = type(rules) is int and 1 <= rules <= newest
    expect(known, "rules", f"is {brief(rules)}; this program plays version 1 to {newest}")
    check_components(game, body["components"], files=body["format"] > 1)
    names = _names(game, body["names"])
    rounds = body["rounds"]
    expect(rounds is None or (type(rounds) is int and rounds > 0), "rounds", f"is {brief(rounds)}")
    start = body["start"]
    if isinstance(start, dict) and start.keys() == {"position"}:
        return Setup(game, len(names), 0, names, rounds, _position(game, len(names), start["position"]), rules)
    expect(
        isinstance(start, dict) and start.keys() == {"seed", "deal"}, "start", "has neither seed and deal nor position"
    )
    return Setup(game, len(names), _seed(start["seed"]), names, rounds, rules=rules)


def _names(game: str, names: Any) -> tuple[str, ...]:
    """Reads the names by seat."""
    least, most = games.GAMES[game].SEATS
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


def _position(game: str, players: int, text: Any) -> str:
    """Reads the position that a game is played on from, which leaves nothing open."""
    right = isinstance(text, str) and len(text) <= LONGEST_POSITION
    expect(right, "position", f"is {brief(text)}, not a text of up to {LONGEST_POSITION} characters")
    try:
        state = NOTATIONS[game].parse_position(text)
    except ValueError as error:
        raise BadRecord(f"'position' cannot be read: {error}") from None
    expect(state.seats == players, "position", f"has {state.seats} players, but there are {players} names")
    expect(NOTATIONS[game].position(state) == text, "position", "is not written in full, as Game.position() writes it")
    return str(text)


def _replay(game: Game, decisions: list[str]) -> None:
    """Plays the recorded decisions."""
    for number, decision in enumerate(decisions, 1):
        try:
            game.play(decision)
        except IllegalAction as error:
            raise BadRecord(f"decision {number}: {error}") from None
