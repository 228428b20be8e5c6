"""Decisions at a table: stored and told, stale, all or none, only by who holds the seat."""

import asyncio

import pytest

from serai.web import refusals
from serai.web.tables.plans import Event, NewSeat, NewTable
from serai.web.tables.service import House
from tests.web.houses import (
    alone,
    in_house,
    state,
    two_people,
)


@in_house
async def test_a_decision_is_stored_and_told(house: House) -> None:
    table, ada = await alone(house)
    heard: list[tuple[str, int]] = []
    house.listeners.append(lambda table_id, number: heard.append((table_id, number)))
    after = await house.decide(table.id, ada, ["play YY"], table.number)
    assert heard == [(table.id, table.number + 1)]
    [event] = await house.store.events(table.id, after=table.number)
    assert (event.kind, event.body) == ("decided", {"seat": table.decides, "decision": "play YY"})
    assert after.number == table.number + 1
    assert await house.table(table.id) is after


@in_house
async def test_when_listeners_hear_of_an_event_the_table_shows_it(house: House) -> None:
    table, ada = await alone(house)
    shown: list[int] = []
    house.listeners.append(lambda table_id, number: shown.append(house.cache._tables[table_id].number - number))
    await house.decide(table.id, ada, ["play YY"], table.number)
    assert shown == [0]


@in_house
async def test_decisions_are_kept_in_the_notation_however_they_were_written(house: House) -> None:
    table, ada = await alone(house)
    await house.decide(table.id, ada, ["  PLAY   yy "], table.number)
    assert (await house.store.events(table.id))[-1].body["decision"] == "play YY"


@in_house
async def test_an_answer_to_an_old_question_is_stale_and_changes_nothing(house: House) -> None:
    table, first, second = await two_people(house)
    after = await house.decide(table.id, first, ["play YY"], table.number)
    for guest in (first, second):
        for seen in (0, table.number, after.number + 1):
            with pytest.raises(refusals.Stale, match="Someone else was faster; the board has been updated"):
                await house.decide(table.id, guest, ["play YY"], seen)
    assert (await house.table(table.id)).number == len(await house.store.events(table.id)) == after.number


@in_house
async def test_of_two_answers_to_one_question_exactly_one_is_stored(house: House) -> None:
    table, ada = await alone(house)
    tabs = [house.decide(table.id, ada, [text], table.number) for text in ("play YY", "play +2", "play YY")]
    told = await asyncio.gather(*tabs, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in told) == ["Stale", "Stale", "Table"]
    assert len(await house.store.events(table.id)) == table.number + 1


@in_house
async def test_what_changes_no_question_makes_no_answer_stale(house: House) -> None:
    """A player who comes back must not cost another a click."""
    table, first, second = await two_people(house)
    await house.leave(table.id, second)
    await house.back(table.id, second)
    after = await house.decide(table.id, first, ["play YY"], table.number)
    assert after.number == table.number + 3


@in_house
async def test_a_table_changed_behind_our_back_is_read_anew(house: House) -> None:
    """As when a second server uses the same database."""
    table, ada = await alone(house)
    seat = table.decides
    event = Event(table.number + 1, "decided", {"seat": seat, "decision": "play YY"}, 5.0)
    await house.store.append(table.id, table.number, [event])
    with pytest.raises(refusals.Stale):
        await house.decide(table.id, ada, ["play +2"], table.number)
    fresh = await house.table(table.id)
    assert fresh.number == table.number + 1
    assert fresh.game is not None
    assert fresh.game.decisions()[-1] == "play YY"


@in_house
async def test_a_list_of_decisions_is_stored_all_or_none(house: House) -> None:
    table, ada = await alone(house)
    before = state(table)
    for decisions, refused in (
        (["play +2", "upgrade Y", "upgrade B"], refusals.Illegal),
        (["play YY", "play YY"], refusals.NotYourTurn),
        ([], refusals.Illegal),
        (["play YY"] * 101, refusals.Illegal),
        (["play " + "Y" * 10_000], refusals.Illegal),
    ):
        with pytest.raises(refused):
            await house.decide(table.id, ada, decisions, table.number)
    assert state(await house.table(table.id)) == before
    assert len(await house.store.events(table.id)) == table.number
    commits = house.store.commits
    after = await house.decide(table.id, ada, ["play +2", "upgrade Y", "upgrade Y"], table.number)
    assert after.number == table.number + 3
    assert house.store.commits == commits + 1


@in_house
async def test_several_tables_share_a_commit(house: House) -> None:
    tables = [await alone(house) for _ in range(8)]
    before = house.store.commits
    await asyncio.gather(*(house.decide(table.id, ada, ["play YY"], table.number) for table, ada in tables))
    assert house.store.commits - before <= 3


@in_house
async def test_only_who_holds_the_seat_decides_and_only_in_turn(house: House) -> None:
    table, first, second = await two_people(house)
    cyd = await house.new_guest("Cyd")
    with pytest.raises(refusals.NotYourSeat):
        await house.decide(table.id, cyd, ["play YY"], table.number)
    with pytest.raises(refusals.NotYourSeat):
        await house.decide(table.id, first, ["play YY"], table.number, seat=1)
    with pytest.raises(refusals.NotYourTurn):
        await house.decide(table.id, second, ["play YY"], table.number)
    with pytest.raises(refusals.Illegal, match="The rules do not allow “claim 1” now"):
        await house.decide(table.id, first, ["claim 1"], table.number)
    with pytest.raises(refusals.NoSuchTable):
        await house.decide("nowhere", first, ["play YY"], table.number)


@in_house
async def test_a_bot_decides_for_its_own_seat_and_question_only(house: House) -> None:
    table, ada = await alone(house)
    mine = table.decides
    assert mine is not None
    with pytest.raises(refusals.Stale):
        await house.bot_decide(table.id, mine, "play YY", table.number)
    table = await house.decide(table.id, ada, ["play YY"], table.number)
    with pytest.raises(refusals.Stale):
        await house.bot_decide(table.id, 1 - mine, "play YY", table.number - 1)
    with pytest.raises(refusals.NotYourTurn):
        await house.decide(table.id, ada, ["play +2"], table.number)
    assert (await house.bot_decide(table.id, 1 - mine, "play YY", table.number)).decides == mine


@in_house
async def test_a_device_is_passed_around(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, NewTable("spice_road", (NewSeat("me", name="Mum"), NewSeat("me", name="Dad"))))
    assert sorted(table.names({ada.id: "Ada"})) == ["Dad", "Mum"]
    for seat in (0, 1):
        with pytest.raises(refusals.NotYourTurn):
            await house.decide(table.id, ada, ["play YY"], table.number, seat=1 - seat)
        table = await house.decide(table.id, ada, ["play YY"], table.number, seat=seat)
    assert table.must_agree(0) == ()


@in_house
async def test_a_caller_who_goes_away_leaves_a_table_that_agrees_with_the_store(house: House) -> None:
    table, ada = await alone(house)
    gone = asyncio.create_task(house.decide(table.id, ada, ["play YY"], table.number))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    with pytest.raises(refusals.Stale):
        await house.decide(table.id, ada, ["play +2"], table.number)
    assert (await house.table(table.id)).number == len(await house.store.events(table.id)) == table.number + 1
