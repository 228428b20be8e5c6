"""Compares every pinned dependency with stored advisories, without a network: `make audit-stored FOLDER=…`.

The folder holds advisories in the OSV format as in pypa/advisory-database (`vulns/NAME/*.yaml`), or JSON files with one
or a list of them. An empty folder is an error: an audit without advisories proves nothing.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).parents[1]
STORED = ROOT / "docs" / "audit"
ANSWERED = "answered.json"
ECOSYSTEM = "PyPI"

Advisory = dict[str, Any]


class NothingToCompare(Exception):
    """No advisory was found, so there is nothing to compare with."""


@dataclass(frozen=True)
class Pin:
    """A distribution and the pinned version."""

    name: str
    version: str


@dataclass(frozen=True)
class Fault:
    """A known vulnerability of a pinned version."""

    pin: Pin
    advisory: str


@dataclass(frozen=True)
class Audit:
    """What was compared, and what was found."""

    pins: list[Pin]
    compared: int
    packages: int
    newest: str
    faults: list[Fault]
    answered: list[tuple[Fault, str]]


def pins(root: Path = ROOT) -> list[Pin]:
    """Reads every pin: those of all requirements files, and torch, which the Makefile names."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((root / "requirements").glob("*.txt"))]
    texts += re.findall(r"^TORCH := (\S+)$", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    found = {match for text in texts for match in re.findall(r"^([\w.-]+)(?:\[.*\])?==([^\s;#]+)", text, re.MULTILINE)}
    return [Pin(canonicalize_name(name), version) for name, version in sorted(found)]


def advisories(folder: Path) -> Iterator[Advisory]:
    """Reads every advisory below a folder, except withdrawn ones."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".yaml", ".yml", ".json") or path.name == ANSWERED:
            continue
        text = path.read_text(encoding="utf-8")
        read = json.loads(text) if path.suffix == ".json" else yaml.load(text, yaml.CSafeLoader)
        for advisory in read if isinstance(read, list) else [read]:
            if "id" in advisory and "withdrawn" not in advisory:
                yield advisory


def version_of(text: str) -> Version:
    """Reads a version; of an invalid one (`2.6.0-NA`), the leading numbers count."""
    try:
        return Version(text)
    except InvalidVersion:
        numbers = re.match(r"\d+(\.\d+)*", text)
        return Version(numbers[0] if numbers else "0")


def hits(affected: dict[str, Any], version: str) -> bool:
    """Returns whether a version is listed or in a range; a range without an end is unbounded."""
    listed = {version_of(str(one)) for one in affected.get("versions", [])}
    ranges = [one for one in affected.get("ranges", []) if one["type"] == "ECOSYSTEM"]
    return version_of(version) in listed or any(_within(one["events"], version_of(version)) for one in ranges)


def _within(events: list[dict[str, Any]], version: Version) -> bool:
    """Follows the events of a range in order of version, as OSV specifies."""
    steps = sorted((version_of(str(text)), kind) for event in events for kind, text in event.items())
    inside = False
    for at, kind in steps:
        if kind == "introduced" and version >= at:
            inside = True
        elif (kind == "fixed" and version >= at) or (kind == "last_affected" and version > at):
            inside = False
    return inside


def audit(pinned: list[Pin], folder: Path) -> Audit:
    """Compares pins with all advisories of a folder."""
    by_name: dict[str, list[Pin]] = {}
    for pin in pinned:
        by_name.setdefault(pin.name, []).append(pin)
    compared, packages, dates, faults = 0, set(), [], []
    for advisory in advisories(folder):
        dates.append(str(advisory.get("modified") or advisory.get("published") or "")[:10])
        for affected in advisory.get("affected", []):
            name = canonicalize_name(affected["package"]["name"])
            if affected["package"]["ecosystem"] == ECOSYSTEM and name in by_name:
                compared += 1
                packages.add(name)
                faults += [Fault(pin, advisory["id"]) for pin in by_name[name] if hits(affected, pin.version)]
    if not dates:
        raise NothingToCompare(f"there is no advisory in {folder}, so nothing was compared")
    return _with_answers(Audit(pinned, compared, len(packages), max(dates), faults, []), folder / ANSWERED)


def _with_answers(found: Audit, path: Path) -> Audit:
    """Separates answered vulnerabilities; an answer holds for one advisory and one version."""
    answers = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    told = [(fault, answers.get(f"{fault.advisory} {fault.pin.name}=={fault.pin.version}")) for fault in found.faults]
    return Audit(
        found.pins,
        found.compared,
        found.packages,
        found.newest,
        [fault for fault, answer in told if not answer],
        [(fault, answer) for fault, answer in told if answer],
    )


def report(found: Audit) -> str:
    """Writes what was compared, how old it is, and every known vulnerability."""
    lines = [
        f"{found.compared} advisories of {found.packages} packages compared with {len(found.pins)} pinned versions;"
        f" the newest is of {found.newest}, and of faults made known since it says nothing",
        *(f"answered: {fault.advisory} {fault.pin.name}=={fault.pin.version}: {why}" for fault, why in found.answered),
        *(f"FAULT: {fault.advisory} includes {fault.pin.name}=={fault.pin.version}" for fault in found.faults),
        f"{len(found.faults)} known faults",
    ]
    return "\n".join(lines)


def main() -> None:
    """Compares with the given folder, or with the stored advisories; exits 1 if there is a vulnerability."""
    try:
        found = audit(pins(), Path(sys.argv[1]) if len(sys.argv) > 1 else STORED)
    except NothingToCompare as nothing:
        sys.exit(str(nothing))
    print(report(found))
    sys.exit(1 if found.faults else 0)


if __name__ == "__main__":
    main()
