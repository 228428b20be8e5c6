"""Undo and takeback: as the rules allow, freely against bots, with people when all agree."""

import pytest

from serai import Game
from serai.web import refusals
from serai.web.house import House
from serai.web.tables import Table
from tests.web.houses import alone, holder, in_house, kinds, state, two_people, until_asked


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
