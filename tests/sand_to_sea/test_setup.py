"""How a game is set up (SS-1 to SS-6, C-5)."""

import numpy as np
import pytest

from serai import Game
from serai.core import spec
from serai.core.records import NONE, empty_states
from serai.games.sand_to_sea import rules as sand_to_sea
from serai.games.sand_to_sea.rules.state import CLOSED
from tests.evenness import even
from tests.positions import act, caravan, hand, legal, offers, on_row, pile, row, score
from tests.sand_to_sea.positions import (
    boat,
    bonus,
    dealt,
    deck,
    hasty_game,
    outposts,
    port_tiles,
    position,
    question,
    stack,
    victory,
)
from tests.sand_to_sea.standard import GROUPS, ISLAND_NAMES, ISLANDS, MAP, VICTORY, tiles
from tests.spice_road.standard import DECK, MERCHANTS
from tests.standard import values_of

PLAYERS = [2, 3, 4]
DEALS = 60_000


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_starts_with_spice_yy_and_upgrade_2(players: int) -> None:
    """SS-1: the hands of Spice Road; both piles are empty."""
    state = dealt(players)
    for seat in range(1, players + 1):
        assert (hand(state, seat), pile(state, "played", seat), pile(state, "spent", seat)) == ("YY +2", "", "")


@pytest.mark.parametrize("players", PLAYERS)
def test_four_of_the_other_43_merchant_cards_lie_face_up(players: int) -> None:
    """SS-1: four in a row, the others in the deck, each card once and no starting card among them."""
    state = dealt(players)
    assert (len(row(state).split()), len(deck(state)), on_row(state)) == (4, 39, [""] * 4)
    assert sorted(row(state).split() + deck(state)) == sorted(MERCHANTS[number] for number in DECK)


@pytest.mark.parametrize("seed", range(8))
def test_four_islands_of_each_symbol_and_four_seas_lie_on_the_free_spaces(seed: int) -> None:
    """SS-2: two of the six islands of each symbol stay in the box, the others lie with the sea tiles on 20 spaces."""
    laid = tiles(dealt(3, seed))
    islands = [tile for tile in laid.values() if tile != "sea"]
    assert (len(laid), len(islands), len(set(islands))) == (20, 16, 16)
    assert sorted(tile[0] for tile in islands) == sorted("YRGB" * 4)
    assert set(islands) <= set(ISLAND_NAMES.texts)


def test_the_ports_lie_on_the_corner_spaces() -> None:
    """SS-2: nothing else is ever laid there."""
    assert list(port_tiles(dealt(2))) == ["A1", "A4", "E1", "E4"]
    for seed in range(20):
        assert not {"A1", "A4", "E1", "E4"} & set(tiles(dealt(2, seed)))
        assert all(dealt(2, seed).tiles[port] == NONE for port in MAP.ports)


def test_the_outline_of_the_map_is_always_the_same() -> None:
    """SS-2: Ruling: unless another is chosen, five columns of 4, 5, 6, 5 and 4 spaces for every number of players."""
    columns = [sum(name.startswith(column) for name in MAP.names) for column in "ABCDE"]
    assert columns == [4, 5, 6, 5, 4]
    assert {tuple(tiles(dealt(players, seed))) for players in PLAYERS for seed in range(5)} == {tuple(tiles(dealt(2)))}


@pytest.mark.parametrize("seed", range(8))
def test_a_victory_tile_lies_on_each_port_and_the_closed_port_among_the_next_six(seed: int) -> None:
    """SS-3: four tiles face up, the closed-port tile and five others on top of the rest."""
    state = dealt(2, seed)
    assert "closed" in stack(state)[:6]
    assert len(stack(state)) == 23
    assert sorted([*port_tiles(state).values(), *stack(state)]) == sorted([*VICTORY.texts, "closed"])


def test_three_piles_of_bonus_tiles_wait() -> None:
    """SS-4: hold, sail, and points from 6 on top to 3."""
    assert bonus(dealt(2)) == (4, 4, "6 5 4 3")


@pytest.mark.parametrize("players", PLAYERS)
def test_every_board_is_full_and_every_boat_ashore(players: int) -> None:
    """SS-5: an outpost on each of 16 spaces hides its value; nothing else is owned yet."""
    state = dealt(players)
    for seat in range(1, players + 1):
        assert (outposts(state, seat), boat(state, seat), score(state, seat)) == ("", "-", 0)
        assert (caravan(state, seat), victory(state, seat), bonus(state, seat)) == ("", "", (0, 0, ""))


def test_a_board_has_four_rows_of_four_outposts() -> None:
    """SS-5, SS-17: with all sixteen built, every value of the board is uncovered."""
    everywhere = "A2 A3 B2 B3 B4 C1 C2 C3 C4 C5 C6 D2 D3 D4 E2 E3"
    assert score(position(outposts=everywhere)) == 4 * (1 + 1 + 2 + 3)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_in_turn_order_chooses_first_and_the_start_player_last(players: int) -> None:
    """SS-6: Ruling: counter-clockwise from the player right of the start player, cubes and boat one after the other."""
    state, asked = dealt(players, seed=1), []
    for group in GROUPS.texts[:players]:
        asked += [question(state), question(act(state, f"start {group}"))]
        act(state, f"place {sorted(offers(state, 'place'))[0]}")
    assert asked == [f"{what} of {seat}" for seat in range(players, 0, -1) for what in ("start", "place")]
    assert question(state) == "turn of 1"


def test_each_group_of_starting_cubes_is_taken_once() -> None:
    """SS-6: what is left is offered to the next; the cubes go to the caravan."""
    state = dealt(4, seed=2)
    assert offers(state, "start") == {"YYYY", "YYR", "RR", "YG"}
    act(state, "start YYR", f"place {min(offers(act(dealt(4, seed=2), 'start YYR'), 'place'))}")
    assert (caravan(state, 4), legal(state)) == ("YYR", {"start YYYY", "start RR", "start YG"})
    act(state, "start YG", f"place {boat(state, 4)}", "start YYYY", f"place {boat(state, 4)}")
    assert legal(state) == {"start RR"}
    assert [caravan(state, seat) for seat in (2, 3, 4)] == ["YYYY", "YG", "YYR"]


def test_a_boat_begins_on_any_island_and_nowhere_else() -> None:
    """SS-6: neither at sea nor in a port."""
    state = act(dealt(2, seed=3), "start RR")
    assert offers(state, "place") == {name for name, tile in tiles(state).items() if tile != "sea"}
    assert legal(state) == {f"place {name}" for name in offers(state, "place")}


def test_a_boat_may_begin_beside_another_at_no_cost() -> None:
    """SS-6: others' boats may be there, and no cube is given."""
    state = act(dealt(2, seed=3), "start RR")
    place = f"place {min(offers(state, 'place'))}"
    act(state, place, "start YYR", place)
    assert boat(state, 1) == boat(state, 2)
    assert (caravan(state, 1), caravan(state, 2), question(state)) == ("YYR", "RR", "turn of 1")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_random(players: int) -> None:
    """SS-6: Ruling: over many seeds each name begins about as often as any other."""
    names = ["Ada", "Ben", "Cyd", "Dan"][:players]
    starts = [names.index(Game.new("sand_to_sea", seed=seed, names=names).names[0]) for seed in range(300)]
    assert even(np.array(starts), players)


def test_the_number_of_players_changes_no_card_and_no_tile() -> None:
    """C-5: a deal depends on the seed alone."""
    two, four = dealt(2, seed=7), dealt(4, seed=7)
    assert (row(two), deck(two), tiles(two), stack(two)) == (row(four), deck(four), tiles(four), stack(four))


def test_a_setup_over_a_used_state_leaves_nothing_of_it() -> None:
    """C-5: setting up twice in the same memory gives the bytes of a fresh deal."""
    for used in list(hasty_game(4, seed=1, most=400))[::40]:
        spec.setup(values_of(used), used, 2, np.uint64(0), np.uint64(9))
        assert used.tobytes() == dealt(2, seed=9).tobytes()


@pytest.mark.compiled
def test_every_card_and_tile_is_as_likely_as_any_other_to_be_dealt_first() -> None:
    """SS-1, SS-2, SS-3, C-5: over consecutive seeds nothing is uneven or too even."""
    states = empty_states(sand_to_sea.STATE, DEALS)
    for seed in range(DEALS):
        spec.setup(values_of(states[seed]), states[seed], 2, np.uint64(0), np.uint64(seed))
    assert even(states["merchants"]["cards"][:, 0] - DECK[0], len(DECK)), "first merchant"
    assert even(states["ports"]["cards"][:, 0], len(VICTORY)), "tile on the first port"
    assert even(np.argmax(states["ports"]["deck"][:, 17:23] == CLOSED, axis=1), 6), "place of the closed port"
    for space in "A2", "C4", "E3":
        laid = states["tiles"][:, MAP.names.index(space)]
        assert even(np.where(laid == NONE, 4, ISLANDS["symbol"][laid]), 5), f"symbol or sea at {space}"
        assert even(laid[laid != NONE], 24), f"island at {space}"
