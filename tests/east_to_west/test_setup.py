"""How a game is set up (EW-1 to EW-6, C-5)."""

from collections import Counter

import numpy as np
import pytest

from serai import Game
from serai.core import components, spec
from serai.core.records import empty_states
from serai.games.east_to_west import rules as east_to_west
from tests.east_to_west.positions import (
    at,
    beside,
    bonus,
    claimed,
    covered,
    dealt,
    deck,
    explored,
    forts,
    markets,
    question,
    route,
    settlers,
    spent,
    stacks,
)
from tests.east_to_west.standard import (
    BONUS_BAG,
    BONUS_KINDS,
    BONUS_NAMES,
    CARDS_IN_FILE,
    DECK_SIZES,
    DECKS,
    LOCATIONS,
    PIECES,
    PLACES,
    POINTS,
    STACK_HEIGHTS,
    TILES,
    slots_of,
)
from tests.evenness import even
from tests.positions import act, caravan
from tests.spice_road.standard import DECK, MERCHANTS
from tests.standard import values_of

PLAYERS = [2, 3, 4]
DEALS = 60_000
COLUMNS = ("id", "board", "kind", "settlers", "give", "get", "upgrades", "link", "bonus_stack", "covered_2_3")


def boards(kind: str) -> list[str]:
    """Lists the location boards on which the locations of a kind are printed, from left to right."""
    lines = components.Files(PIECES.files).read("east_to_west/locations.csv", COLUMNS).lines
    return [line.cells["board"] for line in lines if line.cells["kind"] == kind]


def test_the_game_board_has_four_forts_along_the_top_and_four_markets_along_the_bottom() -> None:
    """EW-1: A1 and B1 lie above with the forts, E2 and C2 below with the markets."""
    assert set(boards("fort")) == {"A1", "B1"}
    assert set(boards("market")) == {"E2", "C2"}
    assert [LOCATIONS[place] for place in slots_of("fort")] == ["fort 1", "fort 2", "fort 3", "fort 4"]
    assert [LOCATIONS[place] for place in slots_of("market")] == ["market 1", "market 2", "market 3", "market 4"]


def test_of_the_lower_boards_e2_lies_left_and_c2_right() -> None:
    """EW-1: the ruling on left and right."""
    assert boards("fort") == ["A1", "A1", "B1", "B1"]
    assert boards("market") == ["E2", "E2", "C2", "C2"]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_point_card_lies_above_each_fort_and_the_others_in_the_deck(players: int) -> None:
    """EW-2: four face up, the rest in the deck, each card for this number of players once."""
    state = dealt(players)
    assert "-" not in forts(state).split()
    every = [POINTS[number] for number, card in enumerate(CARDS_IN_FILE) if card.least <= players and not card.black]
    assert sorted(forts(state).split() + deck(state, "points")) == sorted(every)


def test_with_fewer_players_the_cards_for_more_are_left_out() -> None:
    """EW-2: with 2 players those marked 3+ and 4, with 3 players those marked 4."""
    least = [{CARDS_IN_FILE[number].least for number in DECKS[players][: DECK_SIZES[players]]} for players in PLAYERS]
    assert least == [{2}, {2, 3}, {2, 3, 4}]
    assert [int(DECK_SIZES[players]) for players in PLAYERS] == [24, 32, 40]


@pytest.mark.parametrize("players", PLAYERS)
def test_each_fort_has_a_stack_of_the_printed_number_and_the_spares_go_to_the_box(players: int) -> None:
    """EW-3: the 20 tiles without icon III, each in exactly one place."""
    state = dealt(players)
    heights = [PLACES[place].bonus_stack for place in slots_of("fort")]
    assert [len(stack.split()) for stack in stacks(state)] == heights == [2, 2, 4, 4]
    spares = BONUS_NAMES.in_row(state.spares)
    every = Counter(" ".join([*stacks(state), *spares]).split())
    assert every == Counter(BONUS_NAMES[tile] for tile in BONUS_BAG)
    assert (sum(every.values()), len(spares)) == (20, 8)


@pytest.mark.parametrize("players", PLAYERS)
def test_with_four_players_all_exploration_tiles_lie_beside_the_board_otherwise_two_on_locations(players: int) -> None:
    """EW-4: with 2 or 3 players a tile lies on each location marked 2–3."""
    state = dealt(players)
    lying = beside(state).split() + list(covered(state).values())
    assert sorted(lying) == sorted(TILES.texts)
    assert len(lying) == 10
    marked = [LOCATIONS[number] for number, place in enumerate(PLACES) if place.covered]
    assert list(covered(state)) == ([] if players == 4 else marked)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_twelve_settlers_six_of_them_on_the_board_or_seven_with_two_players(players: int) -> None:
    """EW-5: the others are in reserve; nobody stands anywhere."""
    state = dealt(players)
    for seat in range(1, players + 1):
        assert settlers(state, seat) == ((7, 5) if players == 2 else (6, 6))
        assert (at(state, seat), route(state, seat)) == ("", "")
    assert not state.settlers.any()


@pytest.mark.parametrize("players", PLAYERS)
def test_starting_cubes_follow_the_turn_order(players: int) -> None:
    """EW-5: the first four of SR-5; nothing else is in front of anybody."""
    state = dealt(players)
    cubes = [caravan(state, seat) for seat in range(1, players + 1)]
    assert cubes == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
    for seat in range(1, players + 1):
        assert (spent(state, seat), claimed(state, seat), explored(state, seat), bonus(state, seat)) == ("",) * 4


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_random(players: int) -> None:
    """EW-5: over many seeds each name begins about as often as any other, and the first seat begins."""
    names = ["Ada", "Ben", "Cyd", "Dan"][:players]
    starts = [
        names.index(Game.new("east_to_west", seed=seed, names=names, components="1").names[0]) for seed in range(200)
    ]
    assert even(np.array(starts), players)
    assert question(dealt(players)) == "seat 1 turn"


@pytest.mark.parametrize("players", PLAYERS)
def test_a_merchant_lies_below_each_market_and_no_starting_card_is_among_them(players: int) -> None:
    """EW-6: four of the 43 cards face up, the rest face down."""
    state = dealt(players)
    face_up = markets(state).split()
    assert (len(face_up), len(deck(state, "merchants")), int(state.known)) == (4, 39, 0)
    assert sorted(face_up + deck(state, "merchants")) == sorted(MERCHANTS[number] for number in DECK)
    assert not {"YY", "+2"} & {*face_up, *deck(state, "merchants")}


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four_players(players: int) -> None:
    """EW-5: there are settlers for four."""
    with pytest.raises(ValueError, match=f"east_to_west is for 2 to 4 players, not {players}"):
        Game.new("east_to_west", players, components="1")


def test_a_setup_over_a_used_state_leaves_nothing_of_it() -> None:
    """C-5: setting up in the memory of a game with all kinds of pieces about gives the bytes of a fresh deal."""
    used, fresh = dealt(4, seed=1), dealt(2, seed=9)
    act(used, "work refresh", "work market 1", "keep", "work YYY", "work YYY")
    used.players[3].bonus[:], used.players[2].claimed, used.players[1].explored, used.known = 3, 9, 9, 5
    spec.setup(values_of(used), used, 2, np.uint64(0), np.uint64(9))
    assert used.tobytes() == fresh.tobytes()


def test_a_deal_and_its_decisions_determine_the_game() -> None:
    """C-5: nothing is shuffled after set-up, drawn cards included."""
    first, second = dealt(2, seed=3), dealt(2, seed=3)
    drawn = deck(first, "merchants")
    for state in first, second:
        act(state, "work market 1", "keep", "work market 2", "keep")
    assert first.tobytes() == second.tobytes()
    assert markets(first).split()[2:] == drawn[:2]


@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_and_tile_is_as_likely_as_any_other_to_be_dealt_first(players: int) -> None:
    """EW-2, EW-3, EW-4, EW-6, C-5: over consecutive seeds neither uneven nor too even."""
    states = empty_states(east_to_west.STATE, DEALS)
    for seed in range(DEALS):
        spec.setup(values_of(states[seed]), states[seed], players, np.uint64(0), np.uint64(seed))
    used = DECKS[players][: DECK_SIZES[players]]
    assert even(states["merchants"]["cards"][:, 0] - DECK[0], len(DECK)), "first merchant"
    assert even(states["merchants"]["deck"][:, 38] - DECK[0], len(DECK)), "top of the merchant deck"
    assert even(np.searchsorted(used, states["points"]["cards"][:, 0]), len(used)), "first point card"
    assert even(np.searchsorted(used, states["points"]["deck"][:, len(used) - 5]), len(used)), "top of the point deck"
    if players < 4:
        pairs = states["cover"][:, 0].astype(np.int64) * 10 + states["cover"][:, 1]
        possible = np.array([10 * one + other for one in range(10) for other in range(10) if one != other])
        assert even(np.searchsorted(possible, pairs), len(possible)), "tiles on the two locations"


@pytest.mark.compiled
@pytest.mark.parametrize("fort", range(4))
def test_the_top_of_each_bonus_stack_is_each_tile_as_often_as_there_are_copies(fort: int) -> None:
    """EW-3, C-5: every one of the 20 tiles is as likely; copies of a kind are told apart by the seed for counting."""
    states = empty_states(east_to_west.STATE, DEALS)
    for seed in range(DEALS):
        spec.setup(values_of(states[seed]), states[seed], 2, np.uint64(0), np.uint64(seed))
    tops = states["stacks"][:, fort, STACK_HEIGHTS[fort] - 1]
    first = np.searchsorted(BONUS_BAG, tops)
    copies = np.bincount(BONUS_BAG, minlength=len(BONUS_KINDS))[tops]
    assert even(first + np.arange(DEALS) % copies, len(BONUS_BAG))
