"""Draws boards and logs from stored JSON where neither NumPy nor a server is installed; run by test_plain_drawing.

Usage: python drawing_script.py FOLDER, which holds GAME.json and gets GAME.html.
"""

import json
import pkgutil
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

BLOCKED = ("numpy", "numba", "llvmlite", "fastapi", "starlette", "pydantic", "sqlalchemy", "aiosqlite", "asyncpg")
GAMES = ("spice_road", "sand_to_sea", "east_to_west")
PLAIN = ("serai.core.views", "serai.web.drawing", *(f"serai.games.{game}.web" for game in GAMES))
WRITING = tuple(f"serai.games.{game}.notation_writing" for game in GAMES)
# What asks the rules: making views of states, figures of the rulebook, and lessons, which are real games.
WITH_NUMPY = (
    "serai.core.views.states",
    "serai.web.drawing.example_games",
    *(f"serai.games.{game}.web.figures" for game in GAMES),
    *(f"serai.web.drawing.{name}" for name in ("coaching", "lesson_pages", "lessons")),
    *(f"serai.games.{game}.web.{name}" for game in GAMES for name in ("lesson", "lesson_steps", "lesson_words")),
)


class Blocked(MetaPathFinder):
    """Lets no module of these packages be found."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Refuses what is blocked."""
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is not there")
        return None


def set_of(stored: dict[str, Any]) -> Any:
    """Returns the stored component set."""
    from serai.core.component_folders import KINDS
    from serai.core.component_set import shared

    return shared(KINDS[stored["view"]["game"]], stored["set"], stored["files"])


def drawn(stored: dict[str, Any]) -> str:
    """Draws a page from stored data: the set by its files, a view, and the steps with the view after each."""
    from serai.core.views.steps import PublicStep
    from serai.web.drawing import render
    from serai.web.drawing.scene import Scene, Sitter

    def told(text: str, seat: int, view: dict[str, Any]) -> PublicStep:
        return PublicStep(text, seat, (), lambda: view)

    view = stored["view"]
    sitters = tuple(Sitter(**sitter) for sitter in stored["sitters"])
    steps = [told(*step) for step in stored["steps"]]
    pieces = set_of(stored)
    scene = Scene("abc", 1, view, view["seat"], sitters, steps, fresh=1, components=pieces)
    return render.table_page(scene, "en")


def read_again(stored: dict[str, Any]) -> dict[str, Any]:
    """Makes the view from the bytes of the state and of the answers, by their descriptions."""
    from serai.core.views import VIEWS
    from serai.core.views.fields import RecordLayout
    from serai.core.views.lazy_views import Position, in_full

    state, answers = (
        RecordLayout(described).read(bytes.fromhex(data)) for described, data in (stored["state"], stored["answers"])
    )
    pieces = set_of(stored)
    made: dict[str, Any] = in_full(VIEWS[pieces.game].view(Position(pieces, state, lambda: answers)))
    return made


def main(folder: Path) -> None:
    """Imports all of the drawing code, draws every game, and compares the view that the bytes give."""
    sys.meta_path.insert(0, Blocked())
    for package in PLAIN:
        found = pkgutil.iter_modules(import_module(package).__path__, f"{package}.")
        for name in {module.name for module in found} - set(WITH_NUMPY):
            import_module(name)
    for name in WRITING:
        import_module(name)
    for path in sorted(folder.glob("*.json")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        again = json.loads(json.dumps(read_again(stored)))
        assert again == {key: stored["view"][key] for key in again}, f"{path.stem}: the bytes give another view"
        path.with_suffix(".html").write_text(drawn(stored), encoding="utf-8")
    assert not {name.partition(".")[0] for name in sys.modules} & set(BLOCKED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
