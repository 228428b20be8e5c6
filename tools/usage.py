"""Counts uses per game in recorded games, one column per folder: `python -m tools.usage DIR [DIR …]`."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def records(folder: Path) -> list[dict[str, Any]]:
    """Reads the records of a folder, as `serai arena --records` writes them."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def used(decisions: list[str]) -> Counter[str]:
    """Counts decisions by what they use; spices paid, upgraded, discarded and given are left out."""
    counted: Counter[str] = Counter()
    for decision in decisions:
        verb, _, what = decision.partition(" ")
        if verb in ("work", "route", "claim", "take", "choose"):
            counted[verb if verb in ("route", "claim") else f"{verb} {what}"] += 1
        elif verb not in ("pay", "upgrade", "discard", "give"):
            counted[verb if verb != "no" else decision] += 1
    return counted


def column(folder: Path) -> tuple[dict[str, float], int]:
    """Returns how often each thing was used per game, and the number of games."""
    found = records(folder)
    counted: Counter[str] = Counter()
    for record in found:
        counted += used(record["decisions"])
    return {what: times / len(found) for what, times in counted.items()}, len(found)


def main() -> None:
    """Prints a table in Markdown."""
    columns = [column(Path(folder)) for folder in sys.argv[1:]]
    heads = [f"{Path(name).name} ({number} games)" for name, (_, number) in zip(sys.argv[1:], columns, strict=True)]
    print(f"| times a game | {' | '.join(heads)} |")
    print("|---" * (len(columns) + 1) + "|")
    for what in sorted(set().union(*(found for found, _ in columns))):
        print(f"| `{what}` | " + " | ".join(f"{found.get(what, 0):.2f}" for found, _ in columns) + " |")


if __name__ == "__main__":
    main()
