"""A newcomer goes through the lesson in a real browser: with the mouse, by touch, by keyboard, and with mistakes."""

import pytest
from playwright.sync_api import Locator, Page, expect

from serai.core.registry import SPECS
from serai.web.drawing.lessons import Progress
from serai.web.drawing.render import LANGUAGES, catalogue
from tests.browser.conftest import Arrive
from tests.browser.people import LYING, PHONE, connected, go_to
from tests.browser.test_pages import check
from tests.conftest import SOAK

pytestmark = pytest.mark.compiled
ROAD = SPECS["spice_road"].page("lesson").LESSON.script
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
COVERED = """async element => {
  let at = null;
  for (let tries = 0; tries < 20 && !element.contains(at); tries += 1) {
    if (tries) await new Promise(later => setTimeout(later, 100));
    const box = element.getBoundingClientRect();
    at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  }
  return !element.contains(at) && `${at?.tagName}.${at?.className}`;
}"""


def marked(page: Page) -> Locator:
    """Returns what the coach marks, which has the focus."""
    wanted = page.locator("#table :focus")
    expect(wanted).to_have_attribute("aria-describedby", "coach-words")
    return wanted


def where(page: Page) -> tuple[int, int]:
    """Returns the step that a page shows and how many decisions are taken."""
    table = page.locator("#table")
    return int(table.get_attribute("data-lesson") or 0), int(table.get_attribute("data-number") or 0)


def moved_on(page: Page, before: tuple[int, int]) -> None:
    """Waits until a page shows another place, or the end."""
    page.wait_for_function(
        "([step, number]) => { const all = document.getElementById('table')?.dataset;"
        " return !all || Number(all.lesson) !== step || Number(all.number) !== number; }",
        arg=list(before),
    )
    page.wait_for_load_state()


def go_through(page: Page, tap: bool, last: int = 99) -> list[int]:
    """Presses what is marked to the end of a step or of the lesson; nothing may lie over it. Returns the steps."""
    way = []
    expect(page.locator("#coach")).to_be_visible()
    while page.locator("#table").count() and where(page)[0] <= last:
        way.append(where(page)[0])
        wanted = marked(page)
        covered = wanted.evaluate(COVERED)
        assert not covered, f"step {way[-1]}: {covered} lies over what is to be pressed"
        press(page, wanted, tap)
    return way


def press(page: Page, wanted: Locator, tap: bool) -> None:
    """Presses what is marked and waits for what follows: the next place, or the card that pays for a way."""
    before, begins_way = where(page), wanted.evaluate("element => Boolean(element.dataset.way) && !element.name")
    if tap:
        wanted.tap()
    else:
        wanted.click()
    if begins_way:
        expect(page.locator("#table [data-card]:focus")).to_have_attribute("aria-describedby", "coach-words")
    else:
        moved_on(page, before)


@pytest.mark.parametrize(
    ("size", "motion"),
    [({}, "no-preference"), (PHONE, "no-preference"), (PHONE, "reduce"), (SMALL, "reduce")],
    ids=["desk", "phone", "phone at rest", "small phone at rest"],
)
def test_a_newcomer_clicks_through_all_steps(arrive: Arrive, size: dict[str, object], motion: str) -> None:
    page = arrive("", **{"reduced_motion": motion, **size}).page
    page.goto("/")
    page.locator(".welcome [href='/learn/spice_road']").click()
    way = go_through(page, bool(size))
    assert sorted(set(way)) == list(range(1, len(ROAD.steps) + 1))
    assert page.url.rstrip("?").endswith("/learn/spice_road/end")
    expect(page.get_by_role("heading", level=1)).to_have_text("You win by 5")
    page.get_by_role("button", name="Play a real game against Amira").click()
    connected(page)
    expect(page.locator("#table")).to_contain_text("Amira")


def test_the_whole_lesson_is_done_by_keyboard_alone(arrive: Arrive) -> None:
    page = arrive("").page
    page.goto("/")
    go_to(page, ".welcome [href='/learn/spice_road']")
    page.keyboard.press("Enter")
    expect(page.locator("#coach")).to_be_visible()
    presses = 0
    while page.locator("#table").count():
        before = where(page)
        marked(page)
        page.keyboard.press("Enter")
        moved_on(page, before)
        presses += 1
    at_once = len(Progress(ROAD, 3).decisions) - 2 + 1  # all trades of step 3, both payments of step 4
    assert presses == len(ROAD.places) - at_once
    expect(page.get_by_role("button", name="Play a real game against Amira")).to_be_visible()


PLACES = {
    "spice_road": ("1", "2?done=1", "3?done=1", "4?done=2", "5?done=1", "6", "7?done=1", "8?done=1", "end"),
    "sand_to_sea": ("1", "4", "5?done=3", "8?done=3", "end"),
    "east_to_west": ("2", "7?done=1", "8?done=1", "10?done=1", "end"),
}


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_in_the_lesson(arrive: Arrive, size: dict[str, object]) -> None:
    page = arrive("", **size).page
    every = [(game, place) for game, places in PLACES.items() for place in places]
    for game, place in every if SOAK else every[bool(size) :: 2]:
        page.goto(f"/learn/{game}/{place}")
        check(page, place)
    page.goto("/learn/spice_road/4")
    page.locator('#table [value="acquire G"]').click()
    expect(page.locator(".wrong")).to_be_visible()
    check(page, "a wrong answer")


def test_a_wrong_click_is_explained_and_costs_nothing(arrive: Arrive) -> None:
    page = arrive("").page
    page.goto("/learn/spice_road/2?done=2")
    board = page.locator(".market").inner_html()
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_role("alert")).to_have_text("One step is left and it costs nothing: use it.")
    assert page.locator(".market").inner_html() == board
    expect(marked(page)).to_have_attribute("value", "upgrade R")
    assert page.url.endswith("/learn/spice_road/2?done=2")
    marked(page).click()
    expect(page.get_by_role("heading", name="Well done")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_trade_can_be_pressed_one_by_one_too(arrive: Arrive) -> None:
    page = arrive("").page
    page.goto("/learn/spice_road/3?done=1")
    page.locator('[value="play YY>RR"]').click()
    expect(page.get_by_role("heading", name="again?")).to_be_visible()
    page.locator('.controls [value="trade;stop"]').click()
    expect(page.get_by_role("alert")).to_contain_text("trade on")
    expect(marked(page)).to_have_attribute("value", "trade;trade")
    marked(page).click()
    expect(page.get_by_role("heading", name="Well done")).to_be_visible()


def test_reload_undo_back_start_over_and_leave(arrive: Arrive) -> None:
    page = arrive("").page
    page.goto("/learn/spice_road/4")
    marked(page).click()
    expect(page.get_by_role("heading", name="Pay a spice onto")).to_be_visible()
    page.wait_for_url("**/learn/spice_road/4?done=1")
    place = where(page)
    page.reload()
    assert where(page) == place == (4, Progress(ROAD, 4, 1).number)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/learn/spice_road/4?done=0")
    assert where(page) == (4, Progress(ROAD, 4).number)
    page.get_by_role("link", name="Step back").click()
    page.wait_for_url("**/learn/spice_road/3")
    page.goto("/learn/spice_road/3?done=4")
    marked(page).click()
    page.wait_for_url("**/learn/spice_road/4")
    page.go_back()
    page.wait_for_url("**/learn/spice_road/3?done=4")
    expect(page.get_by_role("heading", name="Well done")).to_be_visible()
    page.get_by_role("link", name="Start over").click()
    page.wait_for_url("**/learn/spice_road/1")
    page.get_by_role("link", name="Step 6").click()
    page.wait_for_url("**/learn/spice_road/6")
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_role("link", name="Learn Spice Road in eight steps")).to_be_visible()


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_longer_words_cover_nothing_on_a_phone(arrive: Arrive, language: str) -> None:
    page = arrive("", locale=language, **PHONE).page
    page.goto("/learn/spice_road")
    go_through(page, True)
    expect(page.get_by_text(catalogue(language).gettext("What you know now"))).to_be_visible()


@pytest.mark.parametrize(
    ("game", "first", "last", "size"),
    [
        ("sand_to_sea", 1, 6, PHONE),
        ("sand_to_sea", 7, 11, {}),
        ("east_to_west", 1, 5, LYING),
        ("east_to_west", 6, 9, {}),
        ("east_to_west", 10, 12, SMALL),
    ],
)
def test_a_newcomer_goes_through_the_longer_lessons(
    arrive: Arrive, game: str, first: int, last: int, size: dict[str, object]
) -> None:
    page = arrive("", locale="de", reduced_motion="reduce", **size).page
    page.goto(f"/learn/{game}/{first}")
    assert set(go_through(page, bool(size), last)) == set(range(first, last + 1))


def test_a_wrong_island_or_card_is_explained(arrive: Arrive) -> None:
    """SS-9: any step and any card would be legal."""
    page = arrive("").page
    page.goto("/learn/sand_to_sea/4")
    marked(page).click()
    page.locator('#table [data-card][value="sail B3 +2"]').click()
    expect(page.get_by_role("alert")).to_contain_text("Pay with the one on your open pile")
    expect(marked(page)).to_have_id("hex-B3")


def test_the_lesson_works_without_scripts(arrive: Arrive) -> None:
    page = arrive("", java_script_enabled=False).page
    page.goto("/learn/spice_road")
    while page.locator("#table").count():
        wanted = page.locator("#table").get_attribute("data-wanted")
        whole = page.locator(f'#table [name=decision][value="{wanted}"]')
        with page.expect_navigation():
            (whole if whole.count() else page.locator(".is-hinted")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You win by 5")
