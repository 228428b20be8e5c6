"""The offline audit: what it finds, what it does not, and that it never calls clean what it has not seen."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools import audit
from tools.audit import NothingToCompare, Pin, hits, pins, report

PINS = [Pin("jinja2", "3.1.6"), Pin("torch", "2.13.0")]


def advisory(number: str, name: str, *events: dict[str, str], **others: Any) -> dict[str, Any]:
    """Returns a small advisory about one package."""
    affected = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": [{"type": "ECOSYSTEM", "events": [*events]}]}
    return {"id": number, "modified": "2026-09-10T11:02:09Z", "affected": [affected | others]}


def stored(folder: Path, *advisories: dict[str, Any]) -> Path:
    """Writes advisories as the database does, a file each."""
    for one in advisories:
        path = folder / "vulns" / one["affected"][0]["package"]["name"] / f"{one['id']}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(one), encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    """Names the advisories that include a pinned version."""
    return [fault.advisory for fault in audit.audit(PINS, folder).faults]


def test_a_version_that_is_not_fixed_yet_is_found(tmp_path: Path) -> None:
    stored(tmp_path, advisory("A", "Jinja2", {"introduced": "0"}, {"fixed": "3.1.7"}))
    assert found(tmp_path) == ["A"]


def test_a_fixed_version_is_not(tmp_path: Path) -> None:
    stored(tmp_path, advisory("A", "jinja2", {"introduced": "0"}, {"fixed": "3.1.6"}))
    assert found(tmp_path) == []


def test_a_listed_version_is_found(tmp_path: Path) -> None:
    stored(tmp_path, advisory("A", "jinja2", versions=["3.1.5", "3.1.6"]))
    stored(tmp_path, advisory("B", "jinja2", versions=["3.1.5"]))
    assert found(tmp_path) == ["A"]


def test_a_range_that_is_never_closed_goes_on_for_ever(tmp_path: Path) -> None:
    stored(tmp_path, advisory("A", "torch", {"introduced": "0"}, {}))
    assert found(tmp_path) == ["A"]


@pytest.mark.parametrize(
    ("version", "within"),
    [("1.9", False), ("2.0", True), ("2.4.1", True), ("2.5", False), ("3.0", True), ("3.1", False)],
)
def test_ranges_are_read_in_the_order_of_versions(version: str, within: bool) -> None:
    events = [{"introduced": "3.0"}, {"last_affected": "3.0"}, {"introduced": "2.0"}, {"fixed": "2.5"}]
    assert hits({"ranges": [{"type": "ECOSYSTEM", "events": events}]}, version) is within


def test_of_a_version_that_is_none_the_leading_numbers_count() -> None:
    events = [{"introduced": "0"}, {"last_affected": "2.6.0-NA"}]
    assert hits({"ranges": [{"type": "ECOSYSTEM", "events": events}]}, "2.6.0")
    assert not hits({"ranges": [{"type": "ECOSYSTEM", "events": events}]}, "2.13.0")


def test_commits_other_packages_and_what_was_withdrawn_do_not_count(tmp_path: Path) -> None:
    commits = advisory("A", "jinja2")
    commits["affected"][0]["ranges"] = [{"type": "GIT", "events": [{"introduced": "0"}]}]
    stored(tmp_path, commits, advisory("B", "nautobot", {"introduced": "0"}))
    stored(tmp_path, advisory("C", "jinja2", {"introduced": "0"}) | {"withdrawn": "2026-06-09T15:56:00Z"})
    assert found(tmp_path) == []
    assert audit.audit(PINS, tmp_path).compared == 1


def test_an_answer_holds_for_one_advisory_and_one_version(tmp_path: Path) -> None:
    stored(tmp_path, *(advisory(number, "jinja2", {"introduced": "0"}) for number in "AB"))
    answers = {"A jinja2==3.1.6": "we never do that", "B jinja2==3.1.5": "an older one"}
    (tmp_path / "answered.json").write_text(json.dumps(answers), encoding="utf-8")
    assert found(tmp_path) == ["B"]
    assert "answered: A jinja2==3.1.6: we never do that" in report(audit.audit(PINS, tmp_path))


def test_a_folder_without_advisories_is_never_clean(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("nothing here", encoding="utf-8")
    with pytest.raises(NothingToCompare, match="there is no advisory in"):
        audit.audit(PINS, tmp_path)


def test_the_report_says_how_much_was_compared_and_how_old_it_is(tmp_path: Path) -> None:
    stored(tmp_path, advisory("A", "jinja2", {"introduced": "0"}), advisory("B", "torch", {"introduced": "3"}))
    assert report(audit.audit(PINS, tmp_path)).splitlines() == [
        "2 advisories of 2 packages compared with 2 pinned versions; the newest is of 2026-09-10, "
        "and of faults made known since it says nothing",
        "FAULT: A includes jinja2==3.1.6",
        "1 known faults",
    ]


@pytest.mark.parametrize(("fixed", "code"), [("3.1.6", 0), ("9", 1)])
def test_a_fault_is_told_by_the_exit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixed: str, code: int) -> None:
    monkeypatch.setattr("sys.argv", ["audit", str(tmp_path)])
    with pytest.raises(SystemExit, match="there is no advisory in"):
        audit.main()
    stored(tmp_path, advisory("A", "jinja2", {"introduced": "0"}, {"fixed": fixed}))
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == code


def test_every_requirements_file_is_read_and_torch_too() -> None:
    names = {pin.name for pin in pins()}
    assert {"fastapi", "pytest", "asyncpg", "stable-baselines3", "mcp", "torch"} <= names
    assert len(names) > 100


def test_no_pin_has_a_fault_that_is_stored_here() -> None:
    """Facts of advisories read from a stored copy; docs/audit.md says how old it is."""
    assert audit.audit(pins(), audit.STORED).faults == []
