"""Outlines of the map at web tables: chosen in the form and by the API, named in the lobby, and drawn."""

import math
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from serai.core.component_folders import DIGESTS, built_in, variants
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web.variants import drawing
from serai.web.drawing.profiles import profile
from tests.web.scenes import page_of, scene_of
from tests.web.visits import Place, opened, visit

GAME = "sand_to_sea"
NAMES = ("1", *(f"1+{outline}" for outline in variants(GAME)))


def pieces(name: str) -> Any:
    """Returns a built-in set."""
    return built_in(GAME, name)


@pytest.mark.parametrize("name", NAMES)
def test_all_tiles_are_inside_the_drawing_and_none_overlaps(name: str) -> None:
    paper = sea_map.sheet(pieces(name))
    assert len(paper.centres) == 24
    for x, y in paper.centres.values():
        assert sea_map.LEFT <= x - 100 < x + 100 <= sea_map.LEFT + paper.width
        assert sea_map.TOP <= y - sea_map.HIGH < y + sea_map.HIGH <= sea_map.TOP + paper.height
    for one, other in combinations(paper.centres, 2):
        apart = math.dist(paper.centres[one], paper.centres[other])
        assert apart > 2 * sea_map.HIGH - 0.1
        assert (apart < 2 * sea_map.HIGH + 0.1) == (other in paper.near[one])


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_a_button_for_every_tile_within_the_map(name: str) -> None:
    game = Game.new(GAME, seed=1, components=name)
    page = page_of(replace(scene_of(game, game.seat), components=game.components))
    buttons = [button for button in page.buttons if "data-space" in button]
    assert sorted(button["data-space"] for button in buttons) == list(pieces(name).map.names)
    paper = sea_map.sheet(pieces(name))
    wide, high = 20000 / paper.width, 200 * sea_map.HIGH / paper.height
    for button in buttons:
        left, top = map(float, re.findall(r"[\d.]+", button["style"]))
        assert 0 <= left <= 100 - wide
        assert 0 <= top <= 100 - high
    assert f"--w: {paper.width}; --h: {paper.height:.1f}" in page.html


@pytest.mark.parametrize("name", NAMES)
def test_the_compass_and_the_ripples_lie_on_no_tile(name: str) -> None:
    centres = sea_map.sheet(pieces(name)).centres.values()
    places = sea_map.empty_places(pieces(name))
    assert places
    assert all(math.dist(place, centre) > 2 * sea_map.HIGH - 0.1 for place in places for centre in centres)


def test_every_outline_has_its_words_and_a_small_drawing_with_its_ports() -> None:
    told = profile(GAME).variants
    assert told is not None
    assert set(told.texts) == set(variants(GAME))
    for name in NAMES:
        drawn = drawing(pieces(name))
        assert (drawn.count("<path"), drawn.count('class="on"')) == (24, 4)


def test_the_form_offers_the_outlines_and_a_table_is_opened_with_one(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        page = (await ada.get("/")).text
        assert re.findall(r'name="variant-(\w+)"\s+value="(\w*)"', page) == [
            (GAME, key) for key in ("", "atoll", "basins", "crossing", "strait")
        ]
        assert "1+strait" not in page
        for chosen, named in {"atoll": "1+atoll", "": "1", "nonsense": "1"}.items():
            table = (await opened(ada, game=GAME, name="Ada", **{"seat-1": "friend", f"variant-{GAME}": chosen})).split(
                "/"
            )[-1]
            assert (await place.house.table(table)).pieces is pieces(named)
            lobby = (await ada.get(f"/table/{table}")).text
            assert ("Outline of the map: Atoll." in lobby) == (chosen == "atoll")
            assert "cards and tiles of set" not in lobby

    visit(test)(tmp_path)


def test_the_api_makes_a_table_with_an_outline_which_is_stored_by_its_name(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        token = (await ada.post("/api/guest", json={"name": "Ada"})).json()["token"]
        head = {"authorization": f"Bearer {token}"}
        plan = {"game": GAME, "places": [{"kind": "me"}, {"kind": "me"}], "components": "1+basins"}
        made = await ada.post("/api/tables", json=plan, headers=head)
        assert made.status_code == 201
        table = await place.house.table(made.json()["id"])
        assert table.pieces is pieces("1+basins")
        assert table.game is not None
        assert Game.from_json(table.game.to_json()).components is pieces("1+basins")
        files = await place.house.store.component_files(DIGESTS[GAME]["1+basins"])
        assert files == pieces("1+basins").files
        async with place.house.cache.apart(table.id):
            pass
        assert (await place.house.table(table.id)).pieces is pieces("1+basins")
        wrong = await ada.post("/api/tables", json={**plan, "components": "1+bay"}, headers=head)
        assert wrong.status_code == 422
        assert "there are: 1, 1+atoll, 1+basins, 1+crossing, 1+strait" in wrong.text

    visit(test)(tmp_path)


def test_the_rules_are_drawn_with_an_outline_named_in_the_address(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        for address in ("1+atoll", "1%2Batoll", DIGESTS[GAME]["1+atoll"]):
            page = (await ada.get(f"/rules/{GAME}?components={address}")).text
            assert "component set 1+atoll" in page
            assert page.count('<ul class="outlines">') == 1

    visit(test)(tmp_path)
