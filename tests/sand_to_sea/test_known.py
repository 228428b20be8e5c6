"""What is known, and redealing what is not (C-11)."""

import numpy as np
import pytest

from serai.core.records import State
from serai.games.sand_to_sea.rules.state import CLOSED
from tests.evenness import even
from tests.positions import redeals, redealt
from tests.sand_to_sea.positions import dealt, deck, position, stack
from tests.standard import viewed

REDEALS = 12_000
DELIVERED = "RRGB RRRGG YGGB YRGB RRGGG"


def with_delivered(tiles: int) -> State:
    """Returns a state in which some tiles have been delivered, and the closed port not been drawn."""
    return position(victory=" ".join(DELIVERED.split()[:tiles]), ports={"A1": "YYGGG"})


def test_redealing_changes_the_order_of_the_merchant_deck_and_of_the_victory_stack() -> None:
    """C-11: the order of face-down decks and stacks is hidden."""
    others = [redealt(dealt(2), seed) for seed in range(20)]
    assert len({tuple(deck(other)) for other in others}) == 20
    assert len({tuple(stack(other)) for other in others}) == 20


@pytest.mark.parametrize("delivered", range(6))
def test_the_closed_port_stays_where_it_can_still_be(delivered: int) -> None:
    """C-11, SS-3: among as many top tiles as are left of the six, at each of these places sooner or later."""
    state = with_delivered(delivered)
    places = {stack(redealt(state, seed)).index("closed") for seed in range(80)}
    assert places == set(range(6 - delivered))
    assert viewed(state)["closed_within"] == 6 - delivered


def test_a_closed_port_that_is_out_does_not_come_back() -> None:
    """C-11, SS-13: it lies in a port, and the stack holds victory tiles alone."""
    state = position(ports={"A4": "closed"}, victory="YYYBB")
    assert "closed" not in stack(redealt(state, seed=1))
    assert (viewed(state)["closed_within"], len(stack(state))) == (0, 22)


def test_short_decks_are_redealt_too() -> None:
    """C-11: a deck of one or no card stays as it is."""
    state = position(merchant_deck="RR", ports={"A4": "closed"}, stack="")
    assert redealt(state, seed=3).tobytes() == state.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("delivered", range(5))
def test_the_closed_port_is_redealt_to_each_possible_place_as_often(delivered: int) -> None:
    """C-11, SS-3: each order that may be is as likely as any other; so is every tile on top of the others."""
    states = redeals(with_delivered(delivered), REDEALS)
    left, within = int(states["ports"]["left"][0]), 6 - delivered
    stacks = states["ports"]["deck"][:, :left]
    assert even(left - 1 - np.argmax(stacks == CLOSED, axis=1), within)
    tops = np.where(stacks[:, -1] == CLOSED, stacks[:, -2], stacks[:, -1])
    for tiles in tops, stacks[:, 0]:
        numbers = {tile: number for number, tile in enumerate(sorted(set(stacks[0]) - {CLOSED}))}
        assert even(np.array([numbers[tile] for tile in tiles]), left - 1)


@pytest.mark.compiled
def test_a_redealt_merchant_deck_has_every_card_on_top_as_often() -> None:
    """C-11: at the top and at the bottom."""
    states = redeals(dealt(2, seed=6), REDEALS)
    decks = states["merchants"]["deck"][:, :39]
    numbers = {card: number for number, card in enumerate(sorted(decks[0]))}
    for place in 0, 38:
        assert even(np.array([numbers[card] for card in decks[:, place]]), 39)


def test_a_view_shows_hands_piles_and_tiles_of_everyone() -> None:
    """C-11: Ruling: what lies face down after everyone saw it taken is known to all."""
    state = position(hand="YY", played="+2", spent="G", victory="GGBB", others={2: "hand B, spent YR, victory RRGB"})
    players = viewed(state)["players"]
    assert [player["hand"] for player in players] == [["YY"], ["B"]]
    assert [player["spent"] for player in players] == [["G"], ["YR"]]
    assert [player["victory"] for player in players] == [["GGBB"], ["RRGB"]]
