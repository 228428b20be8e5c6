"""Working at locations (EW-7, EW-8; extra cubes and discounts of EW-10)."""

import pytest

from tests.east_to_west.positions import at, position, question, settlers
from tests.east_to_west.standard import LOCATIONS, PLACES
from tests.positions import act, caravan, legal, offers

PLAIN = [LOCATIONS[number] for number, place in enumerate(PLACES) if place.kind in ("gain", "upgrade", "trade")]
RICH = "YYYRRRGGGB"


def test_working_places_the_printed_settlers_from_the_player_board() -> None:
    """EW-7: three of the seven settlers go to a location that prints three."""
    state = act(position(caravan="Y"), "work RB")
    assert (at(state), settlers(state)) == ("RB*3", (4, 5))
    assert question(state) == "seat 2 turn"


@pytest.mark.parametrize("location", PLAIN)
def test_an_empty_location_needs_the_printed_number_of_settlers(location: str) -> None:
    """EW-7: the base rule for empty locations; with one settler less the location is not offered."""
    printed = PLACES[LOCATIONS.number(location)].settlers
    assert location in offers(position(caravan=RICH, reserve=12 - printed), "work")
    assert location not in offers(position(caravan=RICH, reserve=13 - printed), "work")
    assert f"{location}*{printed}" in at(act(position(caravan=RICH), f"work {location}"))


@pytest.mark.parametrize("there", [1, 2, 3, 4])
def test_an_occupied_location_needs_one_more_than_the_settlers_there_whatever_is_printed(there: int) -> None:
    """EW-7: the base rule for displacing; 1 is printed at YYY, 3 at RB."""
    for location in "YYY", "RB":
        others = {2: f"at {location}*{there}"}
        state = act(position(others=others), f"work {location}")
        assert (at(state, 1), at(state, 2)) == (f"{location}*{there + 1}", "")
        assert location in offers(position(reserve=11 - there, others=others), "work")
        assert location not in offers(position(reserve=12 - there, others=others), "work")


def test_displaced_settlers_go_back_to_their_owners_board_at_once() -> None:
    """EW-7: the base rule for displacing; they can be used on the owner's next turn, and others stay where they are."""
    state = position(players=3, others={2: "at YYY*1", 3: "at YYG*2; YR*1"})
    act(state, "work YYG")
    assert (at(state, 3), settlers(state, 3)) == ("YR*1", (5, 6))
    assert (at(state, 2), settlers(state, 2)) == ("YYY*1", (5, 6))
    assert (at(state, 1), settlers(state, 1)) == ("YYG*3", (3, 6))


def test_displaced_settlers_are_home_while_the_action_still_asks() -> None:
    """EW-7: at once, before the action of the location is used."""
    state = act(position(caravan="YY", others={2: "at +3*2"}), "work +3")
    assert question(state) == "seat 1 upgrade 3 at +3"
    assert settlers(state, 2) == (7, 5)


def test_a_location_with_ones_own_settlers_cannot_be_worked() -> None:
    """EW-7: they must rest first; other locations are open."""
    state = position(at="YYY*1")
    assert "YYY" not in offers(state, "work")
    assert "YR" in offers(state, "work")


@pytest.mark.parametrize("tile", ["RR", "4p"])
def test_a_location_under_an_exploration_tile_cannot_be_worked(tile: str) -> None:
    """EW-7, EW-4: it is closed until the tile is taken."""
    assert {"YY>G", "+5"} <= offers(position(caravan="YYYY"), "work")
    assert not {"YY>G", "+5"} & offers(position(caravan="YYYY", covered=f"YY>G = {tile}, +5 = B"), "work")
    assert "+5" in offers(position(caravan="YYYY", covered=f"YY>G = {tile}"), "work")


def test_without_settlers_on_the_player_board_no_location_is_offered() -> None:
    """EW-7: settlers in reserve cannot be placed."""
    assert offers(position(caravan=RICH, reserve=11, at="YYY*1"), "work") == set()


def test_a_discount_lowers_the_number_by_one_at_locations_with_its_link() -> None:
    """EW-7, EW-10: the base rule of discount cards; with our values a location's link is its kind."""
    state = position(caravan=RICH, claimed="YYG")
    assert at(act(state, "work RB")) == "RB*2"
    for location, needed in ("+5", 3), ("GG>BB", 3), ("YYG", 1):
        assert f"{location}*{needed}" in at(act(position(caravan=RICH, claimed="YYG"), f"work {location}"))


@pytest.mark.parametrize(("card", "location"), [("YYG", "YRR"), ("YYRRR", "+3"), ("RGG", "YYY>RG")])
def test_each_kind_of_discount_helps_at_its_own_kind(card: str, location: str) -> None:
    """EW-7, EW-10: discounts for gain, upgrade and trade locations; each location prints 2."""
    assert at(act(position(caravan=RICH, claimed=card), f"work {location}")) == f"{location}*1"
    assert location in offers(position(caravan=RICH, claimed=card, reserve=11), "work")
    assert location not in offers(position(caravan=RICH, reserve=11), "work")


def test_several_discounts_add_up() -> None:
    """EW-7: the ruling that several discount cards add up."""
    assert at(act(position(claimed="YYG RRRGG"), "work RB")) == "RB*1"
    assert "RB" in offers(position(claimed="YYG RRRGG", reserve=11), "work")


@pytest.mark.parametrize(("cards", "location"), [("YYG", "YYY"), ("YYG RRRGG", "YRR"), ("YYG RRRGG YRRG YRGB", "RB")])
def test_discounts_leave_at_least_one_settler(cards: str, location: str) -> None:
    """EW-7: to no less than 1, for a printed 1, 2 and 3 with one, two and four discounts."""
    assert at(act(position(players=4, claimed=cards), f"work {location}")) == f"{location}*1"
    assert location not in offers(position(players=4, claimed=cards, reserve=12), "work")


def test_discounts_help_when_displacing_too() -> None:
    """EW-7: the ruling on discount cards and occupied locations."""
    state = act(position(claimed="YYG", others={2: "at YYY*3"}), "work YYY")
    assert at(state) == "YYY*3"
    state = act(position(claimed="YYG RRRGG", others={2: "at YYY*1"}), "work YYY")
    assert at(state) == "YYY*1"


def test_another_players_discount_helps_nobody_else() -> None:
    """EW-7: only cards of one's own count."""
    assert at(act(position(others={2: "claimed YYG"}), "work RB")) == "RB*3"


def test_a_trade_location_is_offered_only_if_the_trade_can_be_paid_once() -> None:
    """EW-7: the ruling that one may only work where the action can be used."""
    trades = {"YY>G", "G>YRR", "YYY>RG", "GG>BB"}
    assert offers(position(caravan="YRRBBB"), "work") & trades == set()
    assert offers(position(caravan="YYG"), "work") & trades == {"YY>G", "G>YRR"}
    assert offers(position(caravan="YYYGG"), "work") & trades == trades


def test_an_upgrade_location_may_be_worked_without_upgrading() -> None:
    """EW-7: the ruling that upgrading zero cubes is allowed, with nothing to upgrade or by stopping."""
    state = act(position(caravan="BB"), "work +2")
    assert (at(state), caravan(state), question(state)) == ("+2*1", "BB", "seat 2 turn")
    state = act(position(caravan="YY"), "work +2", "stop")
    assert (caravan(state), question(state)) == ("YY", "seat 2 turn")


@pytest.mark.parametrize("cubes", ["YYY", "YR", "YYG", "RB", "YRR"])
def test_a_gain_location_gives_the_printed_cubes(cubes: str) -> None:
    """EW-8: gain; that is the whole turn."""
    state = act(position(), f"work {cubes}")
    assert (caravan(state), question(state)) == (cubes, "seat 2 turn")


def test_an_upgrade_location_raises_as_often_as_printed() -> None:
    """EW-8, C-2: up to n times one level, the same cube again if wanted."""
    state = act(position(caravan="YYYY"), "work +3", "upgrade Y", "upgrade R")
    assert question(state) == "seat 1 upgrade 1 at +3"
    act(state, "upgrade G")
    assert (caravan(state), question(state)) == ("YYYB", "seat 2 turn")
    state = act(position(caravan="YYYYYY"), "work +5", *["upgrade Y"] * 5)
    assert (caravan(state), question(state)) == ("YRRRRR", "seat 2 turn")


def test_an_upgrade_location_may_be_left_early() -> None:
    """EW-8, C-2: stop after some of the upgrades."""
    state = act(position(caravan="YYYY"), "work +3", "upgrade Y", "stop")
    assert (caravan(state), question(state)) == ("YYYR", "seat 2 turn")


def test_a_trade_location_trades_at_least_once_and_as_often_as_wanted() -> None:
    """EW-8, C-2: the first trade is done at once; further ones are asked while they can be paid."""
    state = act(position(caravan="YYYYYYY"), "work YY>G")
    assert (caravan(state), question(state)) == ("YYYYYG", "seat 1 barter at YY>G")
    assert legal(state) == {"trade", "stop"}
    assert caravan(act(state, "trade")) == "YYYGG"
    act(state, "stop")
    assert (caravan(state), question(state)) == ("YYYGG", "seat 2 turn")


def test_a_trade_location_ends_by_itself_when_it_cannot_be_paid_again() -> None:
    """EW-8, C-12: nothing is asked after the last trade."""
    state = act(position(caravan="YYYYY"), "work YY>G", "trade")
    assert (caravan(state), question(state)) == ("YGG", "seat 2 turn")
    assert question(act(position(caravan="G"), "work G>YRR")) == "seat 2 turn"


def test_cubes_just_taken_can_be_traded_again() -> None:
    """EW-8, C-2: green cubes of one trade pay no further YY>G, but brown ones come out of GG one after another."""
    state = act(position(caravan="GGGG"), "work GG>BB", "trade")
    assert caravan(state) == "BBBB"


def test_an_extra_card_adds_its_cube_after_the_action() -> None:
    """EW-10: whenever a location with its link is used."""
    assert caravan(act(position(claimed="RRR"), "work RB")) == "YRB"
    assert caravan(act(position(claimed="RRR"), "work +2")) == ""


@pytest.mark.parametrize(("card", "way"), [("RRR", ["work YR"]), ("YRB", ["work G>YRR"]), ("GGG", ["work +2", "stop"])])
def test_each_kind_of_extra_card_helps_at_its_own_kind(card: str, way: list[str]) -> None:
    """EW-10: extras for gain, trade and upgrade locations."""
    without, extra = (caravan(act(position(caravan="G", claimed=cards), *way)) for cards in ("", card))
    assert extra == f"Y{without}"


def test_an_extra_cube_cannot_be_upgraded_in_the_action_that_brings_it() -> None:
    """EW-10: the ruling that it comes after the action."""
    state = act(position(caravan="B", claimed="GGG"), "work +2")
    assert (caravan(state), question(state)) == ("YB", "seat 2 turn")
    state = act(position(caravan="R", claimed="GGG"), "work +2")
    assert legal(state) == {"upgrade R", "stop"}


def test_an_extra_cube_cannot_be_traded_in_the_action_that_brings_it_nor_make_it_payable() -> None:
    """EW-10: the ruling that it comes after the action; Y and an extra Y do not pay YY, YYY and one only once."""
    assert "YY>G" not in offers(position(caravan="Y", claimed="YRB"), "work")
    state = act(position(caravan="YYY", claimed="YRB"), "work YY>G")
    assert (caravan(state), question(state)) == ("YYG", "seat 2 turn")


def test_an_extra_comes_once_for_each_use_however_often_one_trades() -> None:
    """EW-10: the ruling `once per use`."""
    assert caravan(act(position(caravan="YYYYYY", claimed="YRB"), "work YY>G", "trade", "trade")) == "YGGG"
    assert caravan(act(position(caravan="YYYYYY", claimed="YRB"), "work YY>G", "stop")) == "YYYYYG"


def test_an_extra_comes_also_when_zero_cubes_were_upgraded() -> None:
    """EW-10: the ruling on upgrading nothing, by stopping or for want of a cube."""
    assert caravan(act(position(caravan="RR", claimed="GGG"), "work +2", "stop")) == "YRR"
    assert caravan(act(position(caravan="", claimed="GGG"), "work +2")) == "Y"


def test_several_extra_cards_add_up() -> None:
    """EW-10: the ruling on several extras."""
    assert caravan(act(position(claimed="RRR YYGGB"), "work RB")) == "YYRB"


def test_extras_are_ones_own_and_come_on_ones_own_turn() -> None:
    """EW-10: nobody else's cards count."""
    state = act(position(others={2: "claimed RRR"}), "work RB")
    assert (caravan(state, 1), caravan(state, 2)) == ("RB", "")


def test_extras_come_before_the_limit() -> None:
    """EW-10, EW-18: the cube added is among those that count at the end of the turn, and it is added once."""
    state = act(position(caravan="RRRRRRRR", claimed="RRR"), "work RB")
    assert (caravan(state), question(state)) == ("YRRRRRRRRRB", "seat 1 discard")
    act(state, "discard R")
    assert (caravan(state), question(state)) == ("YRRRRRRRRB", "seat 2 turn")


def test_neither_extra_nor_discount_helps_at_a_market_fort_refresh_or_adjust() -> None:
    """EW-10, EW-7: with our values these have no link."""
    everything = "YYG RRR RGG YRB YYRRR GGG"
    for place, way in (
        ("market 3", ["work market 3", "keep"]),
        ("refresh", ["work refresh"]),
        ("adjust", ["work adjust"]),
        ("fort 4", ["work fort 4"]),
    ):
        state = act(position(caravan="YYRGB", forts="YYBB GGGB RRRGB YRG", beside="", claimed=everything), *way)
        printed = PLACES[LOCATIONS.number(place)].settlers
        assert at(state) == f"{place}*{printed}"
        assert caravan(state) == {"adjust": "YYYRGB", "fort 4": "YB"}.get(place, "YYRGB")
