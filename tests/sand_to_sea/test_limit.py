"""The limit of all caravans at the end of every turn (SS-15, C-3)."""

from tests.positions import act, caravan, legal
from tests.sand_to_sea.positions import position, question


def test_ten_cubes_are_within_the_limit() -> None:
    """SS-15, C-3: nothing is asked at the limit."""
    assert question(act(position(caravan="R" * 8), "play YY")) == "turn of 2"


def test_above_the_limit_cubes_of_choice_are_returned() -> None:
    """SS-15, C-3: one at a time, until ten are left."""
    state = act(position(caravan="RRRRGGGBBB"), "play YY")
    assert (question(state), legal(state)) == ("discard of 1", {"discard Y", "discard R", "discard G", "discard B"})
    assert question(act(state, "discard R")) == "discard of 1"
    assert question(act(state, "discard Y")) == "turn of 2"
    assert caravan(state) == "YRRRGGGBBB"


def test_during_a_turn_any_number_of_cubes_may_be_held() -> None:
    """C-3, SS-15: the limit waits for the end of the turn."""
    state = act(position(boat="B4", outposts="B4", caravan="G" * 10), *["trade"] * 9)
    assert (len(caravan(state)), question(state)) == (46, "market of 1")
    act(state, "trade")
    assert (len(caravan(state)), question(state)) == (50, "discard of 1")


def test_a_player_who_was_given_cubes_returns_some_too() -> None:
    """SS-15: each player over the limit, at the end of the turn; the turn is still that of the mover."""
    state = position(boat="C5", hand="YY", caravan="Y", others={2: "boat C6, caravan RRRRRGGGGG"})
    act(state, "sail C6 YY", "give Y")
    assert question(state) == "act of 1"
    act(state, "stop")
    assert (question(state), legal(state)) == ("discard of 2 in turn of 1", {"discard Y", "discard R", "discard G"})
    act(state, "discard Y")
    assert (caravan(state, 2), question(state)) == ("RRRRRGGGGG", "turn of 2")


def test_the_limit_of_each_player_is_ones_own() -> None:
    """SS-15, SS-12: hold tiles of the one who was given cubes count for that one."""
    for cubes, asked in (12, "turn of 2"), (13, "discard of 2 in turn of 1"):
        state = position(boat="C5", hand="YY", caravan="Y", others={2: f"boat C6, caravan {'R' * cubes}, hold 1"})
        assert question(act(state, "sail C6 YY", "give Y", "stop")) == asked


def test_cubes_are_returned_clockwise_from_the_player_whose_turn_it_was() -> None:
    """SS-15: Ruling: the mover first, then the others in turn order."""
    others = {1: f"boat C6, caravan {'G' * 10}", 3: f"boat C6, caravan {'G' * 10}"}
    state = position(players=3, seat=2, boat="C5", hand="YY", caravan="BBBRRRRRRR", outposts="C6", others=others)
    act(state, "sail C6 YY", "give R", "give R", "trade", "trade", "trade")
    for seat in 2, 3, 1:
        assert question(state).startswith(f"discard of {seat}")
        act(state, "discard R")
    assert question(state) == "turn of 3"


def test_the_last_turn_of_the_game_has_its_limit_too() -> None:
    """SS-15, C-6: the game is over only after the cubes above the limit are returned."""
    full = f"boat C6, caravan {'G' * 10}, victory GGBB RRRBB YYBBB RRGGG"
    state = position(seat=2, boat="C5", hand="YY", caravan="B", others={1: full})
    act(state, "sail C6 YY", "give B", "stop")
    assert question(state) == "discard of 1 in turn of 2"
    assert question(act(state, "discard G")) == "over"
    assert caravan(state, 1) == "GGGGGGGGGB"
