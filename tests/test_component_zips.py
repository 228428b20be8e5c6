"""Component sets as .zip folders: packed, unpacked, and refused where they cannot be read."""

import zipfile

import pytest

from serai.core.component_folders import standard, with_files
from serai.core.component_zips import LARGEST_FOLDER, BadZip, own_files, packed, unpacked
from tests.zipped import zipped

POINT_FILE = "spice_road/point_cards.csv"
PLAIN = zipped({POINT_FILE: "x" * 50}, zipfile.ZIP_STORED)
SQUEEZED = zipped({POINT_FILE: "".join(map(str, range(200)))})
START = len(POINT_FILE) + 30  # of the first file's data


def test_folders_are_packed_and_unpacked() -> None:
    west = standard("east_to_west")
    files = unpacked(packed(own_files(west), "mine"))
    assert files == {path: text for path, text in west.files.items() if path.startswith("east_to_west/")}
    cards = "spice_road/merchant_cards.csv"
    own = with_files("east_to_west", {cards: f"# Compared.\n{west.files[cards]}"})
    assert len(unpacked(packed(own_files(own), "mine"))) == 5


def test_what_systems_add_is_passed_over() -> None:
    added = {"mine/": "", "mine/.DS_Store": "", "__MACOSX/mine/x": "", f"mine/{POINT_FILE}": "\ufeffid"}
    assert unpacked(zipped(added)) == {POINT_FILE: "id"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no_zip"),
        (PLAIN[:40], "no_zip"),
        (PLAIN.replace(b"xxx", b"yyy", 1), "no_zip"),
        (SQUEEZED[:START] + b"\xff" * 30 + SQUEEZED[START + 30 :], "no_zip"),
        (zipped({POINT_FILE: "x"}, zipfile.ZIP_LZMA), "no_zip"),
        (zipped({POINT_FILE: "0" * (LARGEST_FOLDER + 1)}), "folder_too_large"),
        (zipped({f"{number}/": "" for number in range(101)}), "folder_too_large"),
        (zipped({"mine/spice_road/cards.csv": ""}), "unknown_file"),
        (zipped({"../../spice_road/point_cards.csv": ""}), "unknown_file"),
        (zipped({"é": ""}).replace("é".encode(), b"\xff\xff"), "no_zip"),
        (zipped({POINT_FILE: b"\xff\xfe"}), "not_text"),
    ],
    ids=("empty", "cut", "sum", "stream", "lzma", "bomb", "many", "name", "path", "letters", "bytes"),
)
def test_folders_that_cannot_be_read_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(BadZip) as refused:
        unpacked(data)
    assert refused.value.code == code
