"""Records and the component values that they were played with: named, checked, and brought along."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from serai import BadRecord, Game
from serai.core.component_folders import DIGESTS, KINDS, in_folder, standard, standard_name, with_files
from serai.core.spec import GAMES
from serai.record import read, unpack
from tests.records import TEXT, Json, edited, first_format, sealed
from tests.spice_road.own_components import POINTS, folder, lines

WEST = Game.new("east_to_west", seed=1).to_json()


def own_points(at: Path) -> Path:
    """Makes a folder whose first point card is worth 99."""
    texts = lines(POINTS)
    texts[3] = f"{texts[3].rpartition(',')[0]},99"
    return folder(at, points="\n".join(texts) + "\n")


@pytest.fixture(scope="module")
def own_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record that was played with custom point cards."""
    own = own_points(tmp_path_factory.mktemp("own"))
    return Game.new("spice_road", seed=1, components=own).to_json()


def serai(*arguments: str) -> str:
    """Runs the command line in a process of its own, plain."""
    command, environment = [sys.executable, "-m", "serai", *arguments], {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def test_values_from_another_folder_are_the_same_components() -> None:
    """C-5: the digest names the values; where they lie does not matter."""
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
    """v0.1.0 gave the number of a set to partly custom values: such records stay readable."""
    record = first_format()
    record["components"]["digest"] = "0"
    said = "'components' are set 1 with digest '0', which is neither built in nor installed, .* --components FOLDER"
    with pytest.raises(BadRecord, match=said):
        Game.from_json(json.dumps(record))


def test_a_record_of_the_first_version_played_with_own_merchant_cards_is_read_with_them(tmp_path: Path) -> None:
    cards = lines("merchant_cards.csv")
    own = folder(tmp_path / "own", merchants="\n".join([*cards[:2], "0,starting,spice,,YYY,", *cards[3:]]))
    pieces = in_folder("sand_to_sea", own)
    made = Game.new("sand_to_sea", seed=1, components=pieces).to_json()
    record = first_format(made)
    assert record["components"].pop("files")
    record["components"]["set"] = "1"
    assert read(json.dumps(record), components=pieces).game.to_json() == made
    with pytest.raises(BadRecord, match="neither built in nor installed"):
        read(json.dumps(record))


def test_a_record_of_another_built_in_set_opens_with_it() -> None:
    made = Game.new("east_to_west", seed=1, components="2").to_json()
    assert json.loads(made)["components"] == {"set": "2", "digest": DIGESTS["east_to_west"]["2"]}
    assert Game.from_json(made).components.name == "2"
    assert Game.from_json(made).to_json() == made


def test_a_record_of_an_installed_set_of_the_first_format_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path))
    own = own_points(tmp_path / "components" / "mine")
    record = first_format(Game.new("spice_road", seed=1, components="mine").to_json())
    del record["components"]["files"]
    assert Game.from_json(json.dumps(record)).components is in_folder("spice_road", own)


def test_built_in_values_do_not_travel() -> None:
    assert json.loads(TEXT)["components"].keys() == {"set", "digest"}


def test_values_of_ones_own_travel_inside_the_record(own_record: str) -> None:
    found = json.loads(own_record)["components"]
    assert found["set"] == "custom"
    assert found["files"].keys() == set(KINDS["spice_road"].FILES)
    assert ",99\n" in found["files"]["spice_road/point_cards.csv"]


def test_a_record_that_brings_its_values_opens_with_them(own_record: str) -> None:
    game = Game.from_json(own_record)
    assert game.components.points[0].points == 99  # type: ignore[attr-defined]
    assert game.to_json() == own_record


def test_files_that_are_not_those_of_the_digest_are_refused(own_record: str) -> None:
    record = json.loads(own_record)
    record["components"]["files"]["spice_road/point_cards.csv"] = "\n".join(lines(POINTS))
    with pytest.raises(BadRecord, match=r"'digest' is .*, but that of its files is 860b37e0935a78e3"):
        Game.from_json(sealed(record))


def test_files_that_cannot_be_played_with_are_told_by_line(own_record: str) -> None:
    record = json.loads(own_record)
    files = record["components"]["files"]
    files["spice_road/point_cards.csv"] = files["spice_road/point_cards.csv"].replace(",99\n", ",999\n")
    said = r"'files' cannot be played with: point_cards.csv, line 4: column 'points'"
    with pytest.raises(BadRecord, match=said):
        Game.from_json(sealed(record))


def test_unpacked_values_are_played_with(own_record: str, tmp_path: Path) -> None:
    file, own = tmp_path / "record.json", tmp_path / "new" / "own"
    file.write_text(own_record, encoding="utf-8")
    assert f"--components {own}" in serai("unpack", str(file), str(own))
    assert "The game is not over, in round 1." in serai("replay", "--brief", str(file))
    assert Game.new("spice_road", seed=1, components=own).to_json() == own_record


def test_unpacking_overwrites_nothing(own_record: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="already exists"):
        unpack(own_record, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_record_without_files_has_nothing_to_unpack(tmp_path: Path) -> None:
    for text in (TEXT, json.dumps(first_format())):
        with pytest.raises(BadRecord, match="the record contains no component files"):
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
    record["components"]["files"] = standard("spice_road").files
    with pytest.raises(BadRecord, match="not an object with set and digest"):
        Game.from_json(json.dumps(record))


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_a_game_are_all_that_its_values_come_from(game: str) -> None:
    """Taken alone, they give the same digest."""
    files = standard(game).files
    assert tuple(sorted(files)) == KINDS[game].FILES
    assert with_files(game, files).digest == DIGESTS[game][standard_name(game)]
