"""Records: a game as JSON, written whole and read back only if every part of it agrees."""

import json
from typing import Any

from serai.game import LONGEST_NAME, SEED_BITS, Game, Setup
from serai.notation import IllegalAction
from serai.rules import components, games

FORMAT = 1
LARGEST = 4_000_000
FIELDS = ("format", "game", "rules", "components", "names", "seed", "rounds", "deal", "decisions", "result")


class BadRecord(ValueError):
    """A record that cannot be trusted; says what is wrong and where."""


def write(game: Game) -> str:
    """Writes a record."""
    record = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules.VERSION,
        "components": used_components(game.name),
        "names": game.names,
        "seed": f"{game.setup.seed:x}",
        "rounds": game.setup.rounds,
        "deal": game.deal(),
        "decisions": game.decisions(),
        "result": result(game),
    }
    return json.dumps(record, ensure_ascii=False, indent=1)


def used_components(game: str) -> dict[str, str]:
    """Names the component values that this process plays a game with."""
    return {"set": components.set_name(game), "digest": components.digest(games.GAMES[game].VALUES)}


def result(game: Game) -> dict[str, Any] | None:
    """Returns how a game ended, None before it has."""
    if not game.over:
        return None
    return {"scores": game.scores(), "winner": game.winner, "stopped": game.stopped}


def read(text: str | bytes) -> Game:
    """Reads a record; replays every decision and compares deal and result."""
    record = _parse(text)
    game = Game(_setup(record))
    _expect(record["deal"] == game.deal(), "deal", "does not agree with the seed; one of them was edited")
    _replay(game, record["decisions"])
    _expect(record["result"] == result(game), "result", f"is {record['result']}, but replaying gives {result(game)}")
    return game


def _expect(right: bool, where: str, what: str) -> None:
    """Raises BadRecord, naming the place, unless something is right."""
    if not right:
        raise BadRecord(f"'{where}' {what}")


def _parse(text: str | bytes) -> dict[str, Any]:
    """Reads the JSON and sees that it is a record of this format."""
    if len(text) > LARGEST or len(text.encode() if isinstance(text, str) else text) > LARGEST:
        raise BadRecord(f"the record is larger than {LARGEST // 1_000_000} MB")
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON, or cut short: {error}") from None
    except (RecursionError, UnicodeDecodeError, ValueError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("format"), int):
        raise BadRecord("this is JSON, but no record of a game: it has no 'format' number")
    if record["format"] > FORMAT:
        raise BadRecord(f"'format' is {record['format']}, newer than {FORMAT}, which this program writes; update serai")
    _expect(record["format"] == FORMAT, "format", f"is {record['format']}; the oldest is {FORMAT}")
    for field in FIELDS:
        _expect(field in record, field, "is missing")
    return record


def _setup(record: dict[str, Any]) -> Setup:
    """Reads what determines the game before its first decision."""
    game, names = record["game"], record["names"]
    _expect(isinstance(game, str) and game in games.GAMES, "game", f"is {game!r}; known: {', '.join(games.GAMES)}")
    version = games.GAMES[game].VERSION
    _expect(record["rules"] == version, "rules", f"is {record['rules']!r}; this program plays version {version}")
    _check_components(game, record["components"])
    least, most = games.GAMES[game].SEATS
    _expect(isinstance(names, list) and least <= len(names) <= most, "names", f"must be {least} to {most} names")
    for name in names:
        _expect(isinstance(name, str) and 0 < len(name.strip()) <= LONGEST_NAME, "names", f"holds {name!r}")
    rounds = record["rounds"]
    _expect(rounds is None or (type(rounds) is int and rounds > 0), "rounds", f"is {rounds!r}")
    return Setup(game, len(names), _seed(record["seed"]), tuple(names), rounds)


def _check_components(game: str, recorded: Any) -> None:
    """Sees that this process plays with the component values of the record."""
    ours = used_components(game)
    if not isinstance(recorded, dict) or recorded.get("digest") != ours["digest"]:
        raise BadRecord(
            f"'components' are {recorded}, unknown to this process, which plays {game} with set {ours['set']} "
            f"({ours['digest']}); name the folder or set that the game was played with ({components.VARIABLE})"
        )


def _seed(text: Any) -> int:
    """Reads the seed."""
    try:
        seed = int(text, 16) if isinstance(text, str) else -1
    except ValueError:
        seed = -1
    _expect(0 <= seed < 1 << SEED_BITS, "seed", f"is {text!r}, not a hexadecimal number of {SEED_BITS} bits")
    return seed


def _replay(game: Game, decisions: Any) -> None:
    """Plays the recorded decisions."""
    _expect(isinstance(decisions, list), "decisions", "is not a list")
    for number, decision in enumerate(decisions, 1):
        _expect(isinstance(decision, str), "decisions", f"number {number} is {decision!r}, not text")
        try:
            game.play(decision)
        except IllegalAction as error:
            raise BadRecord(f"decision {number}: {error}") from None
