"""Who is present at a table: by an open page, by the last sign of life, and never for bots or oneself."""

from dataclasses import replace

from serai import Game
from serai.web.tables.presence import attended, presence
from serai.web.tables.service import House
from serai.web.tables.streams import Hub
from tests.web.houses import alone, in_house, two_people, wait
from tests.web.scenes import page_of, scene_of


@in_house
async def test_a_guest_is_here_while_a_page_is_open_then_away_then_gone(house: House) -> None:
    hub = Hub()
    table, _first, second = await two_people(house)
    [seat] = table.mine(second.id)
    house.seen_alive(table, second)
    assert presence(table, seat, hub, house.now) == "here"
    wait(house, 60)
    with hub.listen(table.id, second.id):
        assert presence(table, seat, hub, house.now) == "here"
        with hub.listen(table.id, second.id):
            wait(house, 1000)
        assert presence(table, seat, hub, house.now) == "here", "another tab is still open"
    assert presence(table, seat, hub, house.now) == "gone"
    house.seen_alive(table, second)
    wait(house, 60)
    assert presence(table, seat, hub, house.now) == "away"


@in_house
async def test_bots_and_oneself_have_no_presence(house: House) -> None:
    table, ada = await alone(house)
    scene = attended(table.scene(ada.id, {ada.id: "Ada"}), table, Hub(), house.now)
    assert [sitter.presence for sitter in scene.sitters] == ["", ""]


@in_house
async def test_others_see_who_is_there(house: House) -> None:
    hub = Hub()
    table, first, second = await two_people(house)
    house.seen_alive(table, second)
    names = {first.id: "Ada", second.id: "Ben"}
    scene = attended(table.scene(first.id, names), table, hub, house.now)
    [seat] = table.mine(second.id)
    assert scene.sitters[seat].presence == "here"
    wait(house, 5000)
    scene = attended(table.scene(first.id, names), table, hub, house.now)
    assert scene.sitters[seat].presence == "gone"


def test_a_page_shows_who_is_there() -> None:
    scene = scene_of(Game.new("spice_road", 3, seed=1), 0)
    sitters = (*scene.sitters[:2], replace(scene.sitters[2], presence="away"))
    page = page_of(replace(scene, sitters=sitters))
    assert [dot["aria-label"] for dot in page.pictures if "pres" in dot.get("class", "").split()] == ["away"]
