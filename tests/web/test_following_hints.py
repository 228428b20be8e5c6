"""A hint that is followed: the rest of its turn is shown without asking again, and never to anybody else."""

from serai.web.drawing.scene import Hint
from serai.web.tables.hints import Hints
from serai.web.tables.service import House
from tests.web.houses import alone, decide, holder, in_house, two_people


@in_house
async def test_the_rest_of_a_turn_is_shown_to_who_follows_a_hint(house: House) -> None:
    hints = Hints()
    table, ada = await alone(house)
    assert table.game is not None
    hints.keep(table, Hint([["play +2", "upgrade Y", "upgrade Y"], ["rest"]], 3.0))
    seat = table.decides
    assert hints.followed(table, seat) is None, "nothing is done yet"
    table = await decide(house, table, ada, choice="play +2")
    found = hints.followed(table, seat)
    assert found is not None
    assert found.turns == [["upgrade Y", "upgrade Y"], ["rest"]]
    table = await decide(house, table, ada, choice="stop")
    assert hints.followed(table, seat) is None


@in_house
async def test_a_hint_is_not_shown_to_another_seat_nor_after_another_decision(house: House) -> None:
    hints = Hints()
    table, first, second = await two_people(house)
    assert table.game is not None
    hints.keep(table, Hint([["play +2", "upgrade Y"]], 3.0))
    table = await decide(house, table, first, second, choice="rest")
    assert hints.followed(table, 0) is None
    assert hints.followed(table, 1) is None
    assert holder(table, first, second) is second
