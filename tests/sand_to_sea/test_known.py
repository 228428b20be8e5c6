"""What is known, and redealing what is not (C-11)."""

import numpy as np
import pytest

from serai.core.records import State
from serai.games.sand_to_sea.rules.state import CLOSED
from tests.evenness import even
from tests.positions import copy, legal, redeals, redealt
from tests.sand_to_sea import standard as notation
from tests.sand_to_sea.positions import dealt, deck, hasty_game, position, stack
from tests.standard import viewed

REDEALS = 12_000
DELIVERED = "RRGB RRRGG YGGB YRGB RRGGG"


def reordered(state: State, turned: int) -> State:
    """Returns the state with both decks turned by some cards and reversed, the closed port where it may be."""
    other = copy(state)
    for row in other.merchants, other.ports:
        row.deck[: row.left] = np.roll(row.deck[: row.left], turned)[::-1]
    found = np.flatnonzero(other.ports.deck == CLOSED)
    if len(found):
        place = other.ports.left - 1 - turned % viewed(state)["closed_within"]
        other.ports.deck[[found[0], place]] = other.ports.deck[[place, found[0]]]
    return other


def known(state: State) -> str:
    """Writes the position with its decks sorted, so that their order cannot be read."""
    lines = notation.position(state).splitlines()
    for line in (3, 4):
        front, _, back = lines[line].partition(" / ")
        lines[line] = f"{front} / {' '.join(sorted(back.split()))}"
    return "\n".join(lines)


def some_states(players: int) -> list[State]:
    """Returns states from the beginning, the middle and the end of a game."""
    return list(hasty_game(players, seed=5))[::40]


def with_delivered(tiles: int) -> State:
    """Returns a state in which some tiles have been delivered, and the closed port not been drawn."""
    return position(victory=" ".join(DELIVERED.split()[:tiles]), ports={"A1": "YYGGG"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_redealing_keeps_everything_that_is_known(players: int) -> None:
    """C-11: the map, hands, piles, tiles taken, rows, cubes, the question and what decks and stack consist of."""
    for state in some_states(players):
        other = redealt(state, seed=9)
        assert known(other) == known(state)
        assert legal(other) == legal(state)
        assert viewed(other) == viewed(state)


def test_redealing_changes_the_order_of_the_merchant_deck_and_of_the_victory_stack() -> None:
    """C-11: the order of face-down decks and stacks is hidden."""
    others = [redealt(dealt(2), seed) for seed in range(20)]
    assert len({tuple(deck(other)) for other in others}) == 20
    assert len({tuple(stack(other)) for other in others}) == 20


def test_redealing_depends_on_nothing_but_what_is_known_and_the_seed() -> None:
    """C-11: states that differ only in hidden order become the same bytes."""
    for state in some_states(3):
        for turned in 0, 5:
            other = reordered(state, turned)
            assert known(other) == known(state)
            assert redealt(other, seed=4).tobytes() == redealt(state, seed=4).tobytes()


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


def test_a_view_does_not_tell_the_order_of_the_decks() -> None:
    """C-11: only how much is left, and within how many tiles the closed port must come."""
    for state in some_states(2):
        for turned in 1, 2, 3:
            assert viewed(reordered(state, turned)) == viewed(state)
