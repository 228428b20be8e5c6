"""Tables in memory and after a restart: the same question again, in every phase."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from serai import GAMES, Game
from serai.core.phases import Phase
from serai.games.east_to_west.rules.state import West
from serai.games.sand_to_sea.rules.state import Sea
from serai.web import refusals
from serai.web.guests import Guest
from serai.web.tables.model import Table
from serai.web.tables.service import House
from serai.web.tables.store import Store, TableStanding
from tests.web.houses import (
    alone,
    house_at,
    in_house,
    plan,
    play,
    state,
)

PHASES = {
    "spice_road": {phase.name for phase in Phase},
    "sand_to_sea": {phase.name for phase in (*Phase, *Sea)},
    "east_to_west": {phase.name for phase in (*Phase, *West)} - {"PAY"},
}

# Seeds whose random games come to every phase soon.
SEEDS = {"spice_road": (8,), "sand_to_sea": (92, 5), "east_to_west": (52,)}
LONGEST = {"spice_road": 40, "sand_to_sea": 170, "east_to_west": 100}


def same(one: Table, other: Table, guest: Guest) -> bool:
    """Returns whether two tables are the same in all that can be seen of them, and in the hidden position."""
    plain = [vars(table.scene(guest.id, {guest.id: "Ada"}, 3)) | {"steps": None} for table in (one, other)]
    games = [(table.game.decisions(), table.game.history()) if table.game else None for table in (one, other)]
    parts = [
        (table.number, table.question, table.chairs, table.wish, table.asked_at, table.stage, state(table))
        for table in (one, other)
    ]
    return plain[0] == plain[1] and games[0] == games[1] and parts[0] == parts[1]


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_restart_in_every_phase_shows_the_same_question_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a phase is new, and again after a takeback of the turn, another house reads the table from the store."""
    asked: set[str] = set()

    async def inside() -> None:
        async with house_at(tmp_path / "serai.db") as house:
            ada = await house.new_guest("Ada")
            for seed in SEEDS[game]:
                monkeypatch.setattr("serai.web.tables.service.secrets.randbits", lambda bits, seed=seed: seed)
                decisions = some_decisions(game, seed)
                table = await house.create(ada, plan("me me me", game=game))
                for decision in decisions:
                    assert table.game is not None
                    phase = table.game.view(0)["phase"].upper()
                    if phase not in asked:
                        asked.add(phase)
                        table = await restarted(house, table, ada, decisions)
                    table = await house.decide(table.id, ada, [decision], table.number)
            table = await house.create(ada, plan("me me", game=game, rounds=1))
            table = await play(house, table, ada)
            asked.add("OVER" if table.over else "")
            await compared(table, ada)

    async def restarted(house: House, table: Table, ada: Guest, decisions: list[str]) -> Table:
        await compared(table, ada)
        seat = table.seat_of(ada.id)
        if not table.can_take_back(seat):
            return table
        position, done = state(table), len(table.scene(ada.id, {}).steps)
        table = await house.ask_takeback(table.id, ada, table.number, seat)
        await compared(table, ada)
        for decision in decisions[len(table.scene(ada.id, {}).steps) : done]:
            table = await house.decide(table.id, ada, [decision], table.number)
        assert state(table) == position
        return table

    async def compared(table: Table, ada: Guest) -> None:
        async with house_at(tmp_path / "serai.db") as other:
            assert same(await other.table(table.id), table, ada)

    asyncio.run(inside())
    assert asked == PHASES[game]


def some_decisions(game: str, seed: int) -> list[str]:
    """Plays random decisions by version 1 of the rules, in which nobody rests for nothing (C-9)."""
    played, random = Game.new(game, 3, seed, rules=1), Random(seed)
    for _ in range(LONGEST[game]):
        played.play(random.choice(played.legal()))
    return played.decisions()


@in_house
async def test_a_table_forgotten_for_want_of_room_is_built_again(house: House) -> None:
    house.cache._most = 2
    tables = [await alone(house) for _ in range(5)]
    assert len(house.cache._tables) == 2
    for table, ada in tables:
        assert same(await house.table(table.id), table, ada)
        await house.decide(table.id, ada, ["play YY"], table.number)
    assert len(house.cache._tables) == 2


@in_house
async def test_a_table_that_was_handed_out_stays_as_it_was(house: House) -> None:
    table, ada = await alone(house)
    number, position = table.number, state(table)
    await house.decide(table.id, ada, ["play YY"], table.number)
    assert (table.number, state(table)) == (number, position)


@in_house
async def test_a_table_made_with_other_components_is_refused(house: House) -> None:
    table, ada = await alone(house)
    row = table.row
    other = type(row)(**{**vars(row), "id": "other", "components": {"set": "9", "digest": "?"}})
    await house.store.new_table(other, await house.store.events(table.id), TableStanding("running", table.decides))
    with pytest.raises(refusals.OtherComponents):
        await house.table("other")
    with pytest.raises(refusals.OtherComponents):
        await house.decide("other", ada, ["play YY"], table.number)


@in_house
async def test_a_write_that_fails_leaves_the_table_as_it_was(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ada = await alone(house)

    async def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Store, "append", full)
    with pytest.raises(OSError, match="the disk is full"):
        await house.decide(table.id, ada, ["play YY"], table.number)
    monkeypatch.undo()
    assert state(await house.table(table.id)) == state(table)
    assert await house.decide(table.id, ada, ["play YY"], table.number)
