"""Component sets of the user's own: what is wrong with a file is told, and games are played with them side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from serai.benchmark import task
from serai.component_sets import find_components, new_folder
from serai.core import component_folders, components
from serai.core.component_folders import (
    DIGESTS,
    KINDS,
    built_in,
    built_in_names,
    built_in_sets,
    in_folder,
    standard,
    standard_name,
    with_files,
)
from serai.core.component_set import shared
from serai.core.components import BadComponents
from tests.spice_road.own_components import MERCHANTS, POINTS, folder, lines

KEYS = {MERCHANTS: "merchants", POINTS: "points"}


def changed(name: str, *, line: int, text: str) -> str:
    """Returns a built-in file with one line changed, counted from 1."""
    texts = lines(name)
    texts[line - 1] = text
    return "\n".join(texts) + "\n"


def numbered(head: Sequence[str], rows: Sequence[str]) -> str:
    """Returns a file whose rows are numbered from 0."""
    return "\n".join([*head, *(f"{number},{row}" for number, row in enumerate(rows))]) + "\n"


def complaint(own: Path, game: str = "spice_road") -> str:
    """Returns what is said about a bad folder."""
    with pytest.raises(BadComponents) as error:
        in_folder(game, own)
    return str(error.value)


def dear(at: Path) -> Path:
    """Makes a folder whose first point card costs five brown cubes and is worth 99."""
    return folder(at, points=changed(POINTS, line=4, text="0,BBBBB,99"))


def test_a_folder_of_ones_own_replaces_the_values(tmp_path: Path) -> None:
    own: Any = in_folder("spice_road", dear(tmp_path))
    assert own.points[0] == ((0, 0, 0, 5), 99)
    assert own.values().point_cards[0].points == 99
    assert own.merchants == standard("spice_road").merchants


def test_replaced_merchant_cards_are_played_with(tmp_path: Path) -> None:
    """SR-3: the starting cards are those of the file."""
    own = folder(tmp_path, merchants=changed(MERCHANTS, line=3, text="0,starting,spice,,BBB,"))
    game = Game.new("spice_road", seed=1, components=own)
    game.play("play BBB")
    assert game.view(0)["players"][0]["caravan"] == "YYYBBB"


def test_own_merchant_cards_make_the_set_of_every_game_ones_own(tmp_path: Path) -> None:
    """All games use the merchant cards, so a record must not say that it was played with the set of the package."""
    own = folder(tmp_path, merchants=changed(MERCHANTS, line=3, text="0,starting,spice,,BBB,"))
    assert [in_folder(game, own).name for game in DIGESTS] == 3 * ["custom"]


def test_the_digests_of_the_built_in_sets_are_listed() -> None:
    for game, known in DIGESTS.items():
        assert {name: built_in(game, name).digest for name in known} == known


def test_every_built_in_set_has_its_digest() -> None:
    """A new set needs a line there: records name sets and digests, and both must belong together."""
    assert {game: tuple(known) for game, known in DIGESTS.items()} == {
        game: built_in_names(game) for game in ("spice_road", "sand_to_sea", "east_to_west")
    }


def test_a_game_that_a_folder_lacks_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"has no component file of spice_road; it takes spice_road/merchant_cards"):
        Game.new("spice_road", components=tmp_path)


def test_a_set_of_ones_own_is_called_custom(tmp_path: Path) -> None:
    own = in_folder("spice_road", dear(tmp_path))
    assert (own.name, own.digest != standard("spice_road").digest) == ("custom", True)


def test_the_digest_names_values_and_not_spelling(tmp_path: Path) -> None:
    """C-5: records name the values they were played with."""
    head, *rows = lines(POINTS)[2:]
    spelled = "\n".join(["# my copy", "# of the box", head, *(row.replace(",", " , ") for row in rows)])
    own = in_folder("spice_road", folder(tmp_path, points=spelled))
    assert (own.name, own.digest) == ("custom", standard("spice_road").digest)


def test_notes_are_kept(tmp_path: Path) -> None:
    usual = standard("spice_road").notes
    assert usual[POINTS][0] == "Confirmed: six separately typed public lists agree card for card."
    own = folder(tmp_path, points="# my copy\n# of the box\n" + "\n".join(lines(POINTS)[2:]))
    assert in_folder("spice_road", own).notes == {**usual, POINTS: ("my copy", "of the box")}


def test_a_set_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    for choice in "99", tmp_path / "nowhere", "nobody's":
        with pytest.raises(
            BadComponents, match=r"there is no component set .* of spice_road: it is none of 1, nor a fo"
        ):
            Game.new("spice_road", components=choice)


def test_a_set_is_chosen_by_name_by_folder_or_as_it_is(tmp_path: Path) -> None:
    own = in_folder("spice_road", dear(tmp_path))
    assert Game.new("spice_road", components="1").components is standard("spice_road")
    assert Game.new("spice_road", components=tmp_path).components is own
    assert Game.new("spice_road", components=str(tmp_path)).components is own
    assert Game.new("spice_road", components=own).components is own
    assert Game.new("spice_road").components is standard("spice_road")


def test_a_set_of_another_game_is_refused() -> None:
    with pytest.raises(BadComponents, match="is a set of spice_road, not of sand_to_sea"):
        Game.new("sand_to_sea", components=standard("spice_road"))
    with pytest.raises(BadComponents, match="components is 7, not a name, a folder or a component set"):
        find_components("spice_road", 7)  # type: ignore[arg-type]


def test_the_same_files_are_one_set_as_long_as_it_is_used(tmp_path: Path) -> None:
    one = in_folder("spice_road", dear(tmp_path / "one"))
    assert in_folder("spice_road", dear(tmp_path / "other")) is one


def test_a_game_does_not_begin_with_bad_values(tmp_path: Path) -> None:
    own = folder(tmp_path, points=changed(POINTS, line=4, text="0,BBBBB,100"))
    with pytest.raises(BadComponents, match=r"^point_cards.csv, line 4: column 'points'"):
        Game.new("spice_road", components=own)


MERCHANT_LINES = {
    "0,starting,spice,,YY": "5 cells instead of 6",
    "0,starting,spice,,YY,,": "7 cells instead of 6",
    "": "1 cells instead of 6",
    "1,starting,spice,,YY,": "id '1' where 0 belongs",
    "x,starting,spice,,YY,": "id 'x' where 0 belongs",
    "0,box,spice,,YY,": "set 'box' is neither 'starting' nor 'deck'",
    "0,starting,dance,,YY,": "kind 'dance' is none of 'spice', 'upgrade', 'trade'",
    "0,starting,spice,,,": "column 'get': no cubes where some belong",
    "0,starting,spice,Y,YY,": "column 'give': 'Y' where nothing belongs",
    "0,starting,spice,,YY,1": "column 'upgrades': '1' where nothing belongs",
    "0,starting,spice,,YZ,": "column 'get': 'YZ' is not made of Y, R, G, B",
    "0,starting,spice,,yy,": "column 'get': 'yy' is not made of Y, R, G, B",
    "0,starting,spice,,YYYYYYYYYYY,": "column 'get': 'YYYYYYYYYYY' has more than 10 cubes",
    "0,starting,upgrade,,,": "column 'upgrades': '' is not a whole number from 1 to 9",
    "0,starting,upgrade,,,0": "column 'upgrades': '0' is not a whole number from 1 to 9",
    "0,starting,upgrade,,,10": "column 'upgrades': '10' is not a whole number from 1 to 9",
    "0,starting,upgrade,,,two": "column 'upgrades': 'two' is not a whole number from 1 to 9",
    "0,starting,upgrade,Y,,2": "column 'give': 'Y' where nothing belongs",
    "0,starting,upgrade,,Y,2": "column 'get': 'Y' where nothing belongs",
    "0,starting,trade,,YY,": "column 'give': no cubes where some belong",
    "0,starting,trade,Y,,": "column 'get': no cubes where some belong",
    "0,starting,trade,Y,RR,1": "column 'upgrades': '1' where nothing belongs",
    "0,starting,trade,YR,YYR,": "the trade gives back all that it takes, so it could be repeated for ever",
    "0,starting,trade,Y,Y,": "the trade gives back all that it takes, so it could be repeated for ever",
}


@pytest.mark.parametrize("text", MERCHANT_LINES)
def test_a_bad_merchant_card_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """C-2: every condition of a merchant card, one by one."""
    said = complaint(folder(tmp_path, merchants=changed(MERCHANTS, line=3, text=text)))
    assert said.startswith(f"{MERCHANTS}, line 3: {MERCHANT_LINES[text]}")
    assert str(tmp_path / "spice_road" / MERCHANTS) in said


POINT_LINES = {
    "0,YYRR": "2 cells instead of 3",
    "0,YYRR,6,6": "4 cells instead of 3",
    "7,YYRR,6": "id '7' where 0 belongs",
    "0,,6": "column 'cost': no cubes where some belong",
    "0,YXRR,6": "column 'cost': 'YXRR' is not made of Y, R, G, B",
    "0,YYYYYYYYYYY,6": "column 'cost': 'YYYYYYYYYYY' has more than 10 cubes",
    "0,YYRR,": "column 'points': '' is not a whole number from 0 to 99",
    "0,YYRR,-1": "column 'points': '-1' is not a whole number from 0 to 99",
    "0,YYRR,100": "column 'points': '100' is not a whole number from 0 to 99",
    "0,YYRR,6.5": "column 'points': '6.5' is not a whole number from 0 to 99",
}


@pytest.mark.parametrize("text", POINT_LINES)
def test_a_bad_point_card_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """SR-9: every condition of a point card, one by one."""
    said = complaint(folder(tmp_path, points=changed(POINTS, line=4, text=text)))
    assert said.startswith(f"{POINTS}, line 4: {POINT_LINES[text]}")
    assert str(tmp_path / "spice_road" / POINTS) in said


@pytest.mark.parametrize("name", [MERCHANTS, POINTS])
@pytest.mark.parametrize("text", ["", "# only notes\n", "id;cost\n0;Y\n", "cost,points,id\n"])
def test_a_file_without_its_columns_is_told(name: str, text: str, tmp_path: Path) -> None:
    line = 2 if text.startswith("#") else 1
    assert complaint(folder(tmp_path, **{KEYS[name]: text})).startswith(f"{name}, line {line}: the columns must be id,")


SPICE = ["deck,spice,,Y,"]
START = ["starting,spice,,YY,"]
COUNTS = {
    "too many merchants": (MERCHANTS, START + SPICE * 64, "65 cards; there is room for 64"),
    "no starting card": (MERCHANTS, SPICE * 8, "there must be at least one starting card and six deck cards"),
    "too few deck cards": (MERCHANTS, START * 3 + SPICE * 5, "there must be at least one starting card and six deck"),
    "too few point cards": (POINTS, ["YYRR,6"] * 20, "20 cards; there must be 21 to 64"),
    "too many point cards": (POINTS, ["YYRR,6"] * 65, "65 cards; there must be 21 to 64"),
}


@pytest.mark.parametrize("what", COUNTS)
def test_a_wrong_number_of_cards_is_told_by_file(what: str, tmp_path: Path) -> None:
    """SR-1, SR-4, SR-13: rows can be laid out, and a player can end the game."""
    name, rows, message = COUNTS[what]
    head = "id,set,kind,give,get,upgrades" if name == MERCHANTS else "id,cost,points"
    own = folder(tmp_path, **{KEYS[name]: numbered([head], rows)})
    assert complaint(own).startswith(f"{name}: {message}")


def test_the_fewest_and_the_most_cards_are_accepted(tmp_path: Path) -> None:
    """SR-1, SR-4: at the limits a game can be set up."""
    for merchants, points in (6, 21), (63, 64):
        own = folder(
            tmp_path / str(points),
            merchants=numbered(["id,set,kind,give,get,upgrades"], START + SPICE * merchants),
            points=numbered(["id,cost,points"], ["YYRR,6"] * points),
        )
        assert "play YY" in Game.new("spice_road", 5, seed=1, components=own).legal()


def unreadable(at: Path, what: str) -> None:
    """Puts something in the place of a file that cannot be read as text."""
    if what == "a folder":
        at.mkdir()
    elif what == "a lost link":
        at.symlink_to(at.parent / "nowhere")
    else:
        at.write_bytes("# Größe\nid,cost,points\n".encode("latin-1"))


UNREADABLE = {
    "other than UTF-8": "byte 5 is not UTF-8 text",
    "a folder": "it cannot be read: Is a directory",
    "a lost link": "it cannot be read: No such file or directory",
}


@pytest.mark.posix
@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_cannot_be_read_is_told_by_its_name(what: str, tmp_path: Path) -> None:
    (tmp_path / "spice_road").mkdir()
    own = tmp_path / "spice_road" / POINTS
    unreadable(own, what)
    assert complaint(tmp_path) == f"{POINTS}: {UNREADABLE[what]} ({own})"


def test_a_file_that_the_package_has_lost_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(component_folders, "sets_folder", lambda game: tmp_path / game)
    with pytest.raises(BadComponents, match=f"^{MERCHANTS}: it cannot be read: No such file or directory"):
        built_in.__wrapped__("spice_road", "1")


def test_what_names_no_set_means_the_oldest_whatever_the_default_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(component_folders, "standard_name", lambda game: "2" if game == "east_to_west" else "1")
    game, oldest = "east_to_west", built_in("east_to_west", "1")
    path = f"{game}/locations.csv"
    assert standard(game) is built_in(game, "2")
    folder_with_one_file = tmp_path / game
    folder_with_one_file.mkdir()
    (folder_with_one_file / "locations.csv").write_text(oldest.files[path])
    assert in_folder(game, tmp_path).digest == with_files(game, {path: oldest.files[path]}).digest == oldest.digest
    assert "components" not in Game.new(game, seed=1, components="1").view(0)
    assert Game.new(game, seed=1).view(0)["components"] == standard(game).named
    assert task(game)["components"] == oldest.named


def test_the_newest_set_of_east_to_west_is_the_standard() -> None:
    assert built_in_sets("east_to_west") == ("1", "2", "3")
    assert standard_name("east_to_west") == "3"


@pytest.mark.parametrize("game", sorted(KINDS))
def test_a_new_folder_has_the_standard_values_noted_as_the_users_own(game: str, tmp_path: Path) -> None:
    files = new_folder(game, tmp_path / "own")
    assert [components.certainty(components.notes_of(file.read_text().splitlines())) for file in files] == [
        "own"
    ] * len(files)
    assert in_folder(game, tmp_path / "own").digest == standard(game).digest


def test_notes_are_read_with_the_least_sure_word() -> None:
    assert components.certainty(("Confirmed: six lists agree.",)) == "confirmed"
    assert components.certainty(("Confirmed for one; the same here is inferred.",)) == "inferred"
    assert components.certainty(("House values, built on what is documented.",)) == "house"
    assert components.certainty(()) == "own"


def test_a_set_without_one_of_its_files_says_which_is_missing() -> None:
    with pytest.raises(BadComponents, match=r"^merchant_cards\.csv: the file is missing"):
        shared(KINDS["spice_road"], "custom", {})


def test_notes_say_which_lines_come_from_a_box() -> None:
    notes = ("From this box: ids 0, 12. About the others:", "Confirmed.")
    assert (components.certainty(notes), components.ids_from_box(notes)) == ("confirmed", frozenset({0, 12}))
    assert components.certainty(("From this box: entered by hand.",)) == "box"
    assert components.ids_from_box(("From this box: entered by hand.",)) == frozenset()


def test_a_fault_is_its_message_and_knows_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadComponents) as bad:
        in_folder("spice_road", folder(tmp_path, points=changed(POINTS, line=5, text="1,YYQ,7")))
    [fault] = bad.value.faults
    assert str(fault) == str(bad.value)
    assert (fault.path, fault.line) == (tmp_path / "spice_road" / POINTS, 5)
