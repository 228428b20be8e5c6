"""Sounds of a table: a game says what its own decisions sound like, and its page offers those to listen to."""

import json
import re
from html import unescape

import pytest

from serai import GAMES
from serai.core.component_folders import standard
from serai.core.notation import NOTATIONS
from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.profiles import profile
from tests.web.scenes import scene_of

pytestmark = pytest.mark.compiled

MADE = set(re.findall(r"^    (\w+): \(\) =>", (render.WEB / "static" / "moments.js").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_a_page_says_what_the_decisions_of_its_game_sound_like(game: str) -> None:
    page = render.table_page(scene_of(Game.new(game, 2, seed=1), 0), "en", theme=None)
    sounds = json.loads(unescape(page.partition('data-sounds="')[2].partition('"')[0]))
    verbs = {text.split()[0] for text in NOTATIONS[game].all_decisions(standard(game)).values()}
    assert {verb: tuple(heard) for verb, heard in sounds.items()} == profile(game).sounds
    assert set(sounds) <= verbs
    assert {name for heard in sounds.values() for name in heard} <= MADE


@pytest.mark.parametrize(("game", "voyage"), [("spice_road", False), ("sand_to_sea", True), ("east_to_west", False)])
def test_only_sounds_of_the_game_are_offered(game: str, voyage: bool) -> None:
    page = render.table_page(scene_of(Game.new(game, 2, seed=1), 0), "en", theme=None)
    assert ('data-listen="sail"' in page) == voyage
    assert 'data-listen="claim"' in page
