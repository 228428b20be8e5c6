"""What is known, and redealing what is not (C-11)."""

import numpy as np
import pytest

from tests.evenness import even
from tests.positions import redeals, redealt
from tests.spice_road.positions import dealt, deck, position
from tests.standard import viewed

REDEALS = 40_000
KINDS = ["merchants", "points"]


def test_redealing_changes_the_order_of_both_decks() -> None:
    """C-11: the order of face-down decks is hidden."""
    state = dealt(2)
    for kind in KINDS:
        orders = {tuple(deck(redealt(state, seed), kind)) for seed in range(20)}
        assert len(orders) == 20


def test_short_decks_are_redealt_too() -> None:
    """C-11: a deck of one or no card stays as it is."""
    state = position(merchant_deck="YG", point_deck="")
    assert redealt(state, seed=3).tobytes() == state.tobytes()


@pytest.mark.compiled
def test_a_redealt_deck_has_every_card_on_top_as_often() -> None:
    """C-11: each order that may be is as likely as any other."""
    states = redeals(dealt(2, seed=6), REDEALS)
    for kind in KINDS:
        left = int(states[kind]["left"][0])
        for place in 0, left - 1:
            cards = states[kind]["deck"][:, place]
            numbers = {card: number for number, card in enumerate(sorted(states[kind]["deck"][0, :left]))}
            assert even(np.array([numbers[card] for card in cards]), left)


def test_a_view_shows_hands_played_and_claimed_cards_of_everyone() -> None:
    """C-11: cards that lie face down after everyone saw them taken are known to all."""
    state = position(hand="YY", played="+2", claimed="YYRR", others={2: "hand B, played G, claimed RRRR YYGG"})
    players = viewed(state)["players"]
    assert [player["hand"] for player in players] == [["YY"], ["B"]]
    assert [player["played"] for player in players] == [["+2"], ["G"]]
    assert [player["claimed"] for player in players] == [["YYRR"], ["RRRR", "YYGG"]]
