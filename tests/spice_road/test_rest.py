"""Resting (SR-8, C-9)."""

from tests.positions import act, caravan, hand, legal
from tests.spice_road.positions import played, position, question


def test_resting_takes_all_played_cards_back_to_the_hand() -> None:
    """SR-8: all of them, and nothing else happens."""
    state = act(position(caravan="YR", hand="G", played="YY +2 YYY>B"), "rest")
    assert (hand(state), played(state), caravan(state)) == ("YY +2 G YYY>B", "", "YR")
    assert question(state) == "seat 2 turn"


def test_resting_takes_back_ones_own_cards_only() -> None:
    """SR-8: what others have played stays with them."""
    state = act(position(hand="", played="YY +2", others={2: "hand YY, played +2 G"}), "rest")
    assert (hand(state, 2), played(state, 2)) == ("YY", "+2 G")


def test_resting_is_always_one_of_the_actions_of_a_turn() -> None:
    """C-9: also with nothing to take back; nothing happens then, and the turn passes."""
    state = position(caravan="YYY", hand="YY +2")
    assert "rest" in legal(state)
    act(state, "rest")
    assert (hand(state), played(state), caravan(state)) == ("YY +2", "", "YYY")
    assert question(state) == "seat 2 turn"


def test_resting_is_not_offered_within_an_action() -> None:
    """C-9: an upgrade is made or stopped, a payment paid."""
    assert "rest" not in legal(act(position(caravan="YYY", hand="+2"), "play +2"))
    assert "rest" not in legal(act(position(caravan="YYY", row="YYY RR"), "acquire RR"))


def test_in_version_1_resting_is_offered_only_with_something_to_take_back() -> None:
    """C-9: without a played card it is not offered while another action is possible."""
    assert "rest" not in legal(position(caravan="YYY"), version=1)
    assert "rest" in legal(position(caravan="YYY", hand="YY", played="+2"), version=1)


def test_resting_is_offered_when_no_other_action_is_possible() -> None:
    """C-9: a player without anything else to do rests, though nothing comes back."""
    state = position(caravan="Y", hand="GG>BB", row="", merchant_deck="")
    before = (hand(state), played(state), caravan(state))
    assert legal(state) == {"rest"}
    act(state, "rest")
    assert (hand(state), played(state), caravan(state)) == before
    assert question(state) == "seat 2 turn"


def test_in_version_1_each_other_action_alone_keeps_an_empty_rest_away() -> None:
    """C-9: one playable card, one merchant in the row or one payable point card is enough."""
    claims = position(caravan="YYRR", hand="GG>BB", row="", merchant_deck="", points="YYRR")
    assert legal(position(caravan="Y", hand="YY", row="", merchant_deck=""), version=1) == {"play YY"}
    assert legal(position(caravan="Y", hand="GG>BB", row="YYY", merchant_deck=""), version=1) == {"acquire YYY"}
    assert legal(claims, version=1) == {"claim YYRR"}


def test_playing_always_changes_something() -> None:
    """C-9: an upgrade card may be played without upgrading, and moves from the hand to the table."""
    state = act(position(caravan="BB", hand="+2"), "play +2")
    assert (hand(state), played(state)) == ("", "+2")
