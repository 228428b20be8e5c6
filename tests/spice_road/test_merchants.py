"""What merchant cards do when they are played (SR-6, C-1, C-2)."""

import pytest

from tests.positions import act, caravan, hand, legal, offers
from tests.spice_road.positions import played, position, question


def test_a_played_card_goes_face_up_in_front_of_its_player() -> None:
    """SR-6: the card leaves the hand and lies in front of its player."""
    state = act(position(caravan="Y"), "play YY")
    assert (hand(state), played(state)) == ("+2", "YY")


def test_playing_a_card_is_the_whole_turn() -> None:
    """SR-6: a turn is exactly one action."""
    assert question(act(position(caravan="Y"), "play YY")) == "seat 2 turn"


def test_only_hand_cards_can_be_played() -> None:
    """SR-6: cards in front of the player, in the row or in other hands are not offered."""
    state = position(caravan="YYY", hand="YY", played="+2 G", row="YR YYY B RR YG YYR", others={2: "hand YYYY"})
    assert offers(state, "play") == {"YY"}


@pytest.mark.parametrize(("card", "after"), [("YY", "YYYR"), ("YR", "YYRR"), ("B", "YRB"), ("YYYY", "YYYYYR")])
def test_a_spice_card_adds_the_printed_cubes(card: str, after: str) -> None:
    """C-2, SR-6: the printed cubes come from the supply; sheet 000: 1 turmeric and 1 saffron."""
    assert caravan(act(position(caravan="YR", hand=card), f"play {card}")) == after


def test_the_supply_of_cubes_has_no_limit() -> None:
    """C-1: no number of cubes on the table keeps a player from taking more."""
    full = dict.fromkeys((2, 3, 4, 5), "caravan BBBBBBBBBB")
    state = position(players=5, caravan="BBBBBBBBB", hand="B", on_row=["B" * 60], others=full)
    assert caravan(act(state, "play B")) == "B" * 10


def test_a_trade_is_not_stopped_by_the_supply() -> None:
    """C-1, C-3: during a turn a caravan may grow far beyond its limit."""
    state = act(position(caravan="G" * 10, hand="G>YYYYR"), "play G>YYYYR", *["trade"] * 9)
    assert caravan(state) == "Y" * 40 + "R" * 10


@pytest.mark.parametrize(("upgraded", "after"), [("Y", "YRR"), ("R", "YYG")])
def test_each_upgrade_moves_one_cube_one_level_as_often_as_printed(upgraded: str, after: str) -> None:
    """C-2: two yellow cubes to red, or the same cube from yellow to green (sheets 000, 001 and 003)."""
    state = act(position(caravan="YYY"), "play +2", "upgrade Y", f"upgrade {upgraded}")
    assert caravan(state) == after
    assert question(state) == "seat 2 turn"


def test_the_same_cube_may_be_upgraded_again_and_again() -> None:
    """C-2: with three upgrades a yellow cube becomes brown."""
    state = act(position(caravan="Y", hand="+3"), "play +3", "upgrade Y", "upgrade R", "upgrade G")
    assert caravan(state) == "B"


def test_brown_cannot_be_upgraded() -> None:
    """C-2: upgrades are offered for yellow, red and green cubes in the caravan only."""
    assert legal(act(position(caravan="YRGB"), "play +2")) == {"upgrade Y", "upgrade R", "upgrade G", "stop"}
    assert legal(act(position(caravan="RB"), "play +2")) == {"upgrade R", "stop"}


def test_an_upgrade_may_stop_before_the_first() -> None:
    """C-2, C-9: an upgrade card may be played without upgrading."""
    state = act(position(caravan="YYY"), "play +2", "stop")
    assert (caravan(state), played(state), question(state)) == ("YYY", "+2", "seat 2 turn")


def test_an_upgrade_may_stop_after_the_first() -> None:
    """C-2: not every upgrade has to be used."""
    state = act(position(caravan="YYY"), "play +2", "upgrade Y", "stop")
    assert (caravan(state), question(state)) == ("YYR", "seat 2 turn")


def test_an_upgrade_card_can_be_played_with_nothing_to_upgrade() -> None:
    """C-2, C-9: playing changes something, since the card leaves the hand."""
    for cubes in "", "BB":
        state = act(position(caravan=cubes), "play +2")
        assert (caravan(state), hand(state), played(state)) == (cubes, "YY", "+2")
        assert question(state) == "seat 2 turn"


@pytest.mark.parametrize(("times", "after"), [(1, "YYYYG"), (2, "YYGG"), (3, "GGG")])
def test_six_turmeric_at_two_for_one_give_one_two_or_three(times: int, after: str) -> None:
    """C-2: the example of sheets 000, 001 and 003, as often as the player wishes."""
    state = act(position(caravan="YYYYYY", hand="YY>G"), "play YY>G", *["trade"] * (times - 1))
    if times < 3:
        act(state, "stop")
    assert (caravan(state), question(state)) == (after, "seat 2 turn")


def test_a_trade_is_done_at_least_once() -> None:
    """C-2: playing a trade card trades at once, so one cannot stop before the first trade."""
    state = act(position(caravan="YYYY", hand="YY>RR"), "play YY>RR")
    assert caravan(state) == "YYRR"
    assert legal(state) == {"trade", "stop"}


def test_a_trade_that_cannot_be_paid_once_is_not_offered() -> None:
    """C-2: every cube above the arrow must be in the caravan."""
    cards = "YY>RR YR>B RRR>BB YYG>BB"
    assert offers(position(caravan="YR", hand=cards), "play") == {"YR>B"}
    assert offers(position(caravan="YYRR", hand=cards), "play") == {"YY>RR", "YR>B"}
    assert offers(position(caravan="", hand=cards), "play") == set()


def test_cubes_just_taken_can_be_traded_again() -> None:
    """C-2: a trade goes on as long as it can be paid, whatever the cubes come from."""
    state = act(position(caravan="RR", hand="R>YYY"), "play R>YYY", "trade")
    assert (caravan(state), question(state)) == ("YYYYYY", "seat 2 turn")
