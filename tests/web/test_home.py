"""The home page: a table is opened in two clicks, with every choice kept."""

import re
from urllib.parse import quote

import pytest
from httpx import Response

from tests.web.visits import Browser, Page, Place, opened, visit

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
            (False, "amira"),
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
    cookie = next(value for value in answered.headers.get_list("set-cookie") if value.startswith("guest="))
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
    assert sorted(chair.bot or "" for chair in table.chairs) == ["", "", "", "amira", "planner"]
    assert (table.options.pace, table.options.absent_minutes, table.options.listed) == ("calm", 60, True)
    assert table.options.hints
    assert sorted(table.names(await place.house.names(table))) == ["", "Ada", "Amira", "Planner", "Uncle"]


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
    assert "Your tables" not in (await ada.get("/")).text
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


def buttons(home: str) -> dict[str, str]:
    """Returns what the button of each game says."""
    return dict(re.findall(r'value="(\w+)"\s*>(Play [^<]+)</button>', home))


async def play(browser: Browser, game: str = "spice_road", name: str = "") -> Response:
    """Presses the button of a game."""
    return await browser.post("/play", data={"game": game, "name": name})


@visit
async def test_one_press_plays_against_the_level_suggested_to_a_newcomer(place: Place) -> None:
    browser = place.browser()
    assert set(buttons((await browser.get("/")).text).values()) == {"Play against Amira"}
    for game in ("spice_road", "sand_to_sea", "east_to_west"):
        table = await place.house.table((await play(browser, game, "Ada")).headers["location"].split("/")[-1])
        assert (table.game_name, table.begun) == (game, True)
        assert sorted(table.names(await place.house.names(table))) == ["Ada", "Amira"]
    assert (await play(browser, "chess")).status_code == 404
    assert (await play(place.browser(), name="x" * 41)).status_code == 422


@visit
async def test_one_press_plays_again_as_the_last_table_of_a_game_was(place: Place) -> None:
    browser = place.browser()
    chosen = {"seat-0": "bot", "bot-0": "planner", "pace": "calm", "minutes": "60"}
    chosen |= {"seat-2": "me", "seat-3": "me", "label-3": "Uncle"}
    await opened(browser, game="sand_to_sea", listed="1", name="Ada", **chosen)
    await opened(browser, game="east_to_west", **{"seat-0": "me", "seat-1": "friend", "seat-2": "empty"})
    await opened(browser, game="spice_road", **{f"seat-{seat}": "bot" for seat in (1, 2, 3)})
    assert buttons((await browser.get("/")).text) == {
        "spice_road": "Play against 3 bots",
        "sand_to_sea": "Play against Planner and Amira",
        "east_to_west": "Play with friends",
    }
    table = await place.house.table((await play(browser, "sand_to_sea")).headers["location"].split("/")[-1])
    assert sorted(table.names(await place.house.names(table))) == ["Ada", "Amira", "Planner", "Uncle"]
    assert (table.options.pace, table.options.absent_minutes, table.options.listed) == ("calm", 60, True)


@visit
async def test_the_table_form_is_folded_until_it_is_asked_for_and_opens_with_the_last_choices(place: Place) -> None:
    browser = place.browser()
    await opened(browser, game="sand_to_sea", **{"seat-1": "empty", "seat-3": "friend"})
    home = (await browser.get("/")).text
    assert '<details class="panel setup" >' in home
    fields = Page(home).fields
    assert [fields["game"], *(fields[f"seat-{seat}"] for seat in range(4))] == [
        "sand_to_sea", "me", "empty", "empty", "friend",
    ]  # fmt: skip
    opened_form = (await browser.get("/?game=spice_road")).text
    assert '<details class="panel setup" open>' in opened_form
    assert [Page(opened_form).fields[f"seat-{seat}"] for seat in range(3)] == ["me", "bot", "empty"]


@visit
async def test_choices_that_cannot_be_read_are_forgotten(place: Place) -> None:
    for value in ("%7B", "[]", '{"spice_road":7}', '{"spice_road":{"seat-1":3}}', '{"chess":{}}', "x" * 9000):
        browser = place.browser()
        browser.cookies.set("usual", quote(value), domain="house.test")
        assert buttons((await browser.get("/")).text)["spice_road"] == "Play against Amira"
        assert (await play(browser)).status_code == 303


@visit
async def test_the_choices_fit_a_cookie_that_only_the_server_reads(place: Place) -> None:
    browser, longest = place.browser(), {f"label-{seat}": "Ö" * 40 for seat in range(5)}
    everyone = {f"seat-{seat}": "me" for seat in range(5)}
    for game in ("east_to_west", "sand_to_sea", "spice_road"):
        await opened(browser, game=game, name="Ada", **everyone, **longest)
    assert len(browser.cookies["usual"]) < 4000
    assert buttons((await browser.get("/")).text)["spice_road"] == "Play on this device"
    answered = await play(browser)
    assert "HttpOnly" in next(value for value in answered.headers.get_list("set-cookie") if value.startswith("usual="))


@visit
async def test_the_lesson_offered_to_a_newcomer_names_its_game(place: Place) -> None:
    home = (await place.browser().get("/")).text
    assert "Learn Spice Road in eight steps" in home


@visit
async def test_a_name_is_changed_on_the_home_page_after_the_first_game_too(place: Place) -> None:
    browser = place.browser()
    await play(browser, name="Ada")
    home = (await browser.get("/")).text
    assert 'action="/me/name"' in home
    assert home.count('value="Ada"') == 2
    assert (await browser.post("/me/name", data={"name": "Ada Byron"})).headers["location"] == "/"
    assert (await browser.get("/")).text.count('value="Ada Byron"') == 2
    refused = await browser.post("/me/name", data={"name": "x" * 41})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert "Ada Byron" in refused.text


@visit
async def test_my_turns_come_before_the_games(place: Place) -> None:
    browser = place.browser()
    for _ in range(4):
        await opened(browser, **{"seat-1": "me", "name": "Ada", "label-1": "Ben"})
    home = (await browser.get("/")).text
    strip, games = home.index("yours-strip"), home.index("quickstart")
    assert strip < games
    assert home[strip:games].count('class="turncard"') == 3
    assert home[games:].count("Your turn") == 1
