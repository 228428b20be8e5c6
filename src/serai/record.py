"""Records: a game as JSON, written whole and read back only if every part of it agrees."""

import json
import re
from typing import Any

from serai.game import Game
from serai.notation import IllegalAction
from serai.notation.errors import brief
from serai.rules import components, games
from serai.setups import SEED_BITS, Setup, check_names

FORMAT = 1
LARGEST = 4_000_000
FIELDS = ("format", "game", "rules", "components", "names", "seed", "rounds", "deal", "count", "decisions", "result")
SEED = re.compile(r"[0-9a-f]{1,32}")


class BadRecord(ValueError):
    """A record that cannot be trusted; says what is wrong and where."""


def write(game: Game) -> str:
    """Writes a record; the count of decisions tells when some were lost."""
    record = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules.VERSION,
        "components": used_components(game.name),
        "names": game.names,
        "seed": f"{game.setup.seed:x}",
        "rounds": game.setup.rounds,
        "deal": game.deal(),
        "count": len(game.decisions()),
        "decisions": game.decisions(),
        "result": result(game),
    }
    return json.dumps(record, ensure_ascii=False, indent=1)


def used_components(game: str) -> dict[str, str]:
    """Names the component values that this process plays a game with."""
    return {"set": components.set_name(game), "digest": components.digest(games.GAMES[game].VALUES)}


def component_files(game: str) -> dict[str, str]:
    """Returns the texts of the files that a game takes its values from, by path inside a component folder."""
    own = sorted(path.name for path in (components.BUILT_IN / game / components.standard_set(game)).iterdir())
    paths = {("spice_road", "merchant_cards.csv"), *((game, name) for name in own)}
    return {f"{owner}/{name}": components.text_of(components.find(owner, name)) for owner, name in sorted(paths)}


def result(game: Game) -> dict[str, Any] | None:
    """Returns how a game ended, None before it has."""
    if not game.over:
        return None
    return {"scores": game.scores(), "winner": game.winner, "stopped": game.stopped}


def read(text: str | bytes) -> Game:
    """Reads a record; replays every decision and compares deal and result."""
    record = _parse(text)
    game = Game(_setup(record))
    _expect(_same(record["deal"], game.deal()), "deal", "does not agree with the seed; one of them was edited")
    _replay(game, record["decisions"], record["count"])
    found, ours = record["result"], result(game)
    _expect(_same(found, ours), "result", f"is {brief(found)}, but replaying gives {ours}")
    return game


def _expect(right: bool, where: str, what: str) -> None:
    """Raises BadRecord, naming the place, unless something is right."""
    if not right:
        raise BadRecord(f"'{where}' {what}")


def _same(found: Any, ours: Any) -> bool:
    """Compares parsed JSON with our own values; true is not 1, and 1.0 is not 1."""
    if type(found) is not type(ours):
        return False
    if isinstance(ours, dict):
        return found.keys() == ours.keys() and all(_same(found[key], value) for key, value in ours.items())
    if isinstance(ours, list):
        return len(found) == len(ours) and all(map(_same, found, ours))
    return bool(found == ours)


def _parse(text: str | bytes) -> dict[str, Any]:
    """Reads the JSON and sees that it is a record of this format."""
    record = _load(text)
    version = record.get("format") if isinstance(record, dict) else None
    if type(version) is not int:
        raise BadRecord("this is JSON, but no record of a game: it has no 'format' number")
    if version > FORMAT:
        raise BadRecord(f"'format' is {brief(version)}, newer than {FORMAT}, which this program writes; update serai")
    _expect(version == FORMAT, "format", f"is {brief(version)}; the oldest is {FORMAT}")
    for field in FIELDS:
        _expect(field in record, field, "is missing")
    if unknown := [field for field in record if field not in FIELDS]:
        raise BadRecord(f"{brief(unknown[0])} is no part of a record")
    return dict(record)


def _load(text: str | bytes) -> Any:
    """Reads JSON of a bounded size in which every key is there once."""
    try:
        if len(text) > LARGEST or len(text.encode() if isinstance(text, str) else text) > LARGEST:
            raise BadRecord(f"the record is larger than {LARGEST // 1_000_000} MB")
        return json.loads(text, object_pairs_hook=_once)
    except BadRecord:
        raise
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON, or cut short: {error}") from None
    except (RecursionError, ValueError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reads the keys of an object, each of which may be there only once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f"{brief(key)} is there twice")
        found[key] = value
    return found


def _setup(record: dict[str, Any]) -> Setup:
    """Reads what determines the game before its first decision."""
    game, rules = record["game"], record["rules"]
    known = isinstance(game, str) and game in games.GAMES
    _expect(known, "game", f"is {brief(game)}; known: {', '.join(games.GAMES)}")
    version = games.GAMES[game].VERSION
    _expect(_same(rules, version), "rules", f"is {brief(rules)}; this program plays version {version}")
    _check_components(game, record["components"])
    names = _names(game, record["names"])
    rounds = record["rounds"]
    _expect(rounds is None or (type(rounds) is int and rounds > 0), "rounds", f"is {brief(rounds)}")
    return Setup(game, len(names), _seed(record["seed"]), names, rounds)


def _check_components(game: str, recorded: Any) -> None:
    """Sees that this process plays with the component values of the record, whatever folder they lie in."""
    ours = used_components(game)
    known = isinstance(recorded, dict) and recorded.keys() == ours.keys()
    if not known or not _same(recorded["digest"], ours["digest"]):
        raise BadRecord(
            f"'components' are {brief(recorded)}, unknown to this process, which plays {game} with set {ours['set']} "
            f"({ours['digest']}); name the folder or set that the game was played with ({components.VARIABLE})"
        )
    sets = [*components.built_in_sets(game), "custom"]
    _expect(recorded["set"] in sets, "components", f"name the set {brief(recorded['set'])}; known: {', '.join(sets)}")


def _names(game: str, names: Any) -> tuple[str, ...]:
    """Reads the names by seat."""
    least, most = games.GAMES[game].SEATS
    _expect(isinstance(names, list) and least <= len(names) <= most, "names", f"must be {least} to {most} names")
    try:
        return check_names(names)
    except ValueError as error:
        raise BadRecord(f"'names' cannot be used: {error}") from None


def _seed(text: Any) -> int:
    """Reads the seed."""
    right = isinstance(text, str) and SEED.fullmatch(text) is not None
    _expect(right, "seed", f"is {brief(text)}, not a hexadecimal number of {SEED_BITS} bits in small letters")
    return int(text, 16)


def _replay(game: Game, decisions: Any, count: Any) -> None:
    """Plays the recorded decisions."""
    _expect(isinstance(decisions, list), "decisions", "is not a list")
    for number, decision in enumerate(decisions, 1):
        _expect(isinstance(decision, str), "decisions", f"number {number} is {brief(decision)}, not text")
        try:
            game.play(decision)
        except IllegalAction as error:
            raise BadRecord(f"decision {number}: {error}") from None
    _expect(_same(count, len(decisions)), "count", f"is {brief(count)}, but there are {len(decisions)} decisions")
