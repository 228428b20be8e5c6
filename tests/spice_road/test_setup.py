"""How a game is set up (SR-1 to SR-5, C-5)."""

from itertools import pairwise

import numpy as np
import pytest

from serai import Game
from serai.core import chance, spec
from serai.core.records import empty_states
from serai.games.spice_road import rules as spice_road
from tests.evenness import even
from tests.positions import act, caravan, hand, on_row, row
from tests.spice_road.positions import claimed, coins, dealt, deck, played, point_row, question
from tests.spice_road.standard import DECK, MERCHANTS, POINTS
from tests.standard import values_of

PLAYERS = [2, 3, 4, 5]
DEALS = 100_000


@pytest.mark.parametrize("players", PLAYERS)
def test_five_of_the_36_point_cards_lie_face_up(players: int) -> None:
    """SR-1: five cards in a row, the others in the deck, each card once."""
    state = dealt(players)
    face_up = point_row(state).split()
    assert len(face_up) == 5
    assert len(deck(state, "points")) == 31
    assert sorted(face_up + deck(state, "points")) == sorted(POINTS.texts)


@pytest.mark.parametrize("players", PLAYERS)
def test_twice_as_many_gold_and_silver_coins_as_players(players: int) -> None:
    """SR-2: as many gold coins as twice the number of players, and as many silver ones."""
    assert coins(dealt(players)) == (2 * players, 2 * players)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_starts_with_spice_yy_and_upgrade_2(players: int) -> None:
    """SR-3: the starting hand; nothing is played or claimed, and nobody has coins."""
    state = dealt(players)
    for seat in range(1, players + 1):
        assert hand(state, seat) == "YY +2"
        assert (played(state, seat), claimed(state, seat), coins(state, seat)) == ("", "", (0, 0))


@pytest.mark.parametrize("players", PLAYERS)
def test_six_of_the_other_43_merchant_cards_lie_face_up(players: int) -> None:
    """SR-4: six cards in a row, the others in the deck, each card once and no starting card among them."""
    state = dealt(players)
    face_up = row(state).split()
    assert len(face_up) == 6
    assert len(deck(state, "merchants")) == 37
    assert sorted(face_up + deck(state, "merchants")) == sorted(MERCHANTS[number] for number in DECK)
    assert not {"YY", "+2"} & {*face_up, *deck(state, "merchants")}
    assert on_row(state) == [""] * 6


@pytest.mark.parametrize("players", PLAYERS)
def test_starting_cubes_follow_the_turn_order(players: int) -> None:
    """SR-5: 3 Y; 4 Y; 4 Y; 3 Y and 1 R; 3 Y and 1 R."""
    state = dealt(players)
    cubes = [caravan(state, seat) for seat in range(1, players + 1)]
    assert cubes == ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"][:players]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_seat_begins(players: int) -> None:
    """SR-5: the first seat in turn order has the first turn."""
    assert question(dealt(players)) == "seat 1 turn"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_random(players: int) -> None:
    """SR-5: over many seeds each name begins about as often as any other."""
    names = ["Ada", "Ben", "Cyd", "Dan", "Eve"][:players]
    starts = [names.index(Game.new("spice_road", seed=seed, names=names).names[0]) for seed in range(600)]
    assert even(np.array(starts), players)


def test_the_number_of_players_does_not_change_the_order_of_the_cards() -> None:
    """C-5, SR-1, SR-4: one seed, one order of the cards."""
    two, five = dealt(2, seed=7), dealt(5, seed=7)
    assert (row(two), deck(two, "merchants")) == (row(five), deck(five, "merchants"))
    assert (point_row(two), deck(two, "points")) == (point_row(five), deck(five, "points"))


def test_a_setup_over_a_used_state_leaves_nothing_of_it() -> None:
    """C-5: setting up twice in the same memory gives the bytes of a fresh deal."""
    used = act(dealt(5, seed=1), f"acquire {row(dealt(5, seed=1)).split()[2]}", "pay Y", "pay Y")
    fresh = dealt(2, seed=9)
    spec.setup(values_of(used), used, 2, np.uint64(0), np.uint64(9))
    assert used.tobytes() == fresh.tobytes()


def test_a_deal_and_its_decisions_determine_the_game() -> None:
    """C-5: nothing is shuffled after set-up; the same decisions lead to the same bytes, drawn cards included."""
    first, second = dealt(2, seed=3), dealt(2, seed=3)
    drawn = deck(first, "merchants")
    for state in first, second:
        for _ in range(4):
            act(state, f"acquire {row(state).split()[0]}")
    assert first.tobytes() == second.tobytes()
    assert row(first).split()[2:] == drawn[:4]


@pytest.mark.compiled
def test_every_card_is_as_likely_as_any_other_to_be_dealt_first() -> None:
    """SR-1, SR-4, C-5: over consecutive seeds neither first places nor tops of decks are uneven or too even."""
    states = empty_states(spice_road.STATE, DEALS)
    for seed in range(DEALS):
        spec.setup(values_of(states[seed]), states[seed], 2, np.uint64(0), np.uint64(seed))
    merchants, points = states["merchants"], states["points"]
    assert even(merchants["cards"][:, 0] - DECK[0], len(DECK)), "first merchant"
    assert even(merchants["deck"][:, 36] - DECK[0], len(DECK)), "top of the merchant deck"
    assert even(points["cards"][:, 0], len(POINTS)), "first point card"
    assert even(points["deck"][:, 30], len(POINTS)), "top of the point deck"


def test_neighbouring_seeds_deal_unlike_games() -> None:
    """C-5: two seeds one apart agree in few places of the deck."""
    decks = [deck(dealt(2, seed), "merchants") for seed in range(200)]
    agreeing = [sum(a == b for a, b in zip(one, other, strict=True)) for one, other in pairwise(decks)]
    assert sum(agreeing) / len(agreeing) == pytest.approx(37 / 43, abs=0.4)


def test_a_draw_that_would_favour_some_numbers_is_drawn_again() -> None:
    """C-5: 2**32 draws do not share out evenly among five, so that a draw of nought is left out."""
    generator = np.array([0, 0, 10**9, 0], np.uint64)
    assert chance.below(generator, 5) == (9 * 10**9 + 1) % 2**32 * 5 >> 32
    assert generator[3] == 2, "two draws"
