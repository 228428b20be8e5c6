"""The observation: what the page says and the view shows, and nothing that a seat cannot know."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import numpy as np
import pytest

import serai
from serai import GAMES, Game
from serai.core import spec
from serai.core.compiled import entry
from serai.core.component_folders import standard
from serai.core.observation import LAYOUTS, layouts, where, write_one
from serai.core.observation.entries import mark_all
from serai.core.observation.layouts import Entries
from serai.core.records import State, empty_states
from serai.learning.vector_env import VectorGames
from tests.learning.naive import observation
from tests.learning.tables import TABLES, positions
from tests.standard import observed, playing_with

RARE = {"spice_road": [], "sand_to_sea": [], "east_to_west": ["again"]}


@pytest.fixture(autouse=True)
def with_standard_sets() -> Iterator[None]:
    """Observes with the standard sets, which new games are played with."""
    with ExitStack() as sets:
        for game in GAMES:
            sets.enter_context(playing_with(standard(game)))
        yield


@entry
def mark_set(out: Entries, at: int, bits: np.uint64, kinds: int) -> None:
    """Marks the members of a set, called from Python."""
    mark_all(out, at, bits, kinds)


def written(state: State, seat: int, begun: int = 1, cap: int | None = None) -> dict[str, int]:
    """Returns the entries that are not 0 by their labels."""
    entries = observed(state, seat, begun, cap)
    labels = LAYOUTS[spec.rules_of(state).NAME].labels()
    return {labels[place]: int(entries[place]) for place in np.flatnonzero(entries)}


def without(marks: dict[str, int], *fields: str) -> dict[str, int]:
    """Leaves out what no view tells."""
    return {label: value for label, value in marks.items() if not label.startswith(fields)}


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_entry_is_what_the_view_shows(game: str, players: int) -> None:
    """By another hand; of what goes on after a question (East to West) a view says nothing."""
    for number, played in enumerate(positions(game, players, seed=players, rounds=40)):
        seat = number % players
        seen = written(played.state, seat, played.round, 40)
        assert without(seen, "afterwards") == observation(played, seat), played.decisions()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_position_is_what_the_view_shows(game: str) -> None:
    played = Game.new(game, 3, seed=4)
    for seat in range(3):
        assert written(played.state, seat) == observation(played, seat)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_dealing_anew_what_a_seat_cannot_know_changes_no_entry(game: str, players: int) -> None:
    """C-11."""
    chance = Random(3)
    for number, played in enumerate(positions(game, players, seed=11)):
        seat = number % players
        redealt = played.redealt(seat, chance.getrandbits(128))
        assert (observed(redealt, seat, 3, 9) == observed(played.state, seat, 3, 9)).all()


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_of_the_first_position_change_no_entry(game: str) -> None:
    played = Game.new(game, 2, seed=4)
    redealt = played.redealt(0, 5)
    assert redealt != played.state
    assert (observed(redealt, 0, 1, None) == observed(played.state, 0, 1, None)).all()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_positions_that_differ_in_something_public_are_observed_differently(game: str) -> None:
    """Two positions whose views differ; views are the same when, and only when, observations are."""
    seen: dict[bytes, str] = {}
    for seed in range(2):
        for played in positions(game, 2, seed=seed, rounds=60):
            view = {key: value for key, value in played.view(0).items() if key not in ("legal", "turn", "winner")}
            entries = observed(played.state, 0, played.round, None).tobytes()
            assert seen.setdefault(entries, repr(view)) == repr(view)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_written_some_time(game: str) -> None:
    layout, used = LAYOUTS[game], np.zeros(LAYOUTS[game].size, bool)
    for rounds, steps in (None, 6000), (5, 50):
        tables = VectorGames(game, 2, 256, seed=5, rounds=rounds)
        for _ in range(steps):
            tables.step(tables.random_actions())
            used |= tables.observations.any(axis=0)
    starts = [(field.name, layout.at(field.name), len(field.of)) for field in layout.table]
    starts += [(f.name, layout.begin + layout.in_seat(f.name), len(f.of)) for f in layout.seat]
    assert [name for name, start, size in starts if not used[start : start + size].any()] == RARE[game]


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_beside_a_row_is_touched(game: str, players: int) -> None:
    """The writer checks no bounds, and it leaves no entry of its own row as it was."""
    size = LAYOUTS[game].size
    for before in 0, 255:
        paper = np.full(3 * size, before, np.uint8)
        for number, played in enumerate(positions(game, players, seed=7, rounds=30)):
            seat = number % players
            write_one(
                played.values, where(standard(game)), played.state, seat, played.round, 30, paper[size : 2 * size]
            )
            assert (paper[size : 2 * size] == observed(played.state, seat, played.round, 30)).all()
        assert (paper[:size] == before).all()
        assert (paper[2 * size :] == before).all()


def test_only_the_writers_of_what_is_seen_go_unchecked() -> None:
    package = Path(serai.__file__).parent
    users = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if "@unchecked" in path.read_text()}
    writers = ("core/observation/", "networks/features/")
    assert {name for name in users if not name.startswith(writers)} == {
        *(f"games/{game}/observation.py" for game in GAMES),
        "games/sand_to_sea/features.py",
    }


@pytest.mark.parametrize("seat", [-1, 2, 10**6])
def test_a_seat_that_nobody_has_observes_nothing(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat} in a game of 2"):
        observed(Game.new("spice_road", 2, seed=1).state, seat, 1, None)


@pytest.mark.parametrize("kinds", [1, 7, 8, 9, 45, 63, 64])
@pytest.mark.parametrize("bits", [0, 1, 0x5A5A_F00F_1234_8001, 2**64 - 1])
def test_a_set_is_marked_member_by_member(kinds: int, bits: int) -> None:
    marks = np.full(80, 7, np.uint8)
    mark_set(marks, 3, np.uint64(bits), kinds)
    assert marks[3 : 3 + kinds].tolist() == [bits >> member & 1 for member in range(kinds)]
    assert (marks[:3] == 7).all()
    assert (marks[3 + kinds :] == 7).all()


@pytest.mark.parametrize("game", GAMES)
def test_labels_name_every_entry_once(game: str) -> None:
    layout = LAYOUTS[game]
    assert len(set(layout.labels())) == len(layout.labels()) == len(layout.scales()) == layout.size


@pytest.mark.parametrize("game", GAMES)
def test_the_size_is_the_same_for_all_numbers_of_players(game: str) -> None:
    least, most = GAMES[game].SEATS
    sizes = {len(observed(Game.new(game, players, 1).state, 0, 1, None)) for players in range(least, most + 1)}
    assert sizes == {LAYOUTS[game].size}


def test_another_turn_after_a_discard_is_told() -> None:
    """EW-14, EW-18: the limit applies before the extra turn; that is too rare to wait for."""
    states = empty_states(GAMES["east_to_west"].STATE, 1)
    states[0] = Game.new("east_to_west", 2, seed=1).state
    states[0].again = 1
    assert written(states[0], 0)["again"] == 1


def test_seats_are_told_from_the_observer_on() -> None:
    game = Game.new("spice_road", 3, seed=1)
    game.play("play YY")
    assert written(game.state, 0)["+0 cubes Y"] == 5
    assert written(game.state, 1)["+2 cubes Y"] == 5
    assert written(game.state, 2)["+1 cubes Y"] == 5


def test_a_number_that_an_entry_cannot_hold_is_the_largest_that_it_can() -> None:
    states = empty_states(GAMES["spice_road"].STATE, 1)
    states[0] = Game.new("spice_road", 2, seed=1).state
    states[0].players[0].gold = 90
    assert written(states[0], 0, begun=300, cap=1000)["+0 score"] == 255
    assert written(states[0], 0, begun=300, cap=1000)["round"] == 255
    assert written(states[0], 0, begun=300, cap=1000)["rounds left"] == 255


def test_the_table_of_places_belongs_to_the_cache() -> None:
    """Places are constants of compiled code: an edit of the table must be seen."""
    assert b"core.compiled import" in Path(layouts.__file__).read_bytes()
