"""Writes the results of docs/benchmark/ into docs/benchmark.md, with the curves: `python -m tools.benchmarks`."""

import json
from pathlib import Path
from typing import Any

from serai.benchmark import RUNGS, draw
from serai.core.registry import SPECS
from serai.core.spec import GAMES

DOCS = Path(__file__).parents[1] / "docs"
FOLDER, PAGE = DOCS / "benchmark", DOCS / "benchmark.md"
AGENTS = ("random", "ppo", "network")
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->\n"


def results(game: str) -> list[dict[str, Any]]:
    """Reads the results of a game."""
    files = [FOLDER / f"{game}_{agent}.json" for agent in AGENTS]
    return [json.loads(file.read_text(encoding="utf-8")) for file in files if file.is_file()]


def row(result: dict[str, Any]) -> str:
    """Writes a result as a row of the table."""
    won = [f"{100 * each['won']:.0f} ({100 * each['low']:.0f}–{100 * each['high']:.0f})" for each in result["won"]]
    spent = f"{result['training_s']} s" if result["training_s"] else "–"
    return f"| {result['agent']} | **{result['score']}** | {' | '.join(won)} | {spent} |"


def section(game: str) -> str:
    """Writes the results of a game."""
    found = results(game)
    told = found[0]
    head = f"| agent | score | {' | '.join(RUNGS)} | training and curve, processor time |"
    rule = "|---|" + "---|" * (len(RUNGS) + 2)
    used = told["components"]
    versions = f"rules {told['rules']}, set {used['set']} ({used['digest']}), weights {told['weights']}"
    shown = f"\n![Curves](benchmark/{game}.svg)\n" if any(result["curve"] for result in found) else ""
    return "\n".join([f"### {SPECS[game].title}", "", versions, "", head, rule, *map(row, found), shown])


def page(text: str) -> str:
    """Returns the page with the results in it."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}{chr(10).join(section(game) for game in GAMES if results(game))}\n{END}{after}"


def main() -> None:
    """Writes the page and the curves."""
    for game in GAMES:
        if any(result["curve"] for result in results(game)):
            (FOLDER / f"{game}.svg").write_text(draw(results(game)), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
