"""Absent players, leaving, resigning, closing."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from serai.bots import LADDER
from serai.games.spice_road.web.log import tell
from serai.web import refusals
from serai.web.drawing import render
from serai.web.drawing.outcome import Outcome
from serai.web.drawing.results import Standing
from serai.web.pages.finished import Links, result
from serai.web.tables.plans import options_body
from serai.web.tables.service import STAND_IN, House
from serai.web.tables.store.schema import tables
from tests.web.houses import in_house, kinds, plan, read_again, set_clock, two_people, wait
from tests.web.scenes import words


@in_house
async def test_a_bot_is_called_for_who_is_absent_and_the_holder_may_come_back(house: House) -> None:
    table, first, second = await two_people(house, absent_minutes=5)
    wait(house, 299)
    with pytest.raises(refusals.NotAbsent, match="for 5 minutes"):
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
async def test_a_stored_table_with_less_than_a_minute_waits_a_minute(house: House) -> None:
    table, first, second = await two_people(house)
    options = {**options_body(table.options), "absent_minutes": 1e-9}
    await house.store.write(lambda connection: connection.execute(update(tables).values(options=options)))
    await read_again(house, table)
    wait(house, 59)
    with pytest.raises(refusals.NotAbsent, match="for 1 minute"):
        await house.call_bot(table.id, second, 0)
    wait(house, 1)
    assert (await house.call_bot(table.id, second, 0)).chairs[0].stand_in == STAND_IN
    assert first


@pytest.mark.parametrize("hours", [-5, 5])
@in_house
async def test_a_clock_that_is_set_makes_nobody_present_or_absent(house: House, hours: int) -> None:
    table, first, second = await two_people(house)
    set_clock(house, 3600 * hours)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, second, 0)
    wait(house, 120)
    house.seen_alive(table, first)
    set_clock(house, -3600 * hours)
    wait(house, 179)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, second, 0)
    wait(house, 1)
    table = await house.back((await house.call_bot(table.id, second, 0)).id, first)
    set_clock(house, 3600 * hours)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    wait(house, 179)
    assert await house.may_call_bot(table, first) == ()
    wait(house, 1)
    assert await house.may_call_bot(table, first) == (1,)


@in_house
async def test_a_restart_after_the_clock_was_set_back_waits_no_longer_than_usual(house: House) -> None:
    table, first, second = await two_people(house)
    set_clock(house, -3600)
    await read_again(house, table)
    wait(house, 179)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, second, 0)
    wait(house, 1)
    assert (await house.call_bot(table.id, second, 0)).chairs[0].guest == first.id


@in_house
async def test_a_table_that_is_read_again_remembers_how_long_somebody_is_waited_for(house: House) -> None:
    table, _, second = await two_people(house)
    wait(house, 179)
    await read_again(house, table)
    with pytest.raises(refusals.NotAbsent):
        await house.call_bot(table.id, second, 0)
    wait(house, 1)
    assert (await house.call_bot(table.id, second, 0)).bot_asked == (0, STAND_IN)


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
    assert table.must_agree(table.mine(second.id)[0], house.now) == ()


@in_house
async def test_who_resigned_looks_on_from_the_same_seat_and_is_told_who_plays_it(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.resign(table.id, second)
    assert table.game is not None
    shown = table.scene(second.id, {second.id: "Ben"})
    assert (shown.seat, shown.beside) == (None, 1)
    assert "You resigned: Trader plays on for you." in render.table_page(shown, "en")
    other = table.scene(first.id, {second.id: "Ben"})
    assert "resigned, Trader plays" in render.table_page(other, "en")
    told = result(table.game, shown.sitters, Links("", ""), render.catalogue("en"))
    assert "You resigned; Trader played on for you." in told["lead"]
    assert told["names"] == ["Guest", "Trader for you"]
    told = result(table.game, other.sitters, Links("", ""), render.catalogue("en"))
    assert "Ben resigned; Trader played on." in told["lead"]
    assert told["names"] == ["You", "Trader for Ben"]


@in_house
async def test_what_the_bot_does_after_somebody_resigned_is_told_as_the_bots(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], table.number)
    table = await house.resign(table.id, first)
    table = await house.bot_decide(table.id, 0, "play +2", table.number)
    table = await house.bot_decide(table.id, 0, "upgrade Y", table.number)
    for guest, before, after in ((first, "You", "Trader for you"), (second, "Ada", "Trader for Ada")):
        scene = table.scene(guest.id, {first.id: "Ada", second.id: "Ben"})
        told = [words(line.text) for line in tell(scene, render.catalogue("en"))]
        assert told[0] == f"{after} upgraded 1 turmeric into 1 saffron."
        assert told[2] == f"{before} gained 2 turmeric."
    for seat in range(2):
        standings = [Standing(line, 0, (), 0, ()) for line in (seat, 1 - seat)]
        heading = Outcome(render.catalogue("en"), scene.sitters).heading([replace(standings[0], total=3), standings[1]])
        assert heading == ("Trader for Ada wins by 3" if seat == 0 else "You win by 3")


@in_house
async def test_a_game_taken_back_to_before_somebody_resigned_is_played_by_the_bot(house: House) -> None:
    table, first, second = await two_people(house)
    table = await house.decide(table.id, first, ["play YY"], table.number)
    table = await house.decide(table.id, second, ["play YY"], table.number)
    table = await house.resign(table.id, first)
    assert [sitter.resigned_after for sitter in table.sitters({})] == [2, 0]
    table = await house.ask_takeback(table.id, second, table.number)
    assert len(table.game.steps() if table.game else ()) == 1
    assert [sitter.resigned_after for sitter in table.sitters({})] == [1, 0]


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
