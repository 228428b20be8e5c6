"""What is known, and redealing what is not (C-11)."""

import numpy as np
import pytest

from serai.core.records import State
from tests.evenness import even
from tests.positions import copy, legal, redeals, redealt
from tests.spice_road import standard as notation
from tests.spice_road.positions import dealt, deck, hasty_game, position
from tests.standard import viewed

REDEALS = 40_000
KINDS = ["merchants", "points"]


def reordered(state: State, turned: int) -> State:
    """Returns the state with both decks turned by some cards and reversed."""
    other = copy(state)
    for row in other.merchants, other.points:
        row.deck[: row.left] = np.roll(row.deck[: row.left], turned)[::-1]
    return other


def known(state: State) -> str:
    """Writes the position with its decks sorted, so that their order cannot be read."""
    lines = notation.position(state).splitlines()
    for line in (2, 3):
        front, _, back = lines[line].partition(" / ")
        lines[line] = f"{front} / {' '.join(sorted(back.split()))}"
    return "\n".join(lines)


def some_states(players: int) -> list[State]:
    """Returns states from the beginning, the middle and the end of a game."""
    return list(hasty_game(players, seed=5, most=300))[::25]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_redealing_keeps_everything_that_is_known(players: int) -> None:
    """C-11: hands, played and claimed cards, rows, cubes, coins, the question and what the decks consist of."""
    for state in some_states(players):
        other = redealt(state, seed=9)
        assert known(other) == known(state)
        assert legal(other) == legal(state)


def test_redealing_changes_the_order_of_both_decks() -> None:
    """C-11: the order of face-down decks is hidden."""
    state = dealt(2)
    for kind in KINDS:
        orders = {tuple(deck(redealt(state, seed), kind)) for seed in range(20)}
        assert len(orders) == 20


def test_redealing_depends_on_nothing_but_what_is_known_and_the_seed() -> None:
    """C-11: states that differ only in hidden order become the same bytes."""
    for state in some_states(3):
        for turned in 0, 5:
            other = reordered(state, turned)
            assert redealt(other, seed=4).tobytes() == redealt(state, seed=4).tobytes()


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


def test_a_view_does_not_tell_the_order_of_the_decks() -> None:
    """C-11: only how many cards are left."""
    for state in some_states(2):
        assert viewed(reordered(state, 3)) == viewed(state)
