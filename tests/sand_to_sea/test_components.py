"""Component values of the user's own: every condition violated one by one, and values that really play."""

import re
from pathlib import Path

import numpy as np
import pytest

from serai import Game
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.components import BadComponents
from serai.core.playouts import RESULT, simulate
from serai.games.sand_to_sea.notation import parse_position
from tests.sand_to_sea.own_components import NEWEST, READERS, folder, lines, own_set, read

ISLANDS, MAP, VICTORY, BONUS, BOARD, GROUPS = READERS


def changed(name: str, *, line: int, text: str) -> str:
    """Returns a built-in file with one line changed, counted from 1."""
    texts = lines(name)
    texts[line - 1] = text
    return "\n".join(texts) + "\n"


def numbered(head: str, rows: list[str]) -> str:
    """Returns a file whose rows are numbered from 0."""
    return "\n".join([head, *(f"{number},{row}" for number, row in enumerate(rows))]) + "\n"


def complaint(at: Path, name: str, text: str) -> str:
    """Returns what is said about a bad file."""
    with pytest.raises(BadComponents) as error:
        read(at, name, text)
    return str(error.value)


@pytest.mark.parametrize("name", READERS)
def test_a_copy_of_a_built_in_file_reads_the_same(name: str, tmp_path: Path) -> None:
    """SS-2, SS-3, SS-4, SS-5, SS-6: values, not spelling, make a component."""
    text = "# my copy\n" + "\n".join(line for line in lines(name) if not line.startswith("#"))
    assert read(tmp_path, name, text) == getattr(standard("sand_to_sea"), READERS[name])


LINES = {
    ISLANDS: {
        "0,Y,G": "3 cells instead of 4",
        "1,Y,G,YYYYR": "id '1' where 0 belongs",
        "0,X,G,YYYYR": "column 'symbol': 'X' is none of Y, R, G, B",
        "0,YR,G,YYYYR": "column 'symbol': 'YR' is none of Y, R, G, B",
        "0,,G,YYYYR": "column 'symbol': '' is none of Y, R, G, B",
        "0,Y,,YYYYR": "column 'give': no cubes where some belong",
        "0,Y,G,": "column 'get': no cubes where some belong",
        "0,Y,Q,YY": "column 'give': 'Q' is not made of Y, R, G, B",
        "0,Y,G,GG": "the trade gives back all that it takes, so it could be repeated for ever",
        "0,Y,G,G": "the trade gives back all that it takes, so it could be repeated for ever",
        "0,Y,YR,YYRB": "the trade gives back all that it takes, so it could be repeated for ever",
    },
    VICTORY: {
        "0,,11": "column 'cost': no cubes where some belong",
        "0,YYGGX,11": "column 'cost': 'YYGGX' is not made of Y, R, G, B",
        "0,YYGGG,100": "column 'points': '100' is not a whole number from 0 to 99",
        "0,YYGGG,": "column 'points': '' is not a whole number from 0 to 99",
    },
    BONUS: {
        "0,gold,4,": "kind 'gold' is none of hold, sail, points",
        "0,hold,0,": "column 'copies': '0' is not a whole number from 1 to 16",
        "0,hold,17,": "column 'copies': '17' is not a whole number from 1 to 16",
        "0,hold,4,3": "column 'points': '3' where nothing belongs",
        f"0,hold,{'9' * 5000},": "column 'copies': '999",
        "0,points,1,": "column 'points': '' is not a whole number from 0 to 99",
    },
    BOARD: {
        "X,1,1,2,3": "column 'symbol': 'X' is none of Y, R, G, B",
        "B,1,1,2": "4 cells instead of 5",
        "B,1,1,2,-3": "column 'column_4': '-3' is not a whole number from 0 to 99",
        "B,100,1,2,3": "column 'column_1': '100' is not a whole number from 0 to 99",
    },
    GROUPS: {
        "0,": "column 'spices': no cubes where some belong",
        "0,YYYZ": "column 'spices': 'YYYZ' is not made of Y, R, G, B",
    },
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in LINES.items() for text in texts])
def test_a_bad_line_is_told_by_file_and_line(name: str, text: str, tmp_path: Path) -> None:
    """SS-2, SS-3, SS-4, SS-5, SS-6: every condition of a line, one by one."""
    said = complaint(tmp_path, name, changed(name, line=3, text=text))
    assert said.startswith(f"{name}, line 3: {LINES[name][text]}")
    assert str(tmp_path / "sand_to_sea" / name) in said


FILES = {
    "seven islands of one symbol": (
        ISLANDS,
        changed(ISLANDS, line=9, text="6,Y,GG,RRB"),
        "there must be six islands with the symbol Y",
    ),
    "five islands of one symbol": (
        ISLANDS,
        "\n".join(lines(ISLANDS)[:-1]),
        "there must be six islands with the symbol B",
    ),
    "too few victory tiles": (
        VICTORY,
        numbered("id,cost,points", ["YY,1"] * 12),
        "12 tiles; there must be 13 to 63",
    ),
    "too many victory tiles": (
        VICTORY,
        numbered("id,cost,points", ["YY,1"] * 64),
        "64 tiles; there must be 13 to 63",
    ),
    "too many points tiles": (
        BONUS,
        numbered("id,kind,copies,points", ["points,16,1", "points,1,2"]),
        "there is room for 16 points tiles",
    ),
    "fewer groups than players": (
        GROUPS,
        numbered("id,spices", ["YYYY", "YYR", "RR"]),
        "3 groups; there must be 4 to 8, as many as players at least",
    ),
    "too many groups": (
        GROUPS,
        numbered("id,spices", ["YYYY"] * 9),
        "9 groups; there must be 4 to 8, as many as players at least",
    ),
    "a board without a row": (
        BOARD,
        "\n".join(lines(BOARD)[:-1]),
        "there must be one row for each of Y, R, G, B",
    ),
    "a board with a row twice": (
        BOARD,
        "\n".join([*lines(BOARD), "Y,1,1,2,3"]),
        "there must be one row for each of Y, R, G, B",
    ),
    "a board with one row for another": (
        BOARD,
        changed(BOARD, line=6, text="B,1,1,2,3"),
        "there must be one row for each of Y, R, G, B",
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_lacks_or_exceeds_something_is_told(what: str, tmp_path: Path) -> None:
    """SS-2, SS-3, SS-4, SS-5, SS-6, SS-16: the pieces suffice for every number of players."""
    name, text, message = FILES[what]
    assert complaint(tmp_path, name, text).startswith(f"{name}: {message}")


def ways(space: str, others: str) -> str:
    """Returns the built-in map with other neighbours of a space."""
    return "\n".join(f"{space}: {others}" if line.startswith(f"{space}: ") else line for line in lines(MAP))


def at_line(space: str) -> int:
    """Returns the line that lists the neighbours of a space."""
    return next(number for number, line in enumerate(lines(MAP), 1) if line.startswith(f"{space}: "))


MAPS = {
    "a way there but not back": ("A1", "A2 B1 B2 C1", "A1 has the neighbour C1, which does not have A1"),
    "a way to nowhere": ("A1", "A2 B1 B2 Z9", "A1 has the neighbour Z9, which does not have A1"),
    "a way to itself": ("A1", "A2 B1 B2 A1", "A1 has the neighbour A1, which does not have A1"),
    "a way named twice": ("A1", "A2 B1 B2 B1", "A1 has the neighbour B1 twice"),
    "too many ways": ("B2", "A1 A2 B1 B3 C2 C3 C4", "B2 has 7 neighbours; there must be 1 to 6"),
}


@pytest.mark.parametrize("what", MAPS)
def test_neighbours_must_be_mutual(what: str, tmp_path: Path) -> None:
    """SS-2, SS-9: adjacency is symmetric, and every space has one to six neighbours; the line is told."""
    space, others, message = MAPS[what]
    assert complaint(tmp_path, MAP, ways(space, others)).startswith(f"map.txt, line {at_line(space)}: {message}")


def test_a_way_back_that_is_missing_is_told_too(tmp_path: Path) -> None:
    """SS-2: B1 leads to A1, which no longer leads to B1."""
    said = complaint(tmp_path, MAP, ways("A1", "A2 B2"))
    assert said.startswith(f"map.txt, line {at_line('B1')}: B1 has the neighbour A1, which does not have B1")


@pytest.mark.parametrize("others", ["", " "])
def test_a_line_without_neighbours_is_told(others: str, tmp_path: Path) -> None:
    """SS-2: a space that no boat could come to or leave."""
    text = ways("A1", others).replace("A1: ", "A1:")
    said = complaint(tmp_path, MAP, text)
    assert said.startswith(f"map.txt, line {at_line('A1')}: A1 has 0 neighbours; there must be 1 to 6")


def test_a_space_has_one_line(tmp_path: Path) -> None:
    """SS-2: neighbours in two lines would be read as those of the last one."""
    said = complaint(tmp_path, MAP, "\n".join([*lines(MAP), "A1: A2 B1"]))
    message = "A1 has a line already; write all its neighbours into one line"
    assert said.startswith(f"map.txt, line {len(lines(MAP)) + 1}: {message}")
    assert str(tmp_path / "sand_to_sea" / MAP) in said


def test_a_map_that_is_no_text_is_told(tmp_path: Path) -> None:
    """SS-2: like any other file of the user's own."""
    own = folder(tmp_path, MAP, "")
    (own / "sand_to_sea" / MAP).write_bytes(b"A1: \xff")
    with pytest.raises(BadComponents, match=r"map.txt: byte 5 is not UTF-8 text"):
        own_set(own)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "map.txt: 0 spaces and 0 ports; there must be 24 and 4"),
        ("*A1 A2\nA1: A2\nA2: A1\n", "map.txt: 2 spaces and 1 ports; there must be 24 and 4"),
        ("\n".join(lines(MAP)).replace("*E4", "E4"), "map.txt: 24 spaces and 3 ports; there must be 24 and 4"),
        ("\n".join(lines(MAP)).replace(" C1\n", "*C1\n", 1), "map.txt: 24 spaces and 5 ports; there must be 24 and 4"),
        ("\n".join(lines(MAP)).replace("*E4", "*A1"), "map.txt: 24 spaces and 3 ports; there must be 24 and 4"),
    ],
    ids=["empty", "two spaces", "three ports", "five ports", "one port drawn twice"],
)
def test_a_map_has_24_spaces_and_four_ports(text: str, message: str, tmp_path: Path) -> None:
    """SS-2: no more and no less."""
    assert complaint(tmp_path, MAP, text).startswith(message)


def test_other_ports_are_read_from_the_drawing(tmp_path: Path) -> None:
    """SS-2: a star marks a port."""
    text = "\n".join(lines(MAP)).replace("*A1", " A1").replace(" C1\n", "*C1\n", 1)
    own = read(tmp_path, MAP, text)
    assert [own.names[port] for port in own.ports] == ["A4", "C1", "E1", "E4"]


@pytest.mark.parametrize("name", [name for name in READERS if name != MAP])
@pytest.mark.parametrize("text", ["", "# only notes\n", "id;symbol\n"])
def test_a_file_without_its_columns_is_told(name: str, text: str, tmp_path: Path) -> None:
    """SS-2, SS-3, SS-4, SS-5, SS-6: the head says what the columns are."""
    line = 2 if text.startswith("#") else 1
    assert complaint(tmp_path, name, text).startswith(f"{name}, line {line}: the columns must be ")


def test_points_tiles_lie_highest_on_top_and_piles_may_be_empty(tmp_path: Path) -> None:
    """SS-4: whatever the order of the file."""
    text = numbered("id,kind,copies,points", ["points,2,3", "points,1,9", "sail,2,"])
    assert read(tmp_path, BONUS, text) == (0, 2, (9, 3, 3))


def test_every_file_says_how_sure_its_values_are() -> None:
    """SS-2, SS-3, SS-4, SS-5, SS-6: confirmed, one source, inferred, reconstructed or house values."""
    notes = standard("sand_to_sea").notes
    assert set(notes) == set(READERS) == {path.name for path in NEWEST.iterdir()}
    sure = re.compile("confirmed|one source|reconstructed|house values", re.IGNORECASE)
    assert all(sure.search(" ".join(texts)) for texts in notes.values())


def test_a_changed_victory_tile_really_plays(tmp_path: Path) -> None:
    """SS-13, SS-17: it is dealt, delivered and counted, and records call the set custom."""
    own = own_set(folder(tmp_path, VICTORY, changed(VICTORY, line=3, text="0,BBBBBB,99")))
    assert Game.new("sand_to_sea", seed=1, components=own).deal()["victory"].count("BBBBBB") == 1
    text = "sand_to_sea, 2 players\nports: A1 BBBBBB\n1: boat A1, caravan BBBBBB\n2: boat A1"
    state = parse_position(own, text)
    spec.apply(own.values(), state, 657)
    assert spec.score(own.values(), state, 0) == 99
    assert own.victory_names.of_set(state.players[0].victory) == ["BBBBBB"]
    assert own.name == "custom"


def test_the_fewest_and_the_most_pieces_play(tmp_path: Path) -> None:
    """SS-3, SS-4, SS-6: whole games at the limits of what a file may hold."""
    rules = spec.GAMES["sand_to_sea"]
    for tiles, groups, points in (13, 4, 1), (63, 8, 16):
        at = tmp_path / str(tiles)
        folder(at, VICTORY, numbered("id,cost,points", ["BBBBBB,1"] * tiles))
        folder(at, GROUPS, numbered("id,spices", ["YY"] * groups))
        own = folder(at, BONUS, numbered("id,kind,copies,points", [f"points,{points},3", "hold,16,", "hold,16,"]))
        states, results, mask = np.zeros(1, rules.STATE), np.zeros(2, RESULT), np.zeros(rules.WORDS, np.uint64)
        simulate(own_set(own).values(), states, mask, 4, np.uint64(1), 0, 4, results)
        assert (results["stopped"].tolist(), states[0].ports.left > 0) == ([1, 1], True)


def test_a_game_does_not_begin_with_bad_values(tmp_path: Path) -> None:
    """SS-2: it says what is wrong."""
    own = folder(tmp_path, ISLANDS, changed(ISLANDS, line=3, text="0,Y,G,GG"))
    with pytest.raises(BadComponents, match=r"^island_tiles.csv, line 3: the trade gives back all that it takes"):
        Game.new("sand_to_sea", components=own)
