"""Views, logs and boards are drawn from plain data: without NumPy, Numba, FastAPI and SQLAlchemy."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from serai import Game
from serai.core import spec
from serai.core.records import described
from serai.core.views import VIEWS
from serai.core.views.lazy_views import Position, in_full
from serai.core.views.states import Steps, seen
from serai.web.drawing import render
from tests.web.scenes import scene_of

SCRIPT = Path(__file__).parent / "drawing_script.py"
DECISIONS = 70


def played(name: str) -> Game:
    """Plays a game by chance for a while."""
    game, chance = Game.new(name, 3, seed=4), Random(2)
    while len(game.decisions()) < DECISIONS:
        game.play(chance.choice(game.legal()))
    return game


def stored(game: Game) -> dict[str, Any]:
    """Writes down all that a page is drawn from."""
    asked = spec.answers(game.name, game.values, game.state, game.seat)
    steps = Steps(game.components, game.values, game.steps())
    return {
        "set": game.components.name,
        "files": game.components.files,
        "view": game.view(game.seat),
        "sitters": [asdict(sitter) for sitter in scene_of(game, game.seat).sitters],
        "steps": [(step.text, step.seat, in_full(step.view)) for step in steps],
        "state": (described(game.state.dtype), game.state.tobytes().hex()),
        "answers": (described(asked.dtype), asked.tobytes().hex()),
    }


def test_a_board_and_a_log_are_drawn_without_numpy_and_without_a_server(tmp_path: Path) -> None:
    for name in spec.GAMES:
        (tmp_path / f"{name}.json").write_text(json.dumps(stored(played(name))), encoding="utf-8")
    done = subprocess.run([sys.executable, SCRIPT, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in spec.GAMES:
        game = played(name)
        scene = scene_of(game, game.seat, may_hint=False, can_undo=False, can_takeback=False)
        here = render.table_page(scene, "en").replace(f'data-number="{scene.number}"', 'data-number="1"')
        there = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        assert there.replace("abc123", "abc") == here.replace("abc123", "abc").replace(
            f'value="{scene.number}"', 'value="1"'
        )


@pytest.mark.parametrize("name", spec.GAMES)
def test_a_record_and_its_bytes_give_the_same_view(name: str) -> None:
    game = played(name)
    for seat in range(game.players):
        asked = spec.answers(name, game.values, game.state, seat)
        of_records = VIEWS[name].view(Position(game.components, game.state, lambda asked=asked: asked))  # type: ignore[misc]
        of_bytes = seen(game.components, game.values, game.state, seat)
        assert json.dumps(in_full(of_records)) == json.dumps(in_full(of_bytes))


def test_bytes_of_another_length_are_refused() -> None:
    from serai.core.views.fields import RecordLayout

    layout = RecordLayout(described(spec.GAMES["spice_road"].STATE))
    with pytest.raises(ValueError, match="3 bytes where a record has"):
        layout.read(b"abc")
    with pytest.raises(AttributeError, match="there is no field 'boats'"):
        _ = layout.read(bytes(layout.size)).boats
