"""All pages in a real browser: accessible in both themes, in three languages, and by the ways that people take."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from serai.bots import BOTS
from serai.game import Game
from serai.web.drawing.render import LANGUAGES, catalogue
from tests.browser.conftest import Arrive
from tests.browser.people import LYING, PHONE, Person, Watch, asked, connected, decide, here, number
from tests.browser.tables import Book, dealt, game_at, planned, play_on

pytestmark = pytest.mark.compiled
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
IN_THE_DARK = {**RULES, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
AXE = Axe()
AT_REST = """() => new Promise(done => {
  requestAnimationFrame(() => requestIdleCallback(done));
  setTimeout(done, 3000); // headless Chromium may draw no frame at all, and Playwright would wait for ever
})"""
GAMES = ("spice_road", "sand_to_sea", "east_to_west")
IN_PHASES = [
    *(("spice_road", phase) for phase in ("turn", "pay", "upgrade", "discard")),
    *(("sand_to_sea", phase) for phase in ("start", "turn", "act", "build")),
    *(("east_to_west", phase) for phase in ("turn", "market", "explore", "barter")),
]
BY_CHANCE = {"pay", "discard", "market", "barter"}


def check(page: Page, where: str) -> None:
    """Lets axe look at a page once it is at rest; the dark theme differs only in its colours."""
    page.evaluate(AT_REST)
    page.emulate_media(color_scheme="light")
    found = AXE.run(page, options=RULES)
    assert not found.violations_count, f"{where}, light: {found.generate_report()}"
    page.emulate_media(color_scheme="dark")
    found = AXE.run(page, options=IN_THE_DARK)
    assert not found.violations_count, f"{where}, dark: {found.generate_report()}"


def finished_game(name: str) -> Game:
    """Plays a game to its end."""
    game = dealt(name, 1)
    while not game.over:
        play_on(game)
    return game


def gathering(person: Person) -> str:
    """Opens a table that waits for a friend; returns its id."""
    plan = {"game": "sand_to_sea", "places": [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "trader"}]}
    told = person.context.request.post("/api/tables", data=plan)
    assert told.status == 201
    return str(told.json()["id"])


@pytest.mark.parametrize(("game", "phase"), IN_PHASES)
def test_axe_finds_nothing_at_a_table(arrive: Arrive, book: Book, game: str, phase: str) -> None:
    ada = arrive()
    position = game_at(game, phase, bot="random" if phase in BY_CHANCE else "trader")
    page = ada.open(book.seat(position, ada.id))
    if phase == "turn":
        page.locator("#do-hint").click()
        expect(page.locator("#hint-panel")).to_be_visible()
    check(page, f"{game} {phase}")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_on_a_phone_and_for_who_waits(arrive: Arrive, book: Book, game: str) -> None:
    ada, ben = arrive("Ada", **PHONE), arrive("Ben")
    position = game_at(game, "turn", after=12)
    table = book.seat(position, ada.id, ben.id)
    check(ada.open(table), f"{game} on a phone")
    check(ben.open(table), f"{game}, waiting")


AT_SIZES: dict[str, tuple[dict[str, Any], str]] = {
    "spice_road": (LYING, ".points .card"),
    "sand_to_sea": ({"viewport": {"width": 820, "height": 1180}}, ".hex[data-rule=port]"),
    "east_to_west": (LYING, ".fort"),
}


@pytest.mark.parametrize("game", AT_SIZES)
def test_axe_finds_nothing_in_what_opens_beside_a_table(arrive: Arrive, book: Book, game: str) -> None:
    """What is this, the menu, the list of keys, and what happened since my turn."""
    size, thing = AT_SIZES[game]
    ada = arrive("Ada", **size)
    position = game_at(game, "turn", after=20)
    page = ada.open(book.seat(position, ada.id))
    expect(page.locator("#since")).to_be_attached()
    page.locator("#feel > summary").click()
    check(page, f"{game}, menu")
    page.locator("#show-keys").click()
    expect(page.locator("#keys-list[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#feel > summary").click()
    page.locator(thing).filter(visible=True).first.focus()
    page.keyboard.press("Tab")
    page.locator(thing).filter(visible=True).first.focus()
    page.keyboard.press("i")
    expect(page.locator(".peek")).to_be_visible()
    check(page, f"{game}, what is this")


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_shows_who_was_likely_to_win(arrive: Arrive, book: Book, game: str) -> None:
    over = finished_game(game)
    for person, where in ((arrive(), "desktop"), (arrive("Ben", **PHONE), "phone")):
        page = person.page
        page.goto(f"/table/{book.seat(over, person.id)}")
        panel = page.get_by_role("region", name="Chance to win", exact=True)
        expect(panel.get_by_role("img", name="Chance to win in percent")).to_be_visible()
        assert panel.locator(".chart path.l").count() == over.players
        panel.get_by_text("The same in numbers").click()
        expect(panel.get_by_role("row")).to_have_count(over.turn + 2)
        check(page, f"{game}, finished, {where}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{game} scrolls sideways"
        with page.expect_navigation():
            panel.locator(".turning a").last.click()
        expect(page.locator(".replay output")).to_contain_text("Step")


def test_a_bot_is_chosen_where_it_is_explained(arrive: Arrive, book: Book) -> None:
    for person, where in ((arrive(), "desktop"), (arrive("Ben", **PHONE), "phone")):
        page = person.page
        page.goto("/?game=spice_road")
        levels = page.get_by_label("Strength of the bot on seat 2")
        assert levels.locator("option").count() == len(BOTS)
        levels.select_option(
            label="Network: plays by what it learned; in Sand to Sea, with three or four players, weaker than Planner"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"home scrolls sideways, {where}"
        check(page, f"home, {where}")
        page.get_by_role("button", name="Open the table").click()
        connected(page)
        assert "network" in [chair.bot for chair in book.read(here(page)).chairs]


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_on_a_finished_game(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    table = book.seat(finished_game(game), ada.id)
    for path in ("", "/replay?step=40", "/board"):
        if path == "/board":
            ada.page.goto(f"/table/{table}")
            with ada.page.expect_navigation():
                ada.page.get_by_role("link", name="Final board").click()
        else:
            ada.page.goto(f"/table/{table}{path}")
        check(ada.page, f"{game}{path}")


def test_axe_finds_nothing_around_the_tables(arrive: Arrive, book: Book, watch: Watch) -> None:
    watch.expected += ["404", "403"]
    ada, nobody = arrive(), arrive("")
    book.seat(game_at("spice_road", "turn", after=6), ada.id)
    book.seat(finished_game("spice_road"), ada.id)
    table = gathering(ada)
    for path in ("/", f"/table/{table}", f"/table/{table}/device", "/upload", "/about", "/api/docs", "/nowhere"):
        ada.page.goto(path)
        check(ada.page, path)
    ada.page.goto("/?game=spice_road")
    ada.page.locator(".options summary").click()
    check(ada.page, "home with options")
    ada.page.goto(f"/table/{table}")
    nobody.page.goto(ada.page.locator("[id^=link-]").first.input_value())
    check(nobody.page, "invitation")
    nobody.page.goto("/")
    check(nobody.page, "home of somebody new")


@pytest.mark.parametrize("game", ["", *GAMES])
def test_axe_finds_nothing_on_the_rules(arrive: Arrive, game: str) -> None:
    for person, where in ((arrive(), "desktop"), (arrive("Ben", **PHONE), "phone")):
        page = person.page
        page.goto(f"/rules/{game}".rstrip("/"))
        check(page, f"rules {game}, {where}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{game} scrolls sideways"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_rules_can_be_printed_and_read_on_a_small_phone(arrive: Arrive, language: str) -> None:
    page = arrive(viewport={"width": 320, "height": 640}).page
    page.goto("/")
    page.locator(f"button[name=language][value={language}]").click()
    for game in GAMES:
        page.goto(f"/rules/{game}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{game} scrolls sideways"
        page.emulate_media(media="print")
        expect(page.locator(".top")).to_be_hidden()
        expect(page.locator("#limit-title")).to_be_visible()
        page.emulate_media(media="screen")


def test_contents_and_numbers_lead_to_their_places(arrive: Arrive) -> None:
    page = arrive("Ada", **PHONE).page
    page.goto("/rules/spice_road")
    page.locator(".small.toc summary").click()
    page.locator(".small.toc").get_by_role("link", name="SR-11").click()
    expect(page.locator("a#SR-11")).to_be_in_viewport()


def test_a_running_game_shows_its_rules_in_a_new_tab(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id))
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Rules (opens in a new tab)").first.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Spice Road")


# Ways that people take.


@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (844, 390)])
def test_a_game_is_one_press_away_without_scrolling(arrive: Arrive, book: Book, size: tuple[int, int]) -> None:
    nobody, ada = (arrive(name, viewport={"width": size[0], "height": size[1]}) for name in ("", "Ada"))
    book.seat(game_at("spice_road", "turn", after=6), ada.id)
    for page in (nobody.page, ada.page):
        page.goto("/")
        button = page.get_by_role("button", name="Play against Amira").first.bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= size[1]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "home scrolls sideways"
        check(page, f"home at {size}")


def test_a_game_against_a_bot_begins_with_one_press(arrive: Arrive) -> None:
    page = arrive("").page
    page.goto("/")
    page.get_by_role("button", name="Play against Amira").first.click()
    expect(page.locator("#table[data-table]")).to_be_visible()
    connected(page)
    expect(page.locator("#table[data-yours]")).to_be_visible(timeout=60_000)
    assert page.title().startswith("Your turn")
    icon = page.locator("#icon")
    assert icon.get_attribute("href") == icon.get_attribute("data-turn")


def test_two_people_share_one_device(arrive: Arrive, book: Book) -> None:
    page = arrive("Ada").page
    page.goto("/")
    page.get_by_role("link", name="Set up: Spice Road").click()
    row = page.locator(".seat-row-2")
    row.get_by_role("radiogroup", name="Who sits on seat 2").locator("label", has_text="Me").click()
    row.get_by_placeholder("Name, on the same device").fill("Cleo")
    page.get_by_role("button", name="Open the table").click()
    connected(page)
    table, names = book.read(here(page)), []
    assert table.game is not None
    for turn in (1, 2, 3):
        while table.game.turn == turn:
            names.append(asked(page).partition(":")[0])
            decide(page, planned(table.game))
            book.read(table.id, table)
    assert {"Ada", "Cleo"} <= set(names)


def test_a_seat_is_carried_to_another_device(arrive: Arrive, book: Book) -> None:
    ada, phone = arrive(), arrive("", **PHONE)
    table = book.seat(game_at("spice_road", "turn", after=6), ada.id)
    question = asked(ada.open(table))
    ada.page.locator("#feel > summary").click()
    ada.page.get_by_role("link", name="Play on another device").click()
    phone.page.goto(ada.page.locator("#carry").input_value())
    connected(phone.page)
    assert phone.page.url.endswith(f"/table/{table}"), "the token has left the address"
    assert asked(phone.page) == question


def test_a_maker_gives_an_empty_seat_to_a_bot(arrive: Arrive) -> None:
    ada = arrive()
    ada.page.goto(f"/table/{gathering(ada)}")
    ada.page.get_by_role("button", name="Give the seat to a bot").click()
    expect(ada.page.locator("#table[data-table]")).to_be_visible()


def test_a_record_is_downloaded_looked_at_and_replayed_by_keys(arrive: Arrive, book: Book, tmp_path: Path) -> None:
    ada = arrive(reduced_motion="no-preference")
    page = ada.page
    page.goto(f"/table/{book.seat(finished_game('spice_road'), ada.id)}")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Record (JSON)").click()
    record = tmp_path / "record.json"
    coming.value.save_as(record)
    page.goto("/upload")
    page.set_input_files("input[name=record]", record)
    page.get_by_role("button", name="Show the game").click()
    expect(page.locator("nav.replay")).to_be_visible()
    page.goto("/")
    page.locator("a[href*='/table/']").first.click()
    with page.expect_navigation():
        page.get_by_role("link", name="Replay the game").click()
    for key, times in (("ArrowRight", 5), ("ArrowLeft", 2), ("End", 1), ("Home", 1), ("ArrowRight", 3)):
        for _ in range(times):
            page.keyboard.press(key)
    expect(page.locator(".replay output")).to_contain_text("Step 3 of")


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea"])
def test_the_bar_of_a_replay_leaves_the_switches_free(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive(locale="it-IT")
    ada.page.goto(f"/table/{book.seat(finished_game(game), ada.id)}/replay")
    for width in (1440, 1241, 1240, 1061, 1060, 901):
        ada.page.set_viewport_size({"width": width, "height": 800})
        bar = ada.page.locator("nav.replay").bounding_box()
        switches = ada.page.locator(".switches").bounding_box()
        assert bar is not None
        assert switches is not None
        assert switches["y"] + switches["height"] <= bar["y"], f"they overlap at {width}"


def test_a_bad_record_is_refused_in_words(arrive: Arrive, watch: Watch, tmp_path: Path) -> None:
    watch.expected.append("422")
    page = arrive().page
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    page.goto("/upload")
    page.set_input_files("input[name=record]", bad)
    page.get_by_role("button", name="Show the game").click()
    expect(page.locator(".complaint")).to_be_visible()


def test_play_again_opens_a_table_with_the_same_seats(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    table = book.seat(finished_game("spice_road"), ada.id)
    ada.page.goto(f"/table/{table}")
    ada.page.get_by_role("button", name="Play again").click()
    expect(ada.page.locator("#table[data-table]")).to_be_visible()
    assert not ada.page.url.endswith(table)


def test_the_theme_is_switched_and_remembered(arrive: Arrive) -> None:
    page = arrive().page
    page.goto("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch to the dark theme").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.goto("/about")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.get_by_role("button", name="Switch to the light theme").click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "light"


# Languages.


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pages_and_a_turn_of_each_game_speak_a_language(
    arrive: Arrive, book: Book, watch: Watch, language: str
) -> None:
    watch.expected.append("404")
    say = catalogue(language).gettext
    ada = arrive()
    page = ada.page
    page.goto("/")
    page.locator(f"button[name=language][value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", name=say("Set up a table"))).to_be_visible()
    for path, text in (("/about", "About"), ("/upload", "Look at a record"), ("/nowhere", "Nothing but sand here")):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_text(say(text)).first).to_be_visible()
    page.goto(f"/table/{gathering(ada)}")
    expect(page.get_by_role("button", name=say("Copy link"))).to_be_visible()
    for game in GAMES:
        position = game_at(game, "turn", after=8)
        page = ada.open(book.seat(position, ada.id))
        assert asked(page) == say("Your turn: choose an action")
        expect(page.get_by_role("heading", name=say("Log"))).to_be_visible()
        decide(page, planned(position))
        assert page.locator("html").get_attribute("lang") == language
    page.goto(f"/table/{book.seat(finished_game('east_to_west'), ada.id)}")
    expect(page.get_by_role("heading", name=say("Points by round"))).to_be_visible()


def test_the_language_of_a_running_turn_can_be_changed(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "upgrade"), ada.id))
    seen, questions = number(page), set()
    for language in LANGUAGES:
        page.locator("#feel > summary").click()
        page.locator(f"button[name=language][value={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        questions.add(asked(page))
        assert number(page) == seen
    assert len(questions) == 3
