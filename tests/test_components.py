"""Component values of the user's own: what is wrong with a file is told; games with them run in other processes."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from serai.rules import components
from serai.rules.components import BadComponents
from tests.spice_road.own_components import MERCHANTS, NEWEST, POINTS, folder, lines, printed, python

READ: dict[str, Callable[[], Any]] = {MERCHANTS: components.merchant_cards, POINTS: components.point_cards}
KEYS = {MERCHANTS: "merchants", POINTS: "points"}
USED = "from serai.record import used_components; u = used_components('spice_road'); print(u['set'], u['digest'])"


def forget() -> None:
    """Lets the next reader read the files again."""
    for reader in components.folder, components.merchant_cards, components.point_cards:
        reader.cache_clear()


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    """Forgets what was read, before and after a test."""
    forget()
    yield
    forget()


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path | str], None]:
    """Returns the choice of a folder or a set for what this process reads from now on."""
    return lambda chosen: monkeypatch.setenv(components.VARIABLE, str(chosen))


Choose = Callable[[Path | str], None]


def changed(name: str, *, line: int, text: str) -> str:
    """Returns a built-in file with one line changed, counted from 1."""
    texts = lines(name)
    texts[line - 1] = text
    return "\n".join(texts) + "\n"


def numbered(head: Sequence[str], rows: Sequence[str]) -> str:
    """Returns a file whose rows are numbered from 0."""
    return "\n".join([*head, *(f"{number},{row}" for number, row in enumerate(rows))]) + "\n"


def complaint(read: Callable[[], Any]) -> str:
    """Returns what is said about a bad file."""
    with pytest.raises(BadComponents) as error:
        read()
    return str(error.value)


def test_a_folder_of_ones_own_replaces_the_values(tmp_path: Path) -> None:
    own = folder(tmp_path, points=changed(POINTS, line=4, text="0,BBBBB,99"))
    assert printed("from serai.rules.spice_road import POINT_CARDS as P; print(P[0].cost, P[0].points)", own) == (
        "[0 0 0 5] 99"
    )


def test_replaced_merchant_cards_are_played_with(tmp_path: Path) -> None:
    """SR-3: the starting cards are those of the file."""
    own = folder(tmp_path, merchants=changed(MERCHANTS, line=3, text="0,starting,spice,,BBB,"))
    code = (
        "from serai import Game; g = Game.new('spice_road', seed=1); g.play('play BBB'); print(g.view(0)['players'][0])"
    )
    assert "'caravan': 'YYYBBB'" in printed(code, own)


def test_own_merchant_cards_make_the_set_of_every_game_ones_own(tmp_path: Path) -> None:
    """All games use the merchant cards, so a record must not say that it was played with the set of the package."""
    own = folder(tmp_path, merchants=changed(MERCHANTS, line=3, text="0,starting,spice,,BBB,"))
    code = "from serai.rules.games import GAMES; from serai.record import used_components as u; print([*map(u, GAMES)])"
    assert [used["set"] for used in ast.literal_eval(printed(code, own))] == 3 * ["custom"]


def test_the_digests_of_the_built_in_sets_are_listed() -> None:
    code = "from serai.rules.games import GAMES; from serai.record import used_components as u; print([*map(u, GAMES)])"
    for chosen in components.built_in_sets("east_to_west"):
        used = ast.literal_eval(printed(code, chosen))
        for game, found in zip(components.DIGESTS, used, strict=True):
            assert components.DIGESTS[game][found["set"]] == found["digest"]


def test_every_built_in_set_has_its_digest() -> None:
    """A new set needs a line there: records name sets and digests, and both must belong together."""
    assert {game: sorted(known, key=int) for game, known in components.DIGESTS.items()} == {
        game: components.built_in_sets(game) for game in ("spice_road", "sand_to_sea", "east_to_west")
    }


def test_a_file_that_the_folder_lacks_is_the_built_in_one(tmp_path: Path, choose: Choose) -> None:
    own = folder(tmp_path, points=changed(POINTS, line=4, text="0,BBBBB,99"))
    choose(own)
    assert components.find("spice_road", MERCHANTS) == NEWEST / MERCHANTS
    assert components.find("spice_road", POINTS) == own / "spice_road" / POINTS
    assert components.point_cards()[0] == ((0, 0, 0, 5), 99)
    assert {NEWEST / MERCHANTS, own / "spice_road" / POINTS} < set(components.files())


def test_a_game_that_the_folder_lacks_is_built_in(tmp_path: Path, choose: Choose) -> None:
    choose(tmp_path)
    assert components.set_name("spice_road") == "1"
    assert components.folder("spice_road") == NEWEST


def test_a_set_of_ones_own_is_called_custom(tmp_path: Path) -> None:
    own = folder(tmp_path, points=changed(POINTS, line=4, text="0,BBBBB,99"))
    name, digest = printed(USED, own).split()
    assert name == "custom"
    assert digest != printed(USED, "1").split()[1]


def test_the_digest_names_values_and_not_spelling(tmp_path: Path) -> None:
    """C-5: records name the values they were played with."""
    head, *rows = lines(POINTS)[2:]
    spelled = "\n".join(["# my copy", "# of the box", head, *(row.replace(",", " , ") for row in rows)])
    own = folder(tmp_path, points=spelled)
    assert printed(USED, own).split() == ["custom", printed(USED, "1").split()[1]]


def test_notes_are_kept(tmp_path: Path, choose: Choose) -> None:
    built_in = components.notes("spice_road")
    assert built_in[POINTS][0] == "Confirmed: six separately typed public lists agree card for card."
    choose(folder(tmp_path, points="# my copy\n# of the box\n" + "\n".join(lines(POINTS)[2:])))
    forget()
    assert components.notes("spice_road") == {**built_in, POINTS: ("my copy", "of the box")}


def test_a_set_that_does_not_exist_is_refused(choose: Choose) -> None:
    choose("99")
    assert "there is no component set 99 of spice_road; there are: 1" in complaint(components.point_cards)


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path, choose: Choose) -> None:
    choose(tmp_path / "nowhere")
    said = complaint(components.point_cards)
    assert said.startswith("SERAI_COMPONENTS names")
    assert "nowhere, which is not a folder" in said


def test_without_a_choice_the_newest_set_is_used(choose: Choose) -> None:
    for choice in "", " ", "1":
        choose(choice)
        forget()
        assert components.folder("spice_road") == NEWEST


def test_a_game_does_not_begin_with_bad_values(tmp_path: Path) -> None:
    own = folder(tmp_path, points=changed(POINTS, line=4, text="0,BBBBB,100"))
    error = python("from serai import Game; Game.new('spice_road')", own).stderr
    assert "BadComponents: point_cards.csv, line 4: column 'points'" in error


MERCHANT_LINES = {
    "0,starting,spice,,YY": "5 cells where 6 belong",
    "0,starting,spice,,YY,,": "7 cells where 6 belong",
    "": "1 cells where 6 belong",
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
def test_a_bad_merchant_card_is_told_by_file_and_line(text: str, tmp_path: Path, choose: Choose) -> None:
    """C-2: every condition of a merchant card, one by one."""
    choose(folder(tmp_path, merchants=changed(MERCHANTS, line=3, text=text)))
    said = complaint(components.merchant_cards)
    assert said.startswith(f"{MERCHANTS}, line 3: {MERCHANT_LINES[text]}")
    assert str(tmp_path / "spice_road" / MERCHANTS) in said


POINT_LINES = {
    "0,YYRR": "2 cells where 3 belong",
    "0,YYRR,6,6": "4 cells where 3 belong",
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
def test_a_bad_point_card_is_told_by_file_and_line(text: str, tmp_path: Path, choose: Choose) -> None:
    """SR-9: every condition of a point card, one by one."""
    choose(folder(tmp_path, points=changed(POINTS, line=4, text=text)))
    said = complaint(components.point_cards)
    assert said.startswith(f"{POINTS}, line 4: {POINT_LINES[text]}")
    assert str(tmp_path / "spice_road" / POINTS) in said


@pytest.mark.parametrize("name", [MERCHANTS, POINTS])
@pytest.mark.parametrize("text", ["", "# only notes\n", "id;cost\n0;Y\n", "cost,points,id\n"])
def test_a_file_without_its_columns_is_told(name: str, text: str, tmp_path: Path, choose: Choose) -> None:
    choose(folder(tmp_path, **{KEYS[name]: text}))
    line = 2 if text.startswith("#") else 1
    assert complaint(READ[name]).startswith(f"{name}, line {line}: the columns must be id,")


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
def test_a_wrong_number_of_cards_is_told_by_file(what: str, tmp_path: Path, choose: Choose) -> None:
    """SR-1, SR-4, SR-13: rows can be laid out, and somebody can end the game."""
    name, rows, message = COUNTS[what]
    head = "id,set,kind,give,get,upgrades" if name == MERCHANTS else "id,cost,points"
    choose(folder(tmp_path, **{KEYS[name]: numbered([head], rows)}))
    assert complaint(READ[name]).startswith(f"{name}: {message}")


def test_the_fewest_and_the_most_cards_are_accepted(tmp_path: Path) -> None:
    """SR-1, SR-4: at the limits a game can be set up."""
    code = "from serai import Game; print(Game.new('spice_road', 5, seed=1).legal()[-2])"
    for merchants, points in (6, 21), (63, 64):
        own = folder(
            tmp_path / str(points),
            merchants=numbered(["id,set,kind,give,get,upgrades"], START + SPICE * merchants),
            points=numbered(["id,cost,points"], ["YYRR,6"] * points),
        )
        assert printed(code, own) == "play YY"


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


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_cannot_be_read_is_told_by_its_name(what: str, tmp_path: Path, choose: Choose) -> None:
    (tmp_path / "spice_road").mkdir()
    own = tmp_path / "spice_road" / POINTS
    unreadable(own, what)
    choose(tmp_path)
    told = f"{POINTS}: {UNREADABLE[what]} ({own})"
    assert complaint(components.point_cards) == told
    assert complaint(lambda: components.notes("spice_road")) == told


@pytest.mark.compiled
def test_a_file_that_cannot_be_read_is_told_before_anything_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "spice_road" / POINTS).mkdir(parents=True)
    environment = {**os.environ, components.VARIABLE: str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", "import serai; serai.Game"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr.strip().splitlines()[-1].startswith("serai.rules.components.BadComponents: point_cards.csv: ")


def test_a_file_that_the_package_has_lost_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "spice_road" / "1").mkdir(parents=True)
    monkeypatch.setattr(components, "BUILT_IN", tmp_path)
    monkeypatch.delenv(components.VARIABLE, raising=False)
    assert complaint(components.point_cards).startswith(f"{POINTS}: it cannot be read: No such file or directory")


def test_a_chosen_set_is_used_where_a_game_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proposal for East to West is set 2; the other games have none and keep their own."""
    assert components.standard_set("east_to_west") == "1"
    monkeypatch.setenv(components.VARIABLE, "2")
    components.folder.cache_clear()
    try:
        assert components.folder("east_to_west").name == "2"
        assert components.folder("spice_road").name == "1"
    finally:
        monkeypatch.undo()
        components.folder.cache_clear()


def test_notes_are_read_with_the_least_sure_word() -> None:
    assert components.sureness(("Confirmed: six lists agree.",)) == "confirmed"
    assert components.sureness(("Confirmed for one; the same here is inferred.",)) == "inferred"
    assert components.sureness(("House values, built on what is documented.",)) == "house"
    assert components.sureness(()) == "own"
