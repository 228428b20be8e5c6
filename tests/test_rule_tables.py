"""The tables of docs/rules: every rule has a row, and what the row names exists and cites the rule."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from serai import GAMES, Game
from serai.core.registry import SPECS

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
RULES = {"C": 12, "SR": 14, "SS": 17, "EW": 21}
PREFIXES = {"spice_road": ("C", "SR"), "sand_to_sea": ("SS",), "east_to_west": ("EW",)}
ROW = re.compile(r"^\| (?P<rule>[A-Z]+-\d+) \| (?P<short>[^|]+) \| (?P<functions>[^|]*) \| (?P<tests>[^|]*) \|$")
NAMED = re.compile(r"`([\w/]+\.py): (\w+)`")


@dataclass(frozen=True)
class Row:
    """What a page says about one rule: its sentence, and the (file, name) of functions and tests."""

    rule: str
    short: str
    functions: tuple[tuple[str, str], ...]
    tests: tuple[tuple[str, str], ...]


def rows(page: Path) -> list[Row]:
    """Reads the table of a page."""
    found = [match for line in page.read_text(encoding="utf-8").splitlines() if (match := ROW.match(line))]
    return [
        Row(row["rule"], row["short"], tuple(NAMED.findall(row["functions"])), tuple(NAMED.findall(row["tests"])))
        for row in found
    ]


@cache
def docstrings(path: Path) -> dict[str, str]:
    """Returns the docstrings of all functions and methods of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def cited(text: str) -> set[str]:
    """Returns the rules that a text cites, those inside `SR-1 to SR-5` included."""
    rules = set(re.findall(r"\b[A-Z]+-\d+\b", text))
    for prefix, first, last in re.findall(r"\b([A-Z]+)-(\d+) to \1-(\d+)\b", text):
        rules |= {f"{prefix}-{number}" for number in range(int(first), int(last) + 1)}
    return rules


PAGE = {page.stem: rows(page) for page in sorted(PAGES.glob("*_*.md"))}
FUNCTIONS = sorted({(row.rule, *named) for page in PAGE.values() for row in page for named in row.functions})
TESTS = sorted({(row.rule, *named) for page in PAGE.values() for row in page for named in row.tests})


def test_every_page_has_its_prefixes() -> None:
    assert "spice_road" in PAGE
    assert set(PAGE) <= set(PREFIXES)


@pytest.mark.parametrize("name", PAGE)
def test_every_rule_has_exactly_one_row_in_order(name: str) -> None:
    rules = [f"{prefix}-{number}" for prefix in PREFIXES[name] for number in range(1, RULES[prefix] + 1)]
    assert [row.rule for row in PAGE[name]] == rules


@pytest.mark.parametrize("name", PAGE)
def test_every_row_has_a_sentence_functions_and_tests(name: str) -> None:
    for row in PAGE[name]:
        assert row.short.endswith("."), row.rule
        assert row.functions, row.rule
        assert row.tests, row.rule


@pytest.mark.parametrize("name", PAGE)
def test_every_line_of_a_table_is_understood(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == len(PAGE[name]) + 2
    named = sum(len(row.functions) + len(row.tests) for row in PAGE[name])
    assert sum(line.count("`") for line in lines) == 2 * named


@pytest.mark.parametrize(("rule", "path", "name"), FUNCTIONS)
def test_every_function_named_exists_and_cites_the_rule(rule: str, path: str, name: str) -> None:
    functions = docstrings(ROOT / "src" / "serai" / path)
    assert name in functions
    assert rule in cited(functions[name])


@pytest.mark.parametrize(("rule", "path", "name"), TESTS)
def test_every_test_named_exists_and_begins_with_the_rule(rule: str, path: str, name: str) -> None:
    tests = docstrings(ROOT / path)
    assert name in tests
    assert name.startswith("test_")
    assert rule in cited(tests[name].partition(": ")[0])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_rules_in_short_say_that_one_may_always_rest(name: str) -> None:
    """C-9: the first turn of a game already offers it, with nothing to take back."""
    game = Game.new(name, names=["ann", "ben"], seed=1)
    while game.legal()[0].startswith(("start ", "place ")):
        game.play(game.legal()[0])
    assert "rest" in game.legal()
    text = (SPECS[name].folder / "rules.md").read_text(encoding="utf-8")
    rest = " ".join(text.split("- `rest`: ")[1].split("\n\n")[0].split("\n- ")[0].split())
    assert rest.endswith("You may always rest, even with nothing to take back.")


def test_ranges_of_rules_are_cited_rule_by_rule() -> None:
    assert cited("Deals (SR-1 to SR-3, C-5)") == {"SR-1", "SR-2", "SR-3", "C-5"}
