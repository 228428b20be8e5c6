"""The lesson: every place is a real position, what it waits for is legal, and anything else changes nothing."""

import copy
import html
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from serai.core.component_folders import standard, standard_name
from serai.core.phases import Phase
from serai.core.registry import SPECS
from serai.game import Game
from serai.web.drawing import lessons, render
from serai.web.drawing.coaching import NOT_NOW, RULES_SAY_NO, Lesson, coach, correction
from serai.web.drawing.lesson_pages import lesson_page
from serai.web.drawing.lessons import LEARNER, Progress, game_at, unwanted
from serai.web.drawing.profiles import games_with_lessons
from tests.web.scenes import Page
from tests.web.servers import WithApp, client
from tests.web.test_secrets import TRADE, leaks

HTMX = {"hx-request": "true"}
MAIN = re.compile(r"<main .*</main>", re.S)
NO_SCRIPT = re.compile(r"<noscript>.*?</noscript>\s*", re.DOTALL)


LESSONS: dict[str, Lesson] = {game: SPECS[game].page("lesson").LESSON for game in games_with_lessons()}
ROAD = LESSONS["spice_road"].script
each = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))


def open_places(lesson: Lesson) -> list[Progress]:
    """Lists the places at which the learner decides."""
    return [place for place in lesson.script.places if not place.complete]


def drawn(lesson: Lesson, place: Progress, language: str = "en", wrong: str = "") -> Page:
    """Draws a place as a whole page."""
    told = coach(lesson, place, render.catalogue(language), wrong)
    return Page(lesson_page(lesson, lessons.scene(place, "You"), told, language, True, None))


def words(text: str) -> str:
    """Returns the words of a piece of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def asked_by_coach(page: Page) -> str:
    """Returns what the coach says on a page."""
    found = re.search(r'<section class="coach.*?</section>', page.html, re.S)
    assert found is not None
    return found[0]


# The games behind them.


def begins(lesson: Lesson, step: int) -> Game:
    """Returns the game at the position that a step jumps to."""
    return lesson.script.began(lesson.script.steps[step - 1].position)


def test_the_first_position_of_spice_road_is_one_that_could_be_dealt() -> None:
    practice, dealt = begins(LESSONS["spice_road"], 1), Game.new("spice_road", 2, seed=1)
    mine, usual = practice.view(0), dealt.view(0)
    for player in mine["players"] + usual["players"]:
        del player["lacks"]  # of the point cards, which are others
    for key in ("phase", "merchants_left", "points_left", "gold", "silver", "players", "decides"):
        assert mine[key] == usual[key], key
    assert len(mine["merchants"]) == 6
    assert len(mine["points"]) == 5


def test_the_late_position_holds_all_coins_and_nobody_has_ended_the_game() -> None:
    view = begins(LESSONS["spice_road"], 7).view(0)
    for coin in ("gold", "silver"):
        assert view[coin] + sum(player[coin] for player in view["players"]) == 4
    assert [len(player["claimed"]) for player in view["players"]] == [5, 5]


@each
def test_what_each_place_waits_for_is_legal_and_leads_to_the_next(lesson: Lesson) -> None:
    for place in open_places(lesson):
        game = copy.copy(game_at(place))
        assert game.seat == LEARNER
        for decision in place.wanted:
            assert decision in game.legal(), place
            game.play(decision)
        steps = game_at(place.after(len(place.wanted))).decisions()
        assert steps[: len(game.decisions())] == game.decisions(), "the rival may have answered, nothing else"
    assert lessons.ended(lesson.script).over


@each
def test_each_step_ends_with_a_turn_and_goes_on_where_the_last_one_ended_unless_it_jumps(lesson: Lesson) -> None:
    for step in range(2, len(lesson.script.steps) + 1):
        before = game_at(lessons.last_of(lesson.script, step - 1))
        assert before.seat != LEARNER
        if not lesson.script.steps[step - 1].position:
            decisions = before.decisions()
            assert game_at(Progress(lesson.script, step)).decisions()[: len(decisions)] == decisions


def taught(lesson: Lesson) -> list[str]:
    """Lists the verbs that the learner uses in each step."""
    places = [lessons.last_of(lesson.script, step) for step in range(1, len(lesson.script.steps) + 1)]
    return [" ".join(text.split()[0] for text in place.decisions) for place in places]


def test_the_steps_of_spice_road_teach_what_they_promise() -> None:
    assert taught(LESSONS["spice_road"]) == [
        "play",
        "play upgrade upgrade",
        "acquire play trade trade",
        "acquire pay pay",
        "play claim",
        "rest",
        "play discard discard",
        "claim",
    ]
    assert game_at(Progress(ROAD, 5, 2)).view(0)["players"][0]["gold"] == 1
    assert [place["spices"] for place in game_at(Progress(ROAD, 4, 3)).view(0)["merchants"]][:2] == ["R", "R"]
    assert Phase(game_at(Progress(ROAD, 7, 1)).state.phase) == Phase.DISCARD
    assert len(game_at(Progress(ROAD, 8, 1)).view(0)["players"][0]["claimed"]) == 6


def test_the_steps_of_sand_to_sea_teach_what_they_promise() -> None:
    """SS-6 to SS-16: every kind of turn, the toll, the price of an outpost, both rewards, and the closed port twice."""
    assert taught(LESSONS["sand_to_sea"]) == [
        "start place play",
        "build trade trade",
        "acquire pay",
        "sail stop build trade",
        "play sail stop give build pay pay",
        "play upgrade upgrade rest",
        "build take",
        "sail stop build choose",
        "sail stop deliver",
        "play discard discard",
        "sail stop deliver",
    ]
    views = [game_at(lessons.last_of(LESSONS["sand_to_sea"].script, step)).view(0) for step in (9, 11)]
    assert [[port for port, tile in view["ports"].items() if tile["closed"]] for view in views] == [["A4"], ["A1"]]
    assert len(views[1]["players"][0]["victory"]) == views[1]["claims_to_end"]


def test_a_lesson_is_played_with_the_set_of_new_games() -> None:
    assert {game: lesson.script.components for game, lesson in LESSONS.items()} == {
        game: standard_name(game) for game in LESSONS
    }


def test_the_steps_of_east_to_west_teach_what_they_promise() -> None:
    """EW-7 to EW-19: places, making room, market and route, forts with all they bring, both ways to change cards."""
    assert taught(LESSONS["east_to_west"]) == [
        "work",
        "work trade",
        "work upgrade upgrade",
        "rest",
        "work",
        "work keep route",
        "work bonus",
        "work explore bonus",
        "work",
        "work swap route",
        "work work use discard discard",
        "work bonus",
    ]
    script = LESSONS["east_to_west"].script
    crowd, room = game_at(Progress(script, 5)).view(0), game_at(Progress(script, 5, 1)).view(0)
    assert room["players"][1]["board"] == crowd["players"][1]["board"] + 1, "Novice's settler goes home"
    view = begins(LESSONS["east_to_west"], 9).view(0)
    assert [
        each["saved"] for each, at in zip(view["work"], view["locations"], strict=True) if at["location"] == "YYR"
    ] == [1]
    late = game_at(lessons.last_of(script, 12)).view(0)
    assert len(late["players"][0]["claimed"]) == late["claims_to_end"]


SCORES = {"spice_road": [91, 86], "sand_to_sea": [70, 62], "east_to_west": [63, 58]}


@each
def test_the_learner_wins_after_the_rivals_last_turn(lesson: Lesson) -> None:
    game = lessons.ended(lesson.script)
    assert game.scores() == SCORES[lesson.script.game]
    assert game.winner == LEARNER


# Answers.


def wrong_answers(lesson: Lesson) -> Iterator[tuple[Progress, list[str]]]:
    """Yields at every place each legal decision that is not wanted, and each list of them that the page offers."""
    for place in open_places(lesson):
        offered = [value.split(";") for value in drawn(lesson, place).decisions]
        legal = [[text] for text in game_at(place).legal()]
        for given in [*legal, *(several for several in offered if len(several) > 1)]:
            if tuple(given) != place.wanted[: len(given)]:
                yield place, given


@each
def test_every_other_decision_is_answered_with_a_reason_of_its_own(lesson: Lesson) -> None:
    found = list(wrong_answers(lesson))
    assert len(found) > 60
    answers: dict[Progress, set[str]] = {}
    for place, given in found:
        deviates = unwanted(place, given)
        assert deviates in given
        told = correction(lesson, place, deviates, render.catalogue("en"))
        assert told not in (NOT_NOW, RULES_SAY_NO), (place.address, given)
        answers.setdefault(place, set()).add(told)
    for place, texts in answers.items():
        for told in texts:
            assert told in html.unescape(asked_by_coach(drawn(lesson, place, wrong=told)))


def test_what_the_rules_forbid_is_said_to_be_forbidden() -> None:
    for given in (["claim RRGB"], ["fly"], [""], ["play YY", "play YY"]):
        assert unwanted(Progress(ROAD), given) == ""
    assert correction(LESSONS["spice_road"], Progress(ROAD), "", render.catalogue("en")) == RULES_SAY_NO


@pytest.mark.compiled
@each
def test_a_wrong_answer_leaves_everything_as_it_was(with_app: WithApp, lesson: Lesson) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            one_each = {(place, given[0].split()[0]): given for place, given in wrong_answers(lesson)}
            for (place, _), given in one_each.items():
                before = (await guest.get(place.address, headers=HTMX)).text
                answer = await guest.post(place.address, data={"decision": ";".join(given)}, headers=HTMX)
                assert answer.status_code == 200
                assert "hx-replace-url" not in answer.headers
                assert 'class="wrong" role="alert"' in answer.text
                assert without_coach(answer.text) == without_coach(before)

    with_app(test)


def without_coach(text: str) -> str:
    """Returns a page but for what the coach says."""
    return re.sub(r'<section class="coach.*?</section>', "", text, flags=re.S)


# Pages.


@each
def test_exactly_what_is_legal_is_offered_and_what_is_wanted_is_marked(lesson: Lesson) -> None:
    for place in lesson.script.places:
        page = drawn(lesson, place)
        legal = game_at(place).legal() if not place.complete else []
        assert {value.split(";")[0] for value in page.decisions} == set(legal)
        marked = [button for button in page.buttons if "is-hinted" in button.get("class", "")]
        values = {button.get("value", "").split(";")[0] for button in marked} - {""}
        assert values <= {*place.wanted[:1]}, place.address
        assert marked, place.address
        assert not page.unbalanced
        assert max(page.ids.values()) == max(page.names.values()) == 1


@each
def test_no_form_of_a_table_is_on_the_page(lesson: Lesson) -> None:
    for place in lesson.script.places:
        page = drawn(lesson, place).html
        assert "/table/" not in page
        assert 'id="connection"' not in page


@each
def test_every_place_speaks_every_language(lesson: Lesson) -> None:
    for place in lesson.script.places:
        said = {words(asked_by_coach(drawn(lesson, place, language))) for language in render.LANGUAGES}
        assert len(said) == len(render.LANGUAGES)
        assert not any("%(" in text for text in said)


@each
def test_all_that_the_coach_says_is_used(lesson: Lesson) -> None:
    assert len(lesson.chapters) == len(lesson.script.steps)
    said, heard = set(), set()
    for step, chapter in enumerate(lesson.chapters, 1):
        assert len(chapter.moments) == len(lessons.last_of(lesson.script, step).decisions)
        every: set[str] = set()
        for done, moment in enumerate(chapter.moments):
            verbs = {text.split()[0] for text in game_at(Progress(lesson.script, step, done)).legal()} | {"stop"}
            assert {words.split()[0] for words in moment.instead} <= verbs, (step, done)
            every |= verbs
        said |= {*chapter.instead.values()}
        heard |= {text for words, text in chapter.instead.items() if words.split()[0] in every}
    assert said == heard


@pytest.mark.compiled
@each
def test_nothing_hidden_is_in_the_bytes(lesson: Lesson) -> None:
    seen: set[str] = set()
    for place, language in zip(lesson.script.places, itertools.cycle(render.LANGUAGES), strict=False):
        game = copy.copy(game_at(place))
        game.setup = replace(game.setup, seed=(1 << 127) + 987654321)
        seen |= set(TRADE.findall(json.dumps(game.view(0)) + " ".join(game.history())))
        revealed = {card for step in game.steps() for card in step.reveals}
        assert leaks(game, seen, drawn(lesson, place, language).html, revealed) == []
        if game.steps():
            assert leaks(game, set(), game.position()), "the search would find it"


# Over HTTP.


async def through(guest: httpx.AsyncClient, game: str, headers: dict[str, str]) -> list[str]:
    """Goes through a whole lesson as its pages lead; returns the addresses on the way."""
    at, way = (await guest.get(f"/learn/{game}")).headers["location"], []
    while at != f"/learn/{game}/end":
        way.append(at)
        answer = await guest.get(at)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        if found := re.search(r'<form id="next" action="([^"]+)"', answer.text):
            at = found[1]
            continue
        action = re.search(r'<form id="act" method="post" action="([^"]+)"', answer.text)
        wanted = re.search(r'data-wanted="([^"]+)', answer.text)
        assert action is not None
        assert wanted is not None
        sent = {"decision": html.unescape(wanted[1]).split(";")[0]}
        done = await guest.post(html.unescape(action[1]), data=sent, headers=headers)
        at = done.headers["hx-replace-url" if headers else "location"]
        if headers:
            again = await guest.get(at)
            whole, event = (MAIN.findall(NO_SCRIPT.sub("", answer.text)) for answer in (again, done))
            assert whole == event, "a reload shows the same"
    return way


@pytest.mark.compiled
@each
@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "forms"])
def test_a_newcomer_comes_to_the_end(with_app: WithApp, lesson: Lesson, headers: dict[str, str]) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            way = await through(guest, lesson.script.game, headers)
            assert way == [place.address for place in lesson.script.places]

    with_app(test)


@pytest.mark.compiled
@each
@pytest.mark.parametrize("language", list(render.LANGUAGES))
def test_the_end_counts_the_points_and_leads_on(with_app: WithApp, lesson: Lesson, language: str) -> None:
    game = lesson.script.game

    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            guest.cookies.set("language", language)
            text = (await guest.get(f"/learn/{game}/end")).text
            for points in SCORES[game]:
                assert f'<td class="total">{points}</td>' in text
            assert f'href="/rules/{game}?components={standard(game).digest}"' in text
            fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', text))
            made = await guest.post("/tables", data=fields)
            table = await app.state.house.table(made.headers["location"].rpartition("/")[2])
            assert table.begun
            assert sorted(chair.bot or "me" for chair in table.chairs) == ["amira", "me"]

    with_app(test)


@pytest.mark.compiled
def test_home_and_rules_lead_to_each_lesson(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            home, rules = [(await guest.get(path)).text for path in ("/", "/rules")]
            for game in LESSONS:
                link = f'href="/learn/{game}"'
                assert link in home
                assert rules.count(link) == 1
                assert (await guest.get(f"/rules/{game}")).text.count(link) == 1

    with_app(test)


@pytest.mark.compiled
def test_older_addresses_lead_to_the_first_lesson(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            for old, new in (("", "/1"), ("/3", "/3"), ("/2?done=2", "/2?done=2"), ("/end", "/end")):
                assert (await guest.get(f"/learn{old}")).headers["location"] == f"/learn/spice_road{new}"

    with_app(test)


@pytest.mark.compiled
def test_places_that_there_are_not_are_not_found(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            for place in ("0", "99", "-1", "1?done=99", "3?done=-1"):
                path = f"/learn/spice_road/{place}"
                assert (await guest.get(path)).status_code == 404, path
                assert (await guest.post(path, data={"decision": "rest"})).status_code == 404, path
            for path in ("/learn/9", "/learn/two", "/learn/chess/1", "/learn/chess/end", "/learn/1?done=9"):
                assert (await guest.get(path)).status_code == 404, path
            assert (await guest.get("/learn/spice_road/two")).status_code == 400
            assert (await guest.post("/learn/spice_road/1", data={"decision": "play" * 100})).status_code == 400

    with_app(test)


@pytest.mark.compiled
def test_a_decision_can_be_undone_a_step_gone_back_and_all_started_over(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            at = "/learn/spice_road"
            page = Page((await guest.get(f"{at}/2?done=2")).text)
            undo = f'<form id="undo" action="{at}/2" hidden><input type="hidden" name="done" value="1">'
            assert undo in page.html
            assert any(button.get("form") == "undo" and "disabled" not in button for button in page.buttons)
            for link in (f'href="{at}/2" rel="prev"', f'href="{at}/1"', 'href="/"'):
                assert link in page.html
            assert f'href="{at}/1" rel="prev"' in (await guest.get(f"{at}/2")).text

    with_app(test)
