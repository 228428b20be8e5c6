"""The home page: a table is opened in two clicks, with every choice kept."""

import pytest

from tests.web.visits import Page, Place, opened, visit

pytestmark = pytest.mark.compiled


@visit
async def test_two_clicks_start_a_game_against_a_bot(place: Place) -> None:
    browser = place.browser()
    home = Page((await browser.get("/")).text)
    assert [home.fields[f"seat-{seat}"] for seat in range(5)] == ["me", "bot", "empty", "empty", "empty"]
    for game, title in (
        ("spice_road", "Spice Road"),
        ("sand_to_sea", "Sand to Sea"),
        ("east_to_west", "From East to West"),
    ):
        address = await opened(browser, game=game)
        table = await place.house.table(address.split("/")[-1])
        assert table.game_name == game
        assert table.begun
        assert sorted((chair.guest is not None, chair.bot) for chair in table.chairs) == [
            (False, "trader"),
            (True, None),
        ]
        page = await browser.get(address)
        assert page.status_code == 200
        assert title in page.text


@visit
async def test_the_guest_cookie_is_for_the_server_alone(place: Place) -> None:
    browser = place.browser()
    fields = Page((await browser.get("/")).text).fields
    assert "guest" not in browser.cookies
    answered = await browser.post("/tables", data=fields)
    cookie = answered.headers["set-cookie"]
    assert cookie.startswith("guest=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@visit
async def test_the_home_form_keeps_every_choice(place: Place) -> None:
    browser = place.browser()
    address = await opened(
        browser,
        **{
            "game": "spice_road",
            "seat-0": "bot",
            "bot-0": "planner",
            "seat-2": "me",
            "seat-3": "friend",
            "seat-4": "me",
        },
        **{"label-2": "Uncle", "pace": "calm", "minutes": "60", "listed": "1", "name": "Ada"},
    )
    table = await place.house.table(address.split("/")[-1])
    assert table.players == 5
    assert sorted(chair.bot or "" for chair in table.chairs) == ["", "", "", "planner", "trader"]
    assert (table.options.pace, table.options.absent_minutes, table.options.listed) == ("calm", 60, True)
    assert table.options.hints
    assert sorted(table.names(await place.house.names(table))) == ["", "Ada", "Planner", "Trader", "Uncle"]


@visit
async def test_seat_five_is_only_there_on_the_spice_road(place: Place) -> None:
    browser = place.browser()
    address = await opened(browser, **{"game": "sand_to_sea", "seat-2": "bot", "seat-3": "bot", "seat-4": "bot"})
    assert (await place.house.table(address.split("/")[-1])).players == 4


@visit
async def test_a_table_needs_two_players(place: Place) -> None:
    browser = place.browser()
    fields = {**Page((await browser.get("/")).text).fields, "game": "east_to_west", "seat-1": "empty", "name": "Ada"}
    answered = await browser.post("/tables", data=fields)
    assert answered.status_code == 422
    assert "From East to West needs at least 2 players" in answered.text
    kept = Page(answered.text).fields
    assert (kept["game"], kept["seat-1"], kept["name"]) == ("east_to_west", "empty", "Ada")
    answered = await browser.post("/tables", data={**fields, "seat-1": "bot", "name": "x" * 41})
    assert answered.status_code == 422
    assert "1 to 40 characters" in answered.text


@visit
async def test_home_lists_my_tables_and_those_of_the_house(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    assert "No game is running" in (await ada.get("/")).text
    mine = await opened(ada, **{"seat-1": "me", "name": "Ada"})
    hidden = await opened(ada, **{"seat-1": "friend"})
    shown = await opened(ada, **{"seat-1": "friend", "listed": "1", "game": "sand_to_sea"})
    home = (await ada.get("/")).text
    assert {mine, hidden, shown} <= set(Page(home).links)
    assert home.count("Your turn") == 1
    assert "waiting for 1 more" in home
    house = (await ben.get("/")).text
    assert shown in Page(house).links
    assert not {mine, hidden} & set(Page(house).links)
    assert "with Ada · 1 free seat" in house
