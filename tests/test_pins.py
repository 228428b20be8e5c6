"""Pinned dependencies: each once, the same in all files, and exactly what is installed here."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "requirements"
FILES = ("base", "dev", "extras")


def pins(name: str) -> list[tuple[str, str]]:
    """Reads the pins of a file, each line of which is a pin or a comment."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    pinned = [
        re.split(" #| ;", line)[0].strip() for line in lines if line.strip() and not line.lstrip().startswith("#")
    ]
    return [(project, number) for line in pinned for project, number in [line.split("==")]]


@pytest.mark.parametrize("name", FILES)
def test_every_pin_names_one_version_of_one_project(name: str) -> None:
    found = pins(name)
    assert len(found) > 10
    assert len({project for project, _ in found}) == len(found)
    assert all(re.fullmatch(r"[a-z0-9]+([-.][a-z0-9]+)*", project) for project, _ in found)
    assert all(re.fullmatch(r"\d+(\.\d+)*(\.?(post|rc|a|b)\d+)?", number) for _, number in found)


def test_files_do_not_disagree() -> None:
    found: dict[str, set[str]] = {}
    for name in FILES:
        for project, number in pins(name):
            found.setdefault(project, set()).add(number)
    assert {project: numbers for project, numbers in found.items() if len(numbers) > 1} == {}


@pytest.mark.parametrize("name", ["base", "dev"])
def test_what_is_pinned_is_what_is_installed(name: str) -> None:
    assert {project: version(project) for project, _ in pins(name)} == dict(pins(name))


def test_an_extra_that_is_installed_is_the_pinned_one() -> None:
    for project, number in pins("extras"):
        try:
            assert version(project) == number
        except PackageNotFoundError:
            continue


def test_a_lock_tells_nothing_of_the_machine_that_made_it() -> None:
    for name in FILES:
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert not re.search(r"https?://|--index|--find-links|--trusted|file://|/home/|/root/", text)
