"""What determines a game before its first decision: players, seed, names by seat, limit of rounds."""

import operator
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.core import chance, spec
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief

SEED_BITS = 128
LONGEST_NAME = 60
MOST_ROUNDS = 2**31 - 1
SEATING = np.uint64(0x5EA75)
# Invisible, although `str.isprintable` accepts them.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


@dataclass(frozen=True)
class Setup:
    """Everything that determines a game before its first decision; names in the order of the seats.

    With a position, in the notation, the game starts from there, and the seed deals nothing. Its set is the one given,
    the one that the text names, or the oldest.
    """

    game: str
    players: int
    seed: int
    names: tuple[str, ...]
    rounds: int | None
    position: str | None = None
    rules: int | None = None  # the version of the rules, by default the newest
    components: ComponentSet | None = None  # by default the standard set


def halves(seed: int) -> tuple[np.uint64, np.uint64]:
    """Splits a 128-bit seed."""
    return np.uint64(seed >> 64), np.uint64(seed & (1 << 64) - 1)


def whole(value: Any, what: str) -> int:
    """Returns a whole number given as any integer type; rejects true and false."""
    if isinstance(value, bool):
        raise ValueError(f"{what} is {value}, not a whole number")
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{what} is {brief(value)}, not a whole number") from None


def flag(value: Any, what: str) -> bool:
    """Returns a boolean; rejects numbers and text."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{what} is {brief(value)}, not true or false")
    return bool(value)


def check_game(game: Any) -> str:
    """Checks that a game exists and returns its name."""
    if not isinstance(game, str) or game not in spec.GAMES:
        raise ValueError(f"there is no game {brief(game)}; there are: {', '.join(spec.GAMES)}")
    return game


def check_rules(game: str, rules: Any) -> int:
    """Checks and returns a version of a game's rules; None means the newest."""
    newest: int = spec.GAMES[game].VERSION
    if rules is not None and not 1 <= whole(rules, "rules") <= newest:
        raise ValueError(f"{game} is played by version 1 to {newest} of the rules, not {brief(rules)}")
    return newest if rules is None else whole(rules, "rules")


def check_players(game: str, players: Any) -> int:
    """Checks and returns the number of players for a game."""
    least, most = spec.GAMES[game].SEATS
    if not least <= whole(players, "players") <= most:
        raise ValueError(f"{game} is for {least} to {most} players, not {brief(players)}")
    return whole(players, "players")


def check_seed(seed: Any) -> int:
    """Checks that a seed fits into 128 bits and returns it."""
    if not 0 <= whole(seed, "the seed") < 1 << SEED_BITS:
        raise ValueError(f"the seed {brief(seed)} is not a number from 0 to 2**{SEED_BITS} - 1")
    return whole(seed, "the seed")


def check_rounds(rounds: Any) -> int | None:
    """Checks and returns a limit of rounds (C-10), None for no limit."""
    if rounds is not None and not 1 <= whole(rounds, "rounds") <= MOST_ROUNDS:
        what = f"a limit of rounds (C-10) is at least 1 and at most {MOST_ROUNDS:,}, None for no limit"
        raise ValueError(f"rounds is {brief(rounds)}; {what}")
    return None if rounds is None else whole(rounds, "rounds")


def likeness(name: str) -> str:
    """Normalizes a name: ignores case, extra spaces, invisible characters and the encoding of accents."""
    folded = unicodedata.normalize("NFKC", INVISIBLE.sub("", name)).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def check_new_names(names: Any) -> tuple[str, ...]:
    """Checks and returns names for a new game, which must be visible and distinguishable."""
    taken: dict[str, str] = {}
    for name in check_names(names):
        if not (seen := likeness(name)):
            raise ValueError(f"{brief(name)} is not a name: 1 to {LONGEST_NAME} characters that can be seen")
        if seen in taken:
            raise ValueError(
                f"the names {brief(taken[seen])} and {brief(name)} look alike; give one of the two another name"
            )
        taken[seen] = name
    return tuple(names)


def check_names(names: Any) -> tuple[str, ...]:
    """Checks and returns distinct one-line names; in a record they may look alike, as older versions allowed."""
    if not isinstance(names, list | tuple):
        raise ValueError(f"names is {brief(names)}, not a list of names")
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name.strip()) <= LONGEST_NAME:
            raise ValueError(f"{brief(name)} is not a name: 1 to {LONGEST_NAME} characters that can be printed")
    if len({name.strip() for name in names}) < len(names):
        raise ValueError(f"the names {brief(list(names))} are not all different")
    return tuple(names)


def seat_names(players: int, seed: int, names: Sequence[str] | None, seating: str) -> tuple[str, ...]:
    """Returns names by seat: given names keep their order around the table, the seed decides who starts (SR-5)."""
    if not isinstance(seating, str) or seating not in ("dealt", "given"):
        raise ValueError(f"seating is 'dealt' or 'given', not {brief(seating)}")
    if names is None:
        return tuple(f"player {seat + 1}" for seat in range(players))
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players")
    high, low = halves(seed)
    start = chance.below(chance.seeded(high ^ SEATING, low), players) if seating == "dealt" else 0
    return tuple(names[(start + seat) % players] for seat in range(players))
