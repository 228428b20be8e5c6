"""The outlines of the map: what they are, games and records on them, and what is said about a bad one (SS-2)."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from serai.component_sets import find_components, listed
from serai.core.component_folders import DIGESTS, built_in, in_folder, standard, variant_of, variants, with_files
from serai.core.components import BadComponents
from serai.games.sand_to_sea.pieces import MAP_FILE
from tests.sand_to_sea.own_components import folder, lines, own_set

GAME = "sand_to_sea"
OUTLINES = tuple(variants(GAME))
NAMES = tuple(f"1+{outline}" for outline in OUTLINES)
MAP = "map.txt"


def pieces(name: str) -> Any:
    """Returns a built-in set."""
    return built_in(GAME, name)


def played(name: str, decisions: int, players: int = 2, seed: int = 1) -> Game:
    """Plays some random decisions."""
    game, choice = Game.new(GAME, players, seed=seed, components=name), random.Random(seed)
    for _ in range(decisions):
        game.play(choice.choice(game.legal()))
    return game


def test_four_outlines_are_offered_besides_the_standard_one() -> None:
    assert OUTLINES == ("atoll", "basins", "crossing", "strait")
    assert len({DIGESTS[GAME][name] for name in ("1", *NAMES)}) == 5
    assert [name for name, _ in listed(GAME)] == ["1", *NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_an_outline_changes_the_map_and_nothing_else(name: str) -> None:
    assert {path for path, text in pieces(name).files.items() if text != pieces("1").files[path]} == {MAP_FILE}
    assert (variant_of(pieces(name)), variant_of(pieces("1"))) == (name.removeprefix("1+"), None)


@pytest.mark.parametrize("name", NAMES)
def test_ports_are_corners_apart_from_each_other_and_every_space_is_in_reach(name: str) -> None:
    """SS-2: 24 spaces, four ports on corner spaces; a corner has at most three neighbours."""
    chart, steps = pieces(name).map, pieces(name).values().steps
    assert (len(chart.names), len(chart.ports)) == (24, 4)
    assert all(len(chart.neighbours[port]) <= 3 for port in chart.ports)
    assert not any(other in chart.ports for port in chart.ports for other in chart.neighbours[port])
    assert steps.max() < 10


@pytest.mark.parametrize("name", NAMES)
def test_sixteen_islands_and_four_seas_lie_between_the_ports(name: str) -> None:
    """SS-2: on the twenty free spaces of the outline."""
    view = Game.new(GAME, 3, seed=2, components=name).view(0)
    assert sorted(view["ports"]) == sorted(pieces(name).ports)
    assert sorted([*view["tiles"], *view["ports"]]) == list(pieces(name).map.names)
    assert sum(tile == "sea" for tile in view["tiles"].values()) == 4


@pytest.mark.parametrize("name", NAMES)
def test_a_boat_sails_along_the_outline(name: str) -> None:
    """SS-9: each step goes to a neighbour in the drawing."""
    game, choice, steps = played(name, 0), random.Random(1), 0
    while steps < 10:
        sails = [decision for decision in game.legal() if decision.startswith("sail ")]
        if not sails:
            game.play(choice.choice(game.legal()))
            continue
        seat = game.seat
        here = pieces(name).map.names.index(game.view(seat)["players"][seat]["boat"])
        told = {pieces(name).map.names.index(decision.split()[1]) for decision in sails}
        assert told <= set(pieces(name).map.neighbours[here])
        game.play(choice.choice(sails))
        steps += 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("decisions", [0, 1, 60])
def test_positions_and_records_come_back(name: str, decisions: int) -> None:
    """C-5: the outline is named with its digest; its files do not travel."""
    game = played(name, decisions)
    record = json.loads(game.to_json())
    assert record["components"] == {"set": name, "digest": DIGESTS[GAME][name]}
    again = Game.from_json(game.to_json())
    assert again.components is pieces(name)
    assert (again.position(), again.to_json()) == (game.position(), game.to_json())
    assert Game.from_position(game.position()).state.tobytes() == game.state.tobytes()


def test_an_outline_fits_a_set_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record brings the files, since that set is known nowhere else."""
    monkeypatch.setenv("SERAI_DATA", str(tmp_path))
    own = tmp_path / "components" / "mine"
    folder(own, "starting_spices.csv", "id,spices\n0,Y\n1,R\n2,G\n3,B\n")
    chosen = find_components(GAME, "mine+strait")
    assert chosen is find_components(GAME, f"{own}+strait") is dict(listed(GAME))["mine+strait"]
    assert chosen is not None
    assert (chosen.name, variant_of(chosen), chosen.groups[3]) == ("custom", "strait", (0, 0, 0, 1))  # type: ignore[attr-defined]
    game = Game.new(GAME, seed=1, components="mine+strait")
    assert Game.from_json(game.to_json()).components.digest == chosen.digest


@pytest.mark.parametrize("choice", ["1+", "1+nowhere", "+strait", "2+strait", "1+strait+atoll", "strait"])
def test_an_unknown_outline_is_told_with_those_that_there_are(choice: str) -> None:
    known = "it is none of 1, 1[+]atoll, 1[+]basins, 1[+]crossing, 1[+]strait, nor a folder"
    with pytest.raises(BadComponents, match=known):
        Game.new(GAME, components=choice)


def test_other_games_have_no_outlines() -> None:
    with pytest.raises(BadComponents, match=r"there is no component set '1\+strait' of spice_road"):
        Game.new("spice_road", components="1+strait")


def sketch(*changes: tuple[str, str]) -> str:
    """Returns the drawing of the standard map, without the lines of neighbours, with some changes."""
    text = "\n".join(line for line in lines(MAP) if ":" not in line and not line.startswith("#"))
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_a_drawing_is_enough(tmp_path: Path) -> None:
    """SS-2: tiles that touch are neighbours; the digest is that of the values, however they are written."""
    own = own_set(folder(tmp_path, MAP, sketch()))
    assert own.map == standard(GAME).map  # type: ignore[attr-defined]
    assert (own.digest, own.spots) == (standard(GAME).digest, standard(GAME).spots)  # type: ignore[attr-defined]


def test_an_outline_of_ones_own_is_played_on(tmp_path: Path) -> None:
    """Three columns of eight."""
    rows = ["A1 C1", "B1"] * 8
    drawn = "\n".join(row.replace("1", str(1 + place // 2)) for place, row in enumerate(rows))
    drawn = drawn.replace("A1", "*A1").replace("C1", "*C1").replace("A8", "*A8").replace("C8", "*C8")
    own = own_set(folder(tmp_path, MAP, drawn))
    assert [len(own.map.neighbours[port]) for port in own.map.ports] == [2, 3, 2, 3]
    assert [own.spots[own.map.names.index(name)] for name in ("A1", "B1", "C8")] == [(0, 0), (1, 1), (2, 14)]
    game, choice = Game.new(GAME, 4, seed=1, components=own), random.Random(1)
    for _ in range(300):
        game.play(choice.choice(game.legal()))


LISTED = "\n".join(lines(MAP))
DRAWN = {
    "a space twice": (
        sketch(("        B5      D5", "        B5      E1")),
        "line 10: E1 is in line 3 of the drawing already",
    ),
    "columns out of order": (
        sketch(("        B1      D1", "        D1      B1")),
        "line 2: the columns must be in the order of the alphabet",
    ),
    "tiles that overlap": (
        sketch(("        B1      D1", "    A9  B1      D1"), ("            C6", "")),
        "line 2: A9 does not fit together with C1: a column uses every second line, the next columns the others",
    ),
    "too few spaces": (sketch(("            C6", "")), ": 23 spaces and 4 ports; there must be 24 and 4"),
    "too few ports": (sketch(("*E4", " E4")), ": 24 spaces and 3 ports; there must be 24 and 4"),
    "a space alone": (
        sketch(("            C6", "\n\n            C6")),
        "line 13: C6 has 0 neighbours; there must be 1 to 6",
    ),
    "two seas": (
        sketch(
            (
                "        B5      D5\n            C6",
                "            \n            \n        B5      \n            C6\n        B6",
            )
        ),
        "line 12: B5 cannot be reached from A1; all spaces must be connected",
    ),
    "a neighbour that does not touch": (
        LISTED.replace("A1: A2 B1 B2", "A1: A2 B1 B2 C6").replace("C6: B5 C5 D5", "C6: A1 B5 C5 D5"),
        "line 15: A1 has the neighbour C6, but does not touch it in the drawing",
    ),
    "a tile that touches and is no neighbour": (
        LISTED.replace("A1: A2 B1 B2", "A1: A2 B2").replace("B1: A1 B2", "B1: B2"),
        "line 15: A1 touches B1 in the drawing, but does not have it as a neighbour",
    ),
    "no drawing": (LISTED.replace("            C6\n", "\n"), "line 29: C6 is not in the drawing"),
    "no neighbours": (
        LISTED.replace("            C6\n", "            C6\n        B6\n"),
        "line 13: B6 is in the drawing, but has no line with its neighbours",
    ),
}


@pytest.mark.parametrize("what", DRAWN)
def test_a_bad_outline_is_told_by_file_and_line(what: str, tmp_path: Path) -> None:
    """SS-2: what the page could not draw as it is played is refused in words."""
    text, message = DRAWN[what]
    with pytest.raises(BadComponents) as error:
        own_set(folder(tmp_path, MAP, text))
    said = str(error.value)
    assert said.startswith(f"map.txt{'' if message.startswith(':') else ', '}{message}")
    assert said.endswith(f"({tmp_path / GAME / MAP})")


def test_a_map_that_is_too_wide_is_told(tmp_path: Path) -> None:
    """SS-2: tiles must not become too small to read."""
    rows: list[list[str]] = [[], [], [], []]
    for place, letter in enumerate("ABCDEFGHIJKL"):
        star = "*" if letter in "AL" else " "
        rows[place % 2].append(f"{star}{letter}1")
        rows[2 + place % 2].append(f"{star}{letter}2")
    wide = "\n".join(" ".join(row) for row in rows)
    with pytest.raises(BadComponents, match=r"the drawing has 12 columns and 4 lines; the page has room for 8 and 20"):
        in_folder(GAME, folder(tmp_path, MAP, wide))


def test_a_map_from_before_the_checks_stays_playable_in_records_and_databases() -> None:
    """There it is drawn in columns around one middle line, as it always was."""
    odd = LISTED.replace("A1: A2 B1 B2", "A1: A2 B1 B2 C6").replace("C6: B5 C5 D5", "C6: A1 B5 C5 D5")
    found: Any = with_files(GAME, {MAP_FILE: odd})
    assert found.spots == pieces("1").spots
    game = Game.new(GAME, seed=1, components=found)
    assert Game.from_json(game.to_json()).components is found
