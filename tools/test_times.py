"""Shows where the time of the tests goes: `python -m tools.test_times build/compiled.xml build/plain.xml`.

`make test` writes these files. Seconds are those of single tests, added up over all workers, by folder or file.
"""

import argparse
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

DEPTH = 2


def place(test_module: str, depth: int = DEPTH) -> str:
    """Returns the folder or file of a test, such as `web/` or `test_naive`."""
    parts = test_module.split(".")[1:]
    folders = [part for part in parts if not part.startswith(("test_", "Test"))]
    return "/".join(folders[:depth]) + "/" if folders else parts[0]


def times(report: Path) -> tuple[dict[str, float], Counter[str]]:
    """Returns the seconds and the number of tests by place."""
    seconds, tests = defaultdict[str, float](float), Counter[str]()
    for case in ET.parse(report).iter("testcase"):
        where = place(case.attrib["classname"])
        seconds[where] += float(case.attrib["time"])
        tests[where] += 1
    return seconds, tests


def shown(report: Path, most: int) -> Table:
    """Draws the places of one part, the longest first; the rest in one row."""
    seconds, tests = times(report)
    table = Table("where", "seconds", "tests", title=report.stem)
    for column in table.columns[1:]:
        column.justify = "right"
    rows = sorted(seconds.items(), key=lambda row: -row[1])
    for where, spent in rows[:most]:
        table.add_row(where, f"{spent:,.0f}", f"{tests[where]:,}")
    rest = [where for where, _ in rows[most:]]
    if rest:
        table.add_row("the rest", f"{sum(seconds[w] for w in rest):,.0f}", f"{sum(tests[w] for w in rest):,}")
    table.add_row("all", f"{sum(seconds.values()):,.0f}", f"{tests.total():,}")
    return table


def main() -> None:
    """Prints a table for each part."""
    parser = argparse.ArgumentParser(prog="python -m tools.test_times", description=__doc__)
    parser.add_argument("reports", nargs="+", type=Path, metavar="FILE", help="a report that make test has written")
    parser.add_argument("--most", type=int, default=20, help="how many rows (default: 20)")
    asked = parser.parse_args()
    for report in asked.reports:
        Console().print(shown(report, asked.most))


if __name__ == "__main__":
    main()
