"""Undo and takeback: as the rules allow, freely against bots, with people when all agree."""

import pytest

from serai import Game
from serai.web import refusals
from serai.web.drawing.scene import Takeback
from serai.web.tables.model import Table
from serai.web.tables.service import House
from tests.web.houses import alone, holder, in_house, kinds, read_again, state, two_people, until_asked, wait


@in_house
async def test_undo_is_an_event_and_refused_as_the_rules_say(house: House) -> None:
    table, first, second = await two_people(house)
    start = state(table)
    with pytest.raises(refusals.CannotUndo):
        await house.undo(table.id, first, table.number)
    played = await house.decide(table.id, first, ["play YY"], table.number)
    with pytest.raises(refusals.CannotUndo):
        await house.undo(table.id, second, played.number)
    with pytest.raises(refusals.Stale):
        await house.undo(table.id, first, table.number)
    undone = await house.undo(table.id, first, played.number)
    assert state(undone) == start
    assert kinds(await house.store.events(table.id))[-2:] == ["decided", "undone"]
    revealed = await house.decide(table.id, first, [revealing(undone)], undone.number)
    with pytest.raises(refusals.CannotUndo):
        await house.undo(table.id, first, revealed.number)


@in_house
async def test_against_bots_a_takeback_goes_past_their_decisions_and_past_reveals(house: House) -> None:
    table, ada = await alone(house, "trader novice")
    assert table.game is not None
    start, before = state(table), len(table.game.decisions())
    first = revealing(table)
    table = await house.decide(table.id, ada, [first], table.number)
    assert table.game is not None
    turned = table.game.steps()[-1].reveals
    assert turned
    table = await until_asked(house, table)
    assert not table.scene(ada.id, {}).can_undo
    assert table.scene(ada.id, {}).can_takeback
    after_round = state(table)
    back = await house.ask_takeback(table.id, ada, table.number)
    assert state(back) == start
    [event] = await house.store.events(table.id, after=table.number)
    assert (event.kind, event.body) == ("taken_back", {"seat": back.decides, "steps": before})
    again = await until_asked(house, await house.decide(table.id, ada, [first], back.number))
    assert state(again) == after_round


def revealing(table: Table) -> str:
    """Returns a decision that turns something up."""
    assert table.game is not None
    return next(text for text in table.game.legal() if Game.from_json(table.record({})).play(text))


@in_house
async def test_people_have_to_agree_to_a_takeback(house: House) -> None:
    table, first, second = await two_people(house, "me trader friend")
    table = await until_asked(house, table)
    guest = holder(table, first, second)
    other = second if guest is first else first
    start = state(table)
    table = await house.decide(table.id, guest, ["play YY"], table.number)
    asked = await house.ask_takeback(table.id, guest, table.number)
    assert asked.wish is not None
    with pytest.raises(refusals.CannotTakeBack):
        await house.ask_takeback(table.id, guest, asked.number)
    with pytest.raises(refusals.NothingAsked):
        await house.answer_takeback(table.id, guest, True, asked.number)
    with pytest.raises(refusals.Stale):
        await house.answer_takeback(table.id, other, True, table.number)
    agreed = await house.answer_takeback(table.id, other, True, asked.number)
    assert state(agreed) == start
    assert kinds(await house.store.events(table.id))[-3:] == ["asked", "answered", "taken_back"]
    with pytest.raises(refusals.NothingAsked):
        await house.answer_takeback(table.id, other, True, agreed.number)


@in_house
async def test_one_no_ends_a_takeback_and_who_asked_may_withdraw_it(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    position = state(table)
    for guest in (second, first):
        asked = await house.ask_takeback(table.id, first, table.number)
        table = await house.answer_takeback(table.id, guest, False, asked.number)
        assert (table.wish, state(table)) == (None, position)


@in_house
async def test_a_new_decision_ends_a_takeback(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    asked = await house.ask_takeback(table.id, first, table.number)
    with pytest.raises(refusals.Stale):
        await house.decide(table.id, second, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], asked.number)
    assert table.wish is None


@in_house
async def test_who_leaves_no_longer_stands_in_the_way_of_a_takeback(house: House) -> None:
    table, first, second = await two_people(house)
    start = state(table)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    await house.ask_takeback(table.id, first, table.number)
    table = await house.leave(table.id, second)
    assert state(table) == start
    assert kinds(await house.store.events(table.id))[-3:] == ["asked", "away", "taken_back"]


@in_house
async def test_nothing_is_taken_back_before_a_decision_nor_by_a_watcher(house: House) -> None:
    table, first, second = await two_people(house)
    with pytest.raises(refusals.CannotTakeBack):
        await house.ask_takeback(table.id, first, table.number)
    with pytest.raises(refusals.NotYourSeat):
        await house.ask_takeback(table.id, await house.new_guest("Cyd"), table.number)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    with pytest.raises(refusals.CannotTakeBack):
        await house.ask_takeback(table.id, second, table.number)
    with pytest.raises(refusals.NothingAsked):
        await house.answer_takeback(table.id, second, True, table.number)


@in_house
async def test_a_guest_for_whom_a_bot_was_called_is_asked_as_long_as_they_may_be_here(house: House) -> None:
    """No bot is called for a player who is thinking and then takes back what has been revealed."""
    table, first, second = await two_people(house, absent_minutes=1)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, [revealing(table)], table.number)
    wait(house, 61)
    table = await until_asked(house, await house.call_bot(table.id, second, 0))
    asked = await house.ask_takeback(table.id, second, table.number)
    assert asked.wish is not None
    assert asked.wish.waiting_for == {0}
    assert asked.scene(first.id, {}).takeback == Takeback(1, (0,), True)
    refused = await house.answer_takeback(table.id, first, False, asked.number)
    assert (refused.wish, state(refused)) == (None, state(table))


@in_house
async def test_a_guest_who_was_not_seen_for_ten_minutes_is_not_asked(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=1)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, [revealing(table)], table.number)
    wait(house, 599)
    table = await until_asked(house, await house.call_bot(table.id, second, 0))
    asked = await house.ask_takeback(table.id, second, table.number)
    table = await house.answer_takeback(table.id, second, False, asked.number)
    wait(house, 1)
    table = await house.ask_takeback(table.id, second, table.number)
    assert kinds(await house.store.events(table.id))[-1] == "taken_back"


@in_house
async def test_who_was_asked_and_does_not_answer_is_absent_though_a_bot_plays_for_them(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=1)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], table.number)
    start = table.turn_start(1)
    wait(house, 61)
    table = await house.call_bot(table.id, second, 0)
    table = await house.ask_takeback(table.id, second, table.number)
    assert table.bot_asked is None
    wait(house, 60)
    table = await house.call_bot(table.id, second, 0)
    assert (table.wish, len(table.scene(second.id, {}).steps)) == (None, start)
    assert kinds(await house.store.events(table.id))[-3:] == ["asked", "away", "taken_back"]


@in_house
async def test_who_left_is_not_asked_until_they_come_back(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], table.number)
    table = await house.leave(table.id, first)
    house.seen_alive(table, first)
    assert table.must_agree(1, house.now) == ()
    table = await house.back(table.id, first)
    assert table.must_agree(1, house.now) == (0,)


@in_house
async def test_a_takeback_reads_the_same_after_a_restart(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=1)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], table.number)
    wait(house, 61)
    table = await house.call_bot(table.id, second, 0)
    asked = await house.ask_takeback(table.id, second, table.number)
    assert asked.wish is not None
    assert (await read_again(house, table)).wish == asked.wish


@in_house
async def test_a_table_is_not_closed_under_somebody_who_may_be_here(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=1)
    other, maker = (first, second) if table.maker == second.id else (second, first)
    if table.chairs[0].guest == maker.id:
        table = await house.decide(table.id, maker, ["play YY"], table.number)
    house.seen_alive(table, other)
    wait(house, 61)
    table = await house.call_bot(table.id, maker, table.mine(other.id)[0])
    with pytest.raises(refusals.OthersPlay):
        await house.close(table.id, maker)
    wait(house, 600)
    assert (await house.close(table.id, maker)).stage == "closed"
