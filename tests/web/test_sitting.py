"""Making tables and sitting down: who begins, links of seats, friends, bots, other devices."""

import asyncio

import pytest

from serai.web import refusals
from serai.web.tables.model import Table
from serai.web.tables.service import House
from tests.web.houses import (
    in_house,
    kinds,
    plan,
    two_people,
)


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
