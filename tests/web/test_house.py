"""Names, lists, refusals, and what is never told."""

import json

import pytest

from serai import Game
from serai.web import refusals
from serai.web.guests import Guest
from serai.web.refusals import Refused
from serai.web.tables.service import House
from tests.web.houses import alone, in_house, play, two_people


@in_house
async def test_names_are_those_that_guests_have_now(house: House) -> None:
    table, first, second = await two_people(house)
    await house.rename(first, "  Zoë   of Ulm ")
    await house.rename(second, "Zoë of Ulm")
    assert table.names(await house.names(table)) == ("Zoë of Ulm", "Zoë of Ulm 2")
    assert (await house.guest(first.id)) == Guest(first.id, "Zoë of Ulm")
    for name in ("", "  ", "x" * 41, "bell\a"):
        with pytest.raises(refusals.BadName, match="A name has 1 to 40 characters"):
            await house.rename(first, name)
    assert (await house.new_guest()).name == ""
    assert await house.guest("nobody") is None


@in_house
async def test_guests_whose_names_look_alike_sit_at_one_table_and_are_told_apart(house: House) -> None:
    """Nobody is refused a seat or a name for it; the record of the game can be read again."""
    table, first, second = await two_people(house)
    await house.rename(first, "Zo\u00eb")
    await house.rename(second, "zoe\u0308")
    names = await house.names(table)
    assert table.names(names) == ("Zo\u00eb", "zoe\u0308 2")
    assert [sitter.name for sitter in table.sitters(names)] == ["Zo\u00eb", "zoe\u0308 2"]
    assert Game.from_json(table.record(names)).names == ["Zo\u00eb", "zoe\u0308 2"]


@pytest.mark.compiled
@in_house
async def test_lists_tell_running_and_finished_tables(house: House) -> None:
    table, first, second = await two_people(house, rounds=2)
    [running] = (await house.lists(first)).running
    assert (running.id, running.stage, running.decides) == (table.id, "running", 0)
    assert [held.guest for held in running.holders] == [first.id, second.id]
    table = await play(house, table, first, second)
    [finished] = (await house.lists(second)).finished
    assert table.game is not None
    result = {"scores": table.game.scores(), "winner": table.game.winner, "stopped": True}
    assert (finished.stage, finished.decides, finished.result) == ("over", None, result)
    assert (await house.lists(first)).running == []
    assert (await house.lists(None)).finished == []


@pytest.mark.compiled
@in_house
async def test_nothing_changes_after_the_end(house: House) -> None:
    table, first, second = await two_people(house, rounds=1)
    table = await play(house, table, first, second)
    assert table.stage == "over"
    for act in (
        house.decide(table.id, first, ["play YY"], table.number),
        house.undo(table.id, second, table.number),
        house.ask_takeback(table.id, second, table.number),
        house.leave(table.id, first),
        house.resign(table.id, first),
        house.close(table.id, first),
        house.call_bot(table.id, first, 1),
    ):
        with pytest.raises(refusals.GameOver):
            await act
    assert len(await house.store.events(table.id)) == table.number


def test_every_refusal_has_a_code_of_its_own_and_a_sentence() -> None:
    found = [kind for kind in vars(refusals).values() if isinstance(kind, type) and issubclass(kind, Refused)]
    assert len({kind.code for kind in found}) == len(found) > 20
    values = {"bot": "hal", "decision": "rest", "minutes": "3", "longest": 40, "why": "so", "most": 100}
    values |= {"theirs": "9 (x)", "ours": "1 (y)", "rules": 7, "game": "caravan_race"}
    values |= {"name": "my-box", "file": "map.txt", "columns": "id,cost"}
    assert all(kind.text[0].isupper() and kind.text[-1] == "." for kind in found)
    assert all(str(kind(**values)) == kind.text % values for kind in found)


@in_house
async def test_no_event_and_no_scene_tells_the_seed(house: House) -> None:
    table, ada = await alone(house)
    table = await house.decide(table.id, ada, ["play YY"], table.number)
    told = json.dumps([event.body for event in await house.store.events(table.id)])
    told += repr(table.scene(ada.id, {})) + repr(table) + repr(await house.lists(ada))
    assert str(table.row.seed) not in told
    assert f"{table.row.seed:x}" not in told
