"""What is known, and redealing what is not (C-11)."""

from collections import Counter

import numpy as np
import pytest

from tests.east_to_west.positions import dealt, deck, position, stacks
from tests.east_to_west.standard import BONUS_NAMES, POINTS
from tests.evenness import even
from tests.positions import redeals, redealt
from tests.spice_road.standard import MERCHANTS
from tests.standard import viewed

REDEALS = 30_000
STACKS = "settlers merchants / saddlebag+hammer / merchants hammer+hammer compass+compass / -"
SPARES = "merchants dreamcatcher+dreamcatcher"
HIDDEN = ["merchants", "hammer+hammer", "compass+compass", "merchants", "dreamcatcher+dreamcatcher"]


def test_redealing_changes_the_order_of_both_decks_and_the_bonus_tiles() -> None:
    """C-11: hidden are the order of the decks, the tiles under the tops and those in the box."""
    redeals = [redealt(dealt(2), seed) for seed in range(20)]
    assert len({tuple(deck(state, "merchants")) for state in redeals}) == 20
    assert len({tuple(deck(state, "points")) for state in redeals}) == 20
    assert len({(*stacks(state), *BONUS_NAMES.in_row(state.spares)) for state in redeals}) == 20


def test_the_top_of_the_face_up_point_deck_stays() -> None:
    """C-11, EW-2: only its top card is known."""
    state = dealt(3)
    tops = {deck(redealt(state, seed), "points")[0] for seed in range(20)}
    seconds = {deck(redealt(state, seed), "points")[1] for seed in range(20)}
    assert tops == {deck(state, "points")[0]}
    assert len(seconds) > 5


def test_merchants_put_under_the_deck_by_a_refresh_stay_where_they_are() -> None:
    """C-11, EW-14: their places stay known; the cards above them are redealt."""
    state = position(markets="G YR B RR", merchant_deck="YG +3 YYR YYYY YYY YY>G", known=2)
    redeals = [deck(redealt(state, seed), "merchants") for seed in range(20)]
    assert {tuple(cards[4:]) for cards in redeals} == {("YYY", "YY>G")}
    assert len({tuple(cards[:4]) for cards in redeals}) > 5
    assert all(set(cards[:4]) == {"YG", "+3", "YYR", "YYYY"} for cards in redeals)


def test_a_deck_that_is_known_as_a_whole_stays() -> None:
    """C-11, EW-14: nothing of it is hidden."""
    state = position(merchant_deck="YG +3", point_deck="GGG", known=2)
    assert redealt(state, seed=3).tobytes() == state.tobytes()
    empty = position(merchant_deck="", point_deck="")
    assert redealt(empty, seed=3).tobytes() == empty.tobytes()


def test_the_tops_of_the_bonus_stacks_stay_and_each_stack_keeps_its_height() -> None:
    """C-11, EW-3: the tiles below and the spare ones are exchanged among each other."""
    state = position(stacks=STACKS, spares=SPARES)
    for seed in range(20):
        other = redealt(state, seed)
        assert [stack.split()[:1] for stack in stacks(other)] == [["settlers"], ["saddlebag+hammer"], ["merchants"], []]
        assert [len(stack.split()) for stack in stacks(other)] == [2, 1, 3, 0]
        assert len(BONUS_NAMES.in_row(other.spares)) == 2


def test_without_spares_the_tiles_below_the_tops_are_dealt_anew() -> None:
    """C-11: as many as there are."""
    state = position(stacks="settlers merchants / - / - / merchants hammer+hammer")
    orders = Counter(tuple(stacks(redealt(state, seed))) for seed in range(60))
    assert len(orders) == 2


@pytest.mark.compiled
def test_hidden_bonus_tiles_are_dealt_evenly() -> None:
    """C-11: each of five tiles is as often under a top or in the box, copies of a kind told apart by the seed."""
    states = redeals(position(stacks=STACKS, spares=SPARES), REDEALS)
    tiles = sorted(BONUS_NAMES.number(text) for text in HIDDEN)
    copies = Counter(tiles)
    for drawn in (
        states["stacks"][:, 0, 0],
        states["stacks"][:, 2, 0],
        states["stacks"][:, 2, 1],
        states["spares"][:, 1],
    ):
        places = [tiles.index(tile) + seed % copies[int(tile)] for seed, tile in enumerate(drawn)]
        assert even(np.array(places), len(tiles))


@pytest.mark.compiled
def test_hidden_cards_of_both_decks_are_dealt_evenly() -> None:
    """C-11: every card above the known merchants, and below the top point card, is at each end as often."""
    state = dealt(2, seed=6)
    state.known = 9
    states = redeals(state, REDEALS)
    for kind, low, high in ("merchants", 9, 39), ("points", 0, 19):
        cards = np.sort(state[kind].deck[low:high])
        for place in low, high - 1:
            assert even(np.searchsorted(cards, states[kind]["deck"][:, place]), len(cards))


def test_a_view_shows_discard_piles_claimed_cards_and_known_merchants() -> None:
    """C-11, EW-14: what everyone saw is known to all, face down or not."""
    state = position(
        spent="G", claimed="YRR", merchant_deck="B YYY YY>G", known=2, others={2: "spent YR RR, bonus settlers"}
    )
    shown = viewed(state)
    assert [player["spent"] for player in shown["players"]] == [["G"], ["YR", "RR"]]
    assert [player["bonus"] for player in shown["players"]] == [[], ["settlers"]]
    assert (shown["known_merchants"], shown["merchants_left"]) == (["YYY", "YY>G"], 3)
    assert {MERCHANTS.number(card) for card in shown["known_merchants"]} == {*state.merchants.deck[:2]}
    assert shown["next_point_card"] == POINTS[state.points.deck[state.points.left - 1]]
