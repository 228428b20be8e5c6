"""Records and the component values that they were played with: named, checked, and brought along."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from serai import BadRecord, Game
from serai.component_sets import file_names
from serai.record import component_files, unpack
from serai.rules.components import DIGESTS
from serai.rules.games import GAMES
from tests.records import TEXT, Json, edited, first_format, sealed
from tests.spice_road.own_components import POINTS, folder, lines, printed, python

READ = "import sys; from serai import Game; print(Game.from_json(open(sys.argv[1], 'rb').read()).to_json())"
WEST = Game.new("east_to_west", seed=1).to_json()


def own_points(at: Path) -> Path:
    """Makes a folder whose first point card is worth 99."""
    texts = lines(POINTS)
    texts[3] = f"{texts[3].rpartition(',')[0]},99"
    return folder(at, points="\n".join(texts) + "\n")


@pytest.fixture(scope="module")
def own_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record that was played with point cards of somebody's own."""
    own = own_points(tmp_path_factory.mktemp("own"))
    return printed("from serai import Game; print(Game.new('spice_road', seed=1).to_json())", own)


def serai(*arguments: str) -> str:
    """Runs the command line in a process of its own, plain."""
    command, environment = [sys.executable, "-m", "serai", *arguments], {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def test_values_from_another_folder_are_the_same_components(tmp_path: Path) -> None:
    """C-5: the digest names the values; where they lie does not matter."""
    own = folder(tmp_path / "own", points="\n".join(lines(POINTS)))
    file = tmp_path / "record.json"
    file.write_text(TEXT, encoding="utf-8")
    written = json.loads(printed(f"import sys; sys.argv = ['', {str(file)!r}]; {READ}", own))
    assert written["components"]["set"] == "custom"
    assert {**written, "components": None, "checksum": None} == {
        **json.loads(TEXT),
        "components": None,
        "checksum": None,
    }
    assert Game.from_json(edited(lambda record: record["components"].update(set="custom"))).to_json() == TEXT


@pytest.mark.parametrize("set_and_digest", [("1", DIGESTS["east_to_west"]["2"]), ("2", DIGESTS["east_to_west"]["1"])])
@pytest.mark.parametrize("format", [1, 2])
def test_a_set_with_the_digest_of_another_is_refused_by_both_names(
    set_and_digest: tuple[str, str], format: int
) -> None:
    name, digest = set_and_digest
    record: Json = first_format(WEST) if format == 1 else json.loads(WEST)
    record["components"] = {"set": name, "digest": digest}
    other = {"1": "2", "2": "1"}[name]
    said = f"'components' name set {name}, whose digest is .*, but give '{digest}', that of set {other}"
    with pytest.raises(BadRecord, match=said):
        Game.from_json(json.dumps(record) if format == 1 else sealed(record))


def test_a_built_in_set_with_an_unknown_digest_is_refused() -> None:
    with pytest.raises(BadRecord, match="name set 1, whose digest is 860b37e0935a78e3, but give '0', another one"):
        Game.from_json(edited(lambda record: record["components"].update(digest="0")))


def test_an_unknown_digest_in_the_first_format_is_told_with_how_to_play_it() -> None:
    """v0.1.0 gave the number of a set to values that were partly somebody's own: such records stay readable."""
    record = first_format()
    record["components"]["digest"] = "0"
    said = r"'0', which is not that of set 1 \(860b37e0935a78e3\), but .*; name the folder that it was played with"
    with pytest.raises(BadRecord, match=said):
        Game.from_json(json.dumps(record))


def test_a_record_of_the_first_version_played_with_own_merchant_cards_is_read_with_them(tmp_path: Path) -> None:
    cards = lines("merchant_cards.csv")
    own = folder(tmp_path / "own", merchants="\n".join([*cards[:2], "0,starting,spice,,YYY,", *cards[3:]]))
    made = printed("from serai import Game; print(Game.new('sand_to_sea', seed=1).to_json())", own)
    record = first_format(made)
    assert record["components"].pop("files")
    record["components"]["set"] = "1"
    (tmp_path / "record.json").write_text(json.dumps(record), encoding="utf-8")
    assert printed(f"import sys; sys.argv = ['', {str(tmp_path / 'record.json')!r}]; {READ}", own) == made


def test_another_built_in_set_is_told_with_how_to_play_it() -> None:
    record: Json = json.loads(WEST)
    record["components"] = {"set": "2", "digest": DIGESTS["east_to_west"]["2"]}
    with pytest.raises(BadRecord, match=r"plays east_to_west with set 1 .*; play with them by `serai --components 2`"):
        Game.from_json(sealed(record))


def test_built_in_values_do_not_travel() -> None:
    assert json.loads(TEXT)["components"].keys() == {"set", "digest"}


def test_values_of_ones_own_travel_inside_the_record(own_record: str) -> None:
    found = json.loads(own_record)["components"]
    assert found["set"] == "custom"
    assert found["files"].keys() == component_files("spice_road").keys()
    assert ",99\n" in found["files"]["spice_road/point_cards.csv"]


def test_a_process_with_other_values_says_how_to_play_a_record(own_record: str) -> None:
    with pytest.raises(BadRecord, match=r"`serai unpack RECORD FOLDER` writes them into a folder"):
        Game.from_json(own_record)


def test_unpacked_values_are_played_with(own_record: str, tmp_path: Path) -> None:
    file, own = tmp_path / "record.json", tmp_path / "new" / "own"
    file.write_text(own_record, encoding="utf-8")
    assert "serai --components" in serai("unpack", str(file), str(own))
    assert "The game is not over, in round 1." in serai("--components", str(own), "replay", "--brief", str(file))
    assert printed(f"import sys; sys.argv = ['', {str(file)!r}]; {READ}", own) == own_record


def test_unpacking_overwrites_nothing(own_record: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is there already"):
        unpack(own_record, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_record_without_files_has_nothing_to_unpack(tmp_path: Path) -> None:
    for text in (TEXT, json.dumps(first_format())):
        with pytest.raises(BadRecord, match="the record brings no component files"):
            unpack(text, tmp_path / "own")
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../evil.csv": "x"}, "'files' has '../evil.csv'; known: spice_road/merchant_cards.csv"),
        ({"/etc/passwd": "x"}, "'files' has '/etc/passwd'"),
        ({"spice_road/../../evil.csv": "x"}, "'files' has "),
        ({"spice_road/point_cards.csv": 1}, "'files' is "),
        ({}, "'files' is {}"),
        ([], r"'files' is \[\]"),
    ],
)
def test_files_lead_nowhere_else(files: object, said: str, tmp_path: Path, own_record: str) -> None:
    record = json.loads(own_record)
    record["components"]["files"] = files
    with pytest.raises(BadRecord, match=said):
        unpack(sealed(record), tmp_path / "own")
    with pytest.raises(BadRecord, match=said):
        Game.from_json(sealed(record))
    assert list(tmp_path.iterdir()) == []


def test_the_first_format_brings_no_files() -> None:
    record = first_format()
    record["components"]["files"] = component_files("spice_road")
    with pytest.raises(BadRecord, match="not an object with set and digest"):
        Game.from_json(json.dumps(record))


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_a_game_are_all_that_its_values_come_from(game: str, tmp_path: Path) -> None:
    """Written into a folder, they give the same digest."""
    for path, text in component_files(game).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert sorted(component_files(game)) == file_names(game)
    used = python(f"from serai.record import used_components as u; print(u({game!r})['digest'])", tmp_path).stdout
    assert used.strip() == DIGESTS[game]["1"]
