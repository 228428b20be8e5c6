"""Who sits at a terminal's table: people by their names, bots by theirs (`novice`, `planner:500n 2`)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from serai.bots import BOTS, Bot, make
from serai.core.notation.errors import brief
from serai.programs import Program, ProgramPlayer
from serai.setup import check_new_names

NO_PROGRAMS: Mapping[str, Program] = {}


def seat_names(
    people: Sequence[str], bots: Sequence[str], players: int | None, programs: Mapping[str, Program] = NO_PROGRAMS
) -> list[str]:
    """Names everybody at the table; if players outnumber names, the bots repeat in the same order."""
    for name in bots:
        if name.partition(":")[0] not in BOTS and name not in programs:
            raise ValueError(f"there is no bot {brief(name)}; there are: {', '.join([*BOTS, *programs])}")
        if name not in programs:
            make(name)
    players = len(people) + len(bots) if players is None else players
    if players < len(people) + len(bots):
        raise ValueError(f"{len(people)} by name and {len(bots)} bots are more than {players} players")
    check_new_names(people)
    if players > len(people) and not bots:
        raise ValueError(f"{len(people)} by name for {players} players; name more, or give bots for the other seats")
    named = [_person(name, programs) for name in people]
    return [*named, *_numbered([bots[place % len(bots)] for place in range(players - len(people))])]


def _person(name: str, programs: Mapping[str, Program]) -> str:
    """Returns the name of a person, which must not be that of a bot."""
    if bot_named(name, programs):
        raise ValueError(f"{brief(name)} is the name of a bot; take another one")
    return name.strip()


def _numbered(names: Sequence[str]) -> list[str]:
    """Numbers bots of the same name: `novice`, `novice 2`."""
    copies = [names[: place + 1].count(name) for place, name in enumerate(names)]
    return [name if copy == 1 else f"{name} {copy}" for name, copy in zip(names, copies, strict=True)]


def bot_named(name: str, programs: Mapping[str, Program] = NO_PROGRAMS) -> Bot | ProgramPlayer | None:
    """Returns the bot or program that a seat's name stands for, None for a person."""
    kind, _, number = name.strip().partition(" ")
    if number and not number.isdecimal():
        return None
    if kind in programs:
        return ProgramPlayer(programs[kind])
    if kind.partition(":")[0] not in BOTS:
        return None
    with suppress(ValueError):
        return make(kind)
    return None


def seated_bots(names: Sequence[str], programs: Mapping[str, Program] = NO_PROGRAMS) -> dict[int, Bot | ProgramPlayer]:
    """Returns the bots and programs by seat."""
    found = {seat: bot_named(name, programs) for seat, name in enumerate(names)}
    return {seat: bot for seat, bot in found.items() if bot is not None}
