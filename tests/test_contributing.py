"""CONTRIBUTING.md names things that exist: the answers to a newcomer's questions, and what a game provides."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from serai.core.registry import SPECS
from tests.fourth_game import NAME, registered

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w/]+\.\w+)`: `([\w.]+)`")
PATH = re.compile(r"`((?:[\w.]+/)+(?:[\w.]+\.\w+)?)`")
ELSEWHERE = ("docs/", "examples/", "src/", "tests/", "tools/")


def rows(heading: str) -> list[list[str]]:
    """Returns the cells of the table below a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def located(path: str) -> Path:
    """Returns a file that the text names."""
    return ROOT / path if path.startswith(ELSEWHERE) else ROOT / "src" / "serai" / path


def defined(tree: ast.AST) -> set[str]:
    """Returns what a module defines, methods as `Class.method`."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            found |= {node.name, *(f"{node.name}.{each}" for each in defined(node))}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def test_there_are_twelve_questions_and_each_has_an_answer() -> None:
    questions = rows("Where is …?")
    assert len(questions) == 12
    assert all(question.endswith("?") and NAMED.search(answer) for question, answer in questions)


@pytest.mark.parametrize(("path", "name"), NAMED.findall(TEXT))
def test_what_an_answer_names_is_there(path: str, name: str) -> None:
    text = located(path).read_text(encoding="utf-8")
    assert name in (defined(ast.parse(text)) if path.endswith(".py") else text)


@pytest.mark.parametrize("path", sorted(set(PATH.findall(TEXT.replace("/N/", "/1/")))))
def test_files_and_folders_that_are_named_are_there(path: str) -> None:
    assert located(path).exists() or any((spec.folder / path).exists() for spec in SPECS.values())


@pytest.mark.parametrize(("file", "provides"), rows("To add a game"))
def test_the_example_provides_what_a_game_is_said_to_provide(file: str, provides: str) -> None:
    """And so do the games of the package, as far as they have the part."""
    with registered():
        for game in SPECS.values():
            assert (game.folder / file.strip("`")).exists() or (
                game.folder / file.strip("`").removesuffix(".py")
            ).is_dir()
            if file.endswith(".py`"):
                part = import_module(f"{game.package}.{file.strip('`').removesuffix('.py')}".removesuffix(".__init__"))
                wanted = [
                    name for name in re.findall(r"`(\w+)`", provides) if name not in ("novice", "trader", "planner")
                ]
                assert [name for name in wanted if not hasattr(part, name)] == []
        assert SPECS[NAME].title == "Caravan Race"
