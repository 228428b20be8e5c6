"""What people and bots do at tables: stored or refused, the same after a restart, and told to those who listen."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from serai import GAMES, Game
from serai.bots import LADDER
from serai.rules.phases import Phase
from serai.rules.sea_table import Sea
from serai.rules.west_table import West
from serai.web import refusals
from serai.web.guests import Guest
from serai.web.house import STAND_IN, House
from serai.web.plans import Event, Place, Plan
from serai.web.refusals import Refused
from serai.web.store import Standing, Store
from serai.web.tables import Table
from tests.web.houses import decide, holder, house_at, in_house, plan, play, state, two_people, wait

PHASES = {
    "spice_road": {phase.name for phase in Phase},
    "sand_to_sea": {phase.name for phase in (*Phase, *Sea)},
    "east_to_west": {phase.name for phase in (*Phase, *West)} - {"PAY"},
}

# Seeds whose random games come to every phase soon.
SEEDS = {"spice_road": (8,), "sand_to_sea": (92, 5), "east_to_west": (42,)}
LONGEST = {"spice_road": 40, "sand_to_sea": 170, "east_to_west": 100}


def kinds(events: list[Event]) -> list[str]:
    """Lists the kinds of events."""
    return [event.kind for event in events]


async def alone(house: House, others: str = "trader", **given: Any) -> tuple[Table, Guest]:
    """Makes a table of one person and bots, and lets the bots decide until the person is asked."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan(f"me {others}", **given))
    return await until_asked(house, table), ada


async def until_asked(house: House, table: Table) -> Table:
    """Lets bots decide until a person has to."""
    while table.bot_asked is not None:
        table = await decide(house, table)
    return table


# Making tables and sitting down.


@in_house
async def test_a_table_of_me_and_bots_begins_at_once(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me trader novice"))
    assert table.stage == "running"
    assert sorted(kinds(await house.store.events(table.id))) == ["begun", "bot", "bot", "sat"]
    assert sorted(table.names(await house.names(table))) == ["Ada", "Novice", "Trader"]
    assert (table.maker, len(table.mine(ada.id))) == (ada.id, 1)


@in_house
async def test_who_starts_is_drawn_by_lot_and_the_order_around_the_table_stays(house: House) -> None:
    ada = await house.new_guest("Ada")
    starts = set()
    for _ in range(60):
        table = await house.create(ada, plan("me random novice trader"))
        names = table.names({ada.id: "Ada"})
        at = names.index("Ada")
        assert names[at:] + names[:at] == ("Ada", "Random", "Novice", "Trader")
        starts.add(names[0])
    assert starts == {"Ada", "Random", "Novice", "Trader"}


@in_house
async def test_seeds_have_128_bits_and_ids_ten_characters(house: House) -> None:
    ada = await house.new_guest("Ada")
    tables = [await house.create(ada, plan("me trader")) for _ in range(20)]
    assert len({table.row.seed for table in tables}) == 20
    assert max(table.row.seed for table in tables) > 2**120
    assert {len(table.id) for table in tables} == {10}


@in_house
async def test_a_table_of_bots_alone_is_made_to_be_watched(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("trader trader"))
    assert (table.stage, table.mine(ada.id), table.scene(ada.id, {}).seat) == ("running", (), None)
    assert table.names({}) == ("Trader", "Trader 2")


@in_house
async def test_the_game_begins_when_a_friend_takes_the_last_seat(house: House) -> None:
    ada, ben, cyd = [await house.new_guest(name) for name in ("Ada", "Ben", "Cyd")]
    table = await house.create(ada, plan("me friend friend"))
    first, second = table.open_seats
    table = await house.sit(table.id, ben, first, house.join_token(table.id, first))
    assert (table.stage, table.open_seats) == ("open", (second,))
    with pytest.raises(refusals.NotBegun):
        await house.decide(table.id, ben, ["rest"], table.number)
    table = await house.sit(table.id, cyd, second, house.join_token(table.id, second))
    assert (table.stage, table.decides) == ("running", 0)
    assert table.mine(ben.id) == (first,)
    again = await house.sit(table.id, ben, first, "whatever")
    assert again.number == table.number


@in_house
async def test_a_seat_is_taken_by_its_own_link_only(house: House) -> None:
    ada, ben, cyd = [await house.new_guest(name) for name in ("Ada", "Ben", "Cyd")]
    table = await house.create(ada, plan("me friend friend"))
    other = await house.create(ada, plan("me friend friend"))
    first, second = table.open_seats
    wrong = [None, "", "x", house.join_token(table.id, second), house.join_token(other.id, first)]
    for token in wrong:
        with pytest.raises(refusals.WrongLink):
            await house.sit(table.id, ben, first, token)
    with pytest.raises(refusals.NoSuchSeat):
        await house.sit(table.id, ben, 3, house.join_token(table.id, 3))
    await house.sit(table.id, ben, first, house.join_token(table.id, first))
    with pytest.raises(refusals.SeatTaken):
        await house.sit(table.id, cyd, first, house.join_token(table.id, first))
    with pytest.raises(refusals.AlreadySeated):
        await house.sit(table.id, ben, second, house.join_token(table.id, second))


@in_house
async def test_of_two_who_take_one_seat_at_once_one_gets_it(house: House) -> None:
    ada, ben, cyd = [await house.new_guest(name) for name in ("Ada", "Ben", "Cyd")]
    table = await house.create(ada, plan("me friend"))
    [seat] = table.open_seats
    token = house.join_token(table.id, seat)
    told = await asyncio.gather(
        *(house.sit(table.id, guest, seat, token) for guest in (ben, cyd)), return_exceptions=True
    )
    assert sum(isinstance(answer, Table) for answer in told) == 1
    assert sum(isinstance(answer, refusals.HasBegun | refusals.SeatTaken) for answer in told) == 1


@in_house
async def test_at_a_table_opened_to_the_house_nobody_needs_a_link(house: House) -> None:
    ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
    table = await house.create(ada, plan("me friend", listed=True))
    assert [listed.id for listed in (await house.lists(ben)).open] == [table.id]
    assert (await house.lists(ada)).open == []
    assert (await house.sit(table.id, ben, table.open_seats[0])).begun
    assert (await house.lists(ben)).open == []


@in_house
async def test_the_maker_gives_an_open_seat_to_a_bot(house: House) -> None:
    ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
    table = await house.create(ada, plan("me friend"))
    [seat] = table.open_seats
    with pytest.raises(refusals.NotMaker):
        await house.give_to_bot(table.id, ben, seat, "novice")
    with pytest.raises(refusals.NoSuchBot, match="There is no bot called hal"):
        await house.give_to_bot(table.id, ada, seat, "hal")
    with pytest.raises(refusals.SeatTaken):
        await house.give_to_bot(table.id, ada, 1 - seat, "novice")
    table = await house.give_to_bot(table.id, ada, seat, "novice")
    assert (table.begun, table.chairs[seat].bot) == (True, "novice")
    with pytest.raises(refusals.HasBegun):
        await house.give_to_bot(table.id, ada, seat, "novice")


@in_house
async def test_a_link_carries_a_seat_to_another_device_as_long_as_its_holder_plays(house: House) -> None:
    table, first, second = await two_people(house)
    seat = table.mine(first.id)[0]
    token = await house.carry_token(table.id, first, seat)
    assert await house.carried(table.id, seat, token) == first
    with pytest.raises(refusals.NotYourSeat):
        await house.carry_token(table.id, second, seat)
    for wrong_seat, wrong in ((seat, house.join_token(table.id, seat)), (1 - seat, token), (seat, "")):
        with pytest.raises(refusals.WrongLink):
            await house.carried(table.id, wrong_seat, wrong)
    await house.resign(table.id, first)
    with pytest.raises(refusals.WrongLink):
        await house.carried(table.id, seat, token)


@in_house
async def test_who_takes_a_seat_after_another_does_not_get_the_others_device(house: House) -> None:
    ada, ben, cyd = [await house.new_guest(name) for name in ("Ada", "Ben", "Cyd")]
    table = await house.create(ada, plan("me friend friend"))
    seat = table.open_seats[0]
    await house.sit(table.id, ben, seat, house.join_token(table.id, seat))
    token = await house.carry_token(table.id, ben, seat)
    await house.leave(table.id, ben)
    await house.sit(table.id, cyd, seat, house.join_token(table.id, seat))
    with pytest.raises(refusals.WrongLink):
        await house.carried(table.id, seat, token)


# Deciding.


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
    house.listeners.append(lambda table_id, number: shown.append(house.live._tables[table_id].number - number))
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
            with pytest.raises(refusals.Stale, match="Somebody was faster: here is the fresh board"):
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
    """Somebody who comes back must not cost another a click."""
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
    table = await house.create(ada, Plan("spice_road", (Place("me", name="Mum"), Place("me", name="Dad"))))
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


# Undo and takeback.


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


# Absent players, leaving, resigning, closing.


@in_house
async def test_a_bot_is_called_for_who_is_absent_and_the_holder_may_come_back(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=5)
    wait(house, 299)
    with pytest.raises(refusals.NotAbsent, match="after 5 minutes"):
        await house.call_bot(table.id, second, 0)
    wait(house, 1)
    with pytest.raises(refusals.NotYourSeat):
        await house.call_bot(table.id, first, 0)
    with pytest.raises(refusals.NotYourSeat):
        await house.call_bot(table.id, await house.new_guest("Cyd"), 0)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, first, 1)
    table = await house.call_bot(table.id, second, 0)
    assert table.bot_asked == (0, STAND_IN)
    assert STAND_IN in LADDER
    table = await house.bot_decide(table.id, 0, "play YY", table.number)
    table = await house.back(table.id, first)
    assert table.chairs[0].present
    with pytest.raises(refusals.NotAway):
        await house.back(table.id, first)


@in_house
async def test_a_sign_of_life_keeps_bots_away(house: House) -> None:
    table, first, second = await two_people(house)
    wait(house, 170)
    house.seen_alive(table, first)
    wait(house, 20)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, second, 0)
    wait(house, 160)
    assert (await house.call_bot(table.id, second, 0)).chairs[0].stand_in == STAND_IN


@in_house
async def test_who_has_to_answer_a_takeback_can_be_absent_too(house: House) -> None:
    table, first, _ = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    start = table.turn_start(0)
    asked = await house.ask_takeback(table.id, first, table.number)
    wait(house, 180)
    table = await house.call_bot(table.id, first, 1)
    assert (asked.wish is not None, table.wish, table.turn_start(0)) == (True, None, None)
    assert start == 0


@in_house
async def test_deciding_for_a_seat_that_a_bot_plays_is_coming_back(house: House) -> None:
    table, first, _ = await two_people(house)
    table = await house.leave(table.id, first)
    assert table.bot_asked == (0, STAND_IN)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    assert (table.chairs[0].present, table.decides) == (True, 1)
    assert kinds(await house.store.events(table.id))[-3:] == ["away", "back", "decided"]


@in_house
async def test_leaving_before_the_start_opens_the_seat_again(house: House) -> None:
    ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
    table = await house.create(ada, plan("me friend friend"))
    seat = table.open_seats[0]
    await house.sit(table.id, ben, seat, house.join_token(table.id, seat))
    table = await house.leave(table.id, ben)
    assert seat in table.open_seats
    assert (await house.lists(ben)).running == []
    with pytest.raises(refusals.NotYourSeat):
        await house.leave(table.id, ben)
    table = await house.leave(table.id, ada)
    assert table.stage == "closed"


@in_house
async def test_a_table_that_all_people_left_is_closed(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.leave(table.id, first)
    assert (table.stage, table.bot_asked) == ("running", (0, STAND_IN))
    table = await house.leave(table.id, second)
    assert (table.stage, table.bot_asked) == ("closed", None)
    for act in (house.back(table.id, first), house.decide(table.id, first, ["play YY"], table.number)):
        with pytest.raises(refusals.TableClosed):
            await act


@in_house
async def test_for_who_resigned_a_bot_plays_on_for_good(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.resign(table.id, first)
    assert (table.bot_asked, table.mine(first.id)) == ((0, STAND_IN), ())
    with pytest.raises(refusals.NotAway):
        await house.back(table.id, first)
    with pytest.raises(refusals.NotYourSeat):
        await house.decide(table.id, first, ["play YY"], table.number)
    assert await house.bot_decide(table.id, 0, "play YY", table.number)
    assert [listed.id for listed in (await house.lists(first)).running] == [table.id]
    assert table.must_agree(table.mine(second.id)[0]) == ()


@in_house
async def test_the_maker_closes_a_table_unless_others_play(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend"))
    with pytest.raises(refusals.NotMaker):
        await house.close(table.id, await house.new_guest("Ben"))
    assert (await house.close(table.id, ada)).stage == "closed"
    with pytest.raises(refusals.TableClosed):
        await house.sit(table.id, await house.new_guest("Ben"), table.open_seats[0])
    running, first, second = await two_people(house)
    maker, other = (first, second) if running.maker == first.id else (second, first)
    with pytest.raises(refusals.OthersPlay):
        await house.close(running.id, maker)
    await house.resign(running.id, other)
    assert (await house.close(running.id, maker)).stage == "closed"


# Names and lists.


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


# Memory and restarts.


def same(one: Table, other: Table, guest: Guest) -> bool:
    """Tells whether two tables are the same in all that can be seen of them, and in the hidden position."""
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
                monkeypatch.setattr("serai.web.house.secrets.randbits", lambda bits, seed=seed: seed)
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
    """Plays random decisions."""
    played, random = Game.new(game, 3, seed), Random(seed)
    for _ in range(LONGEST[game]):
        played.play(random.choice(played.legal()))
    return played.decisions()


@in_house
async def test_a_table_forgotten_for_want_of_room_is_built_again(house: House) -> None:
    house.live._most = 2
    tables = [await alone(house) for _ in range(5)]
    assert len(house.live._tables) == 2
    for table, ada in tables:
        assert same(await house.table(table.id), table, ada)
        await house.decide(table.id, ada, ["play YY"], table.number)
    assert len(house.live._tables) == 2


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
    await house.store.new_table(other, await house.store.events(table.id), Standing("running", table.decides))
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


# What is refused, and what is told.


def test_every_refusal_has_a_code_of_its_own_and_a_sentence() -> None:
    found = [kind for kind in vars(refusals).values() if isinstance(kind, type) and issubclass(kind, Refused)]
    assert len({kind.code for kind in found}) == len(found) > 20
    values = {"bot": "hal", "decision": "rest", "minutes": "3", "longest": 40, "why": "so", "most": 100}
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
