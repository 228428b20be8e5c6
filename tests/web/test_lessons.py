"""The lesson: every place is a real position, what it waits for is legal, and anything else changes nothing."""

import copy
import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from serai.core.phases import Phase
from serai.game import Game
from serai.games.spice_road.web import lesson_steps as lessons
from serai.games.spice_road.web.lesson import lesson_page
from serai.games.spice_road.web.lesson_steps import LEARNER, STEPS, Progress, decisions, game_at, unwanted
from serai.games.spice_road.web.lesson_words import CHAPTERS, NOT_NOW, RULES_SAY_NO, address, coach, correction
from serai.web.drawing import render
from tests.web.scenes import Page
from tests.web.servers import WithApp, client
from tests.web.test_secrets import TRADE, leaks

HTMX = {"hx-request": "true"}
MAIN = re.compile(r"<main .*</main>", re.S)


def places() -> list[Progress]:
    """Lists every place of the lesson in order."""
    return [Progress(step, done) for step in range(1, len(STEPS) + 1) for done in range(len(decisions(step)) + 1)]


def open_places() -> list[Progress]:
    """Lists the places at which the learner decides."""
    return [place for place in places() if not place.complete]


def drawn(place: Progress, language: str = "en", wrong: str = "") -> Page:
    """Draws a place as a whole page."""
    translations = render.catalogue(language)
    told = coach(place, translations, wrong)
    return Page(lesson_page(lessons.scene(place, "You"), told, language, True, None))


def words(text: str) -> str:
    """Returns the words of a piece of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def asked_by_coach(page: Page) -> str:
    """Returns what the coach says on a page."""
    found = re.search(r'<section class="coach.*?</section>', page.html, re.S)
    assert found is not None
    return found[0]


# The game behind it.


def test_the_first_position_is_one_that_could_be_dealt() -> None:
    lesson, dealt = lessons.Practice(lessons.FIRST), Game.new("spice_road", 2, seed=1)
    mine, usual = lesson.view(0), dealt.view(0)
    for key in ("phase", "merchants_left", "points_left", "gold", "silver", "players", "decides"):
        assert mine[key] == usual[key], key
    assert len(mine["merchants"]) == 6
    assert len(mine["points"]) == 5


def test_the_late_position_holds_all_coins_and_nobody_has_ended_the_game() -> None:
    view = lessons.Practice(lessons.LATE).view(0)
    for coin in ("gold", "silver"):
        assert view[coin] + sum(player[coin] for player in view["players"]) == 4
    assert [len(player["claimed"]) for player in view["players"]] == [5, 5]


def test_what_each_place_waits_for_is_legal_and_leads_to_the_next() -> None:
    for place in open_places():
        game = copy.copy(game_at(place))
        assert game.seat == LEARNER
        for decision in place.wanted:
            assert decision in game.legal(), place
            game.play(decision)
        after = Progress(place.step, place.done + len(place.wanted))
        steps = game_at(after).decisions()
        assert steps[: len(game.decisions())] == game.decisions(), "the rival may have answered, nothing else"
    assert lessons.ended().over


def test_each_step_goes_on_where_the_last_one_ended_but_for_one_jump() -> None:
    jumps = [step for step in range(2, len(STEPS) + 1) if Progress(step).before is None]
    assert jumps == [7]
    for step in {*range(2, len(STEPS) + 1)} - {*jumps}:
        before = game_at(Progress(step - 1, len(decisions(step - 1)))).decisions()
        assert game_at(Progress(step)).decisions()[: len(before)] == before


def test_the_steps_teach_what_they_promise() -> None:
    taught = [[text.split()[0] for text in decisions(step)] for step in range(1, len(STEPS) + 1)]
    assert taught == [
        ["play"],
        ["play", "upgrade", "upgrade"],
        ["acquire", "play", "trade", "trade"],
        ["acquire", "pay", "pay"],
        ["play", "claim"],
        ["rest"],
        ["play", "discard", "discard"],
        ["claim"],
    ]
    assert game_at(Progress(5, 2)).view(0)["players"][0]["gold"] == 1
    assert [place["spices"] for place in game_at(Progress(4, 3)).view(0)["merchants"]][:2] == ["R", "R"]
    assert Phase(game_at(Progress(7, 1)).state.phase) == Phase.DISCARD
    assert len(game_at(Progress(8, 1)).view(0)["players"][0]["claimed"]) == 6


def test_the_learner_wins_after_the_rivals_last_turn() -> None:
    game = lessons.ended()
    assert game.scores() == [91, 86]
    assert game.winner == LEARNER


# Answers.


def wrong_answers() -> Iterator[tuple[Progress, list[str]]]:
    """Yields at every place each legal decision that is not wanted, and each list of them that the page offers."""
    for place in open_places():
        offered = [value.split(";") for value in drawn(place).decisions]
        legal = [[text] for text in game_at(place).legal()]
        for given in [*legal, *(several for several in offered if len(several) > 1)]:
            if tuple(given) != place.wanted[: len(given)]:
                yield place, given


def test_every_other_decision_is_answered_with_a_reason_of_its_own() -> None:
    found = list(wrong_answers())
    assert len(found) > 60
    assert {place for place, _ in found} == set(open_places())
    for place, given in found:
        deviates = unwanted(place, given)
        assert deviates in given
        told = correction(place, deviates, render.catalogue("en"))
        assert told not in (NOT_NOW, RULES_SAY_NO), (place, given)
        assert told in asked_by_coach(drawn(place, wrong=told)).replace("&#39;", "'")


def test_what_the_rules_forbid_is_said_to_be_forbidden() -> None:
    for given in (["claim RRGB"], ["fly"], [""], ["play YY", "play YY"]):
        assert unwanted(Progress(1), given) == ""
    assert correction(Progress(1), "", render.catalogue("en")) == RULES_SAY_NO


@pytest.mark.compiled
def test_a_wrong_answer_leaves_everything_as_it_was(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            for place, given in wrong_answers():
                before = (await guest.get(address(place), headers=HTMX)).text
                answer = await guest.post(address(place), data={"decision": ";".join(given)}, headers=HTMX)
                assert answer.status_code == 200
                assert "hx-replace-url" not in answer.headers
                assert 'class="wrong" role="alert"' in answer.text
                assert without_coach(answer.text) == without_coach(before)

    with_app(test)


def without_coach(text: str) -> str:
    """Returns a page but for what the coach says."""
    return re.sub(r'<section class="coach.*?</section>', "", text, flags=re.S)


# Pages.


def test_exactly_what_is_legal_is_offered_and_what_is_wanted_is_marked() -> None:
    for place in places():
        page = drawn(place)
        legal = game_at(place).legal() if not place.complete else []
        assert {value.split(";")[0] for value in page.decisions} == set(legal)
        marked = [button for button in page.buttons if "is-hinted" in button.get("class", "")]
        assert {button.get("value", "").split(";")[0] for button in marked} == {*place.wanted[:1]} or place.complete
        assert marked
        assert not page.unbalanced
        assert max(page.ids.values()) == max(page.names.values()) == 1


def test_no_form_of_a_table_is_on_the_page() -> None:
    for place in places():
        assert "/table/" not in drawn(place).html
        assert 'id="connection"' not in drawn(place).html


@pytest.mark.parametrize("language", list(render.LANGUAGES))
def test_every_place_speaks_every_language(language: str) -> None:
    for place in places():
        said, english = (words(asked_by_coach(drawn(place, code))) for code in (language, "en"))
        assert "%(" not in said
        assert (said == english) == (language == "en")


def test_all_that_the_coach_says_is_used() -> None:
    for step, chapter in enumerate(CHAPTERS, 1):
        assert len(chapter.moments) == len(decisions(step))
        for done, moment in enumerate(chapter.moments):
            verbs = {text.split()[0] for text in game_at(Progress(step, done)).legal()} | {"stop"}
            assert set(moment.instead) <= verbs, (step, done)


@pytest.mark.compiled
def test_nothing_hidden_is_in_the_bytes() -> None:
    seen: set[str] = set()
    for place in places():
        game = copy.copy(game_at(place))
        game.setup = replace(game.setup, seed=(1 << 127) + 987654321)
        seen |= set(TRADE.findall(json.dumps(game.view(0)) + " ".join(game.history())))
        revealed = {card for step in game.steps() for card in step.reveals}
        for language in render.LANGUAGES:
            assert leaks(game, seen, drawn(place, language).html, revealed) == []
        if game.steps():
            assert leaks(game, set(), game.position()), "the search would find it"


# Over HTTP.


async def through(guest: httpx.AsyncClient, headers: dict[str, str]) -> list[str]:
    """Goes through the whole lesson as its pages lead; returns the addresses on the way."""
    at, way = "/learn/1", []
    while at != "/learn/end":
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
            assert MAIN.findall(again.text) == MAIN.findall(done.text), "a reload shows the same"
    return way


@pytest.mark.compiled
@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "forms"])
def test_a_newcomer_comes_to_the_end(with_app: WithApp, headers: dict[str, str]) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            assert (await guest.get("/learn")).headers["location"] == "/learn/1"
            assert await through(guest, headers) == [address(place) for place in places()]

    with_app(test)


@pytest.mark.compiled
@pytest.mark.parametrize("language", list(render.LANGUAGES))
def test_the_end_counts_the_points_and_leads_on(with_app: WithApp, language: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            guest.cookies.set("language", language)
            text = (await guest.get("/learn/end")).text
            assert '<td class="total">91</td>' in text
            assert '<td class="total">86</td>' in text
            assert 'href="/rules/spice_road"' in text
            assert (await guest.get("/")).text.count('href="/learn"') == 1
            fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', text))
            made = await guest.post("/tables", data=fields)
            table = await app.state.house.table(made.headers["location"].rpartition("/")[2])
            assert table.begun
            assert sorted(chair.bot or "me" for chair in table.chairs) == ["me", "novice"]

    with_app(test)


@pytest.mark.compiled
def test_places_that_there_are_not_are_not_found(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            for path in ("/learn/0", "/learn/9", "/learn/-1", "/learn/1?done=2", "/learn/3?done=-1"):
                assert (await guest.get(path)).status_code == 404, path
                assert (await guest.post(path, data={"decision": "rest"})).status_code == 404, path
            assert (await guest.get("/learn/two")).status_code == 400
            assert (await guest.post("/learn/1", data={"decision": "play" * 100})).status_code == 400

    with_app(test)


@pytest.mark.compiled
def test_a_decision_can_be_undone_a_step_gone_back_and_all_started_over(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as guest:
            page = Page((await guest.get("/learn/2?done=2")).text)
            assert '<form id="undo" action="/learn/2" hidden><input type="hidden" name="done" value="1">' in page.html
            assert any(button.get("form") == "undo" and "disabled" not in button for button in page.buttons)
            for link in ('href="/learn/2" rel="prev"', 'href="/learn/1"', 'href="/"'):
                assert link in page.html
            assert 'href="/learn/1" rel="prev"' in (await guest.get("/learn/2")).text

    with_app(test)
